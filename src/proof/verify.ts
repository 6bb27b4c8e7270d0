// Verifying a program: every member by itself, functions before those that use them.

import { InternalError, must } from '../base/assert.ts';
import { False, type FuncDecl, type SyncSolverHost, type Term } from '../smt/index.ts';
import type { Expr, Member, Method, Predicate, Program, VerificationError } from '../vil/index.ts';
import { holds } from './check.ts';
import { exhale } from './consume.ts';
import { type Context, defaultOptions, newContext, type ProofOptions, tableOf } from './context.ts';
import { anything } from './evaluate.ts';
import { execute } from './execute.ts';
import { functionData } from './functions.ts';
import { emptyHeap } from './heap.ts';
import { type Blame, type Construct, MemberFault } from './obligations.ts';
import { freshSnap, produceAll } from './produce.ts';
import { simplify } from './projections.ts';
import { Prover, type ProverOptions, SolverLost } from './prover.ts';
import {
  forEachNode,
  functionGroups,
  functionsOfAxioms,
  neededFunctions,
  quantifiedResources,
  reachable,
} from './reach.ts';
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
  /** Nothing satisfies its precondition, so what was proved says nothing. */
  readonly isContradictory: boolean;
  /** Questions that went to the solver. */
  readonly queries: number;
  readonly ms: number;
}

export interface VerifyOptions {
  readonly proof?: Partial<ProofOptions>;
  readonly prover?: ProverOptions;
}

/** The members of a program, verified when they are asked for. */
export interface Verifier {
  /** In the order functions, predicates, methods; functions before those that call them. */
  readonly members: readonly Member[];
  /** The result does not depend on what was asked for before. */
  readonly verify: (member: Member) => MemberResult;
  readonly dispose: () => void;
}

/** Each member has fresh symbols of its own: so many numbers, from this times its place on. */
const numbersEach = 1_000_000;

export function openVerifier(program: Program, host: SyncSolverHost, options: VerifyOptions = {}): Verifier {
  const prover = new Prover(host, options.prover);
  const ctx = newContext(tableOf(program), prover, { ...defaultOptions, ...options.proof });
  prover.simplify = (term) => simplify(ctx, term);
  const groups = functionGroups(ctx.table);
  const functions = groups.flat().flatMap((name) => ctx.table.functions.get(name) ?? []);
  const members: readonly Member[] = [...functions, ...program.predicates, ...program.methods];
  const numbers = new Map(members.map((member, i) => [member, 1 + i * numbersEach]));
  const done = new Map<string, MemberResult>();
  const always = functionsOfAxioms(ctx.table);

  const run = (member: Member, job: () => readonly VerificationError[]): MemberResult => {
    ctx.counter.next = numbers.get(member) ?? 0;
    return verifyMember(ctx, member, job);
  };
  /** Verifies the functions that `member` may need to know, which publishes their axioms. */
  const prepare = (member: Member): void => {
    const wanted = new Set([...always, ...neededFunctions(ctx.table, member), member.name]);
    for (const group of groups) {
      if (!group.some((name) => wanted.has(name)) || group.every((name) => done.has(name))) continue;
      const recursive = new Set<FuncDecl>();
      for (const name of group) {
        const decl = ctx.table.functions.get(name);
        if (decl === undefined) continue;
        const result = run(decl, () => {
          for (const other of group) recursive.add(functionData(ctx, other).full);
          verifyFunction(ctx, name, recursive);
          return [];
        });
        done.set(name, result);
      }
    }
  };
  const verify = (member: Member): MemberResult => {
    try {
      prepare(member);
    } catch (error) {
      // What a member refers to is found by recursion, too.
      if (!(error instanceof RangeError)) throw error;
      return verifyMember(ctx, member, () => {
        throw error;
      });
    }
    switch (member.kind) {
      case 'Function':
        return must(done.get(member.name), member.name);
      case 'Predicate':
        return run(member, () => verifyPredicate(ctx, member));
      case 'Method':
        return run(member, () => verifyMethod(ctx, member));
      default:
        throw new InternalError(`${member.kind} ${member.name} has nothing to verify`);
    }
  };
  return { members, verify, dispose: () => prover.dispose() };
}

/** Verifies all members of `program`, and gives their results in the order functions, predicates, methods. */
export function* verifyProgram(
  program: Program,
  host: SyncSolverHost,
  options: VerifyOptions = {},
): Generator<MemberResult> {
  const verifier = openVerifier(program, host, options);
  try {
    for (const member of verifier.members) yield verifier.verify(member);
  } finally {
    verifier.dispose();
  }
}

/** Runs `job`, which gives the errors of a member that it could finish, from a fresh start. */
function verifyMember(ctx: Context, member: Member, job: () => readonly VerificationError[]): MemberResult {
  const started = performance.now();
  const { queries } = ctx.prover;
  const result = (verdict: MemberVerdict): MemberResult => ({
    member,
    verdict,
    isContradictory: ctx.isContradictory,
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
    // The engine recurses over expressions.
    if (error instanceof RangeError) return result({ kind: 'unknown', reason: 'it is nested too deeply' });
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
  ctx.isContradictory = false;
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
  let isPossible = method.body === null;
  for (const produced of produceAll(ctx, start, method.pres, freshSnap(ctx, start), contract)) {
    const state: State = { ...produced, olds: new Map([['', produced.heap]]) };
    const apart: State = { ...state, heap: emptyHeap };
    for (const _ of produceAll(ctx, apart, method.posts, freshSnap(ctx, apart), contract)) void _;
    if (owed !== null) for (const _ of produceAll(ctx, apart, owed, freshSnap(ctx, apart), contract)) void _;
    if (method.body === null) continue;
    isPossible ||= method.pres.length === 0 || saysFalse(method.pres) || !holds(ctx, state, False);
    for (const end of execute(ctx, state, method.body.stmts)) {
      const violated = (node: Expr): Blame => ({ id: 'postcondition.violated', node });
      for (const _ of exhale(ctx, end, method.posts, violated)) void _;
    }
  }
  ctx.isContradictory = !isPossible;
  return refutations(ctx, method);
}

/** Whether one of the conditions is `false` as it is written: then that is what is meant. */
function saysFalse(conditions: readonly Expr[]): boolean {
  return conditions.some(
    (e) =>
      (e.kind === 'BoolLit' && !e.value) || (e.kind === 'Binary' && e.op === 'and' && saysFalse([e.left, e.right])),
  );
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
