// Whether calls give a function what it needs: a condition on its parameters, asked at every call that is in sight.

import type { Named } from '../base/named.ts';
import { type Condition, callGraphOf, type FlowProgram, functionOf, requirementsOf, upwards } from '../flow/index.ts';
import type { Function as IrFunction } from '../ir/ir.ts';
import {
  add,
  and,
  bool,
  boolVar,
  conj,
  eq,
  freeVars,
  ge,
  goDiv,
  goRem,
  gt,
  iff,
  implies,
  int,
  intVar,
  isUnknown,
  le,
  lt,
  mul,
  neg,
  not,
  or,
  type Solver,
  sub,
  substitute,
  type Term,
  type Value,
  type Var,
} from '../smt/index.ts';
import { isExported, under } from '../types/index.ts';
import { isBooleanBit } from '../types/type.ts';
import { callPaths, type Paths, type Visit } from './call-paths.ts';
import type { Known } from './call-values.ts';

/** A parameter of a function, or its length. */
export interface Argument {
  readonly name: string;
  readonly index: number;
  readonly of: 'value' | 'len' | 'cap';
}

/** What a function needs of its arguments. */
export interface Need {
  readonly fn: IrFunction;
  readonly condition: Term;
  /** The variables of the condition that are arguments; others are anything that `known` allows. */
  readonly args: ReadonlyMap<Var, Argument>;
  readonly known: Term;
}

export type CallAnswer =
  /** All runs that make the call give what is needed. */
  | { readonly kind: 'established' }
  /** No run does that makes the call; `values` of the arguments in one of them. */
  | {
      readonly kind: 'violated';
      readonly values: Named<number | boolean>;
      readonly certain: boolean;
    }
  /** It depends: on arguments of the caller alone if `needs` is not null, which says what the caller needs then. */
  | { readonly kind: 'open'; readonly needs: Need | null };

export interface CheckedCall {
  readonly caller: IrFunction;
  readonly stmt: Visit['stmt'];
  readonly answer: CallAnswer;
}

/** All calls of a function that are in sight. */
export interface CheckedCalls {
  readonly calls: readonly CheckedCall[];
  /** Whether there may be others: through values and interfaces, or from functions that are too large to be followed. */
  readonly others: boolean;
}

/** The arguments of a function by the names that conditions use. */
export function argumentsOf(fn: IrFunction): ReadonlyMap<string, Argument> {
  const found = new Map<string, Argument>();
  fn.params.forEach(({ name }, index) => {
    if (name === '' || name === '_') return;
    found.set(name, { name, index, of: 'value' });
    found.set(`len(${name})`, { name: `len(${name})`, index, of: 'len' });
    found.set(`cap(${name})`, { name: `cap(${name})`, index, of: 'cap' });
  });
  return found;
}

/** What a proved precondition needs. */
export function needOf(fn: IrFunction, condition: Term, known: Term): Need {
  const names = argumentsOf(fn);
  const args = new Map<Var, Argument>();
  for (const v of freeVars(condition)) {
    const argument = names.get(v.name);
    if (argument !== undefined) args.set(v, argument);
  }
  return { fn, condition, args, known };
}

/** What is required by a directive, as a formula over arguments by their names. */
export function requiredTerm(condition: Condition): Term {
  switch (condition.kind) {
    case 'int':
      return int(condition.value);
    case 'bool':
      return bool(condition.value);
    case 'argument': {
      const { name, type } = condition.param;
      if (condition.of !== 'value') return intVar(`${condition.of}(${name})`);
      return isBoolean(type) ? boolVar(name) : intVar(name);
    }
    case 'unary': {
      const x = requiredTerm(condition.x);
      return condition.op === '!' ? not(x) : neg(x);
    }
    case 'binary':
      return binaryTerm(condition.op, requiredTerm(condition.x), requiredTerm(condition.y));
  }
}

function isBoolean(type: IrFunction['params'][number]['type']): boolean {
  const u = under(type);
  return u.kind === 'Basic' && (u.info & isBooleanBit) !== 0;
}

function binaryTerm(op: (Condition & { readonly kind: 'binary' })['op'], x: Term, y: Term): Term {
  switch (op) {
    case '+':
      return add(x, y);
    case '-':
      return sub(x, y);
    case '*':
      return mul(x, y);
    case '/':
      return goDiv(x, y);
    case '%':
      return goRem(x, y);
    case '==':
      return x.sort.kind === 'bool' ? iff(x, y) : eq(x, y);
    case '!=':
      return x.sort.kind === 'bool' ? not(iff(x, y)) : not(eq(x, y));
    case '<':
      return lt(x, y);
    case '<=':
      return le(x, y);
    case '>':
      return gt(x, y);
    case '>=':
      return ge(x, y);
    case '&&':
      return and(x, y);
    case '||':
      return or(x, y);
  }
}

/** Checks every call of the function. */
export async function checkCalls(program: FlowProgram, need: Need, solver: Solver): Promise<CheckedCalls> {
  const { callers, indirect } = callGraphOf(program);
  const calls: CheckedCall[] = [];
  let others = false;
  const declared = new Set<string>();
  for (const id of callers.get(need.fn.id) ?? []) {
    // Literals belong to the function that they stand in.
    if (indirect.has(id)) others = true;
    else declared.add(id.replace(/\$.*$/, ''));
  }
  for (const id of declared) {
    const caller = functionOf(program, { id, name: id });
    const paths = callPaths(program, caller, (callee) => callee === need.fn.id);
    if (paths === null) others = true;
    else calls.push(...(await answers(program, need, caller, paths, solver)));
  }
  return { calls, others };
}

/** One answer for each call: all ways that lead to it count. */
async function answers(
  program: FlowProgram,
  need: Need,
  caller: IrFunction,
  paths: Paths,
  solver: Solver,
): Promise<readonly CheckedCall[]> {
  const byCall = new Map<number, { readonly stmt: Visit['stmt']; readonly found: CallAnswer[] }>();
  for (const visit of paths.visits) {
    const answer = await answerFor(program, need, caller, paths, visit, solver);
    const entry = byCall.get(visit.stmt.span.pos);
    if (entry === undefined)
      byCall.set(visit.stmt.span.pos, { stmt: visit.stmt, found: answer === null ? [] : [answer] });
    else if (answer !== null) entry.found.push(answer);
  }
  return [...byCall.values()].map(({ stmt, found }) => ({ caller, stmt, answer: worst(found) }));
}

function worst(found: readonly CallAnswer[]): CallAnswer {
  const broken = found.find((answer) => answer.kind === 'violated' && answer.certain);
  if (broken !== undefined) return broken;
  const violated = found.find((answer) => answer.kind === 'violated');
  if (violated !== undefined) return violated;
  return found.find((answer) => answer.kind === 'open') ?? { kind: 'established' };
}

/** Null for a way that no run takes. */
async function answerFor(
  program: FlowProgram,
  need: Need,
  caller: IrFunction,
  { unknowns }: Paths,
  visit: Visit,
  solver: Solver,
): Promise<CallAnswer | null> {
  // Names of the function that is called mean nothing here: what is not known of them is a variable of its own.
  const map = new Map<Var, Term>();
  for (const v of freeVars(need.condition, need.known)) {
    const argument = need.args.get(v);
    const term = argument === undefined ? null : termFor(visit.args[argument.index], argument);
    map.set(v, term ?? unknowns.like(v));
  }
  const condition = substitute(need.condition, map);
  const known = substitute(need.known, map);
  // What the caller itself may rely on.
  const promised = conj(requirementsOf(caller).requirements.map((r) => requiredTerm(r.condition)));
  const facts = and(visit.facts, unknowns.axioms(), known, promised);
  const ask = async (formula: Term): Promise<boolean | null> => {
    solver.push();
    solver.assert(formula);
    const answer = await solver.check();
    solver.pop();
    return isUnknown(answer) ? null : answer === 'sat';
  };
  if ((await ask(and(facts, not(condition)))) === false) {
    return (await ask(facts)) === false ? null : { kind: 'established' };
  }
  if ((await ask(and(facts, condition))) === false) {
    const values = await valuesIn(solver, and(facts, visit.reach), need, map);
    if (values !== null) {
      const free = (origin: string): boolean => origin === 'answer' || (origin === 'given' && isEntry(caller));
      const certain = [...visit.origins].every(free) && isAlive(program, caller);
      // Where arguments of the caller decide whether the call is made, its own callers are asked.
      if (certain || visit.origins.has('state')) return { kind: 'violated', values, certain };
    }
  }
  const open = implies(visit.facts, condition);
  const own = [...freeVars(open)].every((v) => unknowns.origins.get(v) === 'given');
  return { kind: 'open', needs: own ? needOf(caller, open, unknowns.axioms()) : null };
}

/** Its callers are not in sight: any arguments can be given. */
function isEntry(fn: IrFunction): boolean {
  return isExported(fn.obj?.name ?? '');
}

/** Whether a function can be called at all: it is exported or an entry, used as a value, or called by one that can be. */
function isAlive(program: FlowProgram, fn: IrFunction): boolean {
  const { callers, indirect } = callGraphOf(program);
  for (const id of upwards(callers, [fn.id])) {
    if (indirect.has(id)) return true;
    const name = id.replace(/\$.*$/, '').replace(/^.*\./, '');
    if (isExported(name) || /^(main|init)(#\d+)?$/.test(name)) return true;
  }
  return false;
}

function termFor(known: Known | undefined, argument: Argument): Term | null {
  if (known === undefined) return null;
  if (argument.of === 'value') return known.kind === 'term' ? known.term : null;
  return argument.of === 'len' && known.kind === 'sequence' ? known.len : null;
}

async function valuesIn(
  solver: Solver,
  formula: Term,
  need: Need,
  given: ReadonlyMap<Var, Term>,
): Promise<Named<number | boolean> | null> {
  const names = [...need.args];
  const terms = names.map(([v]) => given.get(v) ?? v);
  solver.push();
  solver.assert(formula);
  const answer = await solver.check();
  const values = answer === 'sat' ? await solver.model(terms) : null;
  solver.pop();
  if (values === null || isUnknown(values)) return null;
  const asNumber = (value: Value | undefined): number | boolean => (typeof value === 'boolean' ? value : Number(value));
  return names.map(([, { name }], i) => [name, asNumber(values[i])]);
}
