// Verifying a program: every member by itself, functions before those that use them.

import type { FuncDecl, SyncSolverHost, Term } from '../smt/index.ts';
import type { Expr, Member, Method, Predicate, Program, VerificationError } from '../vil/index.ts';
import { exhale } from './consume.ts';
import { type Context, defaultOptions, newContext, type ProofOptions, tableOf } from './context.ts';
import { anything } from './evaluate.ts';
import { execute } from './execute.ts';
import { functionData } from './functions.ts';
import { emptyHeap } from './heap.ts';
import { type Blame, type Construct, MemberFault } from './obligations.ts';
import { freshSnap, produceAll } from './produce.ts';
import { Prover, type ProverOptions, SolverLost } from './prover.ts';
import { forEachNode, functionGroups, quantifiedResources, reachable } from './reach.ts';
import { exhaledSides } from './sides.ts';
import { emptyState, type State } from './state.ts';
import { verifyFunction } from './verify-function.ts';

/** What came of a member. Only `proved` says that everything in it was checked and holds. */
export type MemberVerdict =
  | { readonly kind: 'proved' }
  /** Nothing to verify: an abstract method or predicate. */
  | { readonly kind: 'trusted' }
  | { readonly kind: 'failed'; readonly errors: readonly VerificationError[] }
  /** The solver's resources ended at this obligation. */
  | { readonly kind: 'timeout'; readonly error: VerificationError }
  | { readonly kind: 'unsupported'; readonly construct: Construct; readonly node: Member | VerificationError['node'] }
  /** The solver died or reported an error, or the engine met a state that cannot be. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface MemberResult {
  readonly member: Member;
  readonly verdict: MemberVerdict;
  /** Questions that went to the solver. */
  readonly queries: number;
  readonly ms: number;
}

export interface VerifyOptions {
  readonly proof?: Partial<ProofOptions>;
  readonly prover?: ProverOptions;
}

/** Verifies all members of `program`, and gives their results in the order functions, predicates, methods. */
export function* verifyProgram(
  program: Program,
  host: SyncSolverHost,
  options: VerifyOptions = {},
): Generator<MemberResult> {
  const prover = new Prover(host, options.prover);
  const ctx = newContext(tableOf(program), prover, { ...defaultOptions, ...options.proof });
  try {
    for (const group of functionGroups(ctx.table)) {
      const recursive = new Set<FuncDecl>();
      for (const name of group) {
        const decl = ctx.table.functions.get(name);
        if (decl === undefined) continue;
        yield verifyMember(ctx, decl, () => {
          for (const other of group) recursive.add(functionData(ctx, other).full);
          verifyFunction(ctx, name, recursive);
          return [];
        });
      }
    }
    for (const predicate of program.predicates) {
      yield verifyMember(ctx, predicate, () => verifyPredicate(ctx, predicate));
    }
    for (const method of program.methods) {
      yield verifyMember(ctx, method, () => verifyMethod(ctx, method));
    }
  } finally {
    prover.dispose();
  }
}

/** Runs `job`, which gives the errors of a member that it could finish, from a fresh start. */
function verifyMember(ctx: Context, member: Member, job: () => readonly VerificationError[]): MemberResult {
  const started = performance.now();
  const { queries } = ctx.prover;
  const result = (verdict: MemberVerdict): MemberResult => ({
    member,
    verdict,
    queries: ctx.prover.queries - queries,
    ms: performance.now() - started,
  });
  try {
    begin(ctx, member);
    ctx.readsOnly = member.kind === 'Function';
    const errors = job();
    if (errors.length > 0) return result({ kind: 'failed', errors });
    return result('body' in member && member.body === null ? { kind: 'trusted' } : { kind: 'proved' });
  } catch (error) {
    if (error instanceof SolverLost) return result({ kind: 'unknown', reason: error.message });
    if (!(error instanceof MemberFault)) throw error;
    const { problem } = error;
    switch (problem.kind) {
      case 'failed':
        return result({ kind: 'failed', errors: [problem.error] });
      case 'timeout':
        return result({ kind: 'timeout', error: problem.error });
      case 'unsupported':
        return result({ kind: 'unsupported', construct: problem.construct, node: problem.node });
      case 'solver':
        return result({ kind: 'unknown', reason: problem.reason });
    }
  }
}

function begin(ctx: Context, member: Member): void {
  ctx.prover.begin();
  ctx.needed = new Set();
  ctx.quantified = quantifiedResources(ctx.table, reachable(ctx.table, member));
  ctx.summaries.clear();
  ctx.inverses.clear();
  ctx.names.clear();
  ctx.wildcards.clear();
  ctx.unfoldings.clear();
  ctx.refuted.clear();
  ctx.openUnfoldings = 0;
  ctx.unfolded = null;
  ctx.isTrusted = false;
  ctx.types = new Map();
  ctx.collecting.length = 0;
}

/** The body of a predicate is well defined where nothing is held but what it says itself. */
function verifyPredicate(ctx: Context, predicate: Predicate): readonly VerificationError[] {
  if (predicate.body === null) return [];
  const store = new Map<string, Term>();
  for (const param of predicate.params) store.set(param.name, anything(ctx, emptyState, param.name, param.type));
  const start: State = { ...emptyState, store };
  const blame: Blame = { id: 'predicate.not.wellformed', node: predicate };
  for (const _ of produceAll(ctx, start, [predicate.body], freshSnap(ctx, start), () => blame)) void _;
  return [];
}

// method m(xs) returns (ys) requires P ensures Q { body }:
// produce P;  Q is well defined in a heap of its own;  body;  consume Q
function verifyMethod(ctx: Context, method: Method): readonly VerificationError[] {
  const store = new Map<string, Term>();
  for (const decl of [...method.params, ...method.results]) {
    store.set(decl.name, anything(ctx, emptyState, decl.name, decl.type));
  }
  const start: State = { ...emptyState, store };
  const contract = (node: Expr): Blame => ({ id: 'not.wellformed', node });
  // Callers exhale the precondition: that side of pairs must be well defined as well.
  const given = exhaledSides(method.pres);
  if (given !== null) for (const _ of produceAll(ctx, start, given, freshSnap(ctx, start), contract)) void _;
  const owed = exhaledSides(method.posts);
  for (const produced of produceAll(ctx, start, method.pres, freshSnap(ctx, start), contract)) {
    const state: State = { ...produced, olds: new Map([['', produced.heap]]) };
    const apart: State = { ...state, heap: emptyHeap };
    for (const _ of produceAll(ctx, apart, method.posts, freshSnap(ctx, apart), contract)) void _;
    if (owed !== null) for (const _ of produceAll(ctx, apart, owed, freshSnap(ctx, apart), contract)) void _;
    if (method.body === null) continue;
    for (const end of execute(ctx, state, method.body.stmts)) {
      const violated = (node: Expr): Blame => ({ id: 'postcondition.violated', node });
      for (const _ of exhale(ctx, end, method.posts, violated)) void _;
    }
  }
  return refutations(ctx, method);
}

/** `refute A` fails where no path was found on which A fails. */
function refutations(ctx: Context, method: Method): readonly VerificationError[] {
  const errors: VerificationError[] = [];
  forEachNode(method.body, (node) => {
    if (node.kind === 'Refute' && !ctx.refuted.has(node)) {
      errors.push({ id: 'refute.failed', reason: 'refutation.true', node, offending: node.assertion });
    }
  });
  return errors;
}
