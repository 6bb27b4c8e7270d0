// Runs the real Dafny on an emitted program, where it is installed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dafnyText, namesOf, type Proof } from '../../src/parametric/index.ts';
import { identifiers, virgoToDafny } from '../../src/virgo/index.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';

/** `invalid`: it does not even read the program. */
export type DafnyAnswer = 'accepted' | 'refused' | 'timeout' | 'invalid' | 'not expressible';

export function hasDafny(): boolean {
  // There is no flag for the version that does not end in an error.
  return /Dafny/.test(spawnSync('dafny', ['/version'], { encoding: 'utf8', timeout: 60_000 }).stdout ?? '');
}

/** The program with the precondition that was proved, as Dafny. Null where one of the two has no form there. */
export function dafnyOf(program: VirgoProgram, proof: Proof): string | null {
  const names = identifiers(program.params.map((param) => param.name));
  const requires = dafnyText(proof.precondition, namesOf(proof.system.params, names));
  if (requires === null) return null;
  const emitted = virgoToDafny(program, { requires });
  return emitted.ok ? emitted.text : null;
}

/** What Dafny says of a program. */
export function runDafny(text: string, seconds: number): DafnyAnswer {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-dafny-'));
  try {
    const file = join(folder, 'fragment.dfy');
    writeFileSync(file, text);
    const run = spawnSync('dafny', ['/compile:0', `/timeLimit:${seconds}`, file], {
      encoding: 'utf8',
      timeout: (seconds * 3 + 60) * 1000,
    });
    const found = /finished with (\d+) verified, (\d+) errors?(?:, (\d+) time outs?)?/.exec(run.stdout ?? '');
    if (found === null) return run.error === undefined ? 'invalid' : 'timeout';
    if (Number(found[2]) > 0) return 'refused';
    return found[3] === undefined ? 'accepted' : 'timeout';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
