// Programs for the interpreter: GOROOT's packages, checked once with bodies, and Go files that import them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import { SourceSet } from '../../../src/base/source.ts';
import {
  addUnit,
  funcRef,
  globalOf,
  initFunction,
  type Lowerer,
  methodOf,
  newLowerer,
  sanity,
} from '../../../src/ir/index.ts';
import { decodeSource } from '../../../src/syntax/decode.ts';
import type * as ast from '../../../src/syntax/nodes.ts';
import {
  checkFiles,
  type Func,
  lookupFieldOrMethod,
  type Package,
  sizesFor,
  type Type,
  unsafePackage,
} from '../../../src/types/index.ts';
import { newPointer } from '../../../src/types/newtypes.ts';
import { lookup } from '../../../src/types/scope.ts';
import { parseInto } from '../../support/check.ts';
import { goList } from '../../support/go-list.ts';
import { compile } from './compile.ts';
import { call, codeOf, Exit, type Machine, newMachine, schedule } from './machine.ts';
import { library, natives, unwraps, writers } from './natives.ts';
import { type Iface, Slice, Unsupported, zeroOf } from './values.ts';

/** Packages whose own initialisation is run; those of others are left out. */
const initialised = new Set(
  `io unicode unicode/utf8 unicode/utf16 strconv strings bytes sort math math/bits math/cmplx math/rand slices maps cmp
  iter bufio container/list container/heap container/ring sync internal/sync sync/atomic internal/bytealg internal/stringslite
  internal/itoa internal/strconv hash hash/crc32 hash/fnv hash/maphash internal/oserror io/fs path text/tabwriter regexp regexp/syntax
  math/big encoding/binary encoding/hex encoding/base64 internal/byteorder context`.split(/\s+/),
);

export interface Library {
  readonly sources: SourceSet;
  readonly packages: ReadonlyMap<string, Package>;
  readonly lowerer: Lowerer;
}

/** Checks the packages with all that they import. */
export function loadLibrary(paths: readonly string[], cwd: string): Library {
  const sources = new SourceSet();
  const packages = new Map<string, Package>([['unsafe', unsafePackage]]);
  const lowerer = newLowerer([], { strict: true });
  for (const listed of goList(paths, cwd)) {
    const diagnostics: Diagnostic[] = [];
    const files: ast.File[] = [];
    for (const name of listed.GoFiles) {
      const path = join(listed.Dir, name);
      const { text } = decodeSource(readFileSync(path));
      files.push(parseInto(sources, { path, text }, 'parse', diagnostics));
    }
    const result = checkFiles(
      config((path) => packages.get(listed.ImportMap[path] ?? path) ?? null),
      sources,
      listed.ImportPath,
      files,
    );
    packages.set(listed.ImportPath, result.pkg);
    addUnit(lowerer, { types: result.pkg, info: result.info, files });
  }
  return { sources, packages, lowerer };
}

function config(importPackage: (path: string) => Package | null): Parameters<typeof checkFiles>[0] {
  return {
    importPackage,
    reportMissingImports: true,
    goVersion: '',
    ignoreFuncBodies: false,
    sizes: sizesFor('amd64'),
    specifications: null,
    fakeImportC: false,
    ignoreUnusedImports: false,
  };
}

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Goroutines that are blocked for ever after the entry has returned; null where the process ended. */
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

/** Checks and runs one file of package main. Throws Unsupported for what the interpreter does not have. */
export function runFile(lib: Library, path: string, text: string, options: RunOptions = {}): Outcome {
  const diagnostics: Diagnostic[] = [];
  const file = parseInto(lib.sources, { path, text }, 'parse', diagnostics);
  for (const spec of file.imports) {
    const name = spec.path.value.slice(1, -1);
    if (!lib.packages.has(name)) throw new Unsupported(`package ${name}`);
  }
  const result = checkFiles(
    config((name) => lib.packages.get(name) ?? null),
    lib.sources,
    'main',
    [file],
  );
  const wrong = [...diagnostics, ...result.diagnostics].find((d) => d.severity === 'error');
  if (wrong !== undefined) throw new Error(`does not type-check: ${wrong.message}`);
  // A lowerer of its own, which shares what is known about the library.
  const lowerer = newLowerer([{ types: result.pkg, info: result.info, files: [file] }], { strict: true });
  for (const [pkg, unit] of lib.lowerer.units) lowerer.units.set(pkg, unit);
  for (const [func, body] of lib.lowerer.bodies) lowerer.bodies.set(func, body);
  return run(lib, lowerer, result.pkg, options);
}

function run(lib: Library, lowerer: Lowerer, main: Package, options: RunOptions): Outcome {
  let stdout = '';
  let stderr = '';
  const named = (pkg: string, name: string): Type | null => {
    const p = lib.packages.get(pkg);
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
    stdout: (t) => {
      stdout += t;
    },
    stderr: (t) => {
      stderr += t;
    },
    seed: options.seed ?? null,
    fuel: options.fuel ?? 300_000_000,
  });
  setUpLibrary(lib, m, named);
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

function setUpLibrary(lib: Library, m: Machine, named: (pkg: string, name: string) => Type | null): void {
  const pointer = (t: Type | null): Type | null => (t === null ? null : newPointer(t));
  const file = named('os', 'File');
  const stdout = file === null ? null : (zeroOf(file)() as unknown[]);
  const stderr = file === null ? null : (zeroOf(file)() as unknown[]);
  library.current = {
    wrapError: pointer(named('fmt', 'wrapError')),
    plainError: pointer(named('errors', 'errorString')),
    stdout,
    stderr,
    time: named('time', 'Time'),
  };
  const setGlobal = (pkg: string, name: string, value: unknown): void => {
    const p = lib.packages.get(pkg);
    const obj = p === undefined ? null : lookup(p.scope, name);
    if (obj?.kind === 'Var') m.globals.set(globalOf(m.lowerer, obj).id, [value]);
  };
  setGlobal('os', 'Stdout', stdout);
  setGlobal('os', 'Stderr', stderr);
  setGlobal('os', 'Args', new Slice(['main'], 0, 1, 1));
  const methodNamed = (t: Type, name: string): ReturnType<typeof codeOf> | null => {
    const { obj } = lookupFieldOrMethod(t, false, null, name, false);
    const ref = obj?.kind === 'Func' ? methodOf(m.lowerer, t, obj) : null;
    return ref === null ? null : codeOf(m, ref);
  };
  writers.find = (_, w: Iface) => {
    const code = methodNamed(w.t.type, 'Write');
    if (code === null) throw new Unsupported('a writer without Write');
    return code;
  };
  unwraps.find = (_, e: Iface) => methodNamed(e.t.type, 'Unwrap');
}
