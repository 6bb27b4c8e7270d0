// Generated Go programs, small enough to run all their interleavings: what `check` says of them against what they do.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragment } from '../../src/base/finding.ts';
import { namedValue } from '../../src/base/named.ts';
import { check } from '../../src/driver/check.ts';
import { buildPackages, loadTests } from '../../src/driver/explore/build.ts';
import type { Children } from '../../src/driver/explore/process.ts';
import { planFor, type RunSettings, runSchedule, type TestTarget } from '../../src/driver/explore/run.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import type { Sites } from '../../src/explore/cast.ts';
import { newDfs } from '../../src/explore/dfs.ts';
import { panicRule } from '../../src/explore/findings.ts';
import { defaultLimits, type EventLine, type RunRecord } from '../../src/explore/protocol.ts';
import { declarations, generateTest } from './engine-programs.ts';
import { reasonOf } from './words.ts';

/** Programs in one package: Go compiles and links once for all of them. */
const perPackage = 40;

/** Writes a module of generated tests; gives their names. */
export function writeModule(folder: string, programs: number, seed: number): readonly string[] {
  const names: string[] = [];
  writeFileSync(join(folder, 'go.mod'), 'module generated\n\ngo 1.23\n');
  for (let from = 0; from < programs; from += perPackage) {
    const name = `p${from / perPackage}`;
    mkdirSync(join(folder, name));
    const tests: string[] = [];
    for (let i = from; i < Math.min(programs, from + perPackage); i++) {
      names.push(`TestP${i}`);
      tests.push(generateTest(`TestP${i}`, seed * 100_003 + i));
    }
    const imports = ['slices', 'sync', 'sync/atomic', 'testing'].map((path) => `\t"${path}"\n`).join('');
    const head = `package ${name}\n\nimport (\n${imports})\n\nvar _ = slices.Reverse[[]int]\n${declarations}\n`;
    writeFileSync(join(folder, name, 'p_test.go'), head + tests.join('\n'));
  }
  return names;
}

/** The pattern for the package that a generated test is in. */
function packageOf(test: string): string {
  return `./p${Math.floor(Number(test.replace('TestP', '')) / perPackage)}`;
}

export interface Disagreement {
  readonly test: string;
  readonly property: string;
  readonly said: string;
  readonly text: string;
}

export interface Comparison {
  readonly programs: number;
  /** Programs of which all interleavings were run. */
  readonly complete: number;
  readonly schedules: number;
  /** Properties of complete programs: proved and never broken, violated and broken in some run. */
  readonly agreed: number;
  readonly undecided: number;
  /** How many of these for each property and reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Proved, but a run broke it: the worst there can be. */
  readonly wrongProofs: readonly Disagreement[];
  /** Violated, but no run broke it. */
  readonly falseAlarms: readonly Disagreement[];
}

/** Properties of which a run shows whether it breaks them. */
const properties = [
  'goroutine-leak',
  'global-deadlock',
  'send-on-closed',
  'double-close',
  'negative-waitgroup',
  'unlock-unlocked',
] as const;

export interface FuzzOptions {
  readonly folder: string;
  readonly scratch: string;
  readonly children: Children;
  /** For each program; more make it incomplete. */
  readonly schedules: number;
  /** The tests to look at; null for all. */
  readonly only: ReadonlySet<string> | null;
  readonly progress: (text: string) => void;
}

export async function compareEngines(options: FuzzOptions): Promise<Comparison> {
  const patterns = options.only === null ? ['./...'] : [...new Set([...options.only].map(packageOf))];
  const verdicts = await staticVerdicts(options.folder, patterns);
  options.progress(`${verdicts.size} verdicts`);
  const targets = (await buildAll(options, patterns)).filter(({ name }) => options.only?.has(name) ?? true);
  options.progress(`${targets.length} tests built`);
  const settings: RunSettings = {
    children: options.children,
    scratch: options.scratch,
    limits: { ...defaultLimits, steps: 2000, wallMs: 10_000 },
    allow: [],
    processors: 2,
  };
  const wrongProofs: Disagreement[] = [];
  const falseAlarms: Disagreement[] = [];
  let complete = 0;
  let schedules = 0;
  let agreed = 0;
  const reasons = new Map<string, number>();
  let done = 0;
  const work = [...targets];
  const worker = async (): Promise<void> => {
    for (let target = work.shift(); target !== undefined; target = work.shift()) {
      const seen = await allRuns(target, settings, options.schedules);
      schedules += seen.schedules;
      if (++done % 100 === 0) options.progress(`${done} of ${targets.length}, ${schedules} schedules`);
      const said = verdicts.get(target.name);
      if (seen.complete) complete++;
      for (const property of properties) {
        const verdict = namedValue(said?.properties ?? [], property) ?? 'absent';
        // A deadlock of all is the leak of each.
        const broken =
          seen.broken.has(property) || (property === 'goroutine-leak' && seen.broken.has('global-deadlock'));
        const text = `${[...seen.broken].join(', ')} in ${seen.schedules} schedules`;
        // A proof is wrong whether or not everything was run.
        if (verdict === 'proved' && broken) wrongProofs.push({ test: target.name, property, said: verdict, text });
        else if (!seen.complete) continue;
        else if (verdict === 'violated' && !broken)
          falseAlarms.push({ test: target.name, property, said: verdict, text });
        else if (verdict === 'proved' || verdict === 'violated') agreed++;
        else {
          const reason = `${property}: ${said === undefined ? 'no verdict' : reasonOf(said) || said.verdict}`;
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
      }
    }
  };
  await Promise.all([worker(), worker()]);
  const undecided = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  return { programs: targets.length, complete, schedules, agreed, undecided, reasons, wrongProofs, falseAlarms };
}

async function staticVerdicts(folder: string, patterns: readonly string[]): Promise<ReadonlyMap<string, Fragment>> {
  const { fragments } = await check({
    folder,
    patterns,
    tags: [],
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: true,
    limits: { states: 200_000, work: 3_000_000, totalWork: 3_600_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  return new Map(fragments.map((fragment) => [fragment.function, fragment]));
}

async function buildAll(options: FuzzOptions, patterns: readonly string[]): Promise<readonly TestTarget[]> {
  const settings = {
    folder: options.folder,
    patterns,
    tags: [],
    run: null,
    race: false,
    instrument: [],
    progress: () => {},
    interruption: { isRequested: () => false },
  };
  const host = nodeHost(options.folder, goEnvironment());
  const loaded = loadTests(host, settings);
  const built = await buildPackages(loaded, settings, host, options.scratch, options.children);
  const [problem] = [...loaded.diagnostics, ...built.diagnostics].filter((one) => one.severity === 'error');
  if (problem !== undefined) throw new Error(`${problem.message} ${problem.notes.join('\n')}`);
  return built.packages.flatMap((pkg) => pkg.targets);
}

interface AllRuns {
  readonly complete: boolean;
  readonly schedules: number;
  readonly broken: ReadonlySet<string>;
}

async function allRuns(target: TestTarget, settings: RunSettings, limit: number): Promise<AllRuns> {
  const dfs = newDfs(1);
  const broken = new Set<string>();
  let schedules = 0;
  for (let assignment = dfs.next(); assignment !== null && schedules < limit; assignment = dfs.next()) {
    const run = await runSchedule(target, planFor(assignment, settings), settings);
    schedules++;
    dfs.observe(assignment, run.record);
    const [defect] = run.record.defects;
    if (defect !== undefined) throw new Error(`${target.name}: ${defect.message}`);
    const { end } = run.record;
    if (end?.kind === 'deadlock') broken.add('global-deadlock');
    if (end?.kind === 'leak') broken.add('goroutine-leak');
    if (end?.kind === 'panic' || end?.kind === 'fatal') broken.add(panicRule(end.message));
    for (const rule of brokenOnTheWay(run.record, target.sites)) broken.add(rule);
  }
  return { complete: dfs.completeness().kind === 'complete', schedules, broken };
}

/**
 * What the operations of a run break, however it ends: a send on a closed channel has happened also where the panic is recovered
 * from, or where a deferred function blocks on the way out.
 */
function brokenOnTheWay({ events }: RunRecord, sites: Sites): ReadonlySet<string> {
  const broken = new Set<string>();
  const closed = new Set<number>();
  for (const event of events) {
    if (isSend(event, sites) && closed.has(event.o)) broken.add('send-on-closed');
    if (event.op !== 'close' || event.o === 0) continue;
    if (closed.has(event.o)) broken.add('double-close');
    closed.add(event.o);
  }
  return broken;
}

function isSend({ op, s, arm }: EventLine, sites: Sites): boolean {
  return op === 'send' || (op === 'select' && arm !== null && sites.get(s)?.arms[arm]?.op === 'send');
}
