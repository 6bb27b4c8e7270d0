// `npm run conformance:gobra-units -- DIR [--only PATTERN] [--record]`
//
// Scores our front end by the unit tests of Gobra's that need no solver: DIR is a directory with its Scala sources, below which
// the files of `tables` are looked for. The tests are read as they are; each question is put to our parser, checker and eraser.
// Tests that do not hold are compared with testdata/conformance/gobra-units.json, which says why they differ.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { runTests, type TestResult } from './gobra-units/run.ts';
import { readTests } from './gobra-units/scala.ts';

const tables = [
  'ParserUnitTests',
  'GoParserUnitTests',
  'GobrafyUnitTests',
  'ExprTypingUnitTests',
  'TypeTypingUnitTests',
  'MemberTypingUnitTests',
  'StmtTypingUnitTests',
  'GhostErasureUnitTests',
];

const args = process.argv.slice(2);
const dir = args.find((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--only');
if (dir === undefined) {
  process.stderr.write('usage: npm run conformance:gobra-units -- DIR [--only PATTERN]\n');
  process.exit(2);
}
const only = new RegExp(args[args.indexOf('--only') + 1] ?? '');
const pattern = args.includes('--only') ? only : null;

/** Why a test differs, by table and name. */
const explained: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(process.env.GORDIAN_ROOT ?? '.', 'testdata/conformance/gobra-units.json'), 'utf8'),
);

const sources = new Map<string, string>();
for (const name of readdirSync(resolve(dir), { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.scala')) sources.set(basename(name, '.scala'), join(dir, name));
}

const begin = process.cpuUsage();
const summary: Record<string, unknown> = {};
const unexplained: string[] = [];
const stale: string[] = [];
for (const table of tables) {
  const path = sources.get(table);
  if (path === undefined) {
    console.log(`${table}: not found`);
    process.exitCode = 1;
    continue;
  }
  const reasons = new Map(Object.entries(explained[table] ?? {}));
  const results = runTests(readTests(readFileSync(path, 'utf8'))).filter(({ name }) => pattern?.test(name) ?? true);
  const wrong = results.filter(({ result }) => result !== 'right');
  for (const { name, why, result } of wrong) {
    console.log(`${result} ${table}: ${name}\n    ${why}`);
    const reason = reasons.get(name);
    if (reason === undefined) unexplained.push(`${table}: ${name}`);
    else console.log(`    explained: ${reason}`);
  }
  for (const name of reasons.keys()) {
    if (results.some((row) => row.name === name && row.result === 'right')) stale.push(`${table}: ${name}`);
  }
  summary[table] = { tests: results.length, right: results.length - wrong.length, ...counts(wrong) };
}

function counts(rows: readonly TestResult[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { result } of rows) found[result] = (found[result] ?? 0) + 1;
  return found;
}

const { user, system } = process.cpuUsage(begin);
if (unexplained.length > 0 || stale.length > 0) process.exitCode = 1;
console.log(
  JSON.stringify({
    command: 'conformance:gobra-units',
    ...summary,
    unexplained: unexplained.length,
    stale,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
