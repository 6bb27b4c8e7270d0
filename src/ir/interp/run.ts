// Runs a type-checked program by interpreting its functions, under limits: no file, process or network is reached.

import { noPos } from '../../base/source.ts';
import { lookup, newNamed, newPointer, Typ } from '../../types/index.ts';
import { type Func, newTypeName, type Package } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import { funcRef, initFunction } from '../lower-func.ts';
import { globalOf, type Lowerer } from '../lowerer.ts';
import { sanity } from '../sanity.ts';
import { compile } from './compile.ts';
import type { GhostState } from './ghost.ts';
import { call, codeOf, Exit, type LibraryValues, type Machine, newMachine, schedule } from './machine.ts';
import { natives } from './natives.ts';
import { type Agg, Slice, zeroOf } from './values.ts';

/** Packages whose own initialisation is run; those of others are left out. */
const initialised = new Set(
  `io unicode unicode/utf8 unicode/utf16 strconv strings bytes sort math math/bits math/cmplx math/rand slices maps cmp
  iter bufio container/list container/heap container/ring sync internal/sync sync/atomic internal/bytealg internal/stringslite
  internal/itoa internal/strconv hash hash/crc32 hash/fnv hash/maphash internal/oserror io/fs path text/tabwriter regexp regexp/syntax
  math/big encoding/binary encoding/hex encoding/base64 internal/byteorder context`.split(/\s+/),
);

/** The packages that a program may use, by import path. */
export type Packages = ReadonlyMap<string, Package>;

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Goroutines that are blocked forever after the entry has returned; null where the process ended. */
  readonly left: number | null;
}

export interface RunOptions {
  /** The function to run instead of main; then what it has started is run to its end. */
  readonly entry?: string;
  readonly seed?: number | null;
  readonly fuel?: number;
  /** Packages of the library whose own initialisation is run; by default all that can be. */
  readonly initialised?: ReadonlySet<string>;
}

/** Types for the errors of a program without package runtime. */
const runtimeTypes = {
  error: errorType('errorString'),
  plain: errorType('plainError'),
  assertion: errorType('TypeAssertionError'),
};

function errorType(name: string): Type {
  return newNamed(null, newTypeName(noPos, null, name, null), Typ.string);
}

const allAsleep = /(?<=^|\n)fatal error: [^\n]* - deadlock!\n$/;

/** A machine, and what the program has printed. */
export interface Running {
  readonly machine: Machine;
  readonly printed: { stdout: string; stderr: string };
}

export function newRun(
  packages: Packages,
  lowerer: Lowerer,
  options: { readonly seed: number | null; readonly fuel: number; readonly ghost: GhostState | null },
): Running {
  const printed = { stdout: '', stderr: '' };
  const named = (pkg: string, name: string): Type | null => {
    const p = packages.get(pkg);
    return p === undefined ? null : (lookup(p.scope, name)?.type ?? null);
  };
  // Where there are no sources of package runtime, its errors have types of our own.
  const errors = {
    error: named('runtime', 'errorString') ?? runtimeTypes.error,
    plain: named('runtime', 'plainError') ?? runtimeTypes.plain,
    assertion: newPointer(named('runtime', 'TypeAssertionError') ?? runtimeTypes.assertion),
  };
  const machine = newMachine({
    lowerer,
    natives,
    compile: (m, fn) => {
      const problems = sanity(fn);
      if (problems.length > 0) throw new Error(`insane: ${problems[0]}`);
      return compile(m, fn);
    },
    errors,
    library: libraryValues(named),
    ghost: options.ghost,
    stdout: (t) => {
      printed.stdout += t;
    },
    stderr: (t) => {
      printed.stderr += t;
    },
    seed: options.seed,
    fuel: options.fuel,
  });
  setGlobals(packages, machine);
  return { machine, printed };
}

/** Initialises a package, and those of the ones it imports that are named. */
export function initialise(m: Machine, main: Package, imported: ReadonlySet<string>): void {
  for (const pkg of inInitOrder(main)) {
    if ((pkg === main || imported.has(pkg.path)) && m.lowerer.units.has(pkg))
      runFunction(m, initFunction(m.lowerer, pkg));
  }
}

/** Runs package main, or a function of it. Throws Unsupported for what the interpreter does not have. */
export function run(packages: Packages, lowerer: Lowerer, main: Package, options: RunOptions = {}): Outcome {
  const { machine: m, printed } = newRun(packages, lowerer, {
    seed: options.seed ?? null,
    fuel: options.fuel ?? 300_000_000,
    ghost: null,
  });
  let exitCode = 0;
  let left: number | null = null;
  try {
    initialise(m, main, options.initialised ?? initialised);
    const start = lookup(main.scope, options.entry ?? 'main') as Func;
    runFunction(m, funcRef(lowerer, start));
    if (options.entry !== undefined) {
      left = -1;
      schedule(m, () => false, m.runq.shift() ?? m.cur);
    }
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    exitCode = error.code;
    if (left !== null && allAsleep.test(printed.stderr)) {
      // The entry has returned: nothing waits for those that are left.
      left = m.started.filter((g) => g.status !== 'dead').length;
      printed.stderr = printed.stderr.replace(allAsleep, '');
      exitCode = 0;
    }
  }
  return { exitCode, ...printed, left };
}

function inInitOrder(main: Package): Package[] {
  const order: Package[] = [];
  const seen = new Set<Package>();
  const enter = (p: Package): void => {
    if (seen.has(p)) return;
    seen.add(p);
    for (const q of [...p.imports].sort((a, b) => (a.path < b.path ? -1 : 1))) enter(q);
    order.push(p);
  };
  enter(main);
  return order;
}

/** Runs a function without arguments in the main goroutine; others live on. */
function runFunction(m: Machine, ref: ReturnType<typeof funcRef>): void {
  runCall(m, (done) => call(m, codeOf(m, ref), [], [], done, done, null));
}

/** Runs a call, which `begin` starts, in the main goroutine; others live on. */
export function runCall(m: Machine, begin: (done: () => void) => void): void {
  const g =
    m.cur.id === 0 || m.cur.status === 'dead'
      ? { id: m.nextId++, top: null, status: 'run' as const, wakePanic: null, locked: false }
      : m.cur;
  const main: Machine['cur'] = mainGoroutine.get(m) ?? g;
  mainGoroutine.set(m, main);
  m.cur = main;
  main.status = 'run';
  let over = false;
  begin(() => {
    over = true;
  });
  if (over) return;
  schedule(m, () => over, main);
}

const mainGoroutine = new WeakMap<Machine, Machine['cur']>();

/** What natives use of the packages that are there. */
function libraryValues(named: (pkg: string, name: string) => Type | null): LibraryValues {
  const pointer = (t: Type | null): Type | null => (t === null ? null : newPointer(t));
  const file = named('os', 'File');
  return {
    wrapError: pointer(named('fmt', 'wrapError')),
    plainError: pointer(named('errors', 'errorString')),
    stdout: file === null ? null : (zeroOf(file)() as Agg),
    stderr: file === null ? null : (zeroOf(file)() as Agg),
    time: named('time', 'Time'),
  };
}

function setGlobals(packages: Packages, m: Machine): void {
  const set = (pkg: string, name: string, value: unknown): void => {
    const p = packages.get(pkg);
    const obj = p === undefined ? null : lookup(p.scope, name);
    if (obj?.kind === 'Var') m.globals.set(globalOf(m.lowerer, obj).id, [value]);
  };
  set('os', 'Stdout', m.library.stdout);
  set('os', 'Stderr', m.library.stderr);
  set('os', 'Args', new Slice(['main'], 0, 1, 1));
}
