// Spin as its manual says for exhaustive searches: generate, compile, run; with the time of each and what pan reports.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PanBuild {
  /** spin -a and cc. */
  readonly milliseconds: number;
}

export interface PanRun {
  /** States stored, without the one before the program starts. */
  readonly states: number;
  readonly transitions: number;
  /** The whole process, and the search as pan itself measured it. */
  readonly milliseconds: number;
  readonly searchMilliseconds: number;
  readonly memoryMB: number;
  readonly vectorBytes: number;
}

export function hasSpin(): boolean {
  return ['spin', 'cc'].every((command) => spawnSync(command, [command === 'spin' ? '-V' : '--version']).status === 0);
}

export function buildPan(folder: string, promela: string): PanBuild {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.pml'), promela);
  const begin = performance.now();
  execFileSync('spin', ['-a', 'model.pml'], { cwd: folder });
  const flags = ['-w', '-O2', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=2048'];
  execFileSync('cc', [...flags, '-o', 'pan', 'pan.c'], { cwd: folder });
  return { milliseconds: performance.now() - begin };
}

/** Runs pan through all states, with a hash table about twice as large as there are states. */
export function runPan(folder: string, states: number): PanRun {
  const bits = Math.max(12, Math.ceil(Math.log2(states * 2)));
  // The longest path can be longer than there are states: the steps within an atomic one count.
  const depth = Math.max(10_000, states * 3);
  const begin = performance.now();
  const { stdout } = spawnSync('./pan', ['-n', '-c0', '-E', `-w${bits}`, `-m${depth}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const milliseconds = performance.now() - begin;
  const figure = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const stored = figure(/(\d+) states, stored/);
  if (Number.isNaN(stored) || /too small|aborting|VECTORSZ/.test(stdout))
    throw new Error(`pan did not finish:\n${stdout}`);
  const seconds = figure(/elapsed time ([\d.]+) seconds/);
  return {
    states: stored - 1,
    transitions: figure(/(\d+) transitions/),
    milliseconds,
    // Short searches are below pan's clock.
    searchMilliseconds: seconds > 0 ? seconds * 1000 : milliseconds,
    memoryMB: figure(/([\d.]+)\s+total actual memory usage/),
    vectorBytes: figure(/State-vector (\d+) byte/),
  };
}
