// Basic chunks: finding, adding and taking them. Greedily from the chunk that matches, else from all that may match.

import {
  add,
  and,
  conj,
  constantOf,
  disj,
  eq,
  implies,
  ite,
  le,
  lt,
  min,
  ne,
  real,
  sub,
  type Term,
  True,
} from '../smt/index.ts';
import type { Node, ReasonId } from '../vil/index.ts';
import { check, holds } from './check.ts';
import type { Context } from './context.ts';
import { type BasicChunk, basicChunks, type Chunk, type Heap, type ResourceId, replaceChunks } from './heap.ts';
import type { Blame } from './obligations.ts';
import { Null } from './sorts.ts';
import { assume, type State } from './state.ts';

export const none = real(0);
export const write = real(1);

export function sameArgs(a: readonly Term[], b: readonly Term[]): Term {
  return conj(a.map((arg, i) => eq(arg, b[i] ?? arg)));
}

/** Whether an amount is positive, said without arithmetic as far as its form tells. */
export function isPositive(ctx: Context, perm: Term): Term {
  if (perm.kind === 'op' && perm.op === 'ite') {
    const [condition, yes, no] = perm.args;
    if (condition !== undefined && yes !== undefined && no !== undefined) {
      return ite(condition, isPositive(ctx, yes), isPositive(ctx, no));
    }
  }
  return ctx.positive.has(perm.kind === 'apply' ? perm.fn : perm) ? True : lt(none, perm);
}

/** Whether one of several amounts, none of which is negative, is positive. */
export function isAnyPositive(ctx: Context, perms: readonly Term[]): Term {
  return disj(perms.map((perm) => isPositive(ctx, perm)));
}

/** What is known because a chunk is held: its receiver is not null, a field is held at most once. */
export function addChunk(ctx: Context, s: State, heap: Heap, chunk: BasicChunk): readonly [State, Heap] {
  if (chunk.perm === none) return [s, heap];
  const isField = chunk.resource.kind === 'field';
  // Two instances of a wand have each its own value, because they were made of different permissions.
  if (chunk.resource.kind === 'wand') return [s, [...heap, chunk]];
  const others = basicChunks(heap, chunk.resource);
  const same = others.find((other) => other.args.every((arg, i) => arg === chunk.args[i]));
  let state = s;
  const receiver = chunk.args[0];
  if (isField && receiver !== undefined)
    state = assume(state, implies(isPositive(ctx, chunk.perm), ne(receiver, Null)));
  if (same !== undefined) {
    const perm = add(same.perm, chunk.perm);
    state = assume(
      state,
      implies(and(isPositive(ctx, same.perm), isPositive(ctx, chunk.perm)), eq(same.value, chunk.value)),
    );
    // Nothing may be left of the chunk that is there, and then its value says nothing.
    const isHeld = ctx.prover.isKnown(state.path, isPositive(ctx, same.perm));
    const value = isHeld ? same.value : ite(isPositive(ctx, chunk.perm), chunk.value, same.value);
    if (isField && !ctx.readsOnly) state = assume(state, le(perm, write));
    return [state, replaceChunks(heap, new Map([[same, { ...same, perm, value }]]))];
  }
  if (isField) {
    if (!ctx.readsOnly) state = assume(state, le(chunk.perm, write));
    for (const other of others)
      state = assume(state, ctx.readsOnly ? agree(ctx, chunk, other) : apart(ctx, chunk, other));
  }
  return [state, [...heap, chunk]];
}

function agree(ctx: Context, a: BasicChunk, b: BasicChunk): Term {
  return implies(and(sameArgs(a.args, b.args), isPositive(ctx, a.perm), isPositive(ctx, b.perm)), eq(a.value, b.value));
}

/** Two chunks of one field: together at most `write` where they are one location, which then has one value. */
function apart(ctx: Context, a: BasicChunk, b: BasicChunk): Term {
  const same = sameArgs(a.args, b.args);
  const together = le(add(a.perm, b.perm), write);
  return and(
    implies(same, together),
    implies(and(same, together, isPositive(ctx, a.perm), isPositive(ctx, b.perm)), eq(a.value, b.value)),
  );
}

/** The chunk that certainly is the one asked for. */
function find(ctx: Context, s: State, chunks: readonly BasicChunk[], args: readonly Term[]): BasicChunk | null {
  for (const chunk of chunks) if (chunk.args.every((arg, i) => arg === args[i])) return chunk;
  for (const chunk of chunks) if (holds(ctx, s, sameArgs(chunk.args, args))) return chunk;
  return null;
}

/** How much of a location all chunks together hold. */
export function basicTotal(chunks: readonly BasicChunk[], args: readonly Term[]): Term {
  return chunks.reduce((sum, chunk) => add(sum, ite(sameArgs(chunk.args, args), chunk.perm, none)), none as Term);
}

/** Whether one of the chunks holds some of a location. */
export function isBasicHeld(ctx: Context, chunks: readonly BasicChunk[], args: readonly Term[]): Term {
  return isAnyPositive(
    ctx,
    chunks.map((chunk) => ite(sameArgs(chunk.args, args), chunk.perm, none)),
  );
}

/** The value of a location that one of `chunks` holds. */
function valueAmong(ctx: Context, chunks: readonly BasicChunk[], args: readonly Term[], like: () => Term): Term {
  const last = chunks.at(-1);
  if (last === undefined) return like();
  let value = last.value;
  for (const chunk of chunks.slice(0, -1).reverse()) {
    value = ite(and(sameArgs(chunk.args, args), isPositive(ctx, chunk.perm)), chunk.value, value);
  }
  return value;
}

/** sigma.heap |- resource(args) -> value, with some permission. */
export function readBasic(
  ctx: Context,
  s: State,
  resource: ResourceId,
  args: readonly Term[],
  blame: Blame,
  offending: Node,
  like: () => Term,
): readonly [State, Term] {
  const chunks = basicChunks(s.heap, resource);
  if (ctx.isTrusted) {
    const exact = chunks.find((chunk) => chunk.args.every((arg, i) => arg === args[i]));
    return [s, exact?.value ?? valueAmong(ctx, chunks, args, like)];
  }
  const found = find(ctx, s, chunks, args);
  if (found !== null && holds(ctx, s, isPositive(ctx, found.perm))) return [s, found.value];
  const s1 = check(ctx, s, isBasicHeld(ctx, chunks, args), blame, 'insufficient.permission', offending);
  return [s1, valueAmong(ctx, chunks, args, like)];
}

/** Why taking a resource fails. */
export function missing(resource: ResourceId): ReasonId {
  return resource.kind === 'wand' ? 'wand.not.found' : 'insufficient.permission';
}

/** How much to take: an amount, an amount below what is held, or only to look whether there is something. */
export type Amount =
  | { readonly kind: 'exact'; readonly perm: Term }
  | { readonly kind: 'wildcard'; readonly perm: Term }
  | { readonly kind: 'read'; readonly perm: Term };

export interface Taken {
  readonly state: State;
  readonly heap: Heap;
  readonly value: Term;
}

/** Removes an amount of resource(args) from `heap`. The first attempt is the chunk that matches, the second all of them. */
export function takeBasic(
  ctx: Context,
  s: State,
  heap: Heap,
  resource: ResourceId,
  args: readonly Term[],
  amount: Amount,
  blame: Blame,
  offending: Node,
  like: () => Term,
): Taken {
  const chunks = basicChunks(heap, resource);
  const { perm } = amount;
  const found = find(ctx, s, chunks, args);
  if (found !== null) {
    const greedy = takeFrom(ctx, s, heap, found, amount);
    if (greedy !== null) return greedy;
  }
  const ordered = found === null ? chunks : [found, ...chunks.filter((chunk) => chunk !== found)];
  const value = () => valueAmong(ctx, ordered, args, like);
  if (amount.kind === 'read') {
    const s1 = check(
      ctx,
      s,
      implies(isPositive(ctx, perm), isBasicHeld(ctx, chunks, args)),
      blame,
      missing(resource),
      offending,
    );
    return { state: s1, heap, value: value() };
  }
  let state = s;
  if (amount.kind === 'wildcard') {
    state = check(ctx, state, isBasicHeld(ctx, chunks, args), blame, missing(resource), offending);
    for (const chunk of chunks) {
      const holdsIt = and(sameArgs(chunk.args, args), isPositive(ctx, chunk.perm));
      state = assume(state, implies(holdsIt, lt(perm, chunk.perm)));
    }
    ctx.wildcards.delete(perm);
  }
  let rest: Term = perm;
  const changes = new Map<Chunk, Chunk | null>();
  for (const chunk of ordered) {
    const taken = ite(sameArgs(chunk.args, args), min(chunk.perm, rest), none);
    if (taken === none) continue;
    rest = sub(rest, taken);
    changes.set(chunk, withPerm(chunk, sub(chunk.perm, taken)));
  }
  state = check(ctx, state, le(rest, none), blame, missing(resource), offending);
  return { state, heap: replaceChunks(heap, changes), value: value() };
}

function withPerm(chunk: BasicChunk, perm: Term): BasicChunk | null {
  return constantOf(perm)?.num === 0n ? null : { ...chunk, perm };
}

function takeFrom(ctx: Context, s: State, heap: Heap, chunk: BasicChunk, amount: Amount): Taken | null {
  const { perm } = amount;
  switch (amount.kind) {
    case 'read':
      if (!holds(ctx, s, implies(isPositive(ctx, perm), isPositive(ctx, chunk.perm)))) return null;
      return { state: s, heap, value: chunk.value };
    case 'wildcard': {
      if (!holds(ctx, s, isPositive(ctx, chunk.perm))) return null;
      ctx.wildcards.delete(perm);
      const state = assume(s, lt(perm, chunk.perm));
      return {
        state,
        heap: replaceChunks(heap, new Map([[chunk, withPerm(chunk, sub(chunk.perm, perm))]])),
        value: chunk.value,
      };
    }
    case 'exact': {
      if (!holds(ctx, s, le(perm, chunk.perm))) return null;
      const left = sub(chunk.perm, perm);
      const state = assume(s, le(perm, chunk.perm));
      return { state, heap: replaceChunks(heap, new Map([[chunk, withPerm(chunk, left)]])), value: chunk.value };
    }
  }
}
