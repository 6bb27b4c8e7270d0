// Real modules, with their tests and all that they import: none may have an error, with the installed Go and without.
//
//   npm run conformance:modules [-- --only NAME]
//
// Each module is copied out of the module cache into build/modules/, so that it is a main module of its own, and what
// it requires is downloaded by the go command. Then its packages are loaded twice: with GOROOT, and with the standard
// library from models/ only. Each load is a process of its own, so that time and memory are its own.
// The last line of standard output is JSON with all figures.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { forEachPackage } from '../../src/load/index.ts';
import { fetchModule, go, type Module } from './module-copies.ts';

const modules: readonly Module[] = [
  { path: 'github.com/samber/lo', version: 'v1.51.0', style: 'generics' },
  { path: 'github.com/puzpuzpuz/xsync/v4', version: 'v4.5.0', style: 'generic concurrent containers' },
  { path: 'github.com/sourcegraph/conc', version: 'v0.3.0', style: 'structured concurrency' },
  { path: 'github.com/spf13/cobra', version: 'v1.10.2', style: 'a small library' },
  { path: 'go.uber.org/zap', version: 'v1.28.0', style: 'a library with much testing' },
  { path: 'google.golang.org/grpc', version: 'v1.85.0', style: 'concurrency and generated code' },
  { path: 'github.com/nats-io/nats-server/v2', version: 'v2.15.2', style: 'a server with large files' },
  { path: 'k8s.io/client-go', version: 'v0.37.2', style: 'very large, with generated code' },
];

/** What one load gave. */
interface Figures {
  readonly module: string;
  readonly standardLibrary: 'goroot' | 'models';
  readonly packages: number;
  readonly dependencies: number;
  /** Of the module's own files, and of everything that was read. */
  readonly lines: number;
  readonly allLines: number;
  readonly errors: number;
  /** Packages for which something was not found, so that errors may have been kept back. */
  readonly lacking: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const root = process.env.GORDIAN_ROOT ?? process.cwd();

function main(): number {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      load: { type: 'string' },
      models: { type: 'boolean', default: false },
    },
  });
  if (values.load !== undefined) return loadOne(values.load, values.models);
  const wanted = modules.filter((module) => values.only === undefined || module.path.includes(values.only));
  const results: Figures[] = [];
  let failed = false;
  for (const module of wanted) {
    const dir = fetchModule(module);
    if (dir === null) {
      failed = true;
      continue;
    }
    for (const flags of [[], ['--models']]) {
      const result = measure(dir, flags, module);
      if (result === null) failed = true;
      else results.push(result);
    }
  }
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  const largest = Math.max(0, ...results.map((result) => result.allLines));
  const peakMegabytes = Math.max(0, ...results.map((result) => result.peakMegabytes));
  console.log(JSON.stringify({ modules: wanted.length, errors, largestLines: largest, peakMegabytes, results }));
  // With a Go installation and all modules downloaded nothing may be missing.
  const lacking = results.some((result) => result.standardLibrary === 'goroot' && result.lacking > 0);
  return failed || wanted.length === 0 || lacking || errors > 0 || results.some((result) => result.packages === 0)
    ? 1
    : 0;
}

/** Loads in another process, which says its figures in its last line. */
function measure(dir: string, flags: readonly string[], module: Module): Figures | null {
  const child = spawnSync(process.execPath, [process.argv[1] as string, '--load', dir, ...flags], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  const lines = child.stdout.trim().split('\n');
  for (const line of lines.slice(0, -1)) console.log(line);
  try {
    const figures = { module: `${module.path}@${module.version}`, ...JSON.parse(lines.at(-1) ?? '') } as Figures;
    console.log(
      `${figures.module} (${module.style}), standard library from ${figures.standardLibrary}: ` +
        `${figures.packages} packages and ${figures.dependencies} dependencies, ${figures.lines} of ${figures.allLines} ` +
        `lines, ${figures.errors} errors, ${figures.lacking} packages lack something, ${figures.seconds} s, ${figures.peakMegabytes} MB`,
    );
    return figures;
  } catch {
    console.log(`${module.path}: the load ended without figures (status ${child.status})`);
    return null;
  }
}

function loadOne(dir: string, modelsOnly: boolean): number {
  const started = performance.now();
  const [goroot = '', modCache = ''] = go(dir, ['env', 'GOROOT', 'GOMODCACHE']).trim().split('\n');
  let packages = 0;
  let lacking = 0;
  const own = new Set<string>();
  const { sources, diagnostics, dependencies } = forEachPackage(
    nodeHost(dir, {}),
    {
      patterns: ['./...'],
      cwd: dir,
      tests: true,
      goroot: modelsOnly ? null : goroot,
      modCache,
      models: join(root, 'models'),
      work: 'off',
      goos: 'linux',
      goarch: 'amd64',
    },
    (loaded) => {
      packages++;
      if (loaded.lacking) lacking++;
      for (const file of loaded.files) own.add(file.path);
    },
  );
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  const errors = diagnostics.filter((d) => d.severity !== 'note');
  for (const d of errors.slice(0, 50)) {
    const place = d.span === null ? null : sources.position(d.span.pos);
    console.log(`${place === null ? '' : `${place.file}:${place.line}:${place.column}: `}${d.rule}: ${d.message}`);
  }
  let lines = 0;
  let allLines = 0;
  for (const file of sources.files()) {
    if (!file.path.endsWith('.go')) continue;
    const count = file.lines().length - 1;
    allLines += count;
    if (own.has(file.path)) lines += count;
  }
  const standardLibrary = modelsOnly ? 'models' : 'goroot';
  const figures = {
    standardLibrary,
    packages,
    dependencies,
    lines,
    allLines,
    errors: errors.length,
    lacking,
    seconds,
    peakMegabytes,
  };
  console.log(JSON.stringify(figures));
  return 0;
}

process.exitCode = main();
