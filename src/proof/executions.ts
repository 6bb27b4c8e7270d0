// Verifying what a program says about two executions: results of the product are those of the members that it is about.

import { must } from '../base/assert.ts';
import type { SyncSolverHost } from '../smt/index.ts';
import { type ExecutionOptions, type Member, type Program, twoExecutions } from '../vil/index.ts';
import { type MemberResult, type MemberVerdict, openVerifier, type Verifier, type VerifyOptions } from './verify.ts';

/** As `openVerifier`, for all pairs of executions. */
export function openExecutions(
  program: Program,
  executions: ExecutionOptions,
  host: SyncSolverHost,
  options: VerifyOptions,
): Verifier {
  const product = twoExecutions(program, executions);
  const inner = openVerifier(product.program, host, options);
  const parts = new Map<string, Member[]>();
  for (const part of inner.members) {
    const name = product.about(part.name);
    parts.set(name, [...(parts.get(name) ?? []), part]);
  }
  // Copies for the second execution have no members of their own.
  const members: readonly Member[] = [...program.functions, ...program.predicates, ...program.methods];
  const verify = (member: Member): MemberResult => {
    const results = (parts.get(member.name) ?? []).map((part) => {
      const result = inner.verify(part);
      return { ...result, member, verdict: explained(result.verdict, product.explain) };
    });
    return must(results.length === 0 ? null : results.reduce(worse), member.name);
  };
  return { members: members.filter(({ name }) => parts.has(name)), verify, dispose: inner.dispose };
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
