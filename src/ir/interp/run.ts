// Runs a type-checked program by interpreting its functions, under limits: no file, process or network is reached.

import { lookup, newPointer } from '../../types/index.ts';
import type { Func, Package } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import { funcRef, initFunction } from '../lower-func.ts';
import { globalOf, type Lowerer } from '../lowerer.ts';
import { sanity } from '../sanity.ts';
import { compile } from './compile.ts';
import { call, codeOf, Exit, type LibraryValues, type Machine, newMachine, schedule } from './machine.ts';
import { natives } from './natives.ts';
import { type Agg, Slice, Unsupported, zeroOf } from './values.ts';

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

const allAsleep = /^fatal error: .* - deadlock!\n$/;

/** Runs package main, or a function of it. Throws Unsupported for what the interpreter does not have. */
export function run(packages: Packages, lowerer: Lowerer, main: Package, options: RunOptions = {}): Outcome {
  let stdout = '';
  let stderr = '';
  const named = (pkg: string, name: string): Type | null => {
    const p = packages.get(pkg);
    return p === undefined ? null : (lookup(p.scope, name)?.type ?? null);
  };
  const must = (t: Type | null): Type => {
    if (t === null) throw new Unsupported('a type of package runtime');
    return t;
  };
  const m = newMachine({
    lowerer,
    natives,
    compile: (machine, fn) => {
      const problems = sanity(fn);
      if (problems.length > 0) throw new Error(`insane: ${problems[0]}`);
      return compile(machine, fn);
    },
    errors: {
      error: must(named('runtime', 'errorString')),
      plain: must(named('runtime', 'plainError')),
      assertion: newPointer(must(named('runtime', 'TypeAssertionError'))),
    },
    library: libraryValues(named),
    stdout: (t) => {
      stdout += t;
    },
    stderr: (t) => {
      stderr += t;
    },
    seed: options.seed ?? null,
    fuel: options.fuel ?? 300_000_000,
  });
  setGlobals(packages, m);
  let exitCode = 0;
  let left: number | null = null;
  try {
    for (const pkg of inInitOrder(main)) {
      if ((pkg === main || (options.initialised ?? initialised).has(pkg.path)) && lowerer.units.has(pkg))
        runToEnd(m, initFunction(lowerer, pkg));
    }
    const start = lookup(main.scope, options.entry ?? 'main') as Func;
    runToEnd(m, funcRef(lowerer, start));
    if (options.entry !== undefined) {
      left = -1;
      schedule(m, () => false, m.runq.shift() ?? m.cur);
    }
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    exitCode = error.code;
    if (left !== null && allAsleep.test(stderr)) {
      // The entry has returned: nobody waits for those that are left.
      left = m.started.filter((g) => g.status !== 'dead').length;
      stderr = '';
      exitCode = 0;
    }
  }
  return { exitCode, stdout, stderr, left };
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

/** Runs a function in the main goroutine; others live on. */
function runToEnd(m: Machine, ref: ReturnType<typeof funcRef>): void {
  const g =
    m.cur.id === 0 || m.cur.status === 'dead'
      ? { id: m.nextId++, top: null, status: 'run' as const, wakePanic: null, locked: false }
      : m.cur;
  const main: Machine['cur'] = mainGoroutine.get(m) ?? g;
  mainGoroutine.set(m, main);
  m.cur = main;
  main.status = 'run';
  let over = false;
  call(
    m,
    codeOf(m, ref),
    [],
    [],
    () => (over = true),
    () => (over = true),
    null,
  );
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
