// Whether seeded faults are found: fragments that contain the changed place are checked before and after.

import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { must } from '../../src/base/assert.ts';
import type { Finding } from '../../src/base/finding.ts';
import type { Host } from '../../src/base/host.ts';
import type { SourceSet } from '../../src/base/source.ts';
import { flowProgram, supersededBy } from '../../src/check/analyse.ts';
import { certainFaults } from '../../src/check/certain-faults.ts';
import { checkFragment, type Meter } from '../../src/check/fragment-check.ts';
import { loadForAnalysis } from '../../src/check/load.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { workClock } from '../../src/driver/host/work-clock.ts';
import { callGraphOf, upwards } from '../../src/flow/call-graph.ts';
import { type FlowProgram, functionOf, horizonFor } from '../../src/flow/program.ts';
import { findRoots, type RootFunction } from '../../src/flow/roots.ts';
import { requestFromEnvironment } from '../../src/load/index.ts';
import { randomFrom } from '../fuzz/random.ts';
import { messageOf } from '../support/said.ts';
import { type Family, type Fault, families, familyOf, faultsIn, withFault } from './seed-faults.ts';

interface Place {
  readonly module: string;
  readonly dir: string;
  readonly path: string;
  readonly fault: Fault;
}

export interface Outcome {
  readonly module: string;
  readonly place: string;
  readonly family: Family;
  readonly kind: string;
  readonly function: string;
  /** Fragments that contain the place; 0 where none does: such places are not counted. */
  readonly fragments: number;
  /** The new finding; null where there is none. */
  readonly found: string | null;
  readonly seconds: number;
}

export interface Summary {
  readonly seed: number;
  readonly seeded: number;
  readonly found: number;
  readonly byFamily: Readonly<Record<string, { seeded: number; found: number }>>;
  readonly byKind: Readonly<Record<string, { seeded: number; found: number }>>;
  /** Places that were drawn and left out: the change does not type-check, or no fragment contains it. */
  readonly leftOut: { readonly invalid: number; readonly outside: number };
  readonly outcomes: readonly Outcome[];
}

/** Time for one fragment, and for all fragments of one fault together. */
const limits = { states: 200_000, work: 2_000_000, totalWork: 20_000_000, milliseconds: 600_000 };

/**
 * Of each family equally many, and within it kind after kind, each time at a place drawn from all that are left. Faults are tried by so many processes
 * at once; which ones are tried does not depend on it, nor does their order.
 */
export async function seedFaults(
  modules: readonly { readonly name: string; readonly dir: string }[],
  count: number,
  seed: number,
  only: RegExp,
  jobs: number,
): Promise<Summary> {
  const places = modules
    .flatMap(({ name, dir }) => placesIn(name, dir))
    .filter(({ module, dir, path, fault }) =>
      only.test(`${familyOf(fault.kind)}: ${fault.kind} ${module} ${relative(dir, path)}:${fault.line}`),
    );
  const wanted = families.filter((family) => places.some(({ fault }) => familyOf(fault.kind) === family));
  const leftOut = { invalid: 0, outside: 0 };
  const outcomes: Outcome[] = [];
  const children = Array.from({ length: jobs }, () => fork(must(process.argv[1]), [workerFlag]));
  for (const [i, family] of wanted.entries()) {
    const share = Math.floor(count / wanted.length) + (i < count % wanted.length ? 1 : 0);
    const own = places.filter(({ fault }) => familyOf(fault.kind) === family);
    const drawn = new Draw(own, randomFrom(seed + i));
    outcomes.push(...(await tryFamily(children, drawn, share, leftOut)));
  }
  for (const child of children) child.disconnect();
  const found = outcomes.filter((outcome) => outcome.found !== null).length;
  const byFamily = tallied(outcomes, ({ family }) => family);
  return {
    seed,
    seeded: outcomes.length,
    found,
    byFamily,
    byKind: tallied(outcomes, ({ kind }) => kind),
    leftOut,
    outcomes,
  };
}

type Tally = Readonly<Record<string, { seeded: number; found: number }>>;

function tallied(outcomes: readonly Outcome[], of: (outcome: Outcome) => string): Tally {
  const tally: Record<string, { seeded: number; found: number }> = {};
  for (const outcome of outcomes) {
    const row = (tally[of(outcome)] ??= { seeded: 0, found: 0 });
    row.seeded++;
    if (outcome.found !== null) row.found++;
  }
  return tally;
}

/** Places in the order in which they are tried: kinds take turns as long as they have places left. */
class Draw {
  readonly #byKind = new Map<string, Place[]>();
  readonly #random: ReturnType<typeof randomFrom>;
  #turn = 0;

  constructor(places: readonly Place[], random: ReturnType<typeof randomFrom>) {
    this.#random = random;
    for (const place of places) {
      const same = this.#byKind.get(place.fault.kind) ?? [];
      same.push(place);
      this.#byKind.set(place.fault.kind, same);
    }
  }

  next(): Place | null {
    const left = [...this.#byKind.values()].filter((places) => places.length > 0);
    const places = left[this.#turn++ % left.length];
    return places?.splice(this.#random.int(places.length), 1)[0] ?? null;
  }
}

/** The first `count` of them that can be used. None is begun that would be one too many, so that all processes together draw what one alone would. */
async function tryFamily(
  children: readonly ChildProcess[],
  draw: Draw,
  count: number,
  leftOut: { invalid: number; outside: number },
): Promise<readonly Outcome[]> {
  const drawn: (Outcome | null)[] = [];
  let used = 0;
  let underWay = 0;
  const work = async (child: ChildProcess): Promise<void> => {
    while (used + underWay < count) {
      const place = draw.next();
      if (place === null) break;
      const at = drawn.push(null) - 1;
      underWay++;
      const outcome = await ask(child, place);
      underWay--;
      if (outcome === null) leftOut.invalid++;
      else if (outcome.fragments === 0) leftOut.outside++;
      else {
        drawn[at] = outcome;
        used++;
        console.log(
          `${used} ${outcome.found === null ? 'missed' : 'found '} ${outcome.kind} ${outcome.module} ${outcome.place} ` +
            `in ${outcome.function} (${outcome.fragments} fragments, ${outcome.seconds} s) ${outcome.found ?? ''}`,
        );
      }
    }
  };
  await Promise.all(children.map(work));
  return drawn.filter((one) => one !== null);
}

/** How a process is started that tries faults for another. */
export const workerFlag = '--try-faults';

/** Tries what the process that has started this one asks for, until it is told that this was all. */
export function tryFaults(): void {
  process.on('message', (place: Place) => process.send?.({ outcome: tryFault(place) }));
}

function ask(child: ChildProcess, place: Place): Promise<Outcome | null> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`a process that tries faults has ended with ${code}`));
    child.once('exit', ended);
    child.once('message', ({ outcome }: { readonly outcome: Outcome | null }) => {
      child.off('exit', ended);
      resolve(outcome);
    });
    child.send(place);
  });
}

/** All places of the module's own code that is built here, its tests left out. */
function placesIn(module: string, dir: string): Place[] {
  const found: Place[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!/^(testdata|vendor|[._].*)$/.test(entry.name)) visit(path);
      } else if (entry.name.endsWith('.go') && !entry.name.endsWith('_test.go')) {
        for (const fault of faultsIn(readFileSync(path, 'utf8'))) found.push({ module, dir, path, fault });
      }
    }
  };
  visit(dir);
  return found;
}

/** Null where the change does not type-check, or the file is not built here. */
function tryFault(place: Place): Outcome | null {
  const begin = performance.now();
  const text = readFileSync(place.path, 'utf8');
  const changed = load(place, withFault(text, place.fault));
  if (changed === null) return null;
  const roots = rootsAt(changed, place);
  const meter = { spent: 0 };
  let original: Loaded | null = null;
  let found: string | null = null;
  // What is certain is found in the package as a whole.
  const certain = roots.length === 0 ? [] : changed.certain();
  if (certain.length > 0) {
    original ??= load(place, text);
    const old = new Set(original?.certain().map(({ key }) => key));
    found = certain.find(({ key }) => !old.has(key))?.said ?? null;
  }
  // One root after the other, functions first; the first finding that was not there before ends the search.
  for (const root of roots) {
    if (found !== null || meter.spent > limits.totalWork) break;
    const findings = findingsOf(changed, root, meter);
    if (findings.length === 0) continue;
    original ??= load(place, text);
    const before = original?.roots.find(({ fn }) => fn.id === root.fn.id) ?? null;
    const old = new Set(
      original === null || before === null ? [] : findingsOf(original, before, meter).map(({ key }) => key),
    );
    found = findings.find(({ key }) => !old.has(key))?.said ?? null;
  }
  return {
    module: place.module,
    place: `${relative(place.dir, place.path)}:${place.fault.line}`,
    family: familyOf(place.fault.kind),
    kind: place.fault.kind,
    function: place.fault.function,
    fragments: roots.length,
    found,
    seconds: Math.round((performance.now() - begin) / 100) / 10,
  };
}

interface Loaded {
  readonly flow: FlowProgram;
  readonly roots: readonly RootFunction[];
  readonly sources: SourceSet;
  /** What is found in all functions of the package together. */
  readonly certain: () => readonly Said[];
}

/** The package of the place with its tests, as if its file had this text. */
function load(place: Place, text: string): Loaded | null {
  const dir = dirname(place.path);
  const real = nodeHost(dir, goEnvironment());
  const host: Host = { ...real, readFile: (path) => (path === place.path ? Buffer.from(text) : real.readFile(path)) };
  const loaded = loadForAnalysis(host, {
    ...requestFromEnvironment(host.env),
    patterns: ['.'],
    cwd: dir,
    tests: true,
    goos: 'linux',
    goarch: 'amd64',
    models: modelsFolder(),
  });
  const built = loaded.packages.some((pkg) => pkg.files.some((file) => file.path === place.path));
  const wrong = loaded.packages.some((pkg) => pkg.diagnostics.some(({ severity }) => severity === 'error'));
  if (!built || wrong) return null;
  const flow = flowProgram(loaded);
  const plain = supersededBy(loaded.packages);
  const own = new Set(loaded.packages.map(({ types }) => types).filter((pkg) => !plain.has(pkg)));
  return {
    flow,
    roots: findRoots(flow, (pkg) => !plain.has(pkg)),
    sources: loaded.sources,
    certain: () =>
      said(
        loaded.sources,
        certainFaults(flow, (pkg) => own.has(pkg)),
      ),
  };
}

/** Roots whose fragments contain the place; the function itself first, then other functions. */
function rootsAt({ flow, roots }: Loaded, place: Place): readonly RootFunction[] {
  const inside: string[] = [];
  for (const id of callGraphOf(flow).direct.keys()) {
    const fn = functionOf(flow, { id, name: id });
    const file = flow.sources.fileOf(fn.span.pos);
    if (file?.path !== place.path) continue;
    const start = fn.span.pos - file.base;
    const end = fn.span.end - file.base;
    if (start <= place.fault.start && place.fault.start <= end) inside.push(id);
  }
  const around = upwards(callGraphOf(flow).callers, inside);
  const found = roots.filter((root) => around.has(root.id));
  const distance = ({ kind, id }: RootFunction): number => (inside.includes(id) ? 0 : kind === 'function' ? 1 : 2);
  return [0, 1, 2].flatMap((wanted) => found.filter((root) => distance(root) === wanted));
}

interface Said {
  /** Equal for findings that say the same before and after a change. */
  readonly key: string;
  readonly said: string;
}

/** What is found in the fragment of one root, as `check` would say it; notes do not count. */
function findingsOf(loaded: Loaded, root: RootFunction, meter: Meter): readonly Said[] {
  // As in a large module.
  const large = horizonFor(Number.POSITIVE_INFINITY);
  const checked = checkFragment(
    loaded.flow,
    { limits, meter, now: workClock(), sources: loaded.sources, horizon: large, far: large },
    root,
  );
  return said(loaded.sources, checked?.findings ?? []);
}

function said(sources: SourceSet, findings: readonly Finding[]): readonly Said[] {
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => {
      const at = sources.position(finding.span.pos);
      const line = at?.line ?? 0;
      return {
        key: `${finding.rule} ${line} ${messageOf(finding, sources)}`,
        said: `${finding.rule} ${basename(at?.file ?? '')}:${line} in ${finding.function}: ${messageOf(finding, sources)}`,
      };
    });
}
