// Quantified permissions: chunks about all locations of a resource at once.

import {
  add,
  and,
  apply,
  constantOf,
  eq,
  implies,
  ite,
  le,
  lt,
  min,
  mul,
  ne,
  sub,
  substitute,
  type Term,
  type Var,
} from '../smt/index.ts';
import type { Expr, Node, Trigger } from '../vil/index.ts';
import { check, holds, under } from './check.ts';
import { type Amount, isAnyPositive, isPositive, missing, none, sameArgs, type Taken, write } from './chunks.ts';
import type { Consumed, ConsumeOptions } from './consume.ts';
import type { Context } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import {
  type Chunk,
  type Heap,
  type QuantifiedChunk,
  quantifiedChunks,
  type ResourceId,
  replaceChunks,
} from './heap.ts';
import { inverseOf } from './inverse.ts';
import { locationOf } from './locations.ts';
import type { Blame } from './obligations.ts';
import { evaluateAmount, type ProduceOptions } from './produce.ts';
import { simplify } from './projections.ts';
import { enter, evaluateTriggers, leave } from './quantifiers.ts';
import { quantify, triggersIn } from './quantify.ts';
import { type ResourceInfo, resourceInfo } from './resources.ts';
import type { QuantifiedPermission } from './rewrite.ts';
import { fromSnap, isBoxed, Null, toSnap } from './sorts.ts';
import { assume, define, fresh, type State, withStore } from './state.ts';
import { summarise } from './summaries.ts';
import { transferQuantified } from './transfer.ts';
import type { Triggers } from './triggers.ts';

function mapping(formals: readonly Var[], args: readonly Term[]): ReadonlyMap<Var, Term> {
  return new Map(formals.map((formal, i) => [formal, args[i] ?? formal]));
}

/** What one chunk holds of a location. */
export function permAt(ctx: Context, chunk: QuantifiedChunk, formals: readonly Var[], args: readonly Term[]): Term {
  if (chunk.single !== null) return ite(simplify(ctx, sameArgs(args, chunk.single.args)), chunk.single.perm, none);
  return simplify(ctx, substitute(chunk.perm, mapping(formals, args)));
}

export function quantifiedTotal(
  ctx: Context,
  chunks: readonly QuantifiedChunk[],
  formals: readonly Var[],
  args: readonly Term[],
): Term {
  return chunks.reduce((sum: Term, chunk) => add(sum, permAt(ctx, chunk, formals, args)), none);
}

/** Whether one of the chunks holds some of a location. */
export function isQuantifiedHeld(
  ctx: Context,
  chunks: readonly QuantifiedChunk[],
  formals: readonly Var[],
  args: readonly Term[],
): Term {
  return isAnyPositive(
    ctx,
    chunks.map((chunk) => permAt(ctx, chunk, formals, args)),
  );
}

function singleChunk(
  info: ResourceInfo,
  resource: ResourceId,
  map: Term,
  args: readonly Term[],
  perm: Term,
): QuantifiedChunk {
  return {
    kind: 'quantified',
    resource,
    map,
    perm: ite(sameArgs(info.formals, args), perm, none),
    single: { args, perm },
    shape: args,
  };
}

/** Adds a chunk for one location. */
export function produceSingle(
  ctx: Context,
  s: State,
  resource: ResourceId,
  args: readonly Term[],
  value: Term,
  perm: Term,
): State {
  if (perm === none) return s;
  const info = resourceInfo(ctx, resource);
  const map = fresh(ctx, s, 'values', info.map);
  let state = define(s, eq(apply(info.lookup, map, ...args), value));
  const [receiver] = args;
  if (resource.kind === 'field' && receiver !== undefined) {
    state = assume(state, implies(isPositive(ctx, perm), ne(receiver, Null)));
    if (!ctx.readsOnly) {
      const before = quantifiedTotal(ctx, quantifiedChunks(state.heap, resource), info.formals, args);
      state = assume(state, le(add(before, perm), write));
    }
  }
  return { ...state, heap: [...state.heap, singleChunk(info, resource, map, args, perm)] };
}

/** A quantified permission's parts as terms over its bound variables, and the state with what was learned. */
interface Parts {
  readonly state: State;
  readonly resource: ResourceId;
  readonly info: ResourceInfo;
  readonly bound: readonly Var[];
  readonly condition: Term;
  readonly args: readonly Term[];
  readonly amount: Term;
  readonly triggers: Triggers;
}

/** A location in a trigger of a quantified permission is matched by what it is made of: its value is not there yet. */
function locationTriggers(q: QuantifiedPermission): readonly Trigger[] {
  return q.triggers.map((trigger) => ({
    ...trigger,
    exprs: trigger.exprs.flatMap((e): readonly Expr[] => {
      if (e.kind === 'FieldAccess' && q.loc.kind === 'FieldAccess' && e.field === q.loc.field) return [e.receiver];
      if (e.kind === 'PredicateAccess') return e.args;
      return e.kind === 'AccPredicate' ? e.loc.args : [e];
    }),
  }));
}

function evaluateParts(ctx: Context, s: State, q: QuantifiedPermission, blame: Blame): Parts {
  const { resource, args: at } = locationOf(ctx.table, q.loc);
  const info = resourceInfo(ctx, resource);
  const [inner, bound] = enter(ctx, s, q.vars);
  let condition: Term = eq(none, none);
  let state = inner;
  if (q.condition !== null) [state, condition] = evaluate(ctx, inner, q.condition, blame);
  const [s2, { args, amount }] = under(state, condition, (where) => {
    let within = where;
    for (const { variable: decl, value } of q.lets) {
      const [next, term] = evaluate(ctx, within, value, blame);
      within = withStore(next, decl.name, term);
    }
    const [s1, terms] = evaluateAll(ctx, within, at, blame);
    const [after, perm] = evaluateAmount(ctx, s1, q.perm, blame);
    return [after, { args: terms, amount: perm }] as const;
  });
  const [s3, written] = evaluateTriggers(ctx, s2, locationTriggers(q), bound, blame);
  const triggers = written.length > 0 ? written : triggersIn(ctx, args, bound);
  return { state: leave(ctx, s, s3.path, bound, triggers), resource, info, bound, condition, args, amount, triggers };
}

// produce(forall x :: c ==> acc(e.f, p), snap): one chunk with p where the inverse of the location satisfies c
export function produceQuantified(
  ctx: Context,
  s: State,
  q: QuantifiedPermission,
  snap: Term,
  options: ProduceOptions,
): State {
  const { blame } = options;
  const parts = evaluateParts(ctx, s, q, blame);
  const { info, resource, bound, condition, args, triggers } = parts;
  let { state } = parts;
  const scaled = mul(parts.amount, options.scale);
  ctx.wildcards.delete(parts.amount);
  const guard = and(condition, isPositive(ctx, scaled));
  const inverse = inverseOf(ctx, s, info.formals, bound, guard, args, triggers);
  if (!ctx.options.assumeInjectivityOnInhale && inverse.isInverse.kind !== 'bool') {
    check(ctx, state, inverse.isInverse, blame, 'qp.not.injective', q.loc);
  }
  for (const axiom of inverse.axioms) state = assume(state, axiom);
  const perm = ite(and(inverse.image, substitute(condition, inverse.at)), substitute(scaled, inverse.at), none);
  const map = fromSnap(snap, info.map);
  state = assume(state, isBoxed(snap, info.map));
  const [receiver] = args;
  if (resource.kind === 'field' && receiver !== undefined) {
    const value = apply(info.lookup, map, ...args);
    // Without a receiver to match: where the condition is asked about, and where the value is read.
    const where =
      triggers.length > 0 ? triggers : [...triggersIn(ctx, [condition], bound), ...triggersIn(ctx, [value], bound)];
    const notNull = { triggers: where, candidates: args, name: 'not null' };
    state = assume(state, quantify(ctx, 'forall', bound, implies(guard, ne(receiver, Null)), notNull));
    if (constantOf(scaled) === undefined && !ctx.readsOnly) {
      state = assume(
        state,
        quantify(ctx, 'forall', bound, implies(condition, le(scaled, write)), { ...notNull, name: 'at most write' }),
      );
    }
  }
  // Locations that are held by themselves are not among these, as far as that would be too much.
  if (resource.kind === 'field' && !ctx.readsOnly && s.bound.length === 0) {
    for (const { single } of quantifiedChunks(state.heap, resource)) {
      if (single === null) continue;
      const here = substitute(perm, mapping(info.formals, single.args));
      state = assume(state, le(add(single.perm, here), write));
    }
  }
  const chunk: QuantifiedChunk = { kind: 'quantified', resource, map, perm, single: null, shape: args };
  return { ...state, heap: [...state.heap, chunk] };
}

/** sigma.heap |- resource(args) -> value, with some permission. */
export function readQuantified(
  ctx: Context,
  s: State,
  resource: ResourceId,
  args: readonly Term[],
  blame: Blame,
  offending: Node,
): readonly [State, Term] {
  const info = resourceInfo(ctx, resource);
  const chunks = quantifiedChunks(s.heap, resource);
  const exact = chunks.find((chunk) => chunk.single?.args.every((arg, i) => arg === args[i]) ?? false);
  if (exact?.single != null && (ctx.isTrusted || holds(ctx, s, isPositive(ctx, exact.single.perm)))) {
    return [s, apply(info.lookup, exact.map, ...args)];
  }
  const isHeld = isQuantifiedHeld(ctx, chunks, info.formals, args);
  let state = check(ctx, s, isHeld, blame, 'insufficient.permission', offending);
  const [receiver] = args;
  if (resource.kind === 'field' && receiver !== undefined && !ctx.isTrusted) {
    state = assume(state, ne(receiver, Null));
    if (s.bound.length === 0 && chunks.length > 1 && !ctx.readsOnly) {
      state = assume(state, le(quantifiedTotal(ctx, chunks, info.formals, args), write));
    }
  }
  const [after, map] = summarise(ctx, state, resource, chunks, null);
  return [after, apply(info.lookup, map, ...args)];
}

function isNothing(ctx: Context, s: State, perm: Term): boolean {
  return perm === none || (constantOf(perm) === undefined && holds(ctx, s, le(perm, none)));
}

/** Removes an amount of one location. */
export function takeSingle(
  ctx: Context,
  s: State,
  heap: Heap,
  resource: ResourceId,
  args: readonly Term[],
  amount: Amount,
  blame: Blame,
  offending: Node,
  wantsValue: boolean,
): Taken {
  const info = resourceInfo(ctx, resource);
  const chunks = quantifiedChunks(heap, resource);
  const { perm } = amount;
  const isHeld = () => isQuantifiedHeld(ctx, chunks, info.formals, args);
  let state = s;
  const takenValue = (at: State): readonly [State, Term] => {
    if (!wantsValue) return [at, fresh(ctx, at, 'value', info.value)];
    const exact = chunks.find((chunk) => chunk.single?.args.every((arg, i) => arg === args[i]) ?? false);
    if (exact?.single != null && constantOf(exact.single.perm) !== undefined) {
      return [at, apply(info.lookup, exact.map, ...args)];
    }
    const [after, map] = summarise(ctx, at, resource, chunks, null);
    return [after, apply(info.lookup, map, ...args)];
  };
  if (amount.kind === 'read') {
    state = check(ctx, s, implies(isPositive(ctx, perm), isHeld()), blame, missing(resource), offending);
    const [after, value] = takenValue(state);
    return { state: after, heap, value };
  }
  if (amount.kind === 'wildcard') {
    state = check(ctx, state, isHeld(), blame, missing(resource), offending);
    for (const chunk of chunks) {
      const here = permAt(ctx, chunk, info.formals, args);
      state = assume(state, implies(isPositive(ctx, here), lt(perm, here)));
    }
    ctx.wildcards.delete(perm);
  }
  let rest: Term = perm;
  const changes = new Map<Chunk, Chunk | null>();
  const rank = (chunk: QuantifiedChunk) => (chunk.single?.args.every((arg, i) => arg === args[i]) ? 0 : 1);
  for (const chunk of [...chunks].sort((a, b) => rank(a) - rank(b))) {
    if (changes.size > 0 && isNothing(ctx, state, rest)) {
      rest = none;
      break;
    }
    const here = permAt(ctx, chunk, info.formals, args);
    if (here === none) continue;
    const taken = min(here, rest);
    rest = sub(rest, taken);
    changes.set(chunk, without(ctx, state, info, chunk, args, taken));
  }
  state = check(ctx, state, le(rest, none), blame, missing(resource), offending);
  const [receiver] = args;
  if (resource.kind === 'field' && receiver !== undefined) {
    state = assume(state, implies(isPositive(ctx, perm), ne(receiver, Null)));
  }
  const [after, value] = takenValue(state);
  return { state: after, heap: replaceChunks(heap, changes), value };
}

/** The chunk without `taken` at one location, null if nothing is left of it. */
function without(
  ctx: Context,
  s: State,
  info: ResourceInfo,
  chunk: QuantifiedChunk,
  args: readonly Term[],
  taken: Term,
): QuantifiedChunk | null {
  if (chunk.single !== null) {
    const left = sub(chunk.single.perm, ite(sameArgs(args, chunk.single.args), taken, none));
    if (isNothing(ctx, s, left)) return null;
    return singleChunk(info, chunk.resource, chunk.map, chunk.single.args, left);
  }
  return { ...chunk, perm: sub(chunk.perm, ite(sameArgs(info.formals, args), taken, none)) };
}

// consume(forall x :: c ==> acc(e.f, p)): every chunk gives what it has until nothing is needed at any location
export function consumeQuantified(
  ctx: Context,
  s: State,
  before: Heap,
  q: QuantifiedPermission,
  blame: Blame,
  options: ConsumeOptions,
): Consumed {
  const eager: State = { ...s, left: before };
  const parts = evaluateParts(ctx, eager, q, blame);
  const { info, resource, bound, condition, args, triggers } = parts;
  const { formals } = info;
  const isRead = ctx.readsOnly;
  const isWildcard = ctx.wildcards.has(parts.amount) || ctx.wildcards.has(options.scale);
  const amount = mul(parts.amount, options.scale);
  const guard = and(condition, isPositive(ctx, amount));
  let state: State = { ...parts.state, left: s.left };
  const inverse = inverseOf(ctx, s, formals, bound, guard, args, triggers);
  if (inverse.isInverse.kind !== 'bool') check(ctx, state, inverse.isInverse, blame, 'qp.not.injective', q.loc);
  if (isRead || isWildcard) {
    const enough = implies(guard, isQuantifiedHeld(ctx, quantifiedChunks(before, resource), formals, args));
    check(ctx, state, enough, blame, missing(resource), q.loc);
  }
  for (const axiom of inverse.axioms) state = assume(state, axiom);
  const where = and(inverse.image, substitute(condition, inverse.at));
  const need = ite(where, substitute(amount, inverse.at), none);
  let heap = before;
  if (!isRead && !isWildcard) ({ state, heap } = transferQuantified(ctx, state, heap, resource, need));
  const chunks = quantifiedChunks(heap, resource);
  const summary = (at: State, used: readonly QuantifiedChunk[], left: Heap): Consumed => {
    if (!options.wantsSnap) return { state: at, heap: left, snap: toSnap(fresh(ctx, at, 'values', info.map)) };
    const [after, map] = summarise(ctx, at, resource, used, isPositive(ctx, need));
    return { state: after, heap: left, snap: toSnap(map) };
  };
  if (isRead) return summary(state, chunks, heap);
  if (isWildcard) {
    for (const chunk of chunks) {
      const below = implies(and(where, isPositive(ctx, chunk.perm)), lt(need, chunk.perm));
      // It matters wherever the wildcard or what the chunk holds is spoken about.
      const triggers = [...triggersIn(ctx, [need], formals), ...triggersIn(ctx, [chunk.perm], formals)];
      state = assume(state, quantify(ctx, 'forall', formals, below, { triggers, name: 'wildcard' }));
    }
    ctx.wildcards.delete(parts.amount);
  }
  const rank = (chunk: QuantifiedChunk) => (chunk.shape?.every((arg, i) => arg === args[i]) ? 0 : 1);
  let rest: Term = need;
  const used: QuantifiedChunk[] = [];
  const changes = new Map<Chunk, Chunk | null>();
  for (const chunk of [...chunks].sort((a, b) => rank(a) - rank(b))) {
    if (used.length > 0 && isNothing(ctx, state, rest)) {
      rest = none;
      break;
    }
    if (chunk.perm === rest) {
      changes.set(chunk, null);
      used.push(chunk);
      rest = none;
      break;
    }
    const taken = min(chunk.perm, rest);
    rest = sub(rest, taken);
    used.push(chunk);
    changes.set(chunk, diminished(ctx, state, info, chunk, taken));
  }
  state = check(ctx, state, le(rest, none), blame, missing(resource), q.loc);
  return summary(state, used, replaceChunks(heap, changes));
}

function diminished(
  ctx: Context,
  s: State,
  info: ResourceInfo,
  chunk: QuantifiedChunk,
  taken: Term,
): QuantifiedChunk | null {
  if (chunk.single !== null) {
    const here = substitute(taken, mapping(info.formals, chunk.single.args));
    const left = sub(chunk.single.perm, here);
    return isNothing(ctx, s, left) ? null : singleChunk(info, chunk.resource, chunk.map, chunk.single.args, left);
  }
  const left = sub(chunk.perm, taken);
  return isNothing(ctx, s, left) ? null : { ...chunk, perm: left };
}
