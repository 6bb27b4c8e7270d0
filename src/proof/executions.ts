// Verifying what a program says about two executions: results of the product are those of the members that it is about.

import type { SyncSolverHost } from '../smt/index.ts';
import { type ExecutionOptions, type Member, type Program, twoExecutions } from '../vil/index.ts';
import { type MemberResult, type MemberVerdict, type VerifyOptions, verifyProgram } from './verify.ts';

/** As `verifyProgram`, for all pairs of executions. */
export function* verifyExecutions(
  program: Program,
  executions: ExecutionOptions,
  host: SyncSolverHost,
  options: VerifyOptions,
): Generator<MemberResult> {
  const product = twoExecutions(program, executions);
  const members: readonly Member[] = [...program.functions, ...program.predicates, ...program.methods];
  const originals = new Map(members.map((member) => [member.name, member]));
  const results = new Map<Member, MemberResult>();
  for (const result of verifyProgram(product.program, host, options)) {
    const member = originals.get(product.about(result.member.name));
    // Copies for the second execution have no members of their own.
    if (member === undefined) continue;
    const own = { ...result, member, verdict: explained(result.verdict, product.explain) };
    const before = results.get(member);
    results.set(member, before === undefined ? own : worse(before, own));
  }
  yield* results.values();
}

type Explain = ReturnType<typeof twoExecutions>['explain'];

function explained(verdict: MemberVerdict, explain: Explain): MemberVerdict {
  switch (verdict.kind) {
    case 'failed':
      return { ...verdict, errors: verdict.errors.map(explain) };
    case 'timeout':
      return { ...verdict, error: explain(verdict.error) };
    default:
      return verdict;
  }
}

const severity: Readonly<Record<MemberVerdict['kind'], number>> = {
  trusted: 0,
  proved: 1,
  timeout: 2,
  unknown: 3,
  unsupported: 4,
  failed: 5,
};

/** Two results about one member: the first failure counts, else what keeps it from being proved. */
function worse(a: MemberResult, b: MemberResult): MemberResult {
  const { verdict } = severity[b.verdict.kind] > severity[a.verdict.kind] ? b : a;
  return { ...a, verdict, queries: a.queries + b.queries, ms: a.ms + b.ms };
}
