// Runs the real Spin on a Promela text.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether spin and a C compiler are installed. */
export function hasSpin(): boolean {
  return ['spin', 'cc'].every((command) => spawnSync(command, [command === 'spin' ? '-V' : '--version']).status === 0);
}

export interface PanResult {
  /** States stored, without the one before the program starts. */
  readonly states: number;
  /** Expressions of assertions that failed, each once. */
  readonly violated: ReadonlySet<string>;
}

/** Generates, compiles and runs the verifier, without reductions and without stopping at errors. */
export async function runSpin(text: string, optimise = '-O0'): Promise<PanResult> {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-spin-'));
  try {
    writeFileSync(join(folder, 'model.pml'), text);
    await run(folder, 'spin', ['-a', 'model.pml']);
    await run(folder, 'cc', ['-w', optimise, '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=8192', '-o', 'pan', 'pan.c']);
    const out = await run(folder, './pan', ['-n', '-c0', '-E', '-m1000000']);
    const stored = /(\d+) states, stored/.exec(out);
    if (stored === null || /aborting|VECTORSZ|too small/.test(out)) throw new Error(`pan did not finish:\n${out}`);
    const violated = new Set(
      [...out.matchAll(/assertion violated (.*?) \(at depth/g)].map((m) => (m[1] as string).trim()),
    );
    return { states: Number(stored[1]) - 1, violated };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(cwd: string, command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      // The verifier ends with an error code where it finds something.
      if (error !== null && command !== './pan') reject(new Error(`${command} failed:\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}
