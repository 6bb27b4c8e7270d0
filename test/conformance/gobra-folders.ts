// `npm run conformance:gobra-folders -- DIR...`
//
// Packages of several files, and packages with a configuration, by the rules of Gobra's suite: below each DIR, the files of a directory
// with one package clause are one package, with the options in those files; imports are looked for in that directory first. Errors of syntax and types must be
// on the lines that the files expect, and nowhere else; what verification would report is left out,
// and so are packages that the suite ignores.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { verify } from '../../src/driver/index.ts';
import { syntaxErrors } from '../../src/syntax/index.ts';
import { annotationsOf, differences, type Expectation, optionsOf, type Report } from './gobra-suite.ts';

const dirs = process.argv.slice(2);
if (dirs.length === 0) {
  process.stderr.write('usage: npm run conformance:gobra-folders -- DIR...\n');
  process.exit(2);
}

/** Files by their directory and package clause. */
function packagesBelow(dir: string): ReadonlyMap<string, readonly string[]> {
  const packages = new Map<string, string[]>();
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(gobra|go)$/.test(name)) continue;
    const path = join(dir, name);
    const clause = /^[ \t]*package\s+(\w+)/m.exec(withoutComments(readFileSync(path, 'utf8')))?.[1];
    const key = `${dirname(path)} ${clause}`;
    packages.set(key, [...(packages.get(key) ?? []), path]);
  }
  return packages;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');
}

function isReject({ key }: Expectation): boolean {
  return key === 'type_error' || key === 'parser_error';
}

/** What is wrong with the reports about the files of one package. */
async function judge(paths: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(paths[0] as string);
  const options = paths.map((path) => optionsOf(readFileSync(path, 'utf8'), path));
  const { sources, diagnostics } = await verify({
    folder,
    patterns: paths,
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: false,
    prove: false,
    all: false,
    include: [folder, ...options.flatMap(({ include }) => include)],
    module: '',
    onlyWithHeader: false,
    requireMeasures: true,
    requireTriggers: false,
    friendClauses: options.some(({ friendClauses }) => friendClauses),
    relations: false,
    progress: () => {},
  });
  const found = new Map<string, Report[]>();
  for (const { span, rule, message, severity } of diagnostics) {
    if (severity !== 'error') continue;
    const place = span === null ? null : sources.position(span.pos);
    const file = place === null ? '' : resolve(folder, place.file);
    const id = [rule in syntaxErrors ? 'parser_error' : 'type_error'];
    found.set(file, [...(found.get(file) ?? []), { line: place?.line ?? null, id, message: `${rule} ${message}` }]);
  }
  const elsewhere = [...found].filter(([file]) => !paths.includes(file)).flatMap(([, reports]) => reports);
  return [
    ...elsewhere.map(({ message }) => `elsewhere: ${message}`),
    ...paths.flatMap((path) => {
      const expected = (annotationsOf(readFileSync(path, 'utf8')) ?? []).filter(isReject);
      return differences(expected, found.get(path) ?? []).map((line) => `${path}:${line}`);
    }),
  ];
}

const begin = process.cpuUsage();
let packages = 0;
let ignored = 0;
const wrong: string[] = [];
for (const dir of dirs) {
  for (const [key, paths] of packagesBelow(resolve(dir))) {
    if (paths.some((path) => annotationsOf(readFileSync(path, 'utf8')) === null)) {
      ignored++;
      continue;
    }
    packages++;
    const why = await judge(paths);
    if (why.length === 0) continue;
    wrong.push(key);
    console.log(`wrong ${key}`);
    for (const line of why) console.log(`    ${line}`);
  }
}
const { user, system } = process.cpuUsage(begin);
if (wrong.length > 0) process.exitCode = 1;
console.log(
  JSON.stringify({
    command: 'conformance:gobra-folders',
    packages,
    ignored,
    right: packages - wrong.length,
    wrong: wrong.length,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
