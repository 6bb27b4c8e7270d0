// Magic wands: package, apply, applying.
//
// The value of a wand instance is a snapshot w, and `result(w, a)` the snapshot of the right side that the wand gives for a
// left side with snapshot a. What a wand takes from the state must do for every left side: paths of the proof that depend
// on the left side are all followed, and the wand has what any of them took. Paths that do not depend on it are apart.

import {
  and,
  apply,
  conj,
  constantOf,
  eq,
  forall,
  freeVars,
  func,
  implies,
  ite,
  min,
  type Term,
  type Var,
  variable,
} from '../smt/index.ts';
import type { Apply, Applying, MagicWand, Package } from '../vil/index.ts';
import { branch, Split } from './branch.ts';
import { join, type Outcome } from './check.ts';
import { addChunk, none, type Taken, takeBasic, write } from './chunks.ts';
import { type Consumed, type ConsumeOptions, consume } from './consume.ts';
import { type Context, isQuantified } from './context.ts';
import { type Evaluated, evaluate, evaluateAll } from './evaluate.ts';
import { execute } from './execute.ts';
import type { Chunk, Heap } from './heap.ts';
import { locationOf } from './locations.ts';
import type { Blame } from './obligations.ts';
import { since } from './path.ts';
import { freshSnap, produce } from './produce.ts';
import { produceSingle, takeSingle } from './quantified.ts';
import { Snap } from './sorts.ts';
import { define, fresh, type Outer, type State } from './state.ts';
import { transfer } from './transfer.ts';
import { sortOf } from './types.ts';

/** The name of the heap before a wand was applied, or of its left side while it is made; no label is called so. */
export const lhsLabel = '#lhs';

/** Whole snapshots of wand uses: what keeps values, and what the right side becomes. */
const fullSnap: ConsumeOptions = { scale: write, wantsSnap: true };

const resultOf = func('wand result', [Snap, Snap], Snap);

/** The arguments of the instance: the values in the holes of its shape. */
export function wandArguments(
  ctx: Context,
  s: State,
  wand: MagicWand,
  blame: Blame,
): readonly [State, readonly Term[]] {
  return evaluateAll(ctx, s, locationOf(ctx.table, wand).args, blame);
}

// produce(A --* B, snap): es => ts;  h * wand(ts; snap)
export function produceWand(ctx: Context, s: State, wand: MagicWand, snap: Term, blame: Blame): State {
  const [s1, args] = wandArguments(ctx, s, wand, blame);
  return addInstance(ctx, s1, wand, args, snap);
}

function addInstance(ctx: Context, s: State, wand: MagicWand, args: readonly Term[], snap: Term): State {
  const { resource } = locationOf(ctx.table, wand);
  if (isQuantified(ctx, resource)) return produceSingle(ctx, s, resource, args, snap, write);
  const [state, heap] = addChunk(ctx, s, s.heap, { kind: 'basic', resource, args, value: snap, perm: write });
  return { ...state, heap };
}

// consume(A --* B): es => ts;  h = h' * wand(ts; snap)  gives  h', snap
export function consumeWand(ctx: Context, s: State, heap: Heap, wand: MagicWand, blame: Blame): Consumed {
  const [s1, args] = wandArguments(ctx, s, wand, blame);
  const { resource } = locationOf(ctx.table, wand);
  const amount = { kind: ctx.readsOnly ? 'read' : 'exact', perm: write } as const;
  const moved = transfer(ctx, s1, heap, resource, args, amount);
  const like = () => freshSnap(ctx, moved.state);
  const taken: Taken = isQuantified(ctx, resource)
    ? takeSingle(ctx, moved.state, moved.heap, resource, args, amount, blame, wand, true)
    : takeBasic(ctx, moved.state, moved.heap, resource, args, amount, blame, wand, like);
  return { state: taken.state, heap: taken.heap, snap: taken.value };
}

function withLhs(s: State, heap: Heap | undefined): State {
  const olds = new Map(s.olds);
  if (heap === undefined) olds.delete(lhsLabel);
  else olds.set(lhsLabel, heap);
  return { ...s, olds };
}

/** The states after the wand was used: it and its left side are gone, its right side is there. */
function* used(ctx: Context, s: State, wand: MagicWand, blame: Blame): Generator<State> {
  for (const a of consume(ctx, s, s.heap, wand, blame, fullSnap)) {
    const before: State = { ...a.state, heap: a.heap };
    for (const b of consume(ctx, before, before.heap, wand.left, blame, fullSnap)) {
      const inner = withLhs({ ...b.state, heap: b.heap }, b.state.heap);
      const snap = apply(resultOf, a.snap, b.snap);
      for (const state of produce(ctx, inner, wand.right, snap, { blame, scale: write })) {
        yield withLhs(state, s.olds.get(lhsLabel));
      }
    }
  }
}

// apply A --* B: consume(A --* B) => w;  consume(A) => a;  produce(B, result(w, a))
export function applyWand(ctx: Context, s: State, stmt: Apply): Generator<State> {
  return used(ctx, s, stmt.wand, { id: 'apply.failed', node: stmt });
}

// applying (A --* B) in e: e in the states that apply leads to, joined to one value
export function evaluateApplying(ctx: Context, s: State, e: Applying, blame: Blame): Evaluated {
  const outcomes: Outcome<Term>[] = [];
  for (const state of used(ctx, { ...s, left: null, outer: null }, e.wand, blame)) {
    const [after, value] = evaluate(ctx, state, e.body, blame);
    outcomes.push({ state: after, value });
  }
  return join(s, outcomes, ite) ?? [s, fresh(ctx, s, 'unknown', sortOf(ctx, e.type))];
}

/** How a proof of a wand ends on one path: what is left around, and the snapshot of the right side. */
interface End {
  readonly state: State;
  readonly snap: Term;
}

// package A --* B { S }: produce(A, a) in an empty heap;  S;  consume(B) => b, where consuming takes from h what is not
// there;  h' * wand(ts; w) where h' is what is left of h on all paths, and on each  result(w, a) == b  for all a
export function* packageWand(ctx: Context, s: State, stmt: Package): Generator<State> {
  const lhs = variable(`lhs@${ctx.counter.next++}`, Snap);
  let ends: readonly End[];
  try {
    ends = [...endsOf(ctx, s, stmt, lhs)];
  } catch (error) {
    if (!(error instanceof Split) || error.lhs !== lhs) throw error;
    for (const { state } of branch(ctx, s, error.condition)) yield* packageWand(ctx, state, stmt);
    return;
  }
  const blame: Blame = { id: 'package.failed', node: stmt };
  const value = fresh(ctx, s, 'wand', Snap);
  let state = s;
  for (const end of ends) state = remember(state, s, end, lhs, apply(resultOf, value, lhs));
  const outers = ends.map((end) => end.state.outer);
  const left = leftOf(s, outers, lhs);
  state = { ...state, heap: left.heap, outer: left.outer };
  const [s1, args] = wandArguments(ctx, { ...state, heap: s.heap }, stmt.wand, blame);
  yield addInstance(ctx, { ...s1, heap: state.heap }, stmt.wand, args, value);
}

function* endsOf(ctx: Context, s: State, stmt: Package, lhs: Var): Generator<End> {
  const { wand, proof } = stmt;
  const blame: Blame = { id: 'package.failed', node: stmt };
  const outer: Outer = { heap: s.heap, lhs, next: s.outer };
  const start: State = { ...s, heap: [], left: null, bound: [...s.bound, lhs], outer };
  for (const given of produce(ctx, start, wand.left, lhs, { blame, scale: write })) {
    const inner = withLhs(given, given.heap);
    for (const done of execute(ctx, inner, proof.stmts)) {
      const end: State = { ...done, store: s.store, olds: inner.olds };
      for (const { state, snap } of consume(ctx, end, end.heap, wand.right, blame, fullSnap)) yield { state, snap };
    }
  }
}

/** What is known after a path: what defines symbols, and the right side's snapshot where the path's branches are taken. */
function remember(s: State, from: State, end: End, lhs: Var, result: Term): State {
  let state = s;
  const branches: Term[] = [];
  const inner: Term[] = [];
  for (const { term, kind } of since(from.path, end.state.path)) {
    const isInner = freeVars(term).has(lhs);
    if (kind === 'branch') branches.push(term);
    else if (kind === 'definition' && isInner) inner.push(term);
    else if (kind === 'definition') state = define(state, term);
  }
  const said = and(...inner, implies(conj(branches), eq(result, end.snap)));
  return define(state, forall([lhs], said, { triggers: [[result]], name: 'result of wand' }));
}

/** What all paths left of the heaps around, whatever the left side is. */
function leftOf(
  s: State,
  ends: readonly (Outer | null)[],
  lhs: Var,
): { readonly heap: Heap; readonly outer: Outer | null } {
  const heapAt = (original: Heap, levels: readonly (Outer | null)[]): Heap =>
    original.map((chunk, i) => {
      let result = chunk;
      for (const level of levels) {
        const other = level?.heap[i];
        if (other !== undefined && other !== chunk) result = smaller(result, other, lhs);
      }
      return result;
    });
  const rest = (original: Outer | null, levels: readonly (Outer | null)[]): Outer | null =>
    original === null
      ? null
      : {
          ...original,
          heap: heapAt(original.heap, levels),
          next: rest(
            original.next,
            levels.map((level) => level?.next ?? null),
          ),
        };
  const inner = heapAt(s.heap, ends);
  const outer = rest(
    s.outer,
    ends.map((end) => end?.next ?? null),
  );
  // Chunks keep their places while a wand around is still made.
  return { heap: s.outer === null ? inner.filter(isSomething) : inner, outer };
}

function isSomething(chunk: Chunk): boolean {
  return constantOf(chunk.perm)?.num !== 0n;
}

/** The chunk with the smaller amount; nothing where that depends on the left side. */
function smaller(a: Chunk, b: Chunk, lhs: Var): Chunk {
  const perm = freeVars(b.perm).has(lhs) ? none : min(a.perm, b.perm);
  if (a.kind === 'basic') return { ...a, perm };
  if (a.single === null || b.kind === 'basic' || b.single === null) return { ...a, perm, single: null };
  const single = freeVars(b.single.perm).has(lhs) ? none : min(a.single.perm, b.single.perm);
  return { ...a, perm, single: { ...a.single, perm: single } };
}
