// Child processes with the time they took, on the clock and of the processor; and the memory of this one.

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** In milliseconds. The processor's time hardly depends on what else the machine does. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

export interface TimedRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly times: Times;
}

/** Runs a command, or several times after another where that takes too little to be measured: then times are means. */
export function runTimed(
  command: string,
  args: readonly string[],
  cwd: string,
  { repeat = 1, env = process.env }: { readonly repeat?: number; readonly env?: NodeJS.ProcessEnv } = {},
): TimedRun {
  const cpu = childrenTime();
  const begin = performance.now();
  const runs = Array.from({ length: repeat }, () =>
    spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 }),
  );
  const wall = (performance.now() - begin) / repeat;
  const after = childrenTime();
  const { status, stdout } = runs[0] as SpawnSyncReturns<string>;
  return { status, stdout, times: { wall, cpu: cpu === null || after === null ? wall : (after - cpu) / repeat } };
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

/** The most memory that this process has had at a time, in bytes. What getrusage says begins with that of the process that started it. */
export function peakMemory(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not on Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
