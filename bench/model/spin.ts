// Spin as its manual says for exhaustive searches: generate, compile, run; with the time of each and what pan reports.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTimed, type Times } from './timed.ts';

export interface PanRun {
  /** States stored, without the one before the program starts. */
  readonly states: number;
  readonly transitions: number;
  readonly times: Times;
  readonly memoryMB: number;
  readonly vectorBytes: number;
}

export function hasSpin(): boolean {
  return ['spin', 'cc'].every((command) => spawnSync(command, [command === 'spin' ? '-V' : '--version']).status === 0);
}

/** spin -a and cc. */
export function buildPan(folder: string, promela: string): Times {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.pml'), promela);
  const flags = ['-w', '-O2', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=2048'];
  const generated = runTimed('spin', ['-a', 'model.pml'], folder);
  const compiled = runTimed('cc', [...flags, '-o', 'pan', 'pan.c'], folder);
  if (generated.status !== 0 || compiled.status !== 0) throw new Error(`spin or cc failed in ${folder}`);
  return { wall: generated.times.wall + compiled.times.wall, cpu: generated.times.cpu + compiled.times.cpu };
}

/** Runs pan through all states, with a hash table about twice as large as there are states. */
export function runPan(folder: string, states: number): PanRun {
  const bits = Math.max(12, Math.ceil(Math.log2(states * 2)));
  // The longest path can be longer than there are states: the steps within an atomic one count.
  const depth = Math.max(10_000, states * 3);
  const { stdout, times } = runTimed('./pan', ['-n', '-c0', '-E', `-w${bits}`, `-m${depth}`], folder);
  const figure = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const stored = figure(/(\d+) states, stored/);
  if (Number.isNaN(stored) || /too small|aborting|VECTORSZ/.test(stdout))
    throw new Error(`pan did not finish:\n${stdout}`);
  return {
    states: stored - 1,
    transitions: figure(/(\d+) transitions/),
    times,
    memoryMB: figure(/([\d.]+)\s+total actual memory usage/),
    vectorBytes: figure(/State-vector (\d+) byte/),
  };
}
