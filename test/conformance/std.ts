// The standard library and the go command's own packages, checked by us and compared with go/types.
//
//   npm run conformance:std [-- --packages PATTERN,... --oracle PATTERN,... --skip-oracle --skip-round-trip]
//
// 1. Every package of `go list std cmd` (linux/amd64, no cgo) loads and checks with bodies and without an error, and
//    our loader selects the packages and files that the go command does.
// 2. For each expression and identifier of std our facts are those of go/types (test/oracle/dump).
// 3. Each file of GOROOT that go/parser accepts is the same tree after printing and parsing.
// Details go to build/conformance/; the last line of standard output is JSON with all figures.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { forEachPackage, type LoadedPackage } from '../../src/load/index.ts';
import { installedGo } from '../support/go.ts';
import { goList, type ListedPackage, targetEnv } from '../support/go-list.ts';
import { compareWithOracle, newOracleSession, type OracleSession } from './oracle.ts';
import { parserVerdicts, roundTrip } from './roundtrip.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const outputFolder = join(root, 'build', 'conformance');

/** At most one difference in so many entries. */
const allowedRate = 10_000;

/** Why facts differ that are no mistakes. Every category of a run must stand here, or the run fails. */
const explanations: Readonly<Record<string, string>> = {
  'spelling of type':
    'instances with identical type arguments are one, spelled as it was first met: byte is uint8, an alias its type',
};

function main(): number {
  const { values } = parseArgs({
    options: {
      packages: { type: 'string', default: 'std,cmd' },
      oracle: { type: 'string', default: 'std' },
      'skip-oracle': { type: 'boolean', default: false },
      'skip-round-trip': { type: 'boolean', default: false },
    },
  });
  if (installedGo === null) {
    console.error('conformance:std needs Go 1.26 or later on the PATH');
    return 2;
  }
  mkdirSync(outputFolder, { recursive: true });
  const { goroot, version } = installedGo;
  const patterns = values.packages.split(',');
  const oracle = values['skip-oracle'] ? null : dumpOracle(values.oracle.split(','));
  const checked = checkAll(goroot, patterns, oracle);
  const printed = values['skip-round-trip'] ? null : roundTripAll(goroot);
  const figures = { go: version, ...checked, ...printed };
  console.log(JSON.stringify(figures));
  const entries = checked.entries ?? 0;
  const failed =
    checked.errors > 0 ||
    checked.selectionDifferences > 0 ||
    (checked.differences ?? 0) * allowedRate > entries ||
    (checked.unexplained ?? 0) > 0 ||
    (printed !== null && printed.filesSame !== printed.filesAccepted);
  return failed ? 1 : 0;
}

/** Lets go/types dump its facts about the packages that `patterns` name. */
function dumpOracle(patterns: readonly string[]): OracleSession & { readonly packages: ReadonlySet<string> } {
  const folder = join(root, 'build', 'oracle');
  rmSync(folder, { recursive: true, force: true });
  const started = performance.now();
  execFileSync('go', ['run', './dump', '-out', folder, ...patterns], {
    cwd: join(root, 'test', 'oracle'),
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const packages = new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.bin'))
      .map((name) => name.slice(0, -'.bin'.length).replaceAll('+', '/')),
  );
  console.log(`go/types: ${packages.size} packages dumped in ${seconds(started)} s`);
  return { ...newOracleSession(folder), packages };
}

interface Checked {
  readonly packages: number;
  /** Packages that have nothing but tests. */
  readonly testsOnly: number;
  readonly files: number;
  readonly errors: number;
  /** Packages or files that the go command and our loader choose differently. */
  readonly selectionDifferences: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly comparedPackages?: number;
  readonly entries?: number;
  readonly differences?: number;
  readonly missing?: number;
  readonly extra?: number;
  readonly unexplained?: number;
  readonly categories?: Readonly<Record<string, number>>;
}

function checkAll(goroot: string, patterns: readonly string[], oracle: ReturnType<typeof dumpOracle> | null): Checked {
  const started = performance.now();
  const named = goList(patterns, root).filter((pkg) => !pkg.DepOnly);
  const listed = new Map(named.filter((pkg) => pkg.GoFiles.length > 0).map((pkg) => [pkg.ImportPath, pkg]));
  const testsOnly = named.length - listed.size;
  const errors: string[] = [];
  const selection: string[] = [];
  const differences: string[] = [];
  const categories = new Map<string, number>();
  let packages = 0;
  let files = 0;
  let compared = 0;
  const totals = { entries: 0, differences: 0, missing: 0, extra: 0 };
  const request = {
    patterns,
    cwd: join(goroot, 'src'),
    goroot,
    goos: targetEnv.GOOS,
    goarch: targetEnv.GOARCH,
    cgo: false,
    work: 'off',
  };
  const summary = forEachPackage(nodeHost(root, process.env), request, (loaded, sources) => {
    // What the file of `unsafe` declares is built in; vendored commands are not commands to the go command.
    if (loaded.path === 'unsafe' || (loaded.path.startsWith('cmd/vendor/') && loaded.name === 'main')) return;
    packages++;
    files += loaded.files.length;
    selection.push(...selectionProblems(loaded, listed.get(loaded.path)));
    listed.delete(loaded.path);
    if (oracle?.packages.has(loaded.path) === true) {
      compared++;
      const result = compareWithOracle(oracle, loaded.types, sources, loaded.files, loaded.info);
      totals.entries += result.entries;
      totals.differences += result.differences;
      totals.missing += result.missing;
      totals.extra += result.extra;
      for (const [category, n] of result.categories) categories.set(category, (categories.get(category) ?? 0) + n);
      differences.push(...result.examples);
    }
  });
  for (const { span, rule, message, severity } of summary.diagnostics) {
    if (severity !== 'error') continue;
    const at = span === null ? null : summary.sources.position(span.pos);
    errors.push(`${at === null ? '' : `${at.file}:${at.line}:${at.column}: `}${rule}: ${message}`);
  }
  for (const missing of listed.keys()) selection.push(`${missing}: not loaded`);
  writeFileSync(join(outputFolder, 'std-errors.txt'), lines([...errors, ...selection]));
  console.log(`checked: ${packages} packages, ${files} files, ${errors.length} errors in ${seconds(started)} s`);
  for (const problem of [...errors, ...selection].slice(0, 20)) console.log(`  ${problem}`);
  const figures = {
    packages,
    testsOnly,
    files,
    errors: errors.length,
    selectionDifferences: selection.length,
    seconds: seconds(started),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  if (oracle === null) return figures;
  writeFileSync(join(outputFolder, 'std-differences.txt'), lines(differences));
  const unexplained = [...categories].filter(([category]) => explanationOf(category) === null);
  console.log(`compared: ${compared} packages, ${totals.entries} entries, ${totals.differences} differ`);
  for (const [category, n] of categories)
    console.log(`  ${n} ${category}: ${explanationOf(category) ?? 'UNEXPLAINED'}`);
  return {
    ...figures,
    comparedPackages: compared,
    ...totals,
    unexplained: unexplained.reduce((sum, [, n]) => sum + n, 0),
    categories: Object.fromEntries(categories),
  };
}

function explanationOf(category: string): string | null {
  for (const [prefix, text] of Object.entries(explanations)) if (category.startsWith(prefix)) return text;
  return null;
}

/** Where the loader's choice of files is not that of the go command. */
function selectionProblems(loaded: LoadedPackage, listed: ListedPackage | undefined): string[] {
  if (listed === undefined) return [`${loaded.path}: the go command does not list it`];
  const ours = loaded.files.map((file) => basename(file.path)).sort();
  const theirs = [...listed.GoFiles].sort();
  return ours.join() === theirs.join() ? [] : [`${loaded.path}: files ${ours.join(' ')}, not ${theirs.join(' ')}`];
}

function roundTripAll(goroot: string): Readonly<Record<string, number>> & {
  readonly filesAccepted: number;
  readonly filesSame: number;
} {
  const started = performance.now();
  const paths = readdirSync(goroot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.go'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const result = roundTrip(parserVerdicts(root, paths));
  writeFileSync(join(outputFolder, 'round-trip.txt'), lines(result.failures));
  console.log(`printed and parsed: ${result.same} of ${result.accepted} files the same, in ${seconds(started)} s`);
  return {
    goFiles: paths.length,
    filesAccepted: result.accepted,
    filesSame: result.same,
    filesRejected: result.rejected,
    filesAlsoRejected: result.alsoRejected,
    filesSameErrorLine: result.sameLine,
  };
}

function lines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join('');
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

process.exitCode = main();
