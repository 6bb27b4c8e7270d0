// `npm run conformance:annotated -- DIR [--each] [-I DIR]... [--go] [--proofs] [--smallest N] [--only PATTERN]`
//
// What holds for every annotated file, tried on the files below a directory: printing its tree and parsing that gives the same tree;
// what is checked has no error; and what is left once its ghost code is erased is Go without errors. Files of one directory
// and package clause are checked together, or each by itself with --each, as Gobra's regression suite has them: then files that expect errors
// are left out of what is checked. With --go, what is left is compiled with the installed Go, too. With --proofs, every member is verified, and those that are
// not proved are listed, but for failures on lines that expect one. --smallest takes the packages with the least text.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { must } from '../../src/base/assert.ts';
import type { MemberVerdict } from '../../src/base/member.ts';
import { SourceSet } from '../../src/base/source.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { encodeLoaded, proveEncoded } from '../../src/driver/prove.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import {
  type Configuration,
  configuredPackages,
  type LoadedPackage,
  type LoadRequest,
  type LoadResult,
  loadPackages,
} from '../../src/load/index.ts';
import { difference, parseFile, printFile } from '../../src/syntax/index.ts';
import { checkFiles, eraseGhost } from '../../src/types/index.ts';
import { configOf, stdImporter } from '../support/check.ts';
import { installedGo } from '../support/go.ts';
import { annotationsOf, optionsOf } from './gobra-suite.ts';

const args = process.argv.slice(2);
const include: string[] = [];
const rest: string[] = [];
for (let i = 0; i < args.length; i++) {
  if (args[i] === '-I') include.push(resolve(args[++i] ?? '.'));
  else if (args[i] === '--only' || args[i] === '--smallest') rest.push(`${args[i]}=${args[++i]}`);
  else rest.push(args[i] as string);
}
const dir = rest.find((arg) => !arg.startsWith('--'));
if (dir === undefined) {
  process.stderr.write(
    'usage: npm run conformance:annotated -- DIR [--each] [-I DIR]... [--go] [--proofs] [--smallest N] [--only PATTERN]\n',
  );
  process.exit(2);
}
const top = resolve(dir);
const each = rest.includes('--each');
const only = new RegExp(rest.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '');
const library = resolve(process.env.GORDIAN_ROOT ?? '.', 'specs');
const rules = { requireMeasures: false, friendClauses: true, relations: true, requireTriggers: false };
const goroot = installedGo?.goroot ?? null;

/** Annotated files by what is checked together. */
function groups(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(gobra|go)$/.test(name) || name.endsWith('_test.go') || !only.test(name)) continue;
    const path = join(top, name);
    const text = readFileSync(path, 'utf8');
    const clause = /^[ \t]*package\s+(\w+)/m.exec(text)?.[1];
    const key = each ? path : `${dirname(path)} ${clause}`;
    found.set(key, [...(found.get(key) ?? []), path]);
  }
  for (const [key, paths] of found) if (!paths.some(isAnnotated)) found.delete(key);
  const smallest = rest.find((arg) => arg.startsWith('--smallest='));
  if (smallest === undefined) return found;
  const size = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0);
  return new Map(
    [...found].sort(([, a], [, b]) => size(a) - size(b)).slice(0, Number(smallest.slice('--smallest='.length))),
  );
}

function isAnnotated(path: string): boolean {
  return path.endsWith('.gobra') || /\/\/ ?@|\/\* ?@/.test(readFileSync(path, 'utf8'));
}

/** Why printing and parsing does not give the same tree; null if it does, or if there is no tree to begin with. */
function roundTrip(path: string): string | null {
  const specifications = path.endsWith('.gobra') ? 'tokens' : 'annotations';
  const text = readFileSync(path, 'utf8');
  const first = parseFile(new SourceSet().add(path, text), 1, { specifications });
  if (first.diagnostics.length > 0) return null;
  const again = parseFile(new SourceSet().add(path, printFile(first.file, { specifications })), 1, { specifications });
  const [error] = again.diagnostics;
  return error === undefined ? difference(first.file, again.file) : `the printed form: ${error.message}`;
}

function configurationOf(path: string): Configuration {
  const host = nodeHost(dirname(path), {});
  const specifications = { include: [], module: '', library, onlyWithHeader: false, rules };
  return configuredPackages(host, { patterns: [path], specifications }).groups[0]?.configuration ?? {};
}

function hasHeader(path: string): boolean {
  return /\/\/\s*\+gobra/.test(readFileSync(path, 'utf8'));
}

interface Checked {
  readonly errors: readonly string[];
  /** Null if it was not loaded. */
  readonly pkg: LoadedPackage | null;
  readonly loaded: LoadResult;
  readonly sources: SourceSet;
}

/** Checks files as one package, by their own options and by the configuration of their directory. */
function check(paths: readonly string[], configuration: Configuration): Checked {
  const folder = dirname(paths[0] as string);
  const options = paths.map((path) => optionsOf(readFileSync(path, 'utf8'), path));
  const sources = new SourceSet();
  const host = nodeHost(folder, {});
  const base: LoadRequest = { patterns: paths, cwd: folder, goroot, models: null, gopath: [], sources };
  const loaded = loadPackages(host, {
    ...base,
    specifications: {
      include: [...include, ...options.flatMap((found) => found.include), ...(configuration.include ?? [])],
      module: configuration.module ?? '',
      library,
      onlyWithHeader: configuration.onlyWithHeader ?? false,
      rules,
    },
  });
  const { packages, diagnostics } = loaded;
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ span, rule, message }) => {
      const at = span === null ? null : sources.position(span.pos);
      return `${at === null ? '' : `${relative(top, at.file)}:${at.line}`} ${rule} ${message}`;
    });
  return { errors, pkg: packages[0] ?? null, loaded, sources };
}

/** The files of a package without ghost code, by the names that they can have in a Go package. */
function erase({ pkg, sources }: Checked): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (pkg === null) return texts;
  for (const [i, file] of pkg.files.entries()) texts.set(`f${i}.go`, eraseGhost(sources, pkg.types, pkg.info, file));
  return texts;
}

/** Errors in Go files of one package that imports nothing but the standard library. */
function goErrors(texts: ReadonlyMap<string, string>): readonly string[] {
  const sources = new SourceSet();
  const found: string[] = [];
  const files = [...texts].map(([name, text]) => {
    const source = sources.add(name, text);
    let file = null as ReturnType<typeof parseFile>['file'] | null;
    sources.takeIds((firstId) => {
      const parsed = parseFile(source, firstId);
      found.push(...parsed.diagnostics.map(({ message }) => message));
      file = parsed.file;
      return parsed.nextId;
    });
    return file as unknown as ReturnType<typeof parseFile>['file'];
  });
  if (found.length > 0) return found;
  const importPackage = goroot === null ? () => null : stdImporter(goroot, sources);
  const config = configOf({ importPackage, reportMissingImports: false });
  return checkFiles(config, sources, 'p', files)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ rule, message, span }) => `${span === null ? '' : sources.position(span.pos)?.line} ${rule} ${message}`);
}

/** Compiles packages with the installed Go; gives the directories in which it found errors. */
function compile(packages: ReadonlyMap<string, ReadonlyMap<string, string>>): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-annotated-'));
  const wrong = new Map<string, string>();
  try {
    writeFileSync(join(folder, 'go.mod'), 'module erased\n\ngo 1.24\n');
    const names = [...packages.keys()];
    names.forEach((name, i) => {
      mkdirSync(join(folder, `p${i}`));
      for (const [file, text] of packages.get(name) ?? []) writeFileSync(join(folder, `p${i}`, file), text);
    });
    try {
      const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-mod=mod', GOPROXY: 'off' };
      execFileSync('go', ['build', '-gcflags=-e', './...'], { cwd: folder, env, stdio: 'pipe', encoding: 'utf8' });
    } catch (error) {
      const text = String((error as { stderr?: string }).stderr ?? error);
      for (const [, i, message] of text.matchAll(/^(?:\.\/)?p(\d+)\/(.*)$/gm)) {
        const name = names[Number(i)] as string;
        if (!wrong.has(name)) wrong.set(name, message as string);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return wrong;
}

const members: Partial<Record<MemberVerdict | 'failed as expected', number>> = {};

/** Verifies every member of a package, and counts and lists what came of them. */
function prove(
  name: string,
  { pkg, loaded, sources }: Checked,
  paths: readonly string[],
  configuration: Configuration,
): void {
  if (pkg === null || pkg.info.facts === null) return;
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const asked = [...texts].map(([path, text]) => optionsOf(text, path));
  const proof = {
    checkInjectivity: configuration.injectivity === false || asked.some(({ injectivity }) => !injectivity),
    hyper: configuration.hyperMode ?? asked.find(({ hyperMode }) => hyperMode !== 'off')?.hyperMode ?? 'off',
    checkOverflow: configuration.overflow === true || asked.some(({ overflow }) => overflow),
  };
  const expected = new Set(
    [...texts].flatMap(([path, text]) => (annotationsOf(text) ?? []).map(({ line }) => `${path}:${line}`)),
  );
  const at = (pos: number): string => {
    const place = sources.position(pos);
    return place === null ? '' : `${place.file}:${place.line}`;
  };
  for (const member of proveEncoded(encodeLoaded(pkg, loaded, proof), pkg.path, must(nativeSyncHost(), 'z3'), proof)) {
    const isExpected = member.errors.length > 0 && member.errors.every(({ span }) => expected.has(at(span.pos)));
    const verdict = isExpected ? 'failed as expected' : member.verdict;
    members[verdict] = (members[verdict] ?? 0) + 1;
    if (verdict === 'proved' || verdict === 'trusted' || isExpected) continue;
    const why = member.errors.map(({ id, span }) => `${id.join(':')} at ${relative(top, at(span.pos))}`);
    if (member.reason !== null) why.push(member.reason.text);
    console.log(`${verdict} ${name} ${member.function}: ${why.join('; ')}`);
  }
}

const begin = process.cpuUsage();
const counts = { files: 0, roundTrips: 0, packages: 0, expectErrors: 0, withoutErrors: 0, erased: 0, erasedValid: 0 };
const compiled = new Map<string, ReadonlyMap<string, string>>();
for (const [key, paths] of groups()) {
  const name = relative(top, key);
  for (const path of paths.filter(isAnnotated)) {
    counts.files++;
    const why = roundTrip(path);
    if (why === null) counts.roundTrips++;
    else console.log(`round trip ${relative(top, path)}: ${why}`);
  }
  if (each && paths.some((path) => expectsErrors(path))) {
    counts.expectErrors++;
    continue;
  }
  const configuration = configurationOf(paths[0] as string);
  const marked = configuration.onlyWithHeader === true ? paths.filter(hasHeader) : paths;
  if (marked.length === 0) continue;
  counts.packages++;
  const checked = check(marked, configuration);
  if (checked.errors.length > 0) {
    console.log(`errors ${name}`);
    for (const line of checked.errors.slice(0, 10)) console.log(`    ${line}`);
    continue;
  }
  counts.withoutErrors++;
  if (rest.includes('--proofs')) prove(name, checked, marked, configuration);
  const texts = erase(checked);
  if (texts.size === 0) continue;
  // Only packages that import nothing but the standard library stand by themselves.
  const local = paths.some((path) => optionsOf(readFileSync(path, 'utf8'), path).include.length > 0);
  if (local || ![...(checked.pkg?.imports.keys() ?? [])].every(isStandard)) continue;
  counts.erased++;
  compiled.set(name, texts);
  const wrong = goErrors(texts);
  if (wrong.length === 0) counts.erasedValid++;
  else {
    console.log(`erased ${name}`);
    for (const line of wrong.slice(0, 5)) console.log(`    ${line}`);
  }
}

function expectsErrors(path: string): boolean {
  const expected = annotationsOf(readFileSync(path, 'utf8'));
  return expected === null || expected.some(({ key }) => key === 'type_error' || key === 'parser_error');
}

function isStandard(path: string): boolean {
  return goroot !== null && existsSync(join(goroot, 'src', path));
}

let go: Record<string, number> = {};
if (rest.includes('--go')) {
  const wrong = compile(compiled);
  for (const [name, message] of wrong) console.log(`go ${name}: ${message}`);
  go = { compiled: compiled.size, compiledWell: compiled.size - wrong.size };
}
const { user, system } = process.cpuUsage(begin);
console.log(
  JSON.stringify({
    command: 'conformance:annotated',
    ...counts,
    ...go,
    ...(rest.includes('--proofs') ? { members } : {}),
    cpuMs: Math.round((user + system) / 1000),
  }),
);
