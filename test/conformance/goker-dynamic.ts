// Runs kernels of concurrency bugs under controlled schedules until the operations that are known to block do.
//
//   npm run conformance:goker-dynamic -- DIR [--fixed DIR] [--nonblocking DIR] [--confirm] [--seeds 1..5] [--only REGEXP]
//       [--replays 100] [--time 60]
//
// With --nonblocking, kernels whose bugs do not block are run too, as they are and with the race detector.
//
// Prints schedules and seconds for each kernel and seed, and as its last line a summary as JSON.

import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from '../../src/driver/check.ts';
import { confirm } from '../../src/driver/confirm.ts';
import { Children } from '../../src/driver/explore/process.ts';
import { planFor, type RunSettings, runSchedule } from '../../src/driver/explore/run.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { exploreTest, type Shown } from '../../src/driver/explore/test.ts';
import { type Found, findingsOf } from '../../src/explore/findings.ts';
import { seedFor } from '../../src/explore/random.ts';
import { decisionsOf, eventsOf, firstDifference } from '../../src/explore/schedule-file.ts';
import { newStrategy, type StrategyName } from '../../src/explore/strategies.ts';
import { installedGo } from '../support/go.ts';
import { buildKernels, copyKernels, type Kernel, kernelName } from '../support/kernels.ts';
import { foundMessage, notesOf } from '../support/said.ts';
import { type Label, labels, weaklyLabelled } from './goker-blocked.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fixed: { type: 'string' },
    nonblocking: { type: 'string' },
    confirm: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1..5' },
    only: { type: 'string', default: '' },
    replays: { type: 'string', default: '100' },
    time: { type: 'string', default: '60' },
    strategy: { type: 'string', default: 'mix' },
    schedules: { type: 'string', default: '20000' },
  },
});

/** Whether a goroutine of a finding stands where a label says. */
function matches(found: Found, [frame, state]: Label): boolean {
  return found.trace.blocked.some((one) => one.state === state && one.stack.includes(frame));
}

interface Outcome {
  readonly found: boolean;
  readonly labelled: number;
  readonly schedules: number;
  readonly seconds: number;
  readonly shown: Shown | null;
  readonly other: readonly string[];
}

async function hunt(kernel: Kernel, seed: number, settings: RunSettings): Promise<Outcome> {
  const wanted = labels[kernel.name] ?? [];
  const fits = (found: Found): number => wanted.filter((label) => matches(found, label)).length;
  const result = await exploreTest(
    kernel.target,
    newStrategy(values.strategy as StrategyName, seedFor(seed, kernel.target.name)),
    {
      schedules: Number(values.schedules),
      milliseconds: Number(values.time) * 1000,
      afterFinding: Number.POSITIVE_INFINITY,
      shrink: 0,
      enough: (found) => wanted.length > 0 && fits(found) > 0,
    },
    settings,
    2,
    { progress: () => {}, stopped: () => false, now: () => performance.now() },
  );
  const shown = result.shown.find((one) => fits(one.found) > 0) ?? null;
  if (result.problem !== '') console.log(`  ! ${kernel.name}: ${result.problem}`);
  return {
    found: shown !== null,
    labelled: shown === null ? 0 : fits(shown.found),
    schedules: result.schedules,
    seconds: result.milliseconds / 1000,
    shown,
    other: result.shown.map((one) => `${one.found.severity} ${one.found.rule}: ${foundMessage(one.found)}`),
  };
}

/** How many of so many replays give the recorded run again, event by event. */
async function replay(kernel: Kernel, shown: Shown, settings: RunSettings, count: number): Promise<number> {
  const expected = eventsOf(shown.record, kernel.target.sites);
  const { choices } = decisionsOf(expected, kernel.target.sites);
  let same = 0;
  for (let i = 0; i < count; i += 2) {
    const runs = await Promise.all(
      Array.from({ length: Math.min(2, count - i) }, () =>
        runSchedule(
          kernel.target,
          planFor(
            {
              spec: { kind: 'prefix', choices, strict: true, then: { kind: 'first' } },
              seed: shown.plan.seed,
              record: 'events',
              earlyNs: shown.plan.earlyNs,
            },
            settings,
          ),
          settings,
        ),
      ),
    );
    for (const run of runs) {
      const difference = firstDifference(expected, eventsOf(run.record, kernel.target.sites));
      const again = findingsOf(run, kernel.target.sites, kernel.target.name);
      if (difference === null && again.some((found) => found.cause === shown.found.cause)) same++;
      else if (same === i)
        console.log(
          `  ! replay of ${kernel.name} differs: ${JSON.stringify(difference)} ${run.record.end?.kind} ${run.record.end?.message}`,
        );
    }
  }
  return same;
}

/** How many of the findings of `check` the real programs could be driven into. */
async function confirmAll(module: string): Promise<{ readonly told: number; readonly confirmed: number }> {
  const interruption = { isRequested: () => false, onRequest: () => {} };
  const asked = { folder: module, patterns: ['./...'], tags: [], progress: () => {} };
  const { findings, sources } = await check({
    ...asked,
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: false,
    limits: { states: 200_000, work: 3_000_000, totalWork: 600_000_000, milliseconds: 600_000 },
  });
  const serious = findings.filter((finding) => finding.severity !== 'note');
  const result = await confirm(serious, sources, { ...asked, seed: 1, workers: 2, milliseconds: 20_000, interruption });
  for (const finding of result.findings) {
    const at = sources.position(finding.span.pos);
    const place = `${kernelName(dirname(at?.file ?? ''), module)}:${at?.line ?? 0}`;
    const note = notesOf(finding, sources).findLast((text) => /confirmed/.test(text)) ?? '';
    console.log(`${finding.confirmed ? 'confirmed' : 'NOT CONFIRMED'} ${place} ${finding.rule}: ${note}`);
  }
  return { told: serious.length, confirmed: result.findings.filter((finding) => finding.confirmed).length };
}

/** What exploring shows in programs that are known to be right: nothing, it is to be hoped. */
async function alarms(dir: string, scratch: string, children: Children): Promise<readonly string[]> {
  const module = join(scratch, 'fixed-module');
  const place = join(scratch, 'fixed');
  mkdirSync(module);
  mkdirSync(place);
  copyKernels(resolve(dir), module, new RegExp(values.only));
  const { kernels, settings, problems } = await buildKernels(module, place, children);
  for (const problem of problems) console.log(`! ${problem}`);
  const found: string[] = [];
  for (const kernel of kernels) {
    const result = await exploreTest(
      kernel.target,
      newStrategy(values.strategy as StrategyName, seedFor(1, kernel.target.name)),
      { schedules: 400, milliseconds: 20_000, afterFinding: 0, shrink: 0 },
      settings,
      2,
      { progress: () => {}, stopped: () => false, now: () => performance.now() },
    );
    const serious = result.shown.filter((one) => one.found.severity !== 'note');
    console.log(
      `${serious.length === 0 ? 'silent' : 'ALARM'} fixed ${kernel.name}: ${result.schedules} schedules${result.completeness.kind === 'complete' ? ', all interleavings' : ''} ${JSON.stringify(result.ends)} ${result.problem}`,
    );
    for (const { found: one } of serious)
      console.log(`    ${one.severity} ${one.rule}: ${foundMessage(one)} (line ${one.place?.line ?? 0})`);
    if (serious.length > 0) found.push(kernel.name);
  }
  return found;
}

interface NonBlocking {
  readonly kernels: number;
  readonly panics: readonly string[];
  readonly leaks: readonly string[];
  readonly races: readonly string[];
  /** Neither way shows anything. */
  readonly silent: readonly string[];
}

/** What kernels whose bugs do not block show: panics and leaks, and races with the race detector. */
async function nonBlocking(dir: string, scratch: string, children: Children): Promise<NonBlocking> {
  const module = join(scratch, 'nonblocking-module');
  mkdirSync(module);
  copyKernels(resolve(dir), module, new RegExp(values.only));
  const panics = new Set<string>();
  const leaks = new Set<string>();
  const races = new Set<string>();
  const names = new Set<string>();
  for (const race of [false, true]) {
    const place = join(scratch, race ? 'nonblocking-race' : 'nonblocking');
    mkdirSync(place);
    const { kernels, settings, problems } = await buildKernels(module, place, children, race);
    for (const problem of problems) console.log(`! ${problem}`);
    for (const kernel of kernels) {
      names.add(kernel.name);
      const result = await exploreTest(
        kernel.target,
        newStrategy(values.strategy as StrategyName, seedFor(1, kernel.target.name)),
        { schedules: 200, milliseconds: 30_000, afterFinding: 20, shrink: 0 },
        settings,
        2,
        { progress: () => {}, stopped: () => false, now: () => performance.now() },
      );
      for (const { found, schedule } of result.shown) {
        const rule = found.rule;
        (rule === 'data-race' ? races : found.trace.blocked.length > 0 ? leaks : panics).add(kernel.name);
        const where = `line ${found.place?.line ?? 0}, schedule ${schedule}`;
        console.log(
          `${race ? 'with race detector' : 'plain'} ${kernel.name}: ${rule}: ${foundMessage(found)} (${where})`,
        );
      }
    }
  }
  const shown = new Set([...panics, ...leaks, ...races]);
  return {
    kernels: names.size,
    panics: [...panics],
    leaks: [...leaks],
    races: [...races],
    silent: [...names].filter((name) => !shown.has(name)),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const [dir] = positionals;
if (dir === undefined) throw new Error('give the folder of the kernels');
if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
  process.exit(0);
}
const [first = 1, last = 1] = values.seeds.split('..').map(Number);
const children = new Children();
await withScratch(async (scratch) => {
  const module = join(scratch, 'module');
  mkdirSync(module);
  copyKernels(resolve(dir), module, new RegExp(values.only));
  const { kernels, settings, problems } = await buildKernels(module, scratch, children);
  for (const problem of problems) console.log(`! ${problem}`);
  const missed: string[] = [];
  const weak: Record<string, string> = {};
  const slow: string[] = [];
  const allSchedules: number[] = [];
  let replayed = 0;
  let same = 0;
  for (const kernel of kernels) {
    const outcomes: Outcome[] = [];
    for (let seed = first; seed <= last; seed++) outcomes.push(await hunt(kernel, seed, settings));
    const count = outcomes.filter((outcome) => outcome.found).length;
    const total = labels[kernel.name]?.length ?? 0;
    const line = outcomes
      .map(
        (one) =>
          `${one.found ? '' : 'NOT in '}${one.schedules} (${one.seconds.toFixed(1)} s, ${one.labelled}/${total})`,
      )
      .join(', ');
    console.log(`${count === outcomes.length ? 'found' : 'MISSED'} ${kernel.name}: ${line}`);
    if (count < outcomes.length)
      for (const text of new Set(outcomes.flatMap((one) => one.other)).values()) console.log(`    saw ${text}`);
    if (weaklyLabelled.has(kernel.name)) weak[kernel.name] = `${count} of ${outcomes.length} seeds`;
    else {
      if (count < outcomes.length) missed.push(kernel.name);
      else allSchedules.push(...outcomes.map((one) => one.schedules));
    }
    const worst = Math.max(...outcomes.map((one) => one.seconds));
    if (worst > 20) slow.push(`${kernel.name} ${worst.toFixed(0)} s`);
    const shown = outcomes.find((one) => one.shown !== null)?.shown ?? null;
    const replays = Number(values.replays);
    if (shown !== null && replays > 0) {
      const again = await replay(kernel, shown, settings, replays);
      replayed += replays;
      same += again;
      if (again < replays) console.log(`  ! only ${again} of ${replays} replays are the same`);
    }
  }
  const confirmation = values.confirm ? await confirmAll(module) : null;
  const nonblocking =
    values.nonblocking === undefined ? null : await nonBlocking(values.nonblocking, scratch, children);
  const falseAlarms = values.fixed === undefined ? null : await alarms(values.fixed, scratch, children);
  console.log(
    JSON.stringify({
      kernels: kernels.length,
      seeds: last - first + 1,
      firm: kernels.filter((kernel) => !weaklyLabelled.has(kernel.name)).length,
      missed,
      weak,
      medianSchedules: median(allSchedules),
      mostSchedules: Math.max(0, ...allSchedules),
      slow,
      replays: replayed,
      sameEventByEvent: same,
      confirmation,
      alarmsOnFixed: falseAlarms,
      nonblocking,
    }),
  );
}, children);
