// Verifies vil programs given as text, for tests.

import { must } from '../../src/base/assert.ts';
import { SourceSet } from '../../src/base/source.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { wasmSyncHost } from '../../src/driver/solver/wasm-sync.ts';
import { type MemberResult, type VerifyOptions, verifyProgram } from '../../src/proof/index.ts';
import type { SyncSolverHost } from '../../src/smt/index.ts';
import { errorSpan, fullId, readProgram } from '../../src/vil/index.ts';

export const wasm = must(wasmSyncHost(), 'the package z3-solver');

/** The native one where it is installed. */
export const host = nativeSyncHost() ?? wasm;

/** What came of each member, as `name: proved` or `name: id:reason@line`. */
export function verdicts(text: string, options: VerifyOptions = {}, solver: SyncSolverHost = host): readonly string[] {
  const sources = new SourceSet();
  const { program, errors } = readProgram('test.vpr', text, sources, () => null);
  const [wrong] = errors;
  if (wrong !== undefined) throw new Error(`the program cannot be read: ${wrong.message}`);
  return [...verifyProgram(program, solver, options)].map(
    (result) => `${nameOf(result)}: ${verdictText(result, sources)}`,
  );
}

function nameOf({ member }: MemberResult): string {
  return member.name;
}

function verdictText({ verdict }: MemberResult, sources: SourceSet): string {
  switch (verdict.kind) {
    case 'failed':
      return verdict.errors
        .map((error) => `${fullId(error)}@${sources.position(errorSpan(error).pos)?.line ?? 0}`)
        .join(' ');
    case 'unsupported':
      return `unsupported ${verdict.construct}`;
    default:
      return verdict.kind;
  }
}
