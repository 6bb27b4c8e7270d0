// Files with specifications, loaded as `gordian verify` loads them, and functions of them run on drawn inputs.

import { dirname, resolve } from 'node:path';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { type Lowerer, newLowerer } from '../../src/ir/index.ts';
import {
  type ContractOutcome,
  drawSample,
  inputTypes,
  type Packages,
  runContract,
  type Sample,
} from '../../src/ir/interp/index.ts';
import { type LoadedPackage, type LoadResult, loadPackages } from '../../src/load/index.ts';
import type { Func } from '../../src/types/index.ts';

export interface Specified {
  readonly loaded: LoadResult;
  readonly pkg: LoadedPackage;
  readonly lineOf: (pos: number) => number;
}

/** One file as a package. Throws what is wrong with it. */
export function loadSpecified(
  name: string,
  { relations = false, include = [] as readonly string[], goarch = 'amd64' } = {},
): Specified {
  const path = resolve(name);
  const loaded = loadPackages(nodeHost(dirname(path), {}), {
    patterns: [path],
    cwd: dirname(path),
    goroot: null,
    models: null,
    gopath: [],
    goarch,
    specifications: {
      include,
      module: '',
      library: resolve(process.env.GORDIAN_ROOT ?? '.', 'specs'),
      onlyWithHeader: false,
      rules: { requireMeasures: false, friendClauses: false, relations, requireTriggers: false },
    },
  });
  const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
  const lineOf = (pos: number): number => loaded.sources.position(pos)?.line ?? 0;
  const [pkg] = loaded.packages;
  if (pkg === undefined || errors.length > 0)
    throw new Error(errors.map((e) => `${lineOf(e.span?.pos ?? 0)}: ${e.message}`).join('\n') || 'not loaded');
  return { loaded, pkg, lineOf };
}

/** What can be run of a package. */
export interface Runnable {
  readonly lowerer: Lowerer;
  readonly packages: Packages;
  readonly functions: readonly Func[];
}

export function runnableOf({ loaded, pkg }: Specified): Runnable {
  const lowerer = newLowerer([pkg, ...loaded.specified], { strict: true });
  const packages = new Map([pkg, ...loaded.specified].map(({ types }) => [types.path, types]));
  const functions = [...lowerer.bodies.keys()].filter((func) => {
    if (func.pkg !== pkg.types || func.type?.kind !== 'Signature') return false;
    return (func.type.typeParams ?? func.type.recvTypeParams ?? []).length === 0;
  });
  return { lowerer, packages, functions };
}

export interface Tried {
  readonly inputs: readonly Sample[];
  readonly outcome: ContractOutcome;
}

/** Runs a function on inputs that follow from the seed. */
export function tryContract(run: Runnable, func: Func, runs: number, seed = 1, fuel = 100_000): Tried[] {
  let state = seed;
  const draw = (bound: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % bound;
  };
  const { lowerer, packages } = run;
  const pkg = func.pkg;
  if (pkg === null) return [];
  return Array.from({ length: runs }, () => {
    const inputs = inputTypes(func).map((type) => drawSample(type, { draw, depth: 3, size: 4 }));
    return { inputs, outcome: runContract({ packages, lowerer, pkg, func, inputs, fuel }) };
  });
}
