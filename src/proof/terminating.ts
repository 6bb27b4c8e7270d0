// Verifying a program with its termination measures: what was added for them is reported at the member it is about.

import type { SyncSolverHost } from '../smt/index.ts';
import { checkTermination, type Member, type Program } from '../vil/index.ts';
import { verifyExecutions } from './executions.ts';
import { type MemberResult, type VerifyOptions, verifyProgram } from './verify.ts';

export interface TerminatingOptions extends VerifyOptions {
  /** Contracts are about pairs of executions, which may take different branches where they are `diverging`. Absent: about one. */
  readonly executions?: 'together' | 'diverging';
}

/** As `verifyProgram`; a function that was proved is so only if it terminates where it says so. */
export function* verifyTerminating(
  program: Program,
  host: SyncSolverHost,
  options: TerminatingOptions = {},
): Generator<MemberResult> {
  const checks = checkTermination(program);
  const originals = new Map<string, Member>(program.methods.map((method) => [method.name, method]));
  const proofs = new Map<Member, MemberResult[]>();
  const results: MemberResult[] = [];
  for (const result of verifyChecked(checks, host, options)) {
    const explained = explainResult(result, checks.explain);
    const { member } = explained;
    const proves = member.kind === 'Method' ? checks.proves.get(member) : undefined;
    if (proves !== undefined) proofs.set(proves, [...(proofs.get(proves) ?? []), result]);
    else if (member.kind === 'Method') results.push({ ...explained, member: originals.get(member.name) ?? member });
    else results.push(explained);
  }
  for (const result of results) {
    yield (proofs.get(result.member) ?? []).reduce((sum, proof) => merge(sum, proof, checks), result);
  }
}

function verifyChecked(checks: Checks, host: SyncSolverHost, options: TerminatingOptions): Iterable<MemberResult> {
  const { executions } = options;
  if (executions === undefined) return verifyProgram(checks.program, host, options);
  const single = new Set([...checks.proves.keys()].map(({ name }) => name));
  return verifyExecutions(checks.program, { diverging: executions === 'diverging', single }, host, options);
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
