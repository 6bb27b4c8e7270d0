// Executing statements: sigma |- stmt => sigma'. Branches; the worklist of states is last in, first out, so that the
// solver's stack can follow it.

import { apply, False, ne, not, type Term } from '../smt/index.ts';
import type { Expr, Goto, MethodCall, New, Stmt, While } from '../vil/index.ts';
import { assignedIn } from '../vil/index.ts';
import { branch } from './branch.ts';
import { addChunk, takeBasic, write } from './chunks.ts';
import { consume, exhale, exhaleOptions } from './consume.ts';
import { type Context, isQuantified, lookup } from './context.ts';
import { anything, evaluate, evaluateAll } from './evaluate.ts';
import { emptyHeap, type Heap } from './heap.ts';
import { type Blame, MemberFault, unsupported } from './obligations.ts';
import { fold, unfold } from './predicates.ts';
import { freshSnap, produce, produceAll } from './produce.ts';
import { produceSingle, takeSingle } from './quantified.ts';
import { quasihavoc, quasihavocall } from './quasihavoc.ts';
import { valueSort } from './resources.ts';
import { assumeForm } from './rewrite-assume.ts';
import { Null, Ref } from './sorts.ts';
import { assume, copyOf, fresh, type State, show, usedFrom, withStore } from './state.ts';
import { seqFunctions } from './theories/seq.ts';
import { setFunctions } from './theories/set.ts';
import { applyWand, packageWand } from './wands.ts';

/** What remains to be executed. */
type Rest =
  | null
  | { readonly kind: 'stmts'; readonly stmts: readonly Stmt[]; readonly next: number; readonly rest: Rest }
  /** The end of a loop's body; `outside` is the heap that the loop left alone. */
  | { readonly kind: 'loop'; readonly loop: While; readonly outside: Heap; readonly rest: Rest };

interface Step {
  readonly state: State;
  readonly rest: Rest;
}

/** Executes `stmts` from `s`, and gives every state in which they end. */
export function* execute(ctx: Context, s: State, stmts: readonly Stmt[]): Generator<State> {
  const work: Iterator<Step>[] = [[{ state: s, rest: { kind: 'stmts', stmts, next: 0, rest: null } as Rest }].values()];
  for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
    const next = top.next();
    if (next.done === true) {
      work.pop();
      continue;
    }
    const { state, rest } = next.value;
    if (rest === null) yield state;
    else work.push(step(ctx, state, rest));
  }
}

function* step(ctx: Context, s: State, rest: NonNullable<Rest>): Generator<Step> {
  if (rest.kind === 'loop') {
    // The end of an arbitrary iteration: the invariant holds again, and nothing follows.
    const blameOf = (node: Expr): Blame => ({ id: 'invariant.not.preserved', node });
    for (const _ of exhale(ctx, s, rest.loop.invariants, blameOf)) void _;
    return;
  }
  const stmt = rest.stmts[rest.next];
  if (stmt === undefined) {
    yield { state: s, rest: rest.rest };
    return;
  }
  const after: Rest = rest.next + 1 < rest.stmts.length ? { ...rest, next: rest.next + 1 } : rest.rest;
  switch (stmt.kind) {
    case 'Block':
      yield { state: s, rest: { kind: 'stmts', stmts: stmt.stmts, next: 0, rest: after } };
      return;
    case 'If': {
      const [s1, condition] = evaluate(ctx, s, stmt.cond, { id: 'if.failed', node: stmt.cond });
      for (const { state, taken } of branch(ctx, s1, condition)) {
        const block = taken ? stmt.then : stmt.else;
        yield { state, rest: { kind: 'stmts', stmts: block.stmts, next: 0, rest: after } };
      }
      return;
    }
    case 'While':
      yield* enterLoop(ctx, s, stmt, after);
      return;
    case 'Break':
    case 'Continue': {
      yield leaveLoops(ctx, s, after, stmt.loop, stmt.kind === 'Break');
      return;
    }
    case 'Return':
      yield leaveAll(ctx, s, after);
      return;
    case 'Goto':
      yield jump(ctx, s, after, stmt);
      return;
    default:
      for (const state of executeSimple(ctx, s, stmt)) yield { state, rest: after };
  }
}

/** The heap of a loop's body together with what the loop left alone. */
function reunite(ctx: Context, s: State, outside: Heap): State {
  let state = s;
  let { heap } = s;
  for (const chunk of outside) {
    if (chunk.kind === 'basic') [state, heap] = addChunk(ctx, state, heap, chunk);
    else heap = [...heap, chunk];
  }
  return { ...state, heap };
}

function leaveLoops(ctx: Context, s: State, after: Rest, name: string | null, isBreak: boolean): Step {
  let rest = after;
  let state = s;
  while (rest !== null) {
    if (rest.kind === 'loop') {
      const isTarget = name === null || rest.loop.name === name;
      if (isTarget && !isBreak) return { state, rest };
      state = reunite(ctx, state, rest.outside);
      if (isTarget) return { state, rest: rest.rest };
    }
    rest = rest.rest;
  }
  return { state, rest: null };
}

/** Goes on at the label, which is further down in a block around the jump. */
function jump(ctx: Context, s: State, after: Rest, stmt: Goto): Step {
  let state = s;
  for (let rest = after; rest !== null; rest = rest.rest) {
    if (rest.kind === 'loop') state = reunite(ctx, state, rest.outside);
    else {
      const { next } = rest;
      const at = rest.stmts.findIndex((s, i) => i >= next && s.kind === 'Label' && s.name === stmt.label);
      if (at >= 0) return { state, rest: { ...rest, next: at } };
    }
  }
  return unsupported('goto', stmt);
}

function leaveAll(ctx: Context, s: State, after: Rest): Step {
  let state = s;
  for (let rest = after; rest !== null; rest = rest.rest) {
    if (rest.kind === 'loop') state = reunite(ctx, state, rest.outside);
  }
  return { state, rest: null };
}

// while (c) invariant I { body }:  exhale I;  then, in a heap that holds I alone and with arbitrary values for what the
// body assigns: with c, body and I again; with !c, on with the rest of the heap
function* enterLoop(ctx: Context, s: State, loop: While, after: Rest): Generator<Step> {
  const arbitrary = (state: State): State => {
    const store = new Map(state.store);
    for (const name of assignedIn(loop.body)) {
      const old = store.get(name);
      if (old !== undefined) store.set(name, fresh(ctx, state, name, old.sort));
    }
    return { ...state, store, heap: emptyHeap };
  };
  const wellDefined = (node: Expr): Blame => ({ id: 'not.wellformed', node });
  const established = (node: Expr): Blame => ({ id: 'invariant.not.established', node });
  const guard: Blame = { id: 'while.failed', node: loop.cond };
  const inner = function* (from: State): Generator<readonly [State, Term]> {
    const start = arbitrary(from);
    for (const state of produceAll(ctx, start, loop.invariants, freshSnap(ctx, start), wellDefined)) {
      yield evaluate(ctx, state, loop.cond, guard);
    }
  };
  try {
    for (const before of exhale(ctx, s, loop.invariants, established)) {
      for (const [state, condition] of inner(before)) {
        for (const { state: at, taken } of branch(ctx, state, condition)) {
          if (taken) {
            const rest: Rest = { kind: 'loop', loop, outside: before.heap, rest: after };
            yield { state: at, rest: { kind: 'stmts', stmts: loop.body.stmts, next: 0, rest } };
          } else yield { state: reunite(ctx, at, before.heap), rest: after };
        }
      }
    }
  } catch (error) {
    // An invariant that is not well defined is the better explanation for one that cannot be established.
    if (
      error instanceof MemberFault &&
      error.problem.kind === 'failed' &&
      error.problem.error.id === established(loop.cond).id
    ) {
      for (const _ of inner(s)) void _;
    }
    throw error;
  }
}

type SimpleStmt = Exclude<Stmt, { readonly kind: 'Block' | 'If' | 'While' | 'Break' | 'Continue' | 'Return' | 'Goto' }>;

function* executeSimple(ctx: Context, s: State, stmt: SimpleStmt): Generator<State> {
  switch (stmt.kind) {
    case 'VarDecl':
      yield withStore(s, stmt.decl.name, anything(ctx, s, stmt.decl.name, stmt.decl.type));
      return;
    case 'LocalAssign': {
      const [s1, value] = evaluate(ctx, s, stmt.value, { id: 'assignment.failed', node: stmt });
      yield withStore(show(ctx, s1, stmt.target.name, value), stmt.target.name, value);
      return;
    }
    case 'FieldAssign': {
      // sigma.heap = h * e.f -> _ # write  gives  h * e.f -> value # write
      const blame: Blame = { id: 'assignment.failed', node: stmt };
      const [s1, receiver] = evaluate(ctx, s, stmt.target.receiver, blame);
      const [s2, value] = evaluate(ctx, s1, stmt.value, blame);
      const resource = { kind: 'field', name: stmt.target.field } as const;
      const amount = { kind: 'exact', perm: write } as const;
      const sort = valueSort(ctx, resource);
      if (isQuantified(ctx, resource)) {
        const taken = takeSingle(ctx, s2, s2.heap, resource, [receiver], amount, blame, stmt.target, false);
        yield produceSingle(ctx, { ...taken.state, heap: taken.heap }, resource, [receiver], value, write);
        return;
      }
      const like = () => fresh(ctx, s2, stmt.target.field, sort);
      const taken = takeBasic(ctx, s2, s2.heap, resource, [receiver], amount, blame, stmt.target, like);
      const chunk = { kind: 'basic', resource, args: [receiver], value, perm: write } as const;
      const [state, heap] = addChunk(ctx, taken.state, taken.heap, chunk);
      yield { ...state, heap };
      return;
    }
    case 'New':
      yield allocate(ctx, s, stmt);
      return;
    case 'Inhale': {
      const options = { blame: { id: 'inhale.failed', node: stmt } as Blame, scale: write };
      yield* produce(ctx, s, stmt.assertion, freshSnap(ctx, s), options);
      return;
    }
    case 'Exhale':
      yield* exhale(ctx, s, [stmt.assertion], () => ({ id: 'exhale.failed', node: stmt }));
      return;
    case 'Assert': {
      const blame: Blame = { id: 'assert.failed', node: stmt };
      for (const { state } of consume(ctx, s, s.heap, stmt.assertion, blame, exhaleOptions)) yield state;
      return;
    }
    case 'Assume': {
      const blame: Blame = { id: 'inhale.failed', node: stmt };
      const [s1, condition] = evaluate(ctx, s, assumeForm(stmt.assertion), blame);
      yield assume(s1, condition);
      return;
    }
    case 'Refute':
      refute(ctx, s, stmt);
      yield s;
      return;
    case 'Fold':
      yield* fold(ctx, s, stmt);
      return;
    case 'Unfold':
      yield* unfold(ctx, s, stmt);
      return;
    case 'MethodCall':
      yield* call(ctx, s, stmt);
      return;
    case 'Label': {
      const olds = new Map(s.olds);
      olds.set(stmt.name, s.heap);
      yield { ...s, olds };
      return;
    }
    case 'Package':
      yield* packageWand(ctx, s, stmt);
      return;
    case 'Apply':
      yield* applyWand(ctx, s, stmt);
      return;
    case 'Quasihavoc':
      yield quasihavoc(ctx, s, stmt);
      return;
    case 'Quasihavocall':
      yield quasihavocall(ctx, s, stmt);
      return;
  }
}

/** Remembers that the assertion fails on this path, if it does. */
function refute(ctx: Context, s: State, stmt: Stmt & { readonly kind: 'Refute' }): void {
  if (ctx.refuted.has(stmt)) return;
  const blame: Blame = { id: 'refute.failed', node: stmt };
  try {
    for (const _ of consume(ctx, s, s.heap, stmt.assertion, blame, exhaleOptions)) void _;
  } catch (error) {
    if (!(error instanceof MemberFault) || error.problem.kind !== 'failed') throw error;
    ctx.refuted.add(stmt);
  }
}

/** Whether a reference is in a collection of references; false for other values. */
function isElement(object: Term, value: Term): Term {
  const set = setFunctions(Ref);
  const seq = seqFunctions(Ref);
  if (value.sort === set.sort) return apply(set.contains, object, value);
  return value.sort === seq.sort ? apply(seq.contains, value, object) : False;
}

// x := new(fs):  x' is not null and none of the references that are known;  h * x'.f -> v # write for each f
function allocate(ctx: Context, s: State, stmt: New): State {
  const object = fresh(ctx, s, stmt.target.name, Ref);
  const known = new Set<Term>([Null]);
  const note = (term: Term) => {
    if (term.sort === Ref) known.add(term);
  };
  for (const value of s.store.values()) note(value);
  for (const heap of [s.heap, ...s.olds.values()]) {
    for (const chunk of heap) {
      if (chunk.kind === 'basic') {
        chunk.args.forEach(note);
        note(chunk.value);
      } else chunk.single?.args.forEach(note);
    }
  }
  let state = withStore(s, stmt.target.name, object);
  for (const other of known) state = assume(state, ne(object, other));
  for (const value of s.store.values()) state = assume(state, not(isElement(object, value)));
  for (const name of stmt.fields) {
    const resource = { kind: 'field', name } as const;
    const value = fresh(ctx, state, name, valueSort(ctx, resource));
    if (isQuantified(ctx, resource)) {
      state = produceSingle(ctx, state, resource, [object], value, write);
      continue;
    }
    const [next, heap] = addChunk(ctx, state, state.heap, {
      kind: 'basic',
      resource,
      args: [object],
      value,
      perm: write,
    });
    state = { ...next, heap };
  }
  return state;
}

// xs := m(es):  consume(pre[es]) in h => h';  produce(post[es, xs']) with old = h
function* call(ctx: Context, s: State, stmt: MethodCall): Generator<State> {
  const method = lookup(ctx.table.methods, stmt.method);
  const [s1, args] = evaluateAll(ctx, s, stmt.args, { id: 'call.failed', node: stmt });
  const store = usedFrom(s.store, new Map());
  for (const [i, param] of method.params.entries()) {
    const arg = args[i];
    if (arg !== undefined) store.set(param.name, arg);
  }
  const pre: Blame = { id: 'call.precondition', node: stmt };
  const post: Blame = { id: 'call.failed', node: stmt };
  for (const before of exhale(ctx, { ...s1, store }, method.pres, () => pre)) {
    const outer = new Map(s.store);
    const inner = copyOf(store);
    for (const [i, result] of method.results.entries()) {
      const value = anything(ctx, before, result.name, result.type);
      inner.set(result.name, value);
      const target = stmt.targets[i];
      if (target !== undefined) outer.set(target.name, value);
    }
    const olds = new Map(s.olds);
    olds.set('', s1.heap);
    const start: State = { ...before, store: inner, olds };
    for (const state of produceAll(ctx, start, method.posts, freshSnap(ctx, start), () => post)) {
      yield { ...state, store: outer, olds: s.olds };
    }
  }
}
