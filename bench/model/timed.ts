// Child processes with the time they took: on the clock, and of the processor.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** In milliseconds. The processor's time hardly depends on what else the machine does. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

export function runTimed(
  command: string,
  args: readonly string[],
  cwd: string,
): { readonly status: number | null; readonly stdout: string; readonly times: Times } {
  const cpu = childrenTime();
  const begin = performance.now();
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  const wall = performance.now() - begin;
  const after = childrenTime();
  return { status, stdout, times: { wall, cpu: cpu === null || after === null ? wall : after - cpu } };
}

/** Processor time of all children that have ended, as Linux counts it, in steps of 10 ms; null elsewhere. */
function childrenTime(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return null;
  }
}
