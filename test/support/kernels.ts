// Kernels of concurrency bugs as one module: copied beside each other, built and run by the long commands.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuiltPackage, buildPackages, loadTests } from '../../src/driver/explore/build.ts';
import type { Children } from '../../src/driver/explore/process.ts';
import { limitsWithin, type RunSettings, type TestTarget } from '../../src/driver/explore/run.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';

export interface Kernel {
  /** `cockroach/584` */
  readonly name: string;
  readonly target: TestTarget;
}

export function foldersWithGo(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  const here = entries.some((entry) => entry.isFile() && entry.name.endsWith('.go')) ? [dir] : [];
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => foldersWithGo(join(dir, entry.name)));
  return [...here, ...below];
}

/** The last two folders of a path: project and number. */
export function kernelName(dir: string, root: string): string {
  return relative(root, dir).split(/[\\/]/).slice(-2).join('/');
}

/** Copies kernels into a module of their own. A command gets a test that runs it. */
export function copyKernels(root: string, to: string, only: RegExp): readonly string[] {
  const names: string[] = [];
  for (const folder of foldersWithGo(root)) {
    const name = kernelName(folder, root);
    if (!only.test(name)) continue;
    const copy = join(to, name);
    mkdirSync(copy, { recursive: true });
    let tests = false;
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.go')) continue;
      cpSync(join(folder, file), join(copy, file));
      tests ||= /^func Test/m.test(readFileSync(join(folder, file), 'utf8')) && file.endsWith('_test.go');
    }
    if (!tests)
      writeFileSync(
        join(copy, 'run_test.go'),
        'package main\n\nimport "testing"\n\nfunc TestRun(t *testing.T) { main() }\n',
      );
    names.push(name);
  }
  // Written before loop variables were one for each round.
  writeFileSync(join(to, 'go.mod'), 'module kernels\n\ngo 1.19\n');
  return names;
}

export interface BuiltKernels {
  readonly kernels: readonly Kernel[];
  readonly settings: RunSettings;
  readonly problems: readonly string[];
}

export async function buildKernels(
  module: string,
  scratch: string,
  children: Children,
  race = false,
): Promise<BuiltKernels> {
  const settings = {
    folder: module,
    patterns: ['./...'],
    tags: [],
    run: null,
    race,
    instrument: [],
    progress: () => {},
    interruption: { isRequested: () => false },
  };
  const host = nodeHost(module, goEnvironment());
  const loaded = loadTests(host, settings);
  const built = await buildPackages(loaded, settings, host, scratch, children);
  const nameOf = (pkg: BuiltPackage): string => pkg.path.replace(/^kernels\//, '');
  return {
    kernels: built.packages.flatMap((pkg) => pkg.targets.map((target) => ({ name: nameOf(pkg), target }))),
    settings: { children, scratch, limits: limitsWithin(20_000), allow: [], processors: 2 },
    problems: [...loaded.diagnostics, ...built.diagnostics].map((problem) => problem.message),
  };
}
