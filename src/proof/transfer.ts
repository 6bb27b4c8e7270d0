// Taking permissions for a wand: while it is made (wands.ts), what is consumed and not there comes from the state around.
//
//   h |- r(es) # q,  h holds p < q of r(es),  the heap around holds p'      min(q - p, p') of r(es) moves into h
//
// What moves is the wand's from now on. The heap around keeps its chunks in their places, also those of which nothing is
// left, so that the footprints of several paths can be put together.

import { implies, ite, le, lt, min, Real, sub, substitute, type Term, True } from '../smt/index.ts';
import { holds } from './check.ts';
import { type Amount, addChunk, basicTotal, isBasicHeld, isPositive, none, sameArgs } from './chunks.ts';
import { type Context, isQuantified } from './context.ts';
import { basicChunks, type Chunk, type Heap, type QuantifiedChunk, quantifiedChunks, type ResourceId } from './heap.ts';
import { isQuantifiedHeld, permAt, quantifiedTotal } from './quantified.ts';
import { resourceInfo } from './resources.ts';
import { define, fresh, type Outer, type State } from './state.ts';

/** A state in the middle of an exhale: `state.heap` is what is read, `heap` what is left. */
export interface Moved {
  readonly state: State;
  readonly heap: Heap;
}

/** Makes sure, as far as the heaps around have it, that `heap` holds `amount` of resource(args). */
export function transfer(
  ctx: Context,
  s: State,
  heap: Heap,
  resource: ResourceId,
  args: readonly Term[],
  amount: Amount,
): Moved {
  if (s.outer === null || amount.kind === 'read') return { state: s, heap };
  const isAnyEnough = amount.kind === 'wildcard';
  let moved: Moved = { state: s, heap };
  let needed: Term = isAnyEnough ? amount.perm : sub(amount.perm, min(held(ctx, heap, resource, args), amount.perm));
  const isEnough = () =>
    isAnyEnough
      ? holds(ctx, moved.state, isHeld(ctx, moved.heap, resource, args))
      : holds(ctx, moved.state, le(needed, none));
  for (let level = 0; ; level++) {
    const around = levelOf(moved.state.outer, level);
    if (around === null) return moved;
    for (const [at, chunk] of around.heap.entries()) {
      if (!isOf(chunk, resource)) continue;
      if (isEnough()) return moved;
      const here = amountAt(ctx, moved.state, chunk, resource, args);
      if (here === null) continue;
      let taken: Term;
      if (isAnyEnough) {
        if (!holds(ctx, moved.state, isPositive(ctx, here.perm))) continue;
        [moved, taken] = part(ctx, moved, level, here.perm);
      } else {
        taken = min(here.perm, needed);
        needed = sub(needed, taken);
      }
      const rest = minus(ctx, chunk, args, taken, here.isHere);
      const state: State = { ...moved.state, outer: withChunk(moved.state.outer, level, at, rest) };
      moved = addTo(ctx, { state, heap: moved.heap }, movedChunk(ctx, chunk, resource, args, taken));
    }
  }
}

/** The same for many locations: `need`, a term over the resource's formals, is what has to be there at each. */
export function transferQuantified(ctx: Context, s: State, heap: Heap, resource: ResourceId, need: Term): Moved {
  if (s.outer === null) return { state: s, heap };
  let moved: Moved = { state: s, heap };
  let needed = need;
  for (const chunk of quantifiedChunks(heap, resource)) needed = sub(needed, min(chunk.perm, needed));
  for (let level = 0; ; level++) {
    const around = levelOf(moved.state.outer, level);
    if (around === null) return moved;
    for (const [at, chunk] of around.heap.entries()) {
      if (chunk.kind !== 'quantified' || !isOf(chunk, resource)) continue;
      if (holds(ctx, moved.state, le(needed, none))) return moved;
      const taken = min(chunk.perm, needed);
      needed = sub(needed, taken);
      const rest = lessened(ctx, chunk, taken);
      const state: State = { ...moved.state, outer: withChunk(moved.state.outer, level, at, rest) };
      moved = addTo(ctx, { state, heap: moved.heap }, { ...chunk, perm: taken, single: null });
    }
  }
}

function held(ctx: Context, heap: Heap, resource: ResourceId, args: readonly Term[]): Term {
  if (!isQuantified(ctx, resource)) return basicTotal(basicChunks(heap, resource), args);
  return quantifiedTotal(ctx, quantifiedChunks(heap, resource), resourceInfo(ctx, resource).formals, args);
}

function isHeld(ctx: Context, heap: Heap, resource: ResourceId, args: readonly Term[]): Term {
  if (!isQuantified(ctx, resource)) return isBasicHeld(ctx, basicChunks(heap, resource), args);
  return isQuantifiedHeld(ctx, quantifiedChunks(heap, resource), resourceInfo(ctx, resource).formals, args);
}

function isOf(chunk: Chunk, resource: ResourceId): boolean {
  return chunk.resource.kind === resource.kind && chunk.resource.name === resource.name;
}

/** What a chunk holds of a location, null where it is not known to be about it. `isHere`: where it is, outside as well. */
function amountAt(
  ctx: Context,
  s: State,
  chunk: Chunk,
  resource: ResourceId,
  args: readonly Term[],
): { readonly perm: Term; readonly isHere: Term } | null {
  if (chunk.kind === 'quantified') {
    return { perm: permAt(ctx, chunk, resourceInfo(ctx, resource).formals, args), isHere: True };
  }
  const isHere = sameArgs(chunk.args, args);
  return holds(ctx, s, isHere) ? { perm: chunk.perm, isHere } : null;
}

/** Some part of `perm`, where that is positive: an amount that does not depend on how the wand is used. */
function part(ctx: Context, moved: Moved, level: number, perm: Term): readonly [Moved, Term] {
  const { state } = moved;
  const inner = new Set<Term>();
  for (let i = 0; i <= level; i++) {
    const around = levelOf(state.outer, i);
    if (around !== null) inner.add(around.lhs);
  }
  const taken = fresh(ctx, { ...state, bound: state.bound.filter((v) => !inner.has(v)) }, 'part', Real);
  const positive = define(state, lt(none, taken));
  return [{ ...moved, state: define(positive, implies(isPositive(ctx, perm), lt(taken, perm))) }, taken];
}

function minus(ctx: Context, chunk: Chunk, args: readonly Term[], taken: Term, isHere: Term): Chunk {
  if (chunk.kind === 'basic') return { ...chunk, perm: sub(chunk.perm, ite(isHere, taken, none)) };
  const { formals } = resourceInfo(ctx, chunk.resource);
  return lessened(ctx, chunk, ite(sameArgs(formals, args), taken, none));
}

/** The chunk without `taken`, a term over the resource's formals. */
function lessened(ctx: Context, chunk: QuantifiedChunk, taken: Term): QuantifiedChunk {
  const perm = sub(chunk.perm, taken);
  if (chunk.single === null) return { ...chunk, perm };
  const { formals } = resourceInfo(ctx, chunk.resource);
  const { args } = chunk.single;
  const here = substitute(taken, new Map(formals.map((formal, i) => [formal, args[i] ?? formal])));
  return { ...chunk, perm, single: { args, perm: sub(chunk.single.perm, here) } };
}

function movedChunk(ctx: Context, chunk: Chunk, resource: ResourceId, args: readonly Term[], perm: Term): Chunk {
  if (chunk.kind === 'basic') return { ...chunk, args, perm };
  const { formals } = resourceInfo(ctx, resource);
  return {
    kind: 'quantified',
    resource,
    map: chunk.map,
    perm: ite(sameArgs(formals, args), perm, none),
    single: { args, perm },
    shape: args,
  };
}

/** Adds a chunk to what is read and to what is left. */
function addTo(ctx: Context, { state, heap }: Moved, chunk: Chunk): Moved {
  if (chunk.kind === 'quantified') {
    return { state: { ...state, heap: [...state.heap, chunk] }, heap: [...heap, chunk] };
  }
  const [s1, read] = addChunk(ctx, state, state.heap, chunk);
  const [s2, left] = state.heap === heap ? [s1, read] : addChunk(ctx, s1, heap, chunk);
  return { state: { ...s2, heap: read }, heap: left };
}

function levelOf(outer: Outer | null, level: number): Outer | null {
  let at = outer;
  for (let i = 0; i < level && at !== null; i++) at = at.next;
  return at;
}

function withChunk(outer: Outer | null, level: number, at: number, chunk: Chunk): Outer | null {
  if (outer === null) return null;
  if (level > 0) return { ...outer, next: withChunk(outer.next, level - 1, at, chunk) };
  return { ...outer, heap: outer.heap.map((other, i) => (i === at ? chunk : other)) };
}
