// The model checker beside Spin on the same models: Spin gets the Promela that we print, we get the model itself.
//
//   npm run bench:model [-- --runs N --only NAME,...]
//
// End to end: a fresh `gordian check FILE`, all files of a group in one such process, and the check alone inside a process
// that is already warm; against spin -a, cc and pan together. State for state: both without reductions, each run a
// process of its own, in turn, so that a busy machine hits both; pan is built with -O2 -DSAFETY -DNOREDUCE and a hash table
// that fits. Ratios are of processor time, which a busy machine hardly changes, but for the first search, which is also told
// on the clock; times are the best of all runs. The last line is JSON. NODE_EXTRA_CA_CERTS, which makes every start of node read certificates, does not count.

import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preferSmallCode } from '../../src/cli/engine-flags.ts';
import { checkProgram } from '../../src/model/index.ts';
import { type BenchModel, benchModels, promelaOf } from './models.ts';
import { buildPan, hasSpin, type PanRun, runPan } from './spin.ts';
import { peakMemory, runTimed, type Times } from './timed.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const folder = join(root, 'build', 'bench', 'model');

/**
 * Lower limits: of Spin's processor time in units of ours for small and for large models, and of our states a second in units of pan's,
 * on the clock: a second processor compiles for us, and has nothing to do for pan.
 */
const floors = { small: 20, large: 1, rate: 2 };

/** One unreduced search in a process of its own. */
interface PlainRun {
  readonly states: number;
  readonly transitions: number;
  /** Processor time of the first search, with what the compiler and the collector take beside it; and of the best one. */
  readonly cold: number;
  readonly warm: number;
  /** The first search on the clock: the engine compiles beside it where there is a second processor. */
  readonly clock: number;
  readonly tableMB: number;
  readonly peakMB: number;
}

interface Measured {
  readonly model: BenchModel;
  /** spin, cc and pan together. */
  readonly spin: Times;
  readonly pan: PanRun;
  readonly plain: PlainRun;
  /** A fresh process, and the check alone. */
  readonly fresh: Times;
  readonly inside: Times;
  readonly reducedStates: number;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '3' }, only: { type: 'string' } },
  });
  const wanted = values.only?.split(',') ?? null;
  const models = benchModels(root, wanted);
  if (positionals[0] === 'plain') {
    measureHere(models);
    return 0;
  }
  if (!hasSpin()) {
    console.error('bench:model needs spin and cc on the PATH');
    return 2;
  }
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  const runs = Math.max(1, Number(values.runs));
  console.log(
    `${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}, node ${process.version}, best of ${runs}`,
  );
  const measured: Measured[] = [];
  for (const model of models) {
    measured.push(measure(model, runs));
    printOne(measured[measured.length - 1] as Measured);
  }
  const together = measured.filter(({ model }) => model.size === 'small').map(({ model }) => model.path);
  return report(measured, together.length === 0 ? null : best(runs, () => timeGordian(together, 1)), runs);
}

function measure(model: BenchModel, runs: number): Measured {
  const at = join(folder, model.name);
  const builds: Times[] = [];
  const pans: PanRun[] = [];
  const plains: PlainRun[] = [];
  const fresh: Times[] = [];
  for (let run = 0; run < runs; run++) {
    builds.push(buildPan(at, promelaOf(model)));
    const mine = plainRun(model);
    plains.push(mine);
    pans.push(runPan(at, mine.states));
    fresh.push(timeGordian([model.path], model.size === 'small' ? 5 : 1));
  }
  let reducedStates = 0;
  const inside = best(model.size === 'small' ? runs + 9 : runs, () => {
    const cpu = process.cpuUsage();
    const begin = performance.now();
    reducedStates = checkProgram(model.program, unlimited).states;
    return { wall: performance.now() - begin, cpu: cpuSince(cpu) };
  });
  const build = leastBy(builds, ({ cpu }) => cpu);
  const pan = leastBy(pans, ({ times }) => times.cpu);
  return {
    model,
    spin: { wall: build.wall + pan.times.wall, cpu: build.cpu + pan.times.cpu },
    pan,
    plain: {
      ...leastBy(plains, (p) => p.cold),
      warm: Math.min(...plains.map((p) => p.warm)),
      clock: Math.min(...plains.map((p) => p.clock)),
    },
    fresh: leastBy(fresh, ({ cpu }) => cpu),
    inside,
    reducedStates,
  };
}

function leastBy<T>(all: readonly T[], of: (one: T) => number): T {
  return all.reduce((a, b) => (of(b) < of(a) ? b : a));
}

function best(runs: number, measureOnce: () => Times): Times {
  return leastBy(Array.from({ length: runs }, measureOnce), ({ cpu }) => cpu);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const unlimited = {
  now: () => performance.now(),
  maxStates: 100_000_000,
  maxMemory: 8 * 2 ** 30,
  maxMilliseconds: 600_000,
};

/**
 * A fresh process that checks files. Findings are no failure. Where NODE_EXTRA_CA_CERTS is set, every node reads and parses
 * certificates before it does anything, whatever it is started for: that is left out.
 */
function timeGordian(paths: readonly string[], repeat: number): Times {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };
  const args = [join(root, 'bin', 'gordian'), 'check', ...paths];
  const { status, times } = runTimed(process.execPath, args, root, { repeat, env });
  if (status !== 0 && status !== 1) throw new Error(`gordian check ${paths.join(' ')} failed`);
  return times;
}

/** An unreduced search in a process of its own. */
function plainRun(model: BenchModel): PlainRun {
  const args = [...process.execArgv, process.argv[1] as string, '--only', model.name, 'plain'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as PlainRun;
}

/** What that process does: one line of JSON. */
function measureHere(models: readonly BenchModel[]): void {
  preferSmallCode();
  const [model] = models;
  if (model === undefined) throw new Error('no such model');
  const times: number[] = [];
  const clocks: number[] = [];
  let states = 0;
  let transitions = 0;
  const before = process.memoryUsage().rss;
  let after = before;
  for (let run = 0; run < (model.size === 'small' ? 20 : 3); run++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const result = checkProgram(model.program, {
      ...unlimited,
      properties: ['global-deadlock'],
      symmetry: false,
      partialOrder: false,
    });
    times.push(cpuSince(cpu));
    clocks.push(performance.now() - start);
    if (run === 0) after = peakMemory();
    ({ states, transitions } = result);
  }
  const figures: PlainRun = {
    states,
    transitions,
    cold: times[0] as number,
    warm: Math.min(...times),
    clock: clocks[0] as number,
    tableMB: Math.max(0, after - before) / 2 ** 20,
    peakMB: after / 2 ** 20,
  };
  console.log(JSON.stringify(figures));
}

/** States a second, in millions. */
function rate(states: number, milliseconds: number): number {
  return states / Math.max(milliseconds, 0.001) / 1000;
}

/** Spin's processor time in units of ours, and our states a second in units of pan's. */
function ratios(m: Measured): { fresh: number; inside: number; cold: number; warm: number } {
  const pan = rate(m.pan.states, m.pan.times.cpu);
  return {
    fresh: m.spin.cpu / m.fresh.cpu,
    inside: m.spin.cpu / m.inside.cpu,
    cold: rate(m.plain.states, m.plain.cold) / pan,
    warm: rate(m.plain.states, m.plain.warm) / pan,
  };
}

/** States a second of the first search in units of pan's, both on the clock, which only a machine without other work tells. */
function onTheClock(m: Measured): number {
  return rate(m.plain.states, m.plain.clock) / rate(m.pan.states, m.pan.times.wall);
}

function printOne(m: Measured): void {
  const { fresh, inside, cold, warm } = ratios(m);
  const ms = ({ wall, cpu }: Times): string => `${short(cpu)} ms (${short(wall)} on the clock)`;
  console.log(`\n${m.model.name} (${m.model.size})`);
  console.log(`  end to end: spin, cc and pan ${ms(m.spin)}`);
  console.log(`    a fresh process ${ms(m.fresh)}, ${fresh.toFixed(1)} times faster`);
  console.log(`    inside a process ${ms(m.inside)}, ${inside.toFixed(0)} times faster`);
  console.log(`  with reductions, all properties: ${m.reducedStates} states`);
  const equal = m.pan.states === m.plain.states ? 'equal' : 'DIFFERENT';
  console.log(
    `  without: ${m.plain.states} states here, ${m.pan.states} stored by pan (${equal}); ` +
      `${m.plain.transitions} and ${m.pan.transitions} steps`,
  );
  if (m.model.size === 'small') return;
  console.log(
    `  million states a second: ${rate(m.plain.states, m.plain.cold).toFixed(2)} in the first search of a process, ` +
      `${rate(m.plain.states, m.plain.warm).toFixed(2)} warm; pan ${rate(m.pan.states, m.pan.times.cpu).toFixed(3)}: ` +
      `${cold.toFixed(1)} and ${warm.toFixed(1)} times pan's (first search on the clock: ${onTheClock(m).toFixed(1)})`,
  );
  console.log(
    `  memory: ${m.plain.tableMB.toFixed(0)} MB for the search, ${m.plain.peakMB.toFixed(0)} MB the whole process; ` +
      `pan ${m.pan.memoryMB.toFixed(0)} MB, ${m.pan.vectorBytes} bytes a state`,
  );
}

function short(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
}

function report(measured: readonly Measured[], together: Times | null, runs: number): number {
  const problems: string[] = [];
  const small = measured.filter(({ model }) => model.size === 'small');
  const large = measured.filter(({ model }) => model.size === 'large');
  for (const m of measured) {
    if (m.pan.states !== m.plain.states) problems.push(`${m.model.name}: different numbers of states`);
    const { fresh } = ratios(m);
    if (m.model.size === 'large' && fresh < floors.large) problems.push(`${m.model.name}: slower than Spin end to end`);
    const times = onTheClock(m);
    if (m.model.rated && times < floors.rate) problems.push(`${m.model.name}: ${times.toFixed(2)} times pan's rate`);
  }
  const sum = (of: (m: Measured) => number): number => small.reduce((n, m) => n + of(m), 0);
  const theirs = sum((m) => m.spin.cpu);
  const ours = sum((m) => m.fresh.cpu);
  if (together !== null) {
    console.log(`\n${small.length} small models, all together`);
    console.log(`  spin, cc and pan: ${short(theirs)} ms`);
    console.log(`  a fresh process for each: ${short(ours)} ms, ${(theirs / ours).toFixed(1)} times faster`);
    console.log(`  one process for all: ${short(together.cpu)} ms, ${(theirs / together.cpu).toFixed(0)} times faster`);
    if (theirs / ours < floors.small) problems.push(`small models: only ${(theirs / ours).toFixed(1)} times faster`);
  }
  for (const problem of problems) console.log(`\nbelow the floor: ${problem}`);
  const round = (x: number | null): number | null => (x === null ? null : Math.round(x * 100) / 100);
  const figures = measured.map((m) => ({
    model: m.model.name,
    states: m.plain.states,
    panStates: m.pan.states,
    reducedStates: m.reducedStates,
    spinMs: round(m.spin.cpu),
    freshMs: round(m.fresh.cpu),
    insideMs: round(m.inside.cpu),
    ...(m.model.size === 'small'
      ? {}
      : {
          millionStatesPerSecond: round(rate(m.plain.states, m.plain.cold)),
          warm: round(rate(m.plain.states, m.plain.warm)),
          pan: round(rate(m.pan.states, m.pan.times.cpu)),
          timesPanOnTheClock: round(onTheClock(m)),
          memoryMB: round(m.plain.tableMB),
          panMemoryMB: round(m.pan.memoryMB),
        }),
  }));
  const load = round(loadavg()[0] ?? 0);
  console.log(
    JSON.stringify({
      bench: 'model',
      runs,
      load,
      small: small.length,
      large: large.length,
      smallFreshRatio: small.length === 0 ? null : round(theirs / ours),
      smallTogetherRatio: together === null ? null : round(theirs / together.cpu),
      problems,
      models: figures,
    }),
  );
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();
