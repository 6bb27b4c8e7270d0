// Builds test binaries from instrumented copies, given to the go command as an overlay: the user's tree stays untouched.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import type { Host } from '../../base/host.ts';
import type { SourceSet } from '../../base/source.ts';
import { type Instrumented, instrument, makeOverlay, runtimeImportPath, type Sites } from '../../explore/index.ts';
import { type LoadedPackage, loadPackages } from '../../load/index.ts';
import type { Package } from '../../types/object.ts';
import { runtimeFolder } from '../host/installation.ts';
import { loadRequest } from '../host/load-request.ts';
import { toSlash } from '../host/node-host.ts';
import { buildTestBinary, gorootIn } from './go-toolchain.ts';
import { writeOverlay } from './overlay-files.ts';
import type { Children } from './process.ts';
import type { TestTarget } from './run.ts';
import { type TestedPackage, testedPackages } from './test-functions.ts';

export interface BuildSettings {
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly tags: readonly string[];
  readonly run: RegExp | null;
  readonly race: boolean;
  readonly instrument: readonly string[];
  readonly progress: (message: string) => void;
  readonly interruption: { readonly isRequested: () => boolean };
}

/** Files to be added to the packages under test, by path: tests that were generated. */
export type ExtraFiles = ReadonlyMap<string, string>;

export interface LoadedTests {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly LoadedPackage[];
  /** Those that the patterns name, without their dependencies. */
  readonly own: readonly LoadedPackage[];
  readonly tested: readonly TestedPackage[];
}

export interface BuiltPackage {
  readonly path: string;
  readonly targets: readonly TestTarget[];
}

export interface Built {
  readonly packages: readonly BuiltPackage[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Building one package, dependencies included. */
const buildMs = 300_000;

/** The packages that the patterns name, with their tests, and the dependencies that are to be instrumented. */
export function loadTests(host: Host, settings: BuildSettings): LoadedTests {
  const request = loadRequest(
    { ...settings, goos: null, goarch: null, tests: true, modelsOnly: false, limits: null } as Parameters<
      typeof loadRequest
    >[0],
    host.env,
  );
  const first = loadPackages(host, request);
  const tested = testedPackages(first.packages, first.sources);
  const wanted = dependencies(first.packages).filter((path) => isChosen(path, settings.instrument));
  if (wanted.length === 0) return { ...first, own: first.packages, tested };
  // Tests of dependencies are not run, and what is wrong in dependencies is not the user's to hear.
  const all = loadPackages(host, { ...request, imported: wanted });
  const named = new Set(first.packages.map((pkg) => pkg.id));
  const own = all.packages.filter((pkg) => named.has(pkg.id));
  return {
    sources: all.sources,
    diagnostics: first.diagnostics.length === 0 ? [] : all.diagnostics,
    packages: all.packages,
    own,
    tested: testedPackages(own, all.sources),
  };
}

/** Import paths of everything needed that is neither in the standard library nor among the packages themselves. */
function dependencies(packages: readonly LoadedPackage[]): readonly string[] {
  const own = new Set(packages.map((pkg) => pkg.path));
  const seen = new Set<Package>();
  const found = new Set<string>();
  const visit = (pkg: Package): void => {
    if (seen.has(pkg)) return;
    seen.add(pkg);
    // The standard library has no dot in the first element of its paths.
    if (!own.has(pkg.path) && (pkg.path.split('/')[0] ?? '').includes('.')) found.add(pkg.path);
    for (const imported of pkg.imports) visit(imported);
  };
  for (const pkg of packages) for (const imported of pkg.imports.values()) visit(imported);
  return [...found].sort();
}

/** All by default; else those that a pattern names, `...` standing for anything. */
function isChosen(path: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) => {
    const text = pattern
      .split('...')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    return new RegExp(`^${text}$`).test(path);
  });
}

export async function buildPackages(
  loaded: LoadedTests,
  settings: BuildSettings,
  host: Host,
  scratch: string,
  children: Children,
  extra: ExtraFiles = new Map(),
): Promise<Built> {
  const goroot = (await gorootIn(settings.folder, children)) ?? host.env('GOROOT') ?? '';
  const modules = [...new Set(loaded.packages.flatMap((pkg) => (pkg.module === null ? [] : [pkg.module])))];
  const runtimePath = runtimeImportPath(host, goroot, modules);
  const runtime = runtimeFolder();
  if (runtimePath === null || runtime === null) {
    const what =
      runtime === null ? 'the folder runtime of gordian is missing' : `there is no usable GOROOT at ${goroot}`;
    return { packages: [], diagnostics: [diagnostic('NoGoToolchain', null, what)] };
  }
  const instrumented = instrument(loaded.packages, loaded.sources, runtimePath);
  const { sites } = instrumented;
  const runtimeFiles = readdirSync(runtime).flatMap((name) =>
    /\.(go|s)$/.test(name) ? [{ name, text: readFileSync(join(runtime, name), 'utf8') }] : [],
  );
  const overlay = makeOverlay(withExtra(instrumented, extra), runtimeFiles, {
    folder: toSlash(scratch),
    goroot,
    modCache: host.env('GOMODCACHE') ?? null,
    runtimePath,
    host,
  });
  writeOverlay(overlay);
  const { flags } = overlay;

  const table: Sites = new Map(sites.map((site) => [site.id, site]));
  const packages: BuiltPackage[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, pkg] of loaded.tested.entries()) {
    const tests = pkg.tests.filter((test) => settings.run === null || settings.run.test(test.name));
    if (tests.length === 0 || settings.interruption.isRequested()) continue;
    settings.progress(`building the tests of ${pkg.path}`);
    const binary = join(scratch, `test-${i}`);
    const build = {
      goroot,
      folder: pkg.dir,
      flags,
      env: overlay.env,
      output: binary,
      race: settings.race,
      tags: settings.tags,
      wallMs: buildMs,
    };
    const problem = await buildTestBinary(build, children);
    // A build that was ended in the middle says nothing.
    if (settings.interruption.isRequested()) break;
    if (problem !== '') {
      const own = await buildTestBinary({ ...build, flags: [], env: {}, output: join(scratch, 'plain') }, children);
      // The front end says it better, and at its place.
      const isKnown = loaded.packages.some(
        (one) => one.dir === pkg.dir && one.diagnostics.some(({ severity }) => severity === 'error'),
      );
      if (own === '' || !isKnown) diagnostics.push(buildProblem(pkg.path, own, problem));
      continue;
    }
    const needed = neededFor(pkg.path, loaded.packages);
    const untouched = leftAlone(instrumented, needed);
    packages.push({
      path: pkg.path,
      targets: tests.map((test) => ({
        package: pkg.path,
        name: test.name,
        binary,
        cwd: pkg.dir,
        sites: table,
        race: settings.race,
        untouched,
        file: test.file,
        line: test.line,
      })),
    });
  }
  return { packages, diagnostics };
}

/** A package, its tests, and all that they need. */
function neededFor(path: string, packages: readonly LoadedPackage[]): readonly LoadedPackage[] {
  const seen = new Set<string>();
  const visit = (pkg: Package): void => {
    if (seen.has(pkg.path)) return;
    seen.add(pkg.path);
    for (const imported of pkg.imports) visit(imported);
  };
  for (const pkg of packages) {
    if (pkg.path !== path && pkg.forTest !== path) continue;
    seen.add(pkg.path);
    for (const imported of pkg.imports.values()) visit(imported);
  }
  return packages.filter((pkg) => seen.has(pkg.path));
}

/** Of the standard library: they start goroutines that are not seen, and let them wait for each other. */
const startGoroutines: ReadonlySet<string> = new Set([
  'crypto/tls',
  'database/sql',
  'log/syslog',
  'net',
  'net/http',
  'net/http/httptest',
  'net/http/httputil',
  'net/rpc',
  'net/rpc/jsonrpc',
  'net/smtp',
  'os/exec',
  'os/signal',
]);

/** The first thing in these packages that could not be put under control, and why; '' if there is none. */
function leftAlone({ untouched }: Instrumented, packages: readonly LoadedPackage[]): string {
  const folders = new Set(packages.map((pkg) => pkg.dir));
  const left = untouched.find(({ file }) => folders.has(file.slice(0, file.lastIndexOf('/'))));
  if (left !== undefined) return `${left.file.slice(left.file.lastIndexOf('/') + 1)}:${left.line}: ${left.reason}`;
  for (const pkg of packages)
    for (const path of pkg.imports.keys())
      if (startGoroutines.has(path)) return `${pkg.path} uses ${path}, which starts goroutines of its own`;
  return '';
}

function withExtra(instrumented: Instrumented, extra: ExtraFiles): Instrumented {
  const added = [...extra].map(([path, text]) => ({ path, text, package: '' }));
  return { ...instrumented, files: [...instrumented.files, ...added] };
}

/** Tests that do not build by themselves are the user's affair; copies that do not are ours. */
function buildProblem(path: string, own: string, instrumented: string): Diagnostic {
  const lines = (own === '' ? instrumented : own).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const message =
    own === ''
      ? `the instrumented tests of ${path} do not build; this is a defect of gordian`
      : `the tests of ${path} do not build`;
  return diagnostic('TestsDoNotBuild', null, `${message}: ${lines[0] ?? ''}`, { notes: lines.slice(1, 8) });
}
