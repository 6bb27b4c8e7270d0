// Terms, values and sorts read back from a solver's answers.

import { tableOf } from '../base/named.ts';
import { abs, argument, buildOp, constArray, disj, eq, exists, forall, ite, not, toReal } from './build.ts';
import type { ArrayValue, Value } from './evaluate.ts';
import { add, constantOf, le, lt, mul, neg, sub } from './linear.ts';
import { createNames, type Names } from './names.ts';
import { rational } from './rational.ts';
import { type SExpr, SyntaxFault, showSExpr } from './sexpr.ts';
import type { Definition } from './solver.ts';
import { arraySort, Bool, builtinSort, Int, Real, type Sort } from './sorts.ts';
import {
  apply,
  constructorsOf,
  False,
  type FuncDecl,
  func,
  int,
  type Op,
  realLit,
  type Term,
  True,
  type Var,
  variable,
} from './terms.ts';
import { freeVars } from './traverse.ts';

type Scope = ReadonlyMap<string, Term>;

function fault(what: string, expr: SExpr): SyntaxFault {
  return new SyntaxFault(`${what}: ${showSExpr(expr)}`);
}

export function parseSort(expr: SExpr, names: Names): Sort {
  if (expr.kind === 'symbol') {
    if (expr.text === 'Bool') return Bool;
    if (expr.text === 'Int') return Int;
    if (expr.text === 'Real') return Real;
    return names.sortNamed(expr.text) ?? builtinSort(expr.text);
  }
  if (expr.kind === 'list') {
    const [head, index, element] = expr.items;
    if (head?.kind === 'symbol' && head.text === 'Array' && index !== undefined && element !== undefined) {
      return arraySort(parseSort(index, names), parseSort(element, names));
    }
    return builtinSort(showSExpr(expr, Number.POSITIVE_INFINITY));
  }
  throw fault('this is no sort', expr);
}

/** The term that `expr` says, with the symbols of `names`. Throws a SyntaxFault for what is not understood. */
export function parseTerm(expr: SExpr, names: Names = createNames(), scope: Scope = new Map()): Term {
  let body = expr;
  let inner = scope;
  // Solvers write long chains of let, which would overflow a recursion.
  while (body.kind === 'list') {
    const [head, bindings, rest] = body.items;
    if (head?.kind !== 'symbol' || head.text !== 'let' || bindings?.kind !== 'list' || rest === undefined) break;
    const extended = new Map(inner);
    for (const binding of bindings.items) {
      if (binding.kind !== 'list') throw fault('this is no binding', binding);
      const [name, value] = binding.items;
      if (name?.kind !== 'symbol' || value === undefined) throw fault('this is no binding', binding);
      extended.set(name.text, parseTerm(value, names, inner));
    }
    inner = extended;
    body = rest;
  }
  return parseNode(body, names, inner);
}

function parseNode(expr: SExpr, names: Names, scope: Scope): Term {
  switch (expr.kind) {
    case 'numeral':
      return int(BigInt(expr.text));
    case 'decimal':
      return realLit(decimal(expr.text));
    case 'symbol':
      return parseSymbol(expr.text, names, scope);
    case 'string':
    case 'keyword':
      throw fault('this is no term', expr);
    case 'list':
      return parseList(expr.items, expr, names, scope);
  }
}

function decimal(text: string) {
  const [whole = '0', fraction = ''] = text.split('.');
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

function parseSymbol(text: string, names: Names, scope: Scope): Term {
  const local = scope.get(text);
  if (local !== undefined) return local;
  if (text === 'true') return True;
  if (text === 'false') return False;
  const known = names.variableNamed(text);
  if (known !== undefined) return known;
  const fn = names.functionNamed(text);
  if (fn !== undefined && fn.params.length === 0) return apply(fn);
  throw new SyntaxFault(`the symbol ${text} is not known`);
}

function parseList(items: readonly SExpr[], expr: SExpr, names: Names, scope: Scope): Term {
  const [head, ...rest] = items;
  if (head === undefined) throw fault('this is no term', expr);
  const parse = (other: SExpr) => parseTerm(other, names, scope);
  if (head.kind === 'list') return parseIndexed(head.items, rest.map(parse), expr, names);
  if (head.kind !== 'symbol') throw fault('this is no term', expr);
  if (head.text === 'forall' || head.text === 'exists') return parseQuantifier(head.text, rest, expr, names, scope);
  if (head.text === '!') {
    const [body] = rest;
    if (body === undefined) throw fault('this is no term', expr);
    return parse(body);
  }
  if (head.text === '_' || head.text === 'as') throw fault('this form is not understood', expr);
  const args = rest.map(parse);
  const fn = names.functionNamed(head.text);
  if (fn !== undefined) return applyChecked(fn, args, expr);
  return parseOperator(head.text, args, expr);
}

function applyChecked(fn: FuncDecl, args: readonly Term[], expr: SExpr): Term {
  if (args.length !== fn.params.length || args.some((arg, i) => arg.sort !== fn.params[i])) {
    throw fault(`${fn.name} has other parameters`, expr);
  }
  return apply(fn, ...args);
}

/** `((as const S) x)`, `((_ is c) x)`, `((_ divisible 3) x)`. */
function parseIndexed(head: readonly SExpr[], args: readonly Term[], expr: SExpr, names: Names): Term {
  const [kind, name, detail] = head;
  const [arg] = args;
  if (kind?.kind === 'symbol' && name?.kind === 'symbol' && detail !== undefined && arg !== undefined) {
    if (kind.text === 'as' && name.text === 'const') {
      const sort = parseSort(detail, names);
      if (sort.kind === 'array' && sort.element === arg.sort) return constArray(sort, arg);
    }
    if (kind.text === '_' && name.text === 'is' && detail.kind === 'symbol') {
      const made = names.functionNamed(detail.text);
      const tester = constructorsOf(arg.sort)?.find(({ make }) => make === made)?.test;
      if (tester !== undefined) return apply(tester, arg);
    }
    if (kind.text === '_' && name.text === 'divisible' && detail.kind === 'numeral' && arg.sort === Int) {
      return eq(buildOp('mod', [arg, int(BigInt(detail.text))], Int), int(0));
    }
  }
  throw fault('this form is not understood', expr);
}

function parseQuantifier(
  quantifier: 'forall' | 'exists',
  rest: readonly SExpr[],
  expr: SExpr,
  names: Names,
  scope: Scope,
): Term {
  const [bindings, body] = rest;
  if (bindings?.kind !== 'list' || body === undefined) throw fault('this is no quantifier', expr);
  const inner = new Map(scope);
  const vars: Var[] = [];
  for (const binding of bindings.items) {
    if (binding.kind !== 'list') throw fault('this is no binding', binding);
    const [name, sort] = binding.items;
    if (name?.kind !== 'symbol' || sort === undefined) throw fault('this is no binding', binding);
    const fresh = binder(name.text, parseSort(sort, names), names, scope);
    vars.push(fresh);
    inner.set(name.text, fresh);
  }
  let core = body;
  const triggers: Term[][] = [];
  let qid = '';
  if (core.kind === 'list' && core.items[0]?.kind === 'symbol' && core.items[0].text === '!') {
    const [, annotated, ...attributes] = core.items;
    if (annotated === undefined) throw fault('this is no term', core);
    core = annotated;
    for (const [i, attribute] of attributes.entries()) {
      const value = attributes[i + 1];
      if (attribute.kind !== 'keyword' || value === undefined) continue;
      if (attribute.text === 'pattern' && value.kind === 'list') {
        triggers.push(value.items.map((item) => parseTerm(item, names, inner)));
      }
      if (attribute.text === 'qid' && value.kind === 'symbol') qid = value.text;
    }
  }
  const build = quantifier === 'forall' ? forall : exists;
  return build(vars, parseTerm(core, names, inner), { triggers, name: qid });
}

/** The variable for a symbol that is bound here: one that no part of the scope means by anything else. */
function binder(symbol: string, sort: Sort, names: Names, scope: Scope): Var {
  const known = names.variableNamed(symbol);
  const taken = freeVars(...scope.values());
  if (known !== undefined && known.sort === sort && !taken.has(known)) return known;
  let candidate = variable(symbol, sort);
  for (let i = 1; names.knows(candidate) || taken.has(candidate); i++) candidate = variable(`${symbol}!${i}`, sort);
  return candidate;
}

/** Solvers mix Int and Real in one operation where one side is a constant or a conversion is implied. */
function unified(args: readonly Term[]): readonly Term[] {
  if (!args.some((arg) => arg.sort === Real)) return args;
  return args.map((arg) => (arg.sort === Int ? toReal(arg) : arg));
}

/** `a op b op c` as the conjunction of neighbours. */
function chain(args: readonly Term[], build: (a: Term, b: Term) => Term): Term {
  const parts: Term[] = [];
  for (let i = 0; i + 1 < args.length; i++) parts.push(build(argument(args, i), argument(args, i + 1)));
  return buildOp('and', parts, Bool);
}

const direct = tableOf<{ readonly op: Op; readonly arity: number }>({
  not: { op: 'not', arity: 1 },
  and: { op: 'and', arity: -1 },
  or: { op: 'or', arity: -1 },
  distinct: { op: 'distinct', arity: -1 },
  ite: { op: 'ite', arity: 3 },
  if: { op: 'ite', arity: 3 },
  div: { op: 'div', arity: 2 },
  mod: { op: 'mod', arity: 2 },
  to_real: { op: 'to_real', arity: 1 },
  to_int: { op: 'to_int', arity: 1 },
  select: { op: 'select', arity: 2 },
  store: { op: 'store', arity: 3 },
});

function resultSort(op: Op, args: readonly Term[]): Sort {
  return op === 'ite' ? argument(args, 1).sort : argument(args, 0).sort;
}

function parseOperator(name: string, given: readonly Term[], expr: SExpr): Term {
  const args = name === 'select' || name === 'store' || name === 'ite' ? given : unified(given);
  const [a, b] = args;
  if (a === undefined) throw fault('an operator without arguments', expr);
  const rule = direct.get(name);
  if (rule !== undefined) {
    if (rule.arity >= 0 && args.length !== rule.arity) throw fault('a wrong number of arguments', expr);
    return buildOp(rule.op, args, resultSort(rule.op, args));
  }
  switch (name) {
    case '+':
      return add(...args);
    case '*':
      return mul(...args);
    case '-':
      return b === undefined ? neg(a) : args.slice(1).reduce(sub, a);
    case '/':
      return args
        .map((arg) => (arg.sort === Int ? toReal(arg) : arg))
        .reduce((left, right) => buildOp('quotient', [left, right], Real));
    case '=':
      return chain(args, eq);
    case '<=':
      return chain(args, le);
    case '<':
      return chain(args, lt);
    case '>=':
      return chain(args, (left, right) => le(right, left));
    case '>':
      return chain(args, (left, right) => lt(right, left));
    case '=>':
    case 'implies':
      return args.reduceRight((right, left) => buildOp('implies', [left, right], Bool));
    case 'iff':
      return chain(args, eq);
    case 'xor':
      return args.reduce((left, right) => not(eq(left, right)));
    case 'abs':
      return abs(a);
    case 'is_int':
      return eq(toReal(buildOp('to_int', [a], Int)), a);
    case 'rem':
      // Z3's rem: the remainder of `div` with the divisor's sign.
      if (b === undefined) throw fault('a wrong number of arguments', expr);
      return ite(le(int(0), b), buildOp('mod', [a, b], Int), neg(buildOp('mod', [a, b], Int)));
  }
  throw fault(`the operator ${name} is not known`, expr);
}

/** The function that `(define-fun name (params) sort body)` defines, with its body as a term. */
export function parseDefinition(
  expr: SExpr,
  names: Names,
): { readonly fn: FuncDecl; readonly definition: Definition } | undefined {
  if (expr.kind !== 'list') return undefined;
  const [head, name, params, sort, body] = expr.items;
  if (head?.kind !== 'symbol' || !/^define-fun(-rec)?$/.test(head.text)) return undefined;
  if (name?.kind !== 'symbol' || params?.kind !== 'list' || sort === undefined || body === undefined) return undefined;
  const scope = new Map<string, Term>();
  const vars = params.items.map((param) => {
    const [bound, boundSort] = param.kind === 'list' ? param.items : [];
    if (bound?.kind !== 'symbol' || boundSort === undefined) throw fault('this is no parameter', param);
    const fresh = binder(bound.text, parseSort(boundSort, names), names, scope);
    scope.set(bound.text, fresh);
    return fresh;
  });
  const fn =
    names.functionNamed(name.text) ??
    func(
      name.text,
      vars.map((bound) => bound.sort),
      parseSort(sort, names),
    );
  return { fn, definition: { params: vars, body: parseTerm(body, names, scope) } };
}

/** A value of `sort`, as `get-value` prints it. What has no form of its own here is opaque. */
export function parseValue(expr: SExpr, sort: Sort, names: Names): Value {
  const opaque: Value = { kind: 'opaque', text: showSExpr(expr, 1000) };
  if (sort.kind === 'uninterpreted' || sort.kind === 'builtin') return opaque;
  let term: Term;
  try {
    term = parseTerm(expr, names);
  } catch (error) {
    if (error instanceof SyntaxFault) return opaque;
    throw error;
  }
  return valueOfTerm(term, sort) ?? opaque;
}

function valueOfTerm(term: Term, sort: Sort): Value | undefined {
  if (term.kind === 'bool') return term.value;
  const constant = constantOf(term);
  if (constant !== undefined) return sort === Real ? { kind: 'real', value: constant } : constant.num;
  if (sort.kind === 'array' && term.kind === 'op') return arrayValue(term, sort);
  if (term.kind === 'apply' && term.fn.role === 'constructor') {
    const fields = term.args.map((arg) => valueOfTerm(arg, arg.sort));
    if (fields.some((field) => field === undefined)) return undefined;
    return { kind: 'data', constructor: term.fn.name, fields: fields.filter((field) => field !== undefined) };
  }
  return undefined;
}

function arrayValue(term: Term, sort: Sort & { readonly kind: 'array' }): ArrayValue | undefined {
  const entries: [Value, Value][] = [];
  const seen = new Set<Term>();
  let current = term;
  while (current.kind === 'op' && current.op === 'store') {
    const [array, index, element] = current.args;
    if (array === undefined || index === undefined || element === undefined) return undefined;
    // Outer stores win; those below them at the same index say nothing.
    if (!seen.has(index)) {
      const [key, value] = [valueOfTerm(index, sort.index), valueOfTerm(element, sort.element)];
      if (key === undefined || value === undefined) return undefined;
      entries.push([key, value]);
      seen.add(index);
    }
    current = array;
  }
  if (current.kind !== 'op' || current.op !== 'const_array') return undefined;
  const otherwise = valueOfTerm(argument(current.args, 0), sort.element);
  return otherwise === undefined ? undefined : { kind: 'array', entries, otherwise };
}

/** The goals that `(apply tactic)` prints, as one formula: any of the goals, each the conjunction of its formulas. */
export function parseGoals(expr: SExpr, names: Names): Term {
  if (expr.kind !== 'list' || expr.items[0]?.kind !== 'symbol' || expr.items[0].text !== 'goals') {
    throw fault('these are no goals', expr);
  }
  // Without a goal nothing says whether all is proved or all is refuted.
  if (expr.items.length === 1) throw fault('there is no goal', expr);
  return disj(expr.items.slice(1).map((goal) => parseGoal(goal, names)));
}

function parseGoal(expr: SExpr, names: Names): Term {
  if (expr.kind !== 'list' || expr.items[0]?.kind !== 'symbol' || expr.items[0].text !== 'goal') {
    throw fault('this is no goal', expr);
  }
  const formulas: Term[] = [];
  const items = expr.items.slice(1);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item === undefined) break;
    if (item.kind === 'keyword') {
      const value = items[++i];
      // An approximation would not be equivalent to what it came from.
      if (item.text === 'precision' && !(value?.kind === 'symbol' && value.text === 'precise')) {
        throw fault('the goal is not exact', expr);
      }
    } else formulas.push(parseTerm(item, names));
  }
  return buildOp('and', formulas, Bool);
}
