// Expressions of specifications: what can be executed of them becomes instructions, as any other expression does.
//
// Permissions are not followed: `acc(p)` says that p is not nil, and `acc(&s[i])` that i is in range. The instance of a predicate is a call that
// evaluates its body. What cannot be executed throws NotExecutable, which the clause or the statement around it catches.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { identical, isInteger, type SpecFacts, Typ, under } from '../types/index.ts';
import type { Func, Var } from '../types/object.ts';
import type { MathType, Type } from '../types/type.ts';
import {
  assign,
  binary,
  blockOf,
  boolConst,
  convertTo,
  declareVar,
  emit,
  isInterfaceType,
  newTemp,
  not,
  ref,
  spanOf,
  toTemp,
  typeIn,
  typeOf,
  zero,
} from './build.ts';
import type { GhostReason, MathOp } from './ghost.ts';
import type { Expr } from './ir.ts';
import { tuple } from './lower-assign.ts';
import { callExpr } from './lower-call.ts';
import { expr, logical } from './lower-expr.ts';
import { funcRef } from './lower-func.ts';
import { quantifier } from './lower-quantifier.ts';
import type { Fn } from './lowerer.ts';

/** Thrown for what has no meaning in an execution. */
export class NotExecutable extends Error {
  override readonly name = 'NotExecutable';
  readonly reason: GhostReason;

  constructor(reason: GhostReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What `f` gives; where it cannot be executed, the reason, and nothing is emitted. */
export function attempt<T>(fn: Fn, f: () => T): T | NotExecutable {
  const saved = fn.out;
  const targets = fn.targets.length;
  const list: typeof fn.out = [];
  fn.out = list;
  try {
    const result = f();
    fn.out = saved;
    for (const s of list) saved.push(s);
    return result;
  } catch (error) {
    fn.out = saved;
    fn.targets.length = targets;
    if (error instanceof NotExecutable) return error;
    throw error;
  }
}

export function specExpr(fn: Fn, e: ast.Expr, span: Span): Expr {
  const type = typeOf(fn, e);
  switch (e.kind) {
    case 'OldExpr': {
      if (e.word === 'before' || e.label?.name === '#lhs') throw new NotExecutable('labelled-state');
      if (e.label === null) fn.usesOld = true;
      let value: Expr | null = null;
      const body = blockOf(fn, () => {
        value = expr(fn, e.x);
      });
      const target = newTemp(fn, must<Expr>(value).type, span);
      emit(fn, {
        kind: 'Ghost',
        op: { kind: 'old', label: e.label?.name ?? null, target, body, value: must<Expr>(value) },
        span,
      });
      return ref(target, span);
    }
    case 'AccessExpr':
      return access(fn, e, span);
    case 'QuantExpr':
      return quantifier(fn, e, span);
    case 'LetExpr':
      bindAll(fn, e, span);
      return expr(fn, e.x);
    case 'UnfoldingExpr':
    case 'AssertingExpr':
      return expr(fn, e.x);
    case 'CondExpr':
      return choice(
        fn,
        expr(fn, e.cond),
        () => expr(fn, e.then),
        () => expr(fn, e.else),
        type,
        span,
      );
    case 'SpecBinaryExpr':
      return specBinary(fn, e, type, span);
    case 'CallAsExpr':
    case 'RevealExpr':
      return must(callExpr(fn, e.call)[0]);
    case 'UpdateExpr': {
      if (under(type).kind !== 'Math') throw new NotExecutable('not-modelled');
      const [first, second] = elementTypes(type);
      const key = mathOf(type)?.math === 'dict' ? first : Typ.int;
      const args = [expr(fn, e.x)];
      for (const update of e.updates) {
        args.push(coerce(expr(fn, update.key), key));
        args.push(coerce(expr(fn, update.value), mathOf(type)?.math === 'dict' ? second : first));
      }
      return math(fn, { kind: 'update' }, args, type, span);
    }
    case 'RangeLit':
      return math(fn, { kind: 'range' }, [expr(fn, e.low), expr(fn, e.high)], type, span);
    case 'MatchExpr': {
      const subject = ref(toTemp(fn, expr(fn, e.x)), span);
      const result = newTemp(fn, type, span);
      emit(fn, { kind: 'Declare', local: result, value: zero(type, span), span });
      matchAll(fn, subject, e.clauses, span, (clause) => assign(fn, result, coerce(expr(fn, clause.x), type), span));
      return ref(result, span);
    }
    case 'ImplementsExpr':
      throw new NotExecutable('closure-contract');
    case 'TypeExpr':
      throw new NotExecutable('type-value');
    default:
      throw new NotExecutable('not-modelled');
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Logic

/** `cond ? then : otherwise` */
function choice(fn: Fn, cond: Expr, then: () => Expr, otherwise: () => Expr, type: Type, span: Span): Expr {
  const result = newTemp(fn, type, span);
  const set = (value: () => Expr) => blockOf(fn, () => assign(fn, result, coerce(value(), type), span));
  emit(fn, { kind: 'Declare', local: result, value: zero(type, span), span });
  emit(fn, { kind: 'If', cond, then: set(then), otherwise: set(otherwise), span });
  return ref(result, span);
}

/** Whether a value is an amount of permission. */
export function isAmount(x: Expr): boolean {
  const u = under(x.type);
  return u.kind === 'Basic' && u.basic === 'perm';
}

/** A number of one integer type as one of another, anything else as Go converts it. */
export function coerce(x: Expr, to: Type): Expr {
  if (identical(x.type, to)) return x;
  if (isInteger(x.type) && isInteger(to)) return { kind: 'Convert', x, type: to, span: x.span };
  return convertTo(x, to);
}

function access(fn: Fn, e: ast.AccessExpr, span: Span): Expr {
  const what = unparen(e.x);
  if (what.kind === 'CallExpr' && predicateOf(fn, what) !== null) return expr(fn, what);
  const x = expr(fn, what);
  const kind = under(x.type).kind;
  // A nil slice has no memory to speak of.
  if (kind !== 'Pointer' && kind !== 'Map') return boolConst(true, span);
  return binary('!=', x, zero(x.type, span), Typ.bool, span);
}

function bindAll(fn: Fn, e: ast.LetExpr, span: Span): void {
  const first = must(e.values[0]);
  const values =
    e.values.length === 1 && e.names.length > 1
      ? tuple(fn, first, e.names.length)
      : e.values.map((value) => expr(fn, value));
  for (const [i, name] of e.names.entries()) {
    const obj = fn.info.defs.get(name);
    const value = values[i];
    if (obj?.kind !== 'Var' || value === undefined) continue;
    const local = declareVar(fn, obj, 'var', spanOf(name));
    emit(fn, { kind: 'Declare', local, value: coerce(value, local.type), span });
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Mathematical values

export function mathOf(t: Type): MathType | null {
  const u = under(t);
  return u.kind === 'Math' ? u : null;
}

/** The types of what is in a collection; of a dictionary, those of keys and values. */
function elementTypes(t: Type): readonly [Type, Type] {
  const args = mathOf(t)?.args ?? [];
  return [args[0] ?? Typ.invalid, args[1] ?? Typ.invalid];
}

export function math(fn: Fn, op: MathOp, args: readonly Expr[], type: Type, span: Span): Expr {
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'Ghost', op: { kind: 'math', target, op, args }, span });
  return ref(target, span);
}

function specBinary(fn: Fn, e: ast.SpecBinaryExpr, type: Type, span: Span): Expr {
  if (e.op === '--*') throw new NotExecutable('magic-wand');
  if (e.op === '==>') return logical(fn, '||', not(expr(fn, e.x), span), () => expr(fn, e.y), Typ.bool, span);
  const x = expr(fn, e.x);
  const y = expr(fn, e.y);
  switch (e.op) {
    case '===':
    case '!==': {
      const same = equalValues(fn, x, y, span);
      return e.op === '===' ? same : not(same, span);
    }
    case '++':
      return math(fn, { kind: 'concat' }, [x, y], type, span);
    case '#':
    case 'elem': {
      const u = under(y.type);
      const op: MathOp = { kind: e.op === '#' ? 'multiplicity' : 'elem' };
      if (u.kind === 'Map') return math(fn, op, [coerce(x, u.key), y], type, span);
      const [first, second] = elementTypes(y.type);
      return math(fn, op, [coerce(x, u.kind === 'Math' && u.math === 'dict' ? second : first), y], type, span);
    }
    case 'union':
    case 'intersection':
    case 'setminus':
    case 'subset':
      return math(fn, { kind: e.op }, [x, y], type, span);
  }
}

/** The value of a dictionary at a key, or zero, and whether the key is there. */
export function dictEntry(fn: Fn, dict: Expr, key: Expr, span: Span): readonly [Expr, Expr] {
  const [first, second] = elementTypes(dict.type);
  const at = coerce(key, first);
  const there = math(fn, { kind: 'haskey' }, [dict, at], Typ.bool, span);
  const value = choice(
    fn,
    there,
    () => math(fn, { kind: 'index' }, [dict, at], second, span),
    () => zero(second, span),
    second,
    span,
  );
  return [value, there];
}

/** Whether two values are the same, in ghost code. */
export function equalValues(fn: Fn, x0: Expr, y0: Expr, span: Span): Expr {
  let [x, y] = [x0, y0];
  if (isNil(x)) x = zero(y.type, span);
  else if (isNil(y)) y = zero(x.type, span);
  if (isInterfaceType(x.type)) y = convertTo(y, x.type);
  else if (isInterfaceType(y.type)) x = convertTo(x, y.type);
  else y = coerce(y, x.type);
  return math(fn, { kind: 'equal' }, [x, y], Typ.bool, span);
}

function isNil(x: Expr): boolean {
  return x.type.kind === 'Basic' && x.type.basic === 'untyped nil';
}

/** A literal of a mathematical type. */
export function mathLiteral(fn: Fn, e: ast.CompositeLit, type: Type, span: Span): Expr {
  const named = e.type === null ? undefined : fn.info.types.get(e.type);
  const u = (named === undefined ? null : mathOf(named.type)) ?? must(mathOf(type));
  const [first, second] = elementTypes(type);
  switch (u.math) {
    case 'seq': {
      if (e.elts.some((elt) => elt.kind === 'KeyValueExpr')) throw new NotExecutable('not-modelled');
      return math(
        fn,
        { kind: 'seq' },
        e.elts.map((elt) => coerce(expr(fn, elt), first)),
        type,
        span,
      );
    }
    case 'set':
    case 'mset':
      return math(
        fn,
        { kind: u.math },
        e.elts.map((elt) => coerce(expr(fn, elt), first)),
        type,
        span,
      );
    case 'dict': {
      const args = e.elts.flatMap((elt) =>
        elt.kind === 'KeyValueExpr' ? [coerce(expr(fn, elt.key), first), coerce(expr(fn, elt.value), second)] : [],
      );
      return math(fn, { kind: 'dict' }, args, type, span);
    }
    case 'clause': {
      const args = u.fields.map((field, i) => {
        const elt = e.elts[i]?.kind === 'KeyValueExpr' ? keyed(e, field) : e.elts[i];
        const fieldType = typeIn(fn, field.type as Type);
        return elt === undefined ? zero(fieldType, span) : coerce(expr(fn, elt), fieldType);
      });
      return math(fn, { kind: 'construct', clause: clauseName(u) }, args, type, span);
    }
    case 'pred':
      throw new NotExecutable('predicate-value');
    case 'option':
    case 'adt':
    case 'domain':
      throw new NotExecutable('not-modelled');
  }
}

function keyed(e: ast.CompositeLit, field: Var): ast.Expr | undefined {
  for (const elt of e.elts) {
    if (elt.kind === 'KeyValueExpr' && elt.key.kind === 'Ident' && elt.key.name === field.name) return elt.value;
  }
  return undefined;
}

/** The name of a constructor; unique in its type. */
function clauseName(clause: MathType): string {
  const adt = clause.owner === null ? null : mathOf(clause.owner);
  return adt?.clauses.find((name) => name.type === clause)?.name ?? '';
}

/** `x.f` of an algebraic value: a field, or whether it was made by a constructor. */
export function mathField(fn: Fn, x: Expr, field: Var, facts: SpecFacts, type: Type, span: Span): Expr {
  const asked = facts.discriminators.get(field);
  if (asked !== undefined) return math(fn, { kind: 'is', clause: asked.name }, [x], Typ.bool, span);
  const u = mathOf(x.type);
  const clauses = u?.math === 'clause' ? [u] : (u?.clauses ?? []).map((name) => name.type as MathType);
  for (const clause of clauses) {
    const index = clause.fields.indexOf(field);
    if (index >= 0) return math(fn, { kind: 'field', clause: clauseName(clause), index }, [x], type, span);
  }
  throw new NotExecutable('not-modelled');
}

// ---------------------------------------------------------------------------------------------------------------
// Calls that only specifications have

function unparen(e: ast.Expr): ast.Expr {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  return x;
}

/** The function that a call names; null for a value. */
export function namedCallee(fn: Fn, call: ast.CallExpr): Func | null {
  const fun = unparen(call.fun);
  const id = fun.kind === 'Ident' ? fun : fun.kind === 'SelectorExpr' ? fun.sel : null;
  const obj = id === null ? undefined : (fn.info.selections.get(fun)?.obj ?? fn.info.uses.get(id));
  return obj?.kind === 'Func' ? obj : null;
}

function predicateOf(fn: Fn, call: ast.CallExpr): Func | null {
  const callee = namedCallee(fn, call);
  if (callee === null || fn.info.facts === null) return null;
  return fn.info.facts.funcs.get(callee.origin ?? callee)?.role === 'predicate' ? callee : null;
}

/** The value of a call that only specifications have; null for any other. */
export function specCall(fn: Fn, e: ast.CallExpr, facts: SpecFacts, span: Span): Expr | null {
  const fun = unparen(e.fun);
  const type = typeOf(fn, e);
  if (fun.kind === 'CollectionType' || fun.kind === 'DictType') {
    return math(
      fn,
      { kind: 'convert' },
      e.args.map((arg) => expr(fn, arg)),
      type,
      span,
    );
  }
  const callee = namedCallee(fn, e);
  if (callee === null) return null;
  if (callee.parent === facts.outer) return wordCall(fn, callee.name, e, type, span);
  const role = facts.funcs.get(callee.origin ?? callee)?.role;
  if (role === 'domain') throw new NotExecutable('uninterpreted-function');
  return role === 'predicate' ? predicateCall(fn, e, callee, span) : null;
}

function predicateCall(fn: Fn, e: ast.CallExpr, callee: Func, span: Span): Expr {
  if (callee.type?.kind !== 'Signature' || !fn.lowerer.predicates.has(callee.origin ?? callee))
    throw new NotExecutable('predicate-value');
  const args: Expr[] = [];
  const fun = unparen(e.fun);
  if (callee.type.recv !== null) {
    if (fun.kind !== 'SelectorExpr' || fn.info.selections.get(fun)?.kind !== 'method')
      throw new NotExecutable('predicate-value');
    const recv = expr(fn, fun.x);
    // Through an embedded field, or with another kind of receiver: rare enough to be left out.
    if (!identical(recv.type, typeIn(fn, callee.type.recv.type as Type))) throw new NotExecutable('predicate-value');
    args.push(recv);
  }
  for (const [i, arg] of e.args.entries()) {
    const param = callee.type.params.vars[i];
    if (param === undefined) throw new NotExecutable('not-modelled');
    args.push(coerce(expr(fn, arg), param.type as Type));
  }
  const target = newTemp(fn, Typ.bool, span);
  emit(fn, {
    kind: 'Call',
    targets: [target],
    callee: { kind: 'static', func: funcRef(fn.lowerer, callee) },
    args,
    span,
  });
  return ref(target, span);
}

function wordCall(fn: Fn, word: string, e: ast.CallExpr, type: Type, span: Span): Expr {
  const of = (op: MathOp): Expr =>
    math(
      fn,
      op,
      e.args.map((arg) => expr(fn, arg)),
      type,
      span,
    );
  switch (word) {
    case 'some':
      return math(fn, { kind: 'some' }, [coerce(expr(fn, must(e.args[0])), elementTypes(type)[0])], type, span);
    case 'get':
      return of({ kind: 'get' });
    case 'domain':
      return of({ kind: 'keys' });
    case 'range':
      return of({ kind: 'values' });
    case 'seq':
    case 'set':
    case 'mset':
    case 'dict':
      return of({ kind: 'convert' });
    case 'isComparable':
      if (!isInterfaceType(typeOf(fn, must(e.args[0])))) throw new NotExecutable('type-value');
      return of({ kind: 'comparable' });
    case 'low':
    case 'lowContext':
    case 'rel':
      throw new NotExecutable('hyperproperty');
    case 'typeOf':
      throw new NotExecutable('type-value');
    case 'PredTrue':
      return boolConst(true, span);
    default:
      throw new NotExecutable('predicate-value');
  }
}

// ---------------------------------------------------------------------------------------------------------------
// match

/** The first clause whose pattern fits is done; patterns bind their variables. */
export function matchAll<C extends { readonly pattern: ast.Expr | null }>(
  fn: Fn,
  subject: Expr,
  clauses: readonly C[],
  span: Span,
  body: (clause: C) => void,
): void {
  const ordered = [...clauses.filter((c) => c.pattern !== null), ...clauses.filter((c) => c.pattern === null)];
  const from = (i: number): void => {
    const clause = ordered[i];
    if (clause === undefined) return;
    if (clause.pattern === null) {
      body(clause);
      return;
    }
    const fits = pattern(fn, subject, clause.pattern, span);
    const then = blockOf(fn, () => body(clause));
    const otherwise = blockOf(fn, () => from(i + 1));
    emit(fn, { kind: 'If', cond: fits, then, otherwise, span });
  };
  from(0);
}

/** Whether the value fits; then what the pattern binds has its values. */
function pattern(fn: Fn, x: Expr, p: ast.Expr, span: Span): Expr {
  if (p.kind === 'BindExpr') {
    const obj = fn.info.defs.get(p.name);
    if (obj?.kind === 'Var') {
      const local = declareVar(fn, obj, 'var', spanOf(p.name));
      emit(fn, { kind: 'Declare', local, value: coerce(x, local.type), span });
    }
    return boolConst(true, span);
  }
  if (p.kind === 'Ident' && p.name === '_') return boolConst(true, span);
  const clause = p.kind === 'CompositeLit' && p.type !== null ? fn.info.types.get(p.type)?.type : undefined;
  const u = clause === undefined ? null : mathOf(clause);
  if (p.kind !== 'CompositeLit' || u === null || u.math !== 'clause') return equalValues(fn, x, expr(fn, p), span);
  const name = clauseName(u);
  let fits = math(fn, { kind: 'is', clause: name }, [x], Typ.bool, span);
  for (const [index, elt] of p.elts.entries()) {
    const field = u.fields[index];
    if (field === undefined) continue;
    const inside = elt.kind === 'KeyValueExpr' ? elt.value : elt;
    const type = typeIn(fn, field.type as Type);
    fits = logical(
      fn,
      '&&',
      fits,
      () => pattern(fn, math(fn, { kind: 'field', clause: name, index }, [x], type, span), inside, span),
      Typ.bool,
      span,
    );
  }
  return fits;
}
