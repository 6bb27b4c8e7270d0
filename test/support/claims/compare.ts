// The claim that all interleavings of a test were run: no plain run and no random schedule shows what the search has not seen.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildSettings, buildPackages, loadTests } from '../../../src/driver/explore/build.ts';
import type { Children } from '../../../src/driver/explore/process.ts';
import { planFor, type Run, type RunSettings, runSchedule, type TestTarget } from '../../../src/driver/explore/run.ts';
import { goEnvironment } from '../../../src/driver/host/go-env.ts';
import { nodeHost } from '../../../src/driver/host/node-host.ts';
import { defaultLimits } from '../../../src/explore/protocol.ts';
import { newStrategy, type StrategyName } from '../../../src/explore/strategies.ts';
import type { Completeness } from '../../../src/explore/strategy.ts';
import { type ClaimProgram, claimFiles } from './programs.ts';

export interface ClaimOptions {
  readonly programs: readonly ClaimProgram[];
  readonly scratch: string;
  readonly children: Children;
  /** Schedules of the search, of each random strategy, and plain runs. */
  readonly most: number;
  readonly samples: number;
  readonly plain: number;
  readonly seed: number;
  readonly progress: (text: string) => void;
}

/** Something that the search has not seen although it claims to have run everything. */
export interface Missed {
  readonly test: string;
  readonly kinds: readonly string[];
  readonly shownBy: string;
  readonly outcome: string;
}

export interface ClaimResult {
  readonly programs: number;
  /** Tests of which the search claims to have run all interleavings. */
  readonly claimed: number;
  readonly schedules: number;
  readonly plainRuns: number;
  readonly missed: readonly Missed[];
  /** Why no claim is made, with how often. */
  readonly gaps: Readonly<Record<string, number>>;
}

/** What a test printed, or how it ended without that. */
function outcomeOf({ stdout, record }: Run): string {
  const line = stdout.split('\n').find((one) => one.startsWith('saw '));
  return line ?? `${record.end?.kind ?? 'no end'} ${record.end?.message ?? ''}`;
}

export async function compareClaims(options: ClaimOptions): Promise<ClaimResult> {
  const folder = join(options.scratch, 'claims');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(claimFiles(options.programs))) writeFileSync(join(folder, name), text);
  const targets = await build(folder, options);
  options.progress(`${targets.length} tests built`);
  const plain = plainOutcomes(folder, options);
  const settings: RunSettings = {
    children: options.children,
    scratch: options.scratch,
    limits: { ...defaultLimits, steps: 3000, wallMs: 10_000 },
    allow: [],
    processors: 2,
  };
  const missed: Missed[] = [];
  const gaps: Record<string, number> = {};
  let claimed = 0;
  let schedules = 0;
  for (const target of targets) {
    const kinds = options.programs.find(({ name }) => name === target.name)?.kinds ?? [];
    const all = await outcomes(target, 'dfs', options.most, options.seed, settings);
    schedules += all.schedules;
    if (all.completeness.kind !== 'complete') {
      const why = all.completeness.kind === 'gap' ? all.completeness.reason : 'too many schedules';
      gaps[why] = (gaps[why] ?? 0) + 1;
      continue;
    }
    claimed++;
    const check = (shownBy: string, outcome: string): void => {
      if (!all.outcomes.has(outcome)) missed.push({ test: target.name, kinds, shownBy, outcome });
    };
    // One choice of random numbers and orders of maps was claimed, no more.
    if (all.completeness.random) continue;
    for (const outcome of plain.get(target.name) ?? []) check('plain run', outcome);
    for (const name of ['random', 'pos', 'pct'] as const) {
      const some = await outcomes(target, name, options.samples, options.seed, settings);
      schedules += some.schedules;
      for (const outcome of some.outcomes) check(name, outcome);
    }
  }
  return { programs: targets.length, claimed, schedules, plainRuns: options.plain * targets.length, missed, gaps };
}

async function build(folder: string, { scratch, children }: ClaimOptions): Promise<readonly TestTarget[]> {
  const settings: BuildSettings = {
    folder,
    patterns: ['.'],
    tags: [],
    run: null,
    race: false,
    instrument: [],
    progress: () => {},
    interruption: { isRequested: () => false },
  };
  const host = nodeHost(folder, goEnvironment());
  const loaded = loadTests(host, settings);
  const built = await buildPackages(loaded, settings, host, scratch, children);
  const [problem] = [...loaded.diagnostics, ...built.diagnostics];
  if (problem !== undefined) throw new Error(`${problem.message}\n${problem.notes.join('\n')}`);
  return built.packages.flatMap((pkg) => pkg.targets);
}

/** What plain Go prints, by test. */
function plainOutcomes(folder: string, options: ClaimOptions): ReadonlyMap<string, ReadonlySet<string>> {
  const binary = join(options.scratch, 'plain.test');
  execFileSync('go', ['test', '-c', '-vet=off', '-tags=jitter', `-o=${binary}`, '.'], { cwd: folder, stdio: 'pipe' });
  const count = Math.ceil(options.plain / 3);
  const out = execFileSync(binary, ['-test.v=false', `-test.count=${count}`, '-test.cpu=1,2,4'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const found = new Map<string, Set<string>>();
  for (const line of out.split('\n')) {
    const name = /^saw (\w+)/.exec(line)?.[1];
    if (name === undefined) continue;
    const seen = found.get(name) ?? new Set();
    found.set(name, seen.add(line));
  }
  return found;
}

interface Seen {
  readonly outcomes: ReadonlySet<string>;
  readonly completeness: Completeness;
  readonly schedules: number;
}

async function outcomes(
  target: TestTarget,
  name: StrategyName,
  budget: number,
  seed: number,
  settings: RunSettings,
): Promise<Seen> {
  const strategy = newStrategy(name, seed);
  const found = new Set<string>();
  let schedules = 0;
  for (; schedules < budget; ) {
    const batch = Array.from({ length: 4 }, () => strategy.next()).flatMap((one) => (one === null ? [] : [one]));
    if (batch.length === 0) break;
    const runs = await Promise.all(batch.map((one) => runSchedule(target, planFor(one, settings), settings)));
    for (const [k, run] of runs.entries()) {
      strategy.observe(batch[k] as (typeof batch)[number], run.record);
      const [defect] = run.record.defects;
      if (defect !== undefined) throw new Error(`${target.name}: ${defect.message}`);
      found.add(outcomeOf(run));
      schedules++;
    }
  }
  const said = strategy.completeness();
  const completeness: Completeness =
    said.kind === 'complete' && target.untouched !== '' ? { kind: 'gap', reason: target.untouched } : said;
  return { outcomes: found, completeness, schedules };
}
