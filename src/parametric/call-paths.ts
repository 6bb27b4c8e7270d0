// The calls that a function makes to others that are asked for, each with what holds whenever it is made.
//
// The function is followed symbolically, once through: branches with their conditions, loops once as they begin and once in any later
// round, function literals where they stand and where they are called. What is known at a call is true of every run that makes it; what
// is not followed is a variable (call-values.ts). `reach` is the condition under which a run comes to the call, as far as branches say.

import { blocksOf, type FlowProgram, functionOf, targetsOf, terminates, walkBlock } from '../flow/index.ts';
import type { Block, Callee, FuncRef, Function as IrFunction, Local, LoopStmt, Stmt } from '../ir/ir.ts';
import { add, and, conj, disj, False, freeVars, ge, int, ite, le, not, sub, type Term, True } from '../smt/index.ts';
import type { Type } from '../types/type.ts';
import { returns } from './call-returns.ts';
import { type Known, type Origin, Unknowns, valueOfExpr } from './call-values.ts';

/** One way to come to a call. */
export interface Visit {
  readonly callee: FuncRef;
  readonly stmt: Stmt & { readonly kind: 'Call' | 'Go' | 'Defer' };
  readonly args: readonly Known[];
  /** What holds whenever the call is made in this way. */
  readonly facts: Term;
  /** Runs for which this holds make the call. */
  readonly reach: Term;
  /** Where the values come from that `reach` depends on. */
  readonly origins: ReadonlySet<Origin>;
}

export interface Paths {
  readonly visits: readonly Visit[];
  readonly unknowns: Unknowns;
  /** The function's own parameters. */
  readonly params: readonly Known[];
}

interface State {
  readonly env: ReadonlyMap<Local, Known>;
  readonly facts: readonly Term[];
  readonly reach: readonly Term[];
}

interface Walk {
  readonly program: FlowProgram;
  readonly wanted: (id: string) => boolean;
  readonly unknowns: Unknowns;
  readonly visits: Visit[];
  /** Where control goes on behind loops and blocks, by label. */
  breaks: Map<string, State[]>;
  /** Literals that are being followed. */
  readonly inside: string[];
  /** Loops around, and statements that may still be followed. */
  loops: number;
  steps: number;
}

const mostSteps = 20_000;
const mostLiterals = 4;
/** In loops within loops within loops only some round is followed. */
const mostFirstRounds = 3;

/** The ways in which `fn` comes to calls of functions that are wanted. Null where it is too large to be followed. */
export function callPaths(program: FlowProgram, fn: IrFunction, wanted: (id: string) => boolean): Paths | null {
  const unknowns = new Unknowns();
  const params = fn.params.map((local) => unknowns.value(local.type, 'given', local.name));
  const w: Walk = {
    program,
    wanted,
    unknowns,
    visits: [],
    breaks: new Map(),
    inside: [],
    loops: 0,
    steps: mostSteps,
  };
  const env = new Map<Local, Known>();
  fn.params.forEach((local, i) => {
    if (!local.shared) env.set(local, params[i] as Known);
  });
  if (fn.body !== null) block(w, fn.body, { env, facts: [], reach: [] });
  return w.steps < 0 ? null : { visits: w.visits, unknowns, params };
}

// ---------------------------------------------------------------------------------------------------------------
// States

function reader(w: Walk, s: State): (local: Local) => Known {
  // Others may write what is shared.
  return (local) => s.env.get(local) ?? w.unknowns.value(local.type, 'state');
}

function having(s: State, condition: Term): State {
  if (condition === True) return s;
  return { ...s, facts: [...s.facts, condition], reach: [...s.reach, condition] };
}

function knowing(s: State, fact: Term): State {
  return fact === True ? s : { ...s, facts: [...s.facts, fact] };
}

function setting(s: State, local: Local, value: Known): State {
  if (local.shared) return s;
  const env = new Map(s.env);
  env.set(local, value);
  return { ...s, env };
}

/** All of them hold something that is not known. */
function forgetting(w: Walk, s: State, locals: Iterable<Local>, origin: Origin): State {
  const env = new Map(s.env);
  for (const local of locals) if (!local.shared) env.set(local, w.unknowns.value(local.type, origin));
  return { ...s, env };
}

/** Several ways that meet. With `apart` they exclude each other, by what was gone through since they parted. */
function joined(w: Walk, states: readonly (State | null)[], apart: boolean): State | null {
  const [first, ...rest] = states.filter((s) => s !== null);
  if (first === undefined || rest.length === 0) return first ?? null;
  const all = [first, ...rest];
  const reach = meet(all.map((s) => s.reach));
  const facts = meet(all.map((s) => s.facts));
  const env = new Map<Local, Known>();
  for (const [local, value] of first.env) {
    const values = all.map((s) => s.env.get(local) ?? null);
    if (values.some((other) => other === null)) continue;
    env.set(local, oneOf(w, local.type, value, values as Known[], apart ? reach.since : null));
  }
  return { env, reach: reach.joined, facts: facts.joined };
}

/** What lists of conditions have in common, and what one of them has besides. */
function meet(lists: readonly (readonly Term[])[]): {
  readonly joined: readonly Term[];
  readonly since: readonly Term[];
} {
  const [first] = lists;
  let common = 0;
  while (common < (first?.length ?? 0) && lists.every((list) => list[common] === first?.[common])) common++;
  const since = lists.map((list) => conj(list.slice(common)));
  const [a, b] = since;
  const either = since.length === 2 && a !== undefined && b !== undefined && not(a) === b ? True : disj(since);
  const shared = first?.slice(0, common) ?? [];
  return { joined: either === True ? shared : [...shared, either], since };
}

function oneOf(w: Walk, type: Type, first: Known, values: readonly Known[], when: readonly Term[] | null): Known {
  if (values.every((value) => sameValue(value, first))) return first;
  if (when === null) return w.unknowns.value(type, 'state');
  const choose = (terms: readonly Term[]): Term =>
    terms.reduceRight((rest, term, i) => (i === terms.length - 1 ? term : ite(when[i] as Term, term, rest)));
  const terms = values.flatMap((value) => (value.kind === 'term' ? [value.term] : []));
  if (terms.length === values.length) return { kind: 'term', term: choose(terms) };
  const lengths = values.flatMap((value) => (value.kind === 'sequence' ? [value.len] : []));
  if (lengths.length === values.length) return { kind: 'sequence', len: choose(lengths) };
  const nils = values.flatMap((value) => (value.kind === 'reference' ? [value.isNil] : []));
  if (nils.length === values.length) return { kind: 'reference', isNil: choose(nils) };
  return w.unknowns.value(type, 'state');
}

function sameValue(a: Known, b: Known): boolean {
  if (a === b) return true;
  if (a.kind === 'term') return b.kind === 'term' && a.term === b.term;
  if (a.kind === 'sequence') return b.kind === 'sequence' && a.len === b.len;
  return a.kind === 'reference' && b.kind === 'reference' && a.isNil === b.isNil;
}

// ---------------------------------------------------------------------------------------------------------------
// Statements: each gives the state behind it, or null where control does not come there

function block(w: Walk, b: Block, from: State): State | null {
  let s: State | null = from;
  for (const stmt of b.list) {
    if (s === null || w.steps-- < 0) return null;
    s = one(w, stmt, s);
  }
  return s;
}

function one(w: Walk, stmt: Stmt, s: State): State | null {
  const value = (e: Parameters<typeof valueOfExpr>[0]): Known => valueOfExpr(e, reader(w, s), w.unknowns);
  const lengthOf = (e: Parameters<typeof valueOfExpr>[0]): Term => {
    const known = value(e);
    return known.kind === 'sequence' ? known.len : w.unknowns.length('state');
  };
  const numberOf = (e: Parameters<typeof valueOfExpr>[0]): Term | null => {
    const known = value(e);
    return known.kind === 'term' && known.term.sort.kind === 'int' ? known.term : null;
  };
  switch (stmt.kind) {
    case 'Declare':
    case 'Assign':
      return setting(s, stmt.local, value(stmt.value));
    case 'MakeSlice': {
      const len = numberOf(stmt.len);
      if (len === null || stmt.init?.kind === 'string') return forgetting(w, s, [stmt.target], 'state');
      return setting(knowing(s, ge(len, int(0))), stmt.target, { kind: 'sequence', len });
    }
    case 'Append': {
      const more = stmt.elems.kind === 'elems' ? int(stmt.elems.list.length) : lengthOf(stmt.elems.x);
      return setting(s, stmt.target, { kind: 'sequence', len: add(lengthOf(stmt.slice), more) });
    }
    case 'Slice': {
      const low = stmt.low === null ? int(0) : numberOf(stmt.low);
      const high = stmt.high === null ? lengthOf(stmt.x) : numberOf(stmt.high);
      if (low === null || high === null) return forgetting(w, s, [stmt.target], 'state');
      const sane = and(ge(low, int(0)), le(low, high));
      return setting(knowing(s, sane), stmt.target, { kind: 'sequence', len: sub(high, low) });
    }
    case 'MakeChan':
    case 'MakeMap':
    case 'New':
      return setting(s, stmt.target, { kind: 'reference', isNil: False });
    case 'Closure':
      return closure(w, stmt, s);
    case 'Call':
    case 'Go':
    case 'Defer':
      return call(w, stmt, s);
    case 'Recv':
      return forgetting(w, s, targetsOf(stmt), 'answer');
    case 'If': {
      const known = value(stmt.cond);
      const condition = known.kind === 'term' ? known.term : w.unknowns.condition('state');
      const then = condition === False ? null : block(w, stmt.then, having(s, condition));
      const otherwise = condition === True ? null : block(w, stmt.otherwise, having(s, not(condition)));
      return joined(w, [then, otherwise], true);
    }
    case 'Select': {
      const arms = [...stmt.cases.map(({ comm, body }) => ({ comm, body })), { comm: null, body: stmt.otherwise }];
      const ends = arms.map(({ comm, body }) => {
        if (body === null) return null;
        const chosen = having(s, w.unknowns.condition('answer'));
        const targets = comm?.kind === 'recv' ? [comm.value, comm.ok].filter((local) => local !== null) : [];
        return block(w, body, forgetting(w, chosen, targets, 'answer'));
      });
      return joined(w, ends, false);
    }
    case 'Loop':
      return loop(w, stmt, s);
    case 'Labelled': {
      const { end, out } = withBreaks(w, stmt.label, () => block(w, stmt.body, s));
      return joined(w, [...out, end], true);
    }
    case 'Break':
      w.breaks.get(stmt.label)?.push(s);
      return null;
    case 'Continue':
    case 'Return':
    case 'Panic':
    case 'Fault':
      return null;
    default:
      return forgetting(w, s, targetsOf(stmt), 'state');
  }
}

function withBreaks(
  w: Walk,
  label: string,
  run: () => State | null,
): { readonly end: State | null; readonly out: readonly State[] } {
  const out: State[] = [];
  w.breaks.set(label, out);
  const end = run();
  w.breaks.delete(label);
  return { end, out };
}

/** The first round from what is known before it, and any other with everything forgotten that rounds change. */
function loop(w: Walk, stmt: LoopStmt, s: State): State | null {
  const changed = new Set<Local>();
  for (const part of blocksOf(stmt)) {
    walkBlock(part, (inner) => {
      for (const local of targetsOf(inner)) changed.add(local);
    });
  }
  const { out } = withBreaks(w, stmt.label, () => {
    w.loops++;
    if (w.loops <= mostFirstRounds) block(w, stmt.body, s);
    const later = having(forgetting(w, s, changed, 'state'), w.unknowns.condition('state'));
    const end = block(w, stmt.body, later);
    if (end !== null) block(w, stmt.next, end);
    w.loops--;
    return null;
  });
  const after = joined(w, out, false);
  if (after === null) return null;
  // A loop that ends is left by every run, however it is left.
  const certain = terminates(stmt) && !leavesOtherwise(stmt);
  return { ...after, reach: certain ? s.reach : [...s.reach, w.unknowns.condition('state')] };
}

/** Whether control can leave a loop for another place than the one behind it. */
function leavesOtherwise(stmt: LoopStmt): boolean {
  const own = new Set([stmt.label]);
  let found = false;
  for (const part of blocksOf(stmt)) {
    walkBlock(part, (inner) => {
      if (inner.kind === 'Loop' || inner.kind === 'Labelled') own.add(inner.label);
      if (inner.kind === 'Return' || inner.kind === 'Panic') found = true;
      if ((inner.kind === 'Break' || inner.kind === 'Continue') && !own.has(inner.label)) found = true;
    });
  }
  return found;
}

// ---------------------------------------------------------------------------------------------------------------
// Calls

function closure(w: Walk, stmt: Stmt & { readonly kind: 'Closure' }, s: State): State {
  const read = reader(w, s);
  const made: Known = { kind: 'function', func: stmt.func, captured: stmt.captured.map(read) };
  // It may be called, at some time, with anything.
  literal(w, made, null, having(s, w.unknowns.condition('state')));
  return setting(s, stmt.target, made);
}

function call(w: Walk, stmt: Stmt & { readonly kind: 'Call' | 'Go' | 'Defer' }, s: State): State | null {
  const args = stmt.args.map((e) => valueOfExpr(e, reader(w, s), w.unknowns));
  const called = calleeOf(w, stmt.callee, s);
  if (called?.kind === 'function') {
    if (w.wanted(called.func.id)) {
      const reach = conj(s.reach);
      const origins = new Set<Origin>();
      for (const v of freeVars(reach)) origins.add(w.unknowns.origins.get(v) ?? 'state');
      w.visits.push({ callee: called.func, stmt, args, facts: conj(s.facts), reach, origins });
    }
    literal(w, called, args, s);
    if (stmt.kind === 'Call' && !returns(w.program, called.func)) return null;
  }
  return stmt.kind === 'Call' ? forgetting(w, s, targetsOf(stmt), 'answer') : s;
}

function calleeOf(w: Walk, callee: Callee, s: State): Known | null {
  if (callee.kind === 'static') return { kind: 'function', func: callee.func, captured: [] };
  return callee.kind === 'value' ? valueOfExpr(callee.func, reader(w, s), w.unknowns) : null;
}

/** Follows a function literal; its results are not looked at. Null for arguments that are not known. */
function literal(w: Walk, known: Known & { readonly kind: 'function' }, args: readonly Known[] | null, s: State): void {
  const { func, captured } = known;
  if (!func.id.includes('$') || w.inside.includes(func.id) || w.inside.length >= mostLiterals) return;
  const fn = functionOf(w.program, func);
  if (fn.body === null || (fn.origin !== 'literal' && fn.origin !== 'range-body')) return;
  const env = new Map<Local, Known>();
  fn.captures.forEach((local, i) => {
    if (!local.shared) env.set(local, captured[i] ?? w.unknowns.value(local.type, 'state'));
  });
  fn.params.forEach((local, i) => {
    if (!local.shared) env.set(local, args?.[i] ?? w.unknowns.value(local.type, 'state'));
  });
  const { breaks, loops } = w;
  w.breaks = new Map();
  w.inside.push(func.id);
  block(w, fn.body, { ...s, env });
  w.inside.pop();
  w.breaks = breaks;
  w.loops = loops;
}
