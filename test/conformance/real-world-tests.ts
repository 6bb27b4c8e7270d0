// The own tests of real modules: as they are, instrumented, and under many schedules.
//
//   npm run real-world:tests [-- --modules PATH@VERSION,...] [--only REGEXP] [--schedules 40] [--seconds 10] [--wall 60]
//       [--skip 0] [--out FILE]
//
// Every test is run by itself in a process of its own, plainly and under the schedule without preemptions, and what became
// of it is compared; then it is explored. --wall: seconds that one run may take. --skip: so many tests of each package are
// left out, the first ones. Prints what differs and what was found, and as its last line a summary as JSON.

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages, loadTests } from '../../src/driver/explore/build.ts';
import { buildTestBinary, gorootIn } from '../../src/driver/explore/go-toolchain.ts';
import { Children } from '../../src/driver/explore/process.ts';
import {
  limitsWithin,
  planFor,
  type Run,
  type RunSettings,
  runSchedule,
  type TestTarget,
} from '../../src/driver/explore/run.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { starterFor, unfinished } from '../../src/driver/explore/starter.ts';
import { exploreTest } from '../../src/driver/explore/test.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { testArguments } from '../../src/explore/overlay.ts';
import type { BasicStrategy } from '../../src/explore/protocol.ts';
import { seedFor } from '../../src/explore/random.ts';
import { newStrategy } from '../../src/explore/strategies.ts';
import { installedGo } from '../support/go.ts';
import { foundMessage } from '../support/said.ts';
import { fetchModule, type Module, moduleNamed, realModules } from './module-copies.ts';

const { values } = parseArgs({
  options: {
    modules: { type: 'string' },
    only: { type: 'string', default: '' },
    schedules: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
    wall: { type: 'string', default: '60' },
    skip: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});

type Outcome = 'passed' | 'failed' | 'skipped' | 'timeout' | 'crashed';

interface TestFigures {
  readonly test: string;
  readonly plain: Outcome;
  readonly plainMs: number;
  readonly instrumented: Outcome;
  readonly instrumentedMs: number;
  /** Why the two differ; '' where they do not. */
  readonly reason: string;
  readonly schedules: number;
  readonly milliseconds: number;
  readonly findings: readonly string[];
}

/** A test may take this long by itself. */
const wallMs = Number(values.wall) * 1000;

async function plainly(
  target: TestTarget,
  binary: string,
  settings: RunSettings,
): Promise<{ outcome: Outcome; ms: number }> {
  const begin = performance.now();
  const request = {
    command: binary,
    args: [...testArguments(target.name), '-test.v'],
    cwd: target.cwd,
    env: { TMPDIR: settings.scratch },
    atOnce: 1,
    wallMs,
    keep: 1024 * 1024,
  };
  // Started in the same way as the other one, or what starting costs would be compared.
  const result = (await starterFor(target.binary, settings.children).run(request)) ?? unfinished;
  const ms = performance.now() - begin;
  if (result.timedOut) return { outcome: 'timeout', ms };
  if (result.exitCode === 1) return { outcome: 'failed', ms };
  if (result.exitCode !== 0) return { outcome: 'crashed', ms };
  return { outcome: result.stdout.includes(`--- SKIP: ${target.name} `) ? 'skipped' : 'passed', ms };
}

/** What the run would have told the user of the test: goroutines left behind do not make it fail. */
function outcomeOf(run: Run): { outcome: Outcome; reason: string } {
  const { end } = run.record;
  const lost = run.record.defects.map(({ message }) => `defect: ${message}`);
  if (end === null) {
    const reason = lost[0] ?? run.stderr.split('\n').find((line) => line !== '') ?? '';
    return { outcome: run.timedOut ? 'timeout' : 'crashed', reason };
  }
  switch (end.kind) {
    case 'passed':
    case 'leak':
      return { outcome: 'passed', reason: lost[0] ?? '' };
    case 'skipped':
      return { outcome: 'skipped', reason: '' };
    case 'failed':
      return {
        outcome: 'failed',
        reason: /^\s+[\w.-]+\.go:\d+:[^\n]*(\n\s+[^\n]*){0,6}/m.exec(run.stdout)?.[0].trim() ?? end.message,
      };
    case 'exit':
      return { outcome: end.message === '0' ? 'passed' : 'failed', reason: `os.Exit(${end.message})` };
    case 'limit':
      return { outcome: 'timeout', reason: `${end.message}; ${end.steps} steps` };
    case 'deadlock':
    case 'panic':
    case 'fatal':
    case 'divergence': {
      const places = end.stuck.map(
        (one) =>
          `${one.state} ${one.op} ${
            one.stack
              .split('\n')
              .find((line) => /^\t(?!.*\/src\/runtime)/.test(line))
              ?.trim() ?? ''
          }`,
      );
      return { outcome: 'crashed', reason: `${end.kind}: ${end.message} ${places.slice(0, 3).join('; ')}` };
    }
  }
}

/** How many schedules a test gets to pass as it does plainly, besides the one without preemptions. */
const otherSeeds = 4;
/** A run that is not recorded may be long. */
const manySteps = 50_000_000;

function naturally(target: TestTarget, spec: BasicStrategy, seed: number, settings: RunSettings): Promise<Run> {
  const limits = { ...settings.limits, steps: manySteps, wallMs };
  const plan = planFor({ spec, seed, record: 'end', earlyNs: 0 }, { ...settings, limits });
  return runSchedule(target, plan, { ...settings, limits });
}

async function measure(target: TestTarget, plain: string, settings: RunSettings, dir: string): Promise<TestFigures> {
  let own = await plainly(target, plain, settings);
  // Some tests fail by themselves on a busy machine.
  if (own.outcome !== 'passed' && own.outcome !== 'skipped') own = await plainly(target, plain, settings);
  const begin = performance.now();
  const run = await naturally(target, { kind: 'first' }, 1, settings);
  const instrumentedMs = performance.now() - begin;
  let { outcome, reason } = outcomeOf(run);
  // A test that goes wrong under one schedule and passes under others is a finding, not a difference.
  for (let seed = 1; seed <= otherSeeds && outcome !== own.outcome && own.outcome === 'passed'; seed++) {
    const other = outcomeOf(await naturally(target, { kind: 'random' }, seed, settings));
    if (other.outcome !== 'passed') continue;
    console.log(`  some schedules only: ${target.name} ${outcome}: ${reason}`);
    ({ outcome, reason } = other);
  }
  const figures = { test: target.name, plain: own.outcome, plainMs: own.ms, instrumented: outcome, instrumentedMs };
  const differs = outcome !== own.outcome || reason.startsWith('defect');
  const why = differs ? reason || 'no reason given' : '';
  if (differs) console.log(`  DIFFERS ${target.name}: ${own.outcome}, instrumented ${outcome}: ${reason}`);
  if (own.outcome === 'skipped' || Number(values.schedules) === 0)
    return { ...figures, reason: why, schedules: 0, milliseconds: 0, findings: [] };
  const result = await exploreTest(
    target,
    newStrategy('mix', seedFor(1, target.name)),
    { schedules: Number(values.schedules), milliseconds: Number(values.seconds) * 1000, afterFinding: 20, shrink: 20 },
    settings,
    2,
    { progress: () => {}, stopped: () => false, now: () => performance.now() },
  );
  if (result.problem !== '') console.log(`  ! ${target.name}: ${result.problem}`);
  const findings = result.shown.map(({ found }) => {
    const place = found.place === null ? '' : `${relative(dir, found.place.file)}:${found.place.line}`;
    return `${found.severity} ${found.rule} ${place}: ${foundMessage(found)}`;
  });
  for (const finding of findings) console.log(`  ${target.name}: ${finding}`);
  return { ...figures, reason: why, schedules: result.schedules, milliseconds: result.milliseconds, findings };
}

interface ModuleFigures {
  readonly module: string;
  readonly problems: readonly string[];
  readonly tests: readonly TestFigures[];
}

async function measureModule(module: Module, children: Children): Promise<ModuleFigures | null> {
  const dir = fetchModule(module);
  if (dir === null) return null;
  const name = `${module.path}@${module.version}`;
  console.log(name);
  return withScratch(async (scratch) => {
    const build = {
      folder: dir,
      patterns: ['./...'],
      tags: [],
      run: new RegExp(values.only),
      race: false,
      instrument: [],
      progress: () => {},
      interruption: { isRequested: () => false },
    };
    const host = nodeHost(dir, goEnvironment());
    const loaded = loadTests(host, build);
    const built = await buildPackages(loaded, build, host, scratch, children);
    const problems = built.diagnostics.map((one) => [one.message, ...one.notes].join(' | '));
    for (const problem of problems) console.log(`  ! ${problem}`);
    const settings: RunSettings = {
      children,
      scratch,
      limits: limitsWithin(20_000),
      allow: [],
      processors: 2,
    };
    const goroot = (await gorootIn(dir, children)) ?? '';
    const tests: TestFigures[] = [];
    for (const [i, pkg] of built.packages.entries()) {
      const folder = pkg.targets[0]?.cwd ?? dir;
      const output = join(scratch, `plain-${i}`);
      const problem = await buildTestBinary(
        { goroot, folder, flags: [], env: {}, output, race: false, tags: [], wallMs: 300_000 },
        children,
      );
      if (problem !== '') throw new Error(problem);
      for (const target of pkg.targets.slice(Number(values.skip)))
        tests.push(await measure(target, output, settings, dir));
      console.log(`  ${pkg.path}: ${pkg.targets.length} tests`);
    }
    return { module: name, problems, tests };
  }, children);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Figures of some tests, put together. */
function summarize(tests: readonly TestFigures[]): Readonly<Record<string, unknown>> {
  const both = tests.filter((one) => one.plain === 'passed' && one.instrumented === 'passed');
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const ratio = (a: number, b: number): number => Math.round((100 * a) / (b || 1)) / 100;
  return {
    tests: tests.length,
    passPlain: tests.filter((one) => one.plain === 'passed').length,
    passInstrumented: tests.filter((one) => one.instrumented === 'passed').length,
    skipped: tests.filter((one) => one.plain === 'skipped').length,
    differences: tests
      .filter((one) => one.reason !== '')
      .map((one) => `${one.test}: ${one.plain}, ${one.instrumented}: ${one.reason}`),
    overhead: ratio(sum(both.map((one) => one.instrumentedMs)), sum(both.map((one) => one.plainMs))),
    medianOverhead: Math.round(100 * median(both.map((one) => one.instrumentedMs / one.plainMs))) / 100,
    schedules: sum(tests.map((one) => one.schedules)),
    schedulesPerSecond: ratio(1000 * sum(tests.map((one) => one.schedules)), sum(tests.map((one) => one.milliseconds))),
    findings: [...new Set(tests.flatMap((one) => one.findings))],
  };
}

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const children = new Children();
  const wanted = values.modules === undefined ? realModules.slice(0, 7) : values.modules.split(',').map(moduleNamed);
  const results: ModuleFigures[] = [];
  for (const module of wanted) {
    const figures = await measureModule(module, children);
    if (figures === null) continue;
    results.push(figures);
    console.log(`  ${JSON.stringify({ ...summarize(figures.tests), findings: undefined, differences: undefined })}`);
  }
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
  console.log(
    JSON.stringify({
      modules: results.length,
      problems: results.flatMap(({ problems }) => problems),
      ...summarize(results.flatMap(({ tests }) => tests)),
      results: results.map(({ module, tests }) => ({ module, ...summarize(tests), findings: undefined })),
    }),
  );
}
