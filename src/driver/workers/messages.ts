// What processes that look at fragments together tell each other: plain data.

import { createHash } from 'node:crypto';
import type { Finding, Fragment } from '../../base/finding.ts';
import {
  type AnalysisLimits,
  type Checked,
  type Looked,
  nothing,
  ofProgram,
  type Question,
  type Stage,
  type ToldUsage,
  type Turn,
  Usage,
} from '../../check/index.ts';
import type { CommProgram } from '../../comm/comm.ts';
import type { RootFunction } from '../../flow/index.ts';
import type { LoadRequest } from '../../load/index.ts';
import type { CacheEntry } from '../cache/fragments.ts';

/** What a process needs to know to make the same stage as the one that starts it. */
export interface WorkerStart {
  readonly folder: string;
  /** What phases see of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly load: Omit<LoadRequest, 'progress'>;
  readonly limits: AnalysisLimits;
  readonly question: Question | null;
  /** The folder of results of earlier runs. */
  readonly cache: string | null;
}

export type ToWorker =
  | { readonly kind: 'start'; readonly start: WorkerStart }
  | { readonly kind: 'turn'; readonly turn: Turn };

export type FromWorker =
  | { readonly kind: 'ready'; readonly stage: string }
  | { readonly kind: 'looked'; readonly told: Told };

/** What came of one look, as data. */
export interface Told {
  readonly checked: ToldFragment | null;
  readonly worked: number;
  readonly milliseconds: number;
  readonly usage: ToldUsage;
  /** Results for the cache, by package. */
  readonly results: readonly (readonly [pkg: string, entries: readonly CacheEntry[]])[];
}

interface ToldFragment {
  readonly fragment: Fragment;
  readonly findings: readonly Finding[];
  readonly program: CommProgram | null;
  readonly cut: boolean;
  readonly late: boolean;
  readonly entry: boolean;
  readonly untracked: boolean;
}

/** Two stages with the same text have the same fragments, with the same places. Texts of dependencies are not read again for that. */
export function stageText({ input, roots }: Stage): string {
  const hash = createHash('sha256');
  for (const { path, base, length } of input.sources.files()) hash.update(`${path}\n${base} ${length}\n`);
  for (const { files } of input.packages) {
    for (const { path } of files) hash.update(input.sources.named(path)?.text ?? '');
  }
  for (const { id, kind } of roots) hash.update(`${kind} ${id}\n`);
  return hash.digest('hex');
}

export function tell({ checked, usage, ...figures }: Looked, results: Told['results']): Told {
  if (checked === null) return { checked, ...figures, usage: usage.told(), results };
  const { fragment, findings, program, cut, late, entry, untracked } = checked;
  const told = { fragment, findings, program, cut, late, entry, untracked };
  return { checked: told, ...figures, usage: usage.told(), results };
}

/** What was told, as if this process had looked. */
export function told(stage: Stage, { at, work }: Turn, { checked, worked, milliseconds, usage }: Told): Looked {
  const known = new Usage();
  known.addTold(usage);
  const fragment = checked === null ? null : checkedFrom(stage, at, work, checked);
  return { checked: fragment, worked, milliseconds, usage: known };
}

function checkedFrom(
  { input, question, flow, roots, far }: Stage,
  at: number,
  work: number,
  { program, ...rest }: ToldFragment,
): Checked {
  const root = roots[at] as RootFunction;
  if (program === null) return { ...nothing, ...rest, root };
  const limits = { ...input.limits, work };
  return {
    ...ofProgram(flow, { ...input, limits, meter: { spent: 0 }, horizon: far, far }, root, question, program),
    ...rest,
    root,
  };
}
