// Go programs of tests on their way through the analyses.

import type { Finding, Fragment } from '../../src/base/finding.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { analyse, flowProgram } from '../../src/check/analyse.ts';
import { loadForAnalysis } from '../../src/check/load.ts';
import { releaseEscaping } from '../../src/comm/analysis/escape.ts';
import type { CommProgram } from '../../src/comm/comm.ts';
import { extractFollowing } from '../../src/comm/extract/extract.ts';
import { slice } from '../../src/comm/reduce/slice.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import type { FlowProgram } from '../../src/flow/program.ts';
import { findRoots } from '../../src/flow/roots.ts';
import type { LoadResult } from '../../src/load/index.ts';
import { makeFolder, removeFolder } from './folder.ts';

export function loadSource(text: string, name = 'p.go'): LoadResult {
  return loadFiles({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', [name]: text });
}

/** Loads a module that is given as files by path. */
export function loadFiles(files: Readonly<Record<string, string>>): LoadResult {
  const folder = makeFolder(files);
  try {
    return loadForAnalysis(nodeHost(folder, {}), {
      patterns: ['./...'],
      cwd: folder,
      tests: true,
      goos: 'linux',
      goarch: 'amd64',
      models: modelsFolder(),
    });
  } finally {
    removeFolder(folder);
  }
}

export function flowOf(text: string): FlowProgram {
  return flowProgram(loadSource(text));
}

/** The sliced communication program of the function with this name. */
export function commOf(flow: FlowProgram, name: string): CommProgram {
  const root = findRoots(flow).find(({ fn }) => fn.name === name);
  if (root === undefined) throw new Error(`${name} is no root`);
  const extracted = extractFollowing(flow, root, new Set());
  return slice(releaseEscaping(extracted.program, extracted));
}

export interface Checked {
  readonly sources: SourceSet;
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
}

export function checkSource(text: string, name = 'p.go', totalWork = 1_000_000_000, states = 100_000): Checked {
  const loaded = loadSource(text, name);
  const limits = { states, work: 1_000_000_000, totalWork, milliseconds: 1 };
  // Time does not decide: a test must not depend on the machine.
  const input = { ...loaded, limits, now: () => 0, progress: () => {}, only: null };
  return { sources: loaded.sources, ...analyse(input) };
}
