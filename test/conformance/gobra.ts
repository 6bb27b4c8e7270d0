// `npm run conformance:gobra -- DIR [--only PATTERN] [--shard I/N] [--runs N] [--resume FILE] [--record]`
//
// Runs the files of Gobra's regression suite, a folder with its `regressions`, by the suite's own rules, and compares the result
// for each file with what is recorded in testdata/conformance/gobra.txt. A file to be rejected passes if exactly the expected lines have
// errors. A file to be verified passes only if nothing in it was skipped.
//
// With --resume, results go into FILE as they come, and files with a result there are not run again. --record writes the record anew.
// With --runs, every file is run that often, and what differs from its first result is listed as `unsteady`.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { type Outcome, runFile } from './gobra-front-end.ts';
import { type Column, differences, type SuiteFile, suiteFiles } from './gobra-suite.ts';

/**
 * `right`: as the suite expects. `skipped`: no error, but something was not verified. `accepted`: no error although the suite expects one.
 * `refused`: an error in a file that is only to be verified. `wrong`: other errors than expected.
 */
type Result = 'right' | 'skipped' | 'accepted' | 'refused' | 'wrong' | 'crash';

interface Scored {
  readonly name: string;
  readonly column: Column;
  readonly result: Result;
  readonly why: readonly string[];
}

const root = process.env.GORDIAN_ROOT ?? '.';
const recordPath = join(root, 'testdata/conformance/gobra.txt');
const library = resolve(root, 'specs');
const solver = nativeSyncHost();
/** Why a file differs on purpose. */
const explained: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'testdata/conformance/gobra-explained.json'), 'utf8'),
);

function score(file: SuiteFile): Scored {
  const { name, column, expected } = file;
  let outcome: Outcome;
  try {
    outcome = runFile(file, library, solver);
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, column, result: 'crash', why: why.split('\n').slice(0, 6) };
  }
  const why = differences(expected, outcome.reports);
  if (column === 'reject') {
    const result = why.length === 0 ? 'right' : outcome.reports.length === 0 ? 'accepted' : 'wrong';
    return { name, column, result, why };
  }
  if (outcome.skipped.length > 0) return { name, column, result: 'skipped', why: outcome.skipped };
  const refused = outcome.reports.some((report) => report.id[0] === 'type_error' || report.id[0] === 'parser_error');
  return { name, column, result: why.length === 0 ? 'right' : refused ? 'refused' : 'wrong', why };
}

function agrees(row: Scored): boolean {
  return row.result === 'right' || row.result === 'skipped';
}

function readRecord(): Map<string, Result> {
  const record = new Map<string, Result>();
  if (!existsSync(recordPath)) return record;
  for (const line of readFileSync(recordPath, 'utf8').split('\n')) {
    const [result, name] = line.split(' ');
    if (name !== undefined) record.set(name, result as Result);
  }
  return record;
}

function flagValue(flag: string): string | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
}

const args = process.argv.slice(2);
const flagsWithValue = ['--only', '--shard', '--runs', '--resume'];
const dir = args.find((arg, i) => !arg.startsWith('--') && !flagsWithValue.includes(args[i - 1] ?? ''));
if (dir === undefined) {
  process.stderr.write(
    'usage: npm run conformance:gobra -- DIR [--only PATTERN] [--shard I/N] [--runs N] [--resume FILE] [--record]\n',
  );
  process.exit(2);
}
const only = flagValue('--only');
const shard = /^(\d+)\/(\d+)$/.exec(flagValue('--shard') ?? '1/1');
const runs = Number(flagValue('--runs') ?? 1);
const resume = flagValue('--resume');
const pattern = only === null ? null : new RegExp(only);

const all = suiteFiles(resolve(dir));
const chosen = all.filter(
  (file, i) =>
    (pattern === null || pattern.test(file.name)) && i % Number(shard?.[2] ?? 1) === Number(shard?.[1] ?? 1) - 1,
);
const known = new Map<string, Scored>();
if (resume !== null && existsSync(resume)) {
  for (const line of readFileSync(resume, 'utf8').split('\n')) {
    if (line === '') continue;
    const scored = JSON.parse(line) as Scored;
    known.set(scored.name, scored);
  }
}

const begin = process.cpuUsage();
const record = readRecord();
const scored: Scored[] = [];
const unsteady: string[] = [];
for (const file of chosen) {
  let result = known.get(file.name);
  if (result === undefined) {
    result = score(file);
    if (resume !== null) appendFileSync(resume, `${JSON.stringify(result)}\n`);
  }
  for (let run = 2; run <= runs; run++) {
    const again = score(file);
    if (JSON.stringify(again) === JSON.stringify(result)) continue;
    unsteady.push(file.name);
    console.log(`unsteady ${file.name}: ${again.result} in run ${run}, and ${result.result} before`);
    break;
  }
  scored.push(result);
  if (result.result === 'right' || result.result === 'skipped') continue;
  console.log(`${result.result} ${result.column} ${result.name}`);
  for (const line of result.why) console.log(`    ${line}`);
  if (explained[file.name] !== undefined) console.log(`    explained: ${explained[file.name]}`);
}

const columns: readonly Column[] = ['reject', 'verify-fail', 'verify-ok'];
const summary = Object.fromEntries(
  columns.map((column) => {
    const rows = scored.filter((row) => row.column === column);
    const results: Partial<Record<Result, number>> = {};
    for (const row of rows) results[row.result] = (results[row.result] ?? 0) + 1;
    return [column, { files: rows.length, right: 0, ...results }];
  }),
);
const changed = scored.filter((row) => record.get(row.name) !== row.result);
const worse = changed.filter(
  (row) => record.get(row.name) === 'right' || row.result === 'crash' || row.result === 'refused',
);
if (args.includes('--record')) {
  for (const row of scored) record.set(row.name, row.result);
  const lines = [...record].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, result]) => `${result} ${name}`);
  writeFileSync(recordPath, `${lines.join('\n')}\n`);
} else {
  for (const row of changed)
    console.log(`changed ${row.name}: ${record.get(row.name) ?? 'not recorded'}, now ${row.result}`);
  if (worse.length > 0) process.exitCode = 1;
}
if (unsteady.length > 0) process.exitCode = 1;
const { user, system } = process.cpuUsage(begin);
console.log(
  JSON.stringify({
    command: 'conformance:gobra',
    files: scored.length,
    ...summary,
    explained: scored.filter((row) => !agrees(row) && explained[row.name] !== undefined).length,
    unexplained: scored.filter((row) => !agrees(row) && explained[row.name] === undefined).map((row) => row.name),
    changed: changed.length,
    ...(runs > 1 ? { runs, unsteady } : {}),
    worse: worse.length,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
