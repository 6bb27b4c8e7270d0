// What two builds are compared on: everything in testdata, kernels in a directory, real modules.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fetchModule, type Module } from './module-copies.ts';

export type Scope = 'testdata' | 'kernels' | 'modules';

export const scopes: readonly Scope[] = ['testdata', 'kernels', 'modules'];

/** One run of `gordian check`. */
export interface Unit {
  readonly scope: Scope;
  /** Names the unit in the output and in the directory of results. */
  readonly name: string;
  /** Where it is run. */
  readonly dir: string;
  readonly patterns: readonly string[];
  /** Communication programs: their result is text. */
  readonly isText: boolean;
  /** With Gordian's own declarations only, so that the Go that is installed makes no difference. */
  readonly modelsOnly: boolean;
}

/** Each module in it, each `.go` file outside modules by itself, and each communication program. */
export function testdataUnits(root: string): readonly Unit[] {
  const units: Unit[] = [];
  const visit = (dir: string): void => {
    const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const shared = { scope: 'testdata', dir, modelsOnly: true } as const;
    if (entries.some(({ name }) => name === 'go.mod')) {
      units.push({ ...shared, name: relative(root, dir), patterns: ['./...'], isText: false });
      return;
    }
    for (const entry of entries) {
      const path = join(dir, entry.name);
      const isText = /\.(comm|migo|virgo)$/.test(entry.name);
      if (entry.isDirectory()) visit(path);
      else if (isText || entry.name.endsWith('.go'))
        units.push({ ...shared, name: relative(root, path), patterns: [entry.name], isText });
    }
  };
  visit(join(root, 'testdata'));
  return units;
}

/** One package in each directory below. */
export function kernelUnits(root: string): readonly Unit[] {
  const units: Unit[] = [];
  const visit = (dir: string): void => {
    const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    if (entries.some((entry) => entry.isFile() && entry.name.endsWith('.go'))) {
      const name = relative(root, dir);
      units.push({ scope: 'kernels', name, dir, patterns: ['.'], isText: false, modelsOnly: true });
    }
    for (const entry of entries) if (entry.isDirectory()) visit(join(dir, entry.name));
  };
  visit(root);
  return units;
}

/** Real modules, fetched where they are not there yet; those that cannot be fetched are said and left out. */
export function moduleUnits(modules: readonly Module[]): readonly Unit[] {
  return modules.flatMap((module): Unit[] => {
    const dir = fetchModule(module);
    const name = `${module.path}@${module.version}`;
    return dir === null ? [] : [{ scope: 'modules', name, dir, patterns: ['./...'], isText: false, modelsOnly: false }];
  });
}
