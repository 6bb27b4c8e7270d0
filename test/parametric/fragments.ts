// Fragments to measure and to compare with other tools: VirGo texts below a folder, and the functions of a Go module.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { flowProgram } from '../../src/check/analyse.ts';
import { loadForAnalysis } from '../../src/check/load.ts';
import { fragmentProgram } from '../../src/comm/extract/fragment.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { loadRequest } from '../../src/driver/host/load-request.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { findRoots } from '../../src/flow/roots.ts';
import type { LoadResult } from '../../src/load/index.ts';
import { parseVirgo, virgoFromComm } from '../../src/virgo/index.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();

export interface ParametricFragment {
  readonly name: string;
  readonly program: VirgoProgram;
}

export interface Fragments {
  readonly fragments: readonly ParametricFragment[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
}

/** The fragments of this repository, and those of another folder if one is given. */
export function allFragments(folder: string | undefined): Fragments {
  const own = virgoFragments(join(root, 'testdata/virgo'));
  const go = goFragments(join(root, 'testdata/parametric/figures'));
  const more = folder === undefined ? { fragments: [], unreadable: [] } : virgoFragments(folder);
  return {
    fragments: [...own.fragments, ...go, ...more.fragments],
    unreadable: [...own.unreadable, ...more.unreadable],
  };
}

/** Every file below the folder is a VirGo text: the paper's own examples have no extension. */
function virgoFragments(folder: string): Fragments {
  const fragments: ParametricFragment[] = [];
  const unreadable: string[] = [];
  for (const path of filesBelow(folder)) {
    const name = relative(folder, path).replace(/\.virgo$/, '');
    const parsed = parseVirgo(readFileSync(path, 'utf8'), path);
    if (parsed.ok) fragments.push({ name, program: parsed.program });
    else unreadable.push(`${name}: ${parsed.message}`);
  }
  return { fragments, unreadable };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

/** The functions of a Go module that can be said in VirGo. */
function goFragments(folder: string): readonly ParametricFragment[] {
  const loaded = loadGo(folder);
  const flow = flowProgram(loaded);
  const own = new Set(loaded.packages.map(({ types }) => types));
  return findRoots(flow, (pkg) => own.has(pkg)).flatMap((found) => {
    const virgo = virgoFromComm(fragmentProgram(flow, found));
    return virgo.ok ? [{ name: found.fn.name, program: virgo.program }] : [];
  });
}

/** The packages of a module without their tests, ready for fragments to be made. */
export function loadGo(folder: string): LoadResult {
  const host = nodeHost(folder, goEnvironment());
  const request = {
    folder,
    patterns: ['./...'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: false,
    limits: null,
    progress: () => {},
  };
  const loaded = loadForAnalysis(host, loadRequest(request, host.env));
  const packages = loaded.packages.filter((pkg) => !pkg.diagnostics.some(({ severity }) => severity === 'error'));
  return { ...loaded, packages };
}
