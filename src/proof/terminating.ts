// Verifying a program with its termination measures: what was added for them is reported at the member it is about.

import type { SyncSolverHost } from '../smt/index.ts';
import { checkTermination, type Member, type Method, type Program } from '../vil/index.ts';
import { openExecutions } from './executions.ts';
import { type MemberResult, openVerifier, type Verifier, type VerifyOptions } from './verify.ts';

export interface TerminatingOptions extends VerifyOptions {
  /** Contracts are about pairs of executions, which may take different branches where they are `diverging`. Absent: about one. */
  readonly executions?: 'together' | 'diverging';
}

/** As `openVerifier`; a function that was proved is so only if it terminates where it says so. */
export function openTerminating(program: Program, host: SyncSolverHost, options: TerminatingOptions = {}): Verifier {
  const checks = checkTermination(program);
  const proofs = new Map<Member, Method[]>();
  for (const [proof, about] of checks.proves) proofs.set(about, [...(proofs.get(about) ?? []), proof]);
  const methods = new Map(checks.program.methods.map((method) => [method.name, method]));
  const inner = openChecked(checks, host, options);
  const originals = [...inner.members.filter(({ kind }) => kind !== 'Method'), ...program.methods];
  const verify = (member: Member): MemberResult => {
    const checked = member.kind === 'Method' ? (methods.get(member.name) ?? member) : member;
    const own = { ...explainResult(inner.verify(checked), checks.explain), member };
    return (proofs.get(member) ?? []).reduce((sum, proof) => merge(sum, inner.verify(proof), checks), own);
  };
  return { members: originals, verify, dispose: inner.dispose };
}

function openChecked(checks: Checks, host: SyncSolverHost, options: TerminatingOptions): Verifier {
  const { executions } = options;
  if (executions === undefined) return openVerifier(checks.program, host, options);
  const single = new Set([...checks.proves.keys()].map(({ name }) => name));
  return openExecutions(checks.program, { diverging: executions === 'diverging', single }, host, options);
}

/** All results, in the order functions, predicates, methods. */
export function* verifyTerminating(
  program: Program,
  host: SyncSolverHost,
  options: TerminatingOptions = {},
): Generator<MemberResult> {
  const verifier = openTerminating(program, host, options);
  try {
    for (const member of verifier.members) yield verifier.verify(member);
  } finally {
    verifier.dispose();
  }
}

type Checks = ReturnType<typeof checkTermination>;

function explainResult(result: MemberResult, explain: Checks['explain']): MemberResult {
  const { verdict } = result;
  switch (verdict.kind) {
    case 'failed':
      return { ...result, verdict: { ...verdict, errors: verdict.errors.map(explain) } };
    case 'timeout':
      return { ...result, verdict: { ...verdict, error: explain(verdict.error) } };
    default:
      return result;
  }
}

/** The function's result together with that of a proof that it terminates. */
function merge(own: MemberResult, proof: MemberResult, checks: Checks): MemberResult {
  const sum = { ...own, queries: own.queries + proof.queries, ms: own.ms + proof.ms };
  if (proof.verdict.kind === 'proved') return sum;
  if (proof.verdict.kind === 'failed') {
    // The body's own errors are in both.
    const { member } = own;
    const errors = proof.verdict.errors
      .filter((error) => own.verdict.kind !== 'failed' || checks.isAboutMeasure(error))
      .map((error) =>
        checks.isAboutMeasure(error)
          ? checks.explain(error)
          : ({ id: 'termination.failed', reason: error.reason, node: member, offending: error.offending } as const),
      );
    const before = own.verdict.kind === 'failed' ? own.verdict.errors : [];
    return { ...sum, verdict: { kind: 'failed', errors: [...before, ...errors] } };
  }
  return own.verdict.kind === 'failed' ? sum : { ...sum, verdict: explainResult(proof, checks.explain).verdict };
}
