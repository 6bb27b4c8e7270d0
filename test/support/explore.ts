// Building and running instrumented Go programs in tests.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOverlay } from '../../src/driver/explore/overlay-files.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { type Instrumented, instrument } from '../../src/explore/instrument.ts';
import { makeOverlay, type RuntimeFile, runtimeImportPath } from '../../src/explore/overlay.ts';
import { defaultLimits, type Plan, parseRecord, type RunRecord } from '../../src/explore/protocol.ts';
import { type LoadedPackage, loadPackages } from '../../src/load/index.ts';
import { root } from './repository.ts';

export const goEnv = ((): Readonly<Record<string, string>> | null => {
  const result = spawnSync('go', ['env', '-json', 'GOROOT', 'GOMODCACHE', 'GOOS', 'GOARCH'], { encoding: 'utf8' });
  return result.status === 0 ? (JSON.parse(result.stdout) as Record<string, string>) : null;
})();

export function runtimeFiles(): RuntimeFile[] {
  // A bundled script does not know where the repository is.
  const folder = [root, process.cwd()].map((at) => join(at, 'runtime')).find((at) => existsSync(join(at, 'go.mod')));
  if (folder === undefined) throw new Error('runtime/ is not in sight');
  return readdirSync(folder)
    .filter((name) => /\.(go|s)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

export interface Build {
  readonly folder: string;
  readonly binary: string;
  readonly instrumented: Instrumented;
  readonly problems: readonly string[];
  /** What the go command said; '' if all went well. */
  readonly output: string;
}

export interface BuildOptions {
  /** `build` for a program, `test` for a package's tests, `vet` to check types only. */
  readonly mode?: 'build' | 'test';
  readonly race?: boolean;
  readonly patterns?: readonly string[];
  /** More packages to instrument, by import path. */
  readonly also?: readonly string[];
  /** Do not instrument. */
  readonly plain?: boolean;
  readonly flags?: readonly string[];
  /** `binary` becomes a folder with one program for each package. */
  readonly outDir?: boolean;
}

/** Instruments and builds the package in a folder. `dispose` the result. */
export function buildFolder(module: string, options: BuildOptions = {}): Build {
  if (goEnv === null) throw new Error('Go is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'gordian-explore-'));
  const host = nodeHost(module, process.env);
  const goroot = goEnv.GOROOT as string;
  const patterns = options.patterns ?? ['.'];
  const loaded = loadPackages(host, {
    patterns: [...patterns, ...(options.also ?? [])],
    cwd: module,
    tests: options.mode !== 'build',
    goroot,
    modCache: goEnv.GOMODCACHE as string,
    goos: goEnv.GOOS as string,
    goarch: goEnv.GOARCH as string,
    tags: options.race ? ['race'] : [],
  });
  const runtimePath = runtimeImportPath(host, goroot, modulePaths(loaded.packages));
  if (runtimePath === null) throw new Error('no place for the runtime');
  const instrumented = instrument(loaded.packages, loaded.sources, runtimePath);
  const overlay = makeOverlay(instrumented, runtimeFiles(), {
    folder,
    goroot,
    modCache: goEnv.GOMODCACHE ?? null,
    runtimePath,
    host,
  });
  writeOverlay(overlay);
  const binary = join(folder, 'program');
  if (options.outDir) mkdirSync(binary);
  const command = options.mode === 'build' ? ['build'] : ['test', '-c', '-vet=off'];
  const flags = options.plain ? [] : overlay.flags;
  const args = [...command, ...flags, ...(options.flags ?? []), ...(options.race ? ['-race'] : []), '-o', binary];
  const result = spawnSync('go', [...args, ...patterns], {
    cwd: module,
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, ...(options.plain ? {} : overlay.env) },
  });
  return {
    folder,
    binary,
    instrumented,
    problems: loaded.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message),
    output: result.status === 0 ? '' : `${result.stdout}${result.stderr}`,
  };
}

function modulePaths(packages: readonly LoadedPackage[]): string[] {
  return packages.map((pkg) => pkg.module ?? pkg.path);
}

export function dispose(build: Build): void {
  rmSync(build.folder, { recursive: true, force: true });
}

export interface Run {
  readonly record: RunRecord;
  readonly text: string;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function planOf(changes: Partial<Plan> = {}): Plan {
  return {
    version: 1,
    seed: 1,
    strategy: { kind: 'first' },
    limits: defaultLimits,
    record: 'events',
    earlyNs: 0,
    allow: [],
    processors: 4,
    ...changes,
  };
}

/** Runs a built program under a plan; without one, as if it were not instrumented. */
export function runBuild(build: Build, args: readonly string[], plan: Plan | null, cwd?: string): Run {
  const record = join(build.folder, 'record');
  rmSync(record, { force: true });
  const env: NodeJS.ProcessEnv = { ...process.env };
  if (plan !== null) {
    env.GORDIAN_PLAN = JSON.stringify(plan);
    env.GORDIAN_RECORD = record;
    env.GOMAXPROCS = '1';
  }
  const result = spawnSync(build.binary, args, { cwd: cwd ?? build.folder, env, encoding: 'utf8', timeout: 60_000 });
  let text = '';
  try {
    text = readFileSync(record, 'utf8');
  } catch {
    // Without a plan there is no record.
  }
  return { record: parseRecord(text), text, status: result.status, stdout: result.stdout, stderr: result.stderr };
}
