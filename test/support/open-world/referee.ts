// The open-world referee: clients attack what `check` has proved of a package, in real runs under the controlled scheduler.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragment } from '../../../src/base/finding.ts';
import type { SourceSet, Span } from '../../../src/base/source.ts';
import { check } from '../../../src/driver/check.ts';
import { type BuildSettings, buildPackages, loadTests } from '../../../src/driver/explore/build.ts';
import type { Children } from '../../../src/driver/explore/process.ts';
import { planFor, type RunSettings, runSchedule, type TestTarget } from '../../../src/driver/explore/run.ts';
import { goEnvironment } from '../../../src/driver/host/go-env.ts';
import { loadRequest } from '../../../src/driver/host/load-request.ts';
import { nodeHost } from '../../../src/driver/host/node-host.ts';
import type { Sites } from '../../../src/explore/cast.ts';
import { panicRule } from '../../../src/explore/findings.ts';
import { type Alternative, defaultLimits, type Op, type RunRecord, type Stuck } from '../../../src/explore/protocol.ts';
import { newRandom, seedFor } from '../../../src/explore/random.ts';
import { newFirst, newSampling } from '../../../src/explore/sampling.ts';
import { type LoadedPackage, loadPackages } from '../../../src/load/index.ts';
import type { Func } from '../../../src/types/object.ts';
import { type Api, apiOf } from './api.ts';
import { excused, keeps, type Trouble } from './assumptions.ts';
import { type Client, clientFile, drawFacts, generateClient } from './clients.ts';

/** A part of a package that is attacked by itself: names that belong to it, and what is known about it. */
export interface Target {
  readonly name: string;
  readonly belongs: (name: string) => boolean;
  readonly hidden: ReadonlySet<string>;
  readonly constants: { readonly numbers: readonly string[]; readonly texts: readonly string[] };
}

export interface RefereeOptions {
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly scratch: string;
  readonly children: Children;
  readonly seed: number;
  /** For each target. */
  readonly clients: number;
  /** For each client. */
  readonly schedules: number;
  readonly targets: (pkg: LoadedPackage) => readonly Target[];
  /** What is wrong with the code, or does not build, is an error; else it is left out, and told. */
  readonly strict: boolean;
  readonly progress: (text: string) => void;
}

/** What a client that keeps all assumptions brought about in code that is proved. */
export interface Refutation {
  readonly target: string;
  /** The function that the goroutine at fault came from, and its package. */
  readonly function: string;
  readonly rule: string;
  /** The operation at fault, as written. */
  readonly operation: string;
  /** It has a fragment that is proved; else it synchronizes, and has none. */
  readonly proved: boolean;
  readonly client: string;
}

export interface Attack {
  readonly fragments: readonly Fragment[];
  readonly sources: SourceSet;
  /** Exported functions that are proved, how many of them clients have called. */
  readonly proved: number;
  readonly called: number;
  readonly clients: number;
  readonly runs: number;
  readonly refutations: readonly Refutation[];
}

/** Rules of panics that a verdict is about. */
const panicRules = new Set(['send-on-closed', 'double-close', 'close-nil', 'negative-waitgroup', 'unlock-unlocked']);

const lockOps = new Set<Op>(['lock', 'lock-wait', 'rlock', 'once']);

export async function verdictsOf(
  folder: string,
  patterns: readonly string[],
  strict = true,
): Promise<{ readonly fragments: readonly Fragment[]; readonly sources: SourceSet }> {
  const result = await check({
    folder,
    patterns,
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    limits: { states: 100_000, work: 3_000_000, totalWork: 3_600_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  const problem = result.diagnostics.find(({ severity }) => severity === 'error');
  if (strict && problem !== undefined)
    throw new Error(`${problem.rule} ${problem.message}\n${lineOf(result.sources, problem.span)}`);
  return result;
}

/** The line of the source that something is about. */
function lineOf(sources: SourceSet, span: Span | null): string {
  const line = span === null ? null : (sources.position(span.pos)?.line ?? null);
  return line === null ? '' : (sources.fileOf(span?.pos ?? 0)?.text.split('\n')[line - 1] ?? '');
}

/** The position of a function, which its fragment has as well. */
function placeOf(sources: SourceSet, pos: number): string {
  const at = sources.position(pos);
  return `${at?.file ?? ''}:${at?.line ?? 0}`;
}

interface Prepared {
  readonly target: Target;
  readonly api: Api;
  readonly clients: readonly Client[];
}

export async function attack(options: RefereeOptions): Promise<Attack> {
  const { folder, patterns, seed } = options;
  const host = nodeHost(folder, goEnvironment());
  const verdicts = await verdictsOf(folder, patterns, options.strict);
  options.progress(`${verdicts.fragments.length} verdicts`);
  const wanted = { folder, patterns, tags: [], goos: null, goarch: null, tests: false, modelsOnly: false };
  const loaded = loadPackages(host, loadRequest({ ...wanted, progress: () => {} }, host.env));
  const fragments = new Map(
    verdicts.fragments.map((fragment) => [placeOf(verdicts.sources, fragment.span.pos), fragment]),
  );
  const fragmentOf = (fn: Func): Fragment | null => fragments.get(placeOf(loaded.sources, fn.pos)) ?? null;
  const byName = new Map<string, Prepared & { readonly fragmentOf: (fn: Func) => Fragment | null }>();
  const calledFunctions = new Set<Func>();
  let proved = 0;
  let clients = 0;
  for (const pkg of loaded.packages) {
    const imports = new Map<string, string>([[pkg.path, 'p']]);
    const all: Client[] = [];
    for (const target of options.targets(pkg)) {
      const api = apiOf(pkg.types, target.belongs);
      const functions = [...api.functions, ...api.types.flatMap(({ methods }) => methods)];
      proved += functions.filter((fn) => fragmentOf(fn)?.verdict === 'proved').length;
      const written: Client[] = [];
      for (let i = 0; i < options.clients; i++) {
        const own = seedFor(seed, `${pkg.path} ${target.name} ${i}`);
        const facts = drawFacts(newRandom(own ^ 0x5bd1e995), api);
        const mayCall = (fn: Func): boolean => {
          const fragment = fragmentOf(fn);
          return fragment === null || (fragment.verdict === 'proved' && keeps(fragment.assumptions, facts));
        };
        const test = `Test${target.name}C${i}`;
        const client = generateClient({ api, test, seed: own, constants: target.constants, facts, mayCall, imports });
        if (client === null) continue;
        // What claims nothing cannot be refuted.
        if (![...client.called].some((fn) => fragmentOf(fn) !== null)) continue;
        written.push(client);
        byName.set(`${pkg.path} ${test}`, { target, api, clients: written, fragmentOf });
        for (const fn of client.called) if (fragmentOf(fn)?.verdict === 'proved') calledFunctions.add(fn);
      }
      all.push(...written);
    }
    clients += all.length;
    if (all.length > 0) writeFileSync(join(pkg.dir, clientsName), clientFile(pkg.name, imports, all));
  }
  options.progress(`${clients} clients`);
  const refutations: Refutation[] = [];
  const found = new Set<string>();
  let runs = 0;
  const targets = clients === 0 ? [] : await buildClients(options);
  options.progress(`${targets.length} tests built`);
  const settings: RunSettings = {
    children: options.children,
    scratch: options.scratch,
    limits: { ...defaultLimits, steps: 3000, wallMs: 10_000 },
    allow: [],
    processors: 2,
  };
  const work = [...targets];
  const worker = async (): Promise<void> => {
    for (let test = work.shift(); test !== undefined; test = work.shift()) {
      const about = byName.get(`${test.package} ${test.name}`);
      const client = about?.clients.find((one) => one.test === test?.name);
      if (about === undefined || client === undefined) continue;
      for (const record of await schedulesOf(test, settings, options.schedules, seed)) {
        runs++;
        for (const one of troubles(record, test.sites, about, client)) {
          const key = `${test.package} ${one.target} ${one.function} ${one.operation}`;
          if (!found.has(key)) refutations.push(one);
          found.add(key);
        }
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return { ...verdicts, proved, called: calledFunctions.size, clients, runs, refutations };
}

/** The file that clients of a package are written to. */
export const clientsName = 'gordian_clients_test.go';

async function buildClients(options: RefereeOptions): Promise<readonly TestTarget[]> {
  const settings: BuildSettings = {
    folder: options.folder,
    patterns: options.patterns,
    tags: [],
    run: /^Test\w+C\d+$/,
    race: false,
    instrument: [],
    progress: () => {},
    interruption: { isRequested: () => false },
  };
  const host = nodeHost(options.folder, goEnvironment());
  const loaded = loadTests(host, settings);
  const built = await buildPackages(loaded, settings, host, options.scratch, options.children);
  const [problem] = [...loaded.diagnostics.filter((one) => one.severity === 'error'), ...built.diagnostics];
  if (problem !== undefined && options.strict) {
    throw new Error(
      `${problem.rule} ${problem.message}\n${lineOf(loaded.sources, problem.span)}\n${problem.notes.join('\n')}`,
    );
  }
  for (const one of built.diagnostics) options.progress(`${one.message} ${one.notes.join(' ')}`);
  const targets = built.packages.flatMap((pkg) => pkg.targets);
  if (targets.length === 0 && options.strict) throw new Error('no client was built');
  return targets;
}

/** The schedule without preemption, then random ones. */
async function schedulesOf(
  test: TestTarget,
  settings: RunSettings,
  count: number,
  seed: number,
): Promise<readonly RunRecord[]> {
  const strategies = [newFirst(), newSampling('random', seed), newSampling('pos', seed + 1)];
  const records: RunRecord[] = [];
  for (let i = 0; records.length < count; i++) {
    const assignment = (strategies[i === 0 ? 0 : 1 + (i % 2)] as (typeof strategies)[number]).next();
    if (assignment === null) break;
    const run = await runSchedule(test, planFor(assignment, settings), settings);
    records.push(run.record);
    // Nothing was decided, so nothing can go another way.
    if (i === 0 && run.record.events.every((event) => event.n === 1)) break;
  }
  return records;
}

// ---------------------------------------------------------------------------------------------------------------
// What a run shows

interface About {
  readonly target: Target;
  readonly api: Api;
  readonly fragmentOf: (fn: Func) => Fragment | null;
}

function troubles(record: RunRecord, sites: Sites, about: About, client: Client): readonly Refutation[] {
  const { end } = record;
  if (end === null) return [];
  const found: Refutation[] = [];
  const add = (rule: string, one: Stuck | Alternative, stack: string): void => {
    const entry = entryOf(stack, about.api);
    if (entry === null) return;
    const site = sites.get(one.s);
    const label = site?.label ?? '';
    const objects = [one.o, ...(one.arms ?? [])];
    const trouble: Trouble = {
      rule,
      waits: panicRules.has(rule) ? 'no' : lockOps.has(one.op) ? 'lock' : 'other',
      object: rule === 'close-nil' ? 'nil' : madeBy(objects, record, sites),
      hidden: about.target.hidden.has(label),
    };
    const fragment = about.fragmentOf(entry);
    if (fragment !== null && excused(fragment.assumptions, trouble)) return;
    found.push({
      target: about.target.name,
      function: entry.name,
      rule,
      operation: `${one.op} ${label}`,
      proved: fragment !== null,
      client: client.text,
    });
  };
  switch (end.kind) {
    case 'deadlock':
    case 'leak':
      for (const one of end.stuck)
        if (one.excused === '') add(end.kind === 'leak' ? 'goroutine-leak' : 'global-deadlock', one, one.stack);
      break;
    case 'panic':
    case 'fatal': {
      const rule = panicRule(end.message);
      // Deferred calls have run since, and may have released locks.
      const last = record.events.findLast((event) => event.g === end.g && opsOf(rule).has(event.op));
      if (panicRules.has(rule) && last !== undefined) add(rule, last, end.stack);
      break;
    }
    default:
      break;
  }
  return found;
}

/** The operations that end with such a panic. */
function opsOf(rule: string): ReadonlySet<Op> {
  switch (rule) {
    case 'send-on-closed':
      return new Set(['send', 'select']);
    case 'negative-waitgroup':
      return new Set(['wg-add', 'wg-done']);
    case 'unlock-unlocked':
      return new Set(['unlock', 'runlock']);
    default:
      return new Set(['close']);
  }
}

function madeBy(objects: readonly number[], record: RunRecord, sites: Sites): Trouble['object'] {
  const real = objects.filter((o) => o !== 0);
  if (real.length === 0) return 'nil';
  const isClients = real.some((o) => sites.get(record.objects.get(o)?.s ?? 0)?.file.endsWith(clientsName) ?? false);
  return isClients ? 'client' : 'own';
}

/** The function of the package that the client called, or that started the goroutine: the outermost one on the stack. */
function entryOf(stack: string, api: Api): Func | null {
  const prefix = `${api.pkg.path}.`;
  let found: Func | null = null;
  for (const line of stack.split('\n')) {
    if (!line.startsWith(prefix)) continue;
    const name = /^(?:\(\*?(\w+)\)\.)?(\w+)/.exec(line.slice(prefix.length));
    if (name === null) continue;
    const [, receiver, own] = name;
    const type = api.types.find((one) => one.name === receiver);
    const fn =
      receiver === undefined
        ? api.functions.find((one) => one.name === own)
        : type?.methods.find((one) => one.name === own);
    if (fn !== undefined) found = fn;
  }
  return found;
}

/** Numbers and texts in a source, which its conditions may be about. */
export function constantsIn(text: string): Target['constants'] {
  const numbers = new Set(
    [...text.matchAll(/(?<![\w.])\d{1,9}(?![\w.])/g)].map(([number]) => number.replace(/^0+(?=\d)/, '')),
  );
  const texts = new Set([...text.matchAll(/"([a-zA-Z]{1,12})"/g)].map(([, one]) => one as string));
  return { numbers: [...numbers].slice(0, 20), texts: [...texts].slice(0, 20) };
}
