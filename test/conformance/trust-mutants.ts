// `npm run trust:mutants -- DIR --count N --seed S [--only PATTERN] [--resume FILE] [--viper JAR] [--z3 PATH]`
//
// Changes one small thing in code or contracts of the files of Gobra's suite that are only to be verified, N times, and lists the mutants that are proved
// all the same. Each of these is judged: nothing new is claimed (a ghost step less); the interpreter runs every function and finds no contract
// broken; false cannot be proved at its ends; the real Viper, given its jar, verifies the same program. What the interpreter breaks is a wrong proof, and the command fails.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '../../src/base/assert.ts';
import { findExecutable } from '../../src/driver/host/executables.ts';
import type { ProveOptions } from '../../src/driver/prove.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { printProgram } from '../../src/vil/index.ts';
import { keepResult, keptResults } from '../fuzz/kept-results.ts';
import { randomFrom } from '../fuzz/random.ts';
import { type ContractMutant, claimsNothingNew, contractMutants, mutated } from '../support/contract-mutants.ts';
import { executeMutant, judgeMutant, type Original, originalOf } from '../support/judge-mutant.ts';
import { loadSuiteFile } from './gobra-front-end.ts';
import { type SuiteFile, suiteFiles } from './gobra-suite.ts';
import { openPeer } from './viper-peer-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    resume: { type: 'string' },
    viper: { type: 'string' },
    z3: { type: 'string', default: findExecutable('z3') ?? 'z3' },
  },
});
const [dir] = positionals;
const host = nativeSyncHost();
if (dir === undefined || host === null) {
  process.stderr.write(
    'usage: npm run trust:mutants -- DIR [--count N] [--seed S] [--runs N] [--only PATTERN] [--resume FILE] [--viper JAR]      (needs z3 on the PATH)\n',
  );
  process.exit(2);
}
const root = process.env.GORDIAN_ROOT ?? '.';
const library = resolve(root, 'specs');

/** What came of a mutant. */
interface Row {
  readonly at: string;
  readonly kind: string;
  readonly part: string;
  readonly result: 'invalid' | 'same' | 'failed' | 'open' | 'survived';
  /** For survivors: the line before and after. */
  readonly diff?: readonly [string, string];
  readonly judged?: 'nothing new' | 'kept' | 'broken' | 'peer agrees' | 'peer differs' | 'unjudged';
  readonly why?: readonly string[];
}

interface Source {
  readonly file: SuiteFile;
  readonly text: string;
  readonly mutants: readonly ContractMutant[];
}

function optionsFor({ options }: SuiteFile): ProveOptions {
  return { checkInjectivity: !options.injectivity, hyper: options.hyperMode, checkOverflow: options.overflow };
}

/** The files with their mutants. */
function sourcesOf(files: readonly SuiteFile[]): readonly Source[] {
  return files.flatMap((file): readonly Source[] => {
    const text = readFileSync(file.path, 'utf8');
    const loaded = loadSuiteFile(file, library);
    const [pkg] = loaded.packages;
    const tree = pkg?.files.find((one) => loaded.sources.fileOf(one.pos)?.path === file.path);
    const base = tree === undefined ? undefined : loaded.sources.fileOf(tree.pos)?.base;
    if (tree === undefined || base === undefined) return [];
    return [{ file, text, mutants: contractMutants(tree, text, base) }];
  });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

const peer =
  values.viper === undefined
    ? null
    : openPeer({ jar: values.viper, z3: values.z3, flags: ['--assumeInjectivityOnInhale'] });
const originals = new Map<string, Original | null>();

async function rowOf({ file, text }: Source, mutant: ContractMutant, at: string): Promise<Row | null> {
  const options = optionsFor(file);
  const solver = must(host, 'a solver');
  let original = originals.get(file.name);
  if (original === undefined) {
    original = originalOf(loadSuiteFile(file, library), solver, options);
    originals.set(file.name, original);
  }
  if (original === null) return null;
  const changed = mutated(text, mutant);
  const verdict = judgeMutant(original, loadSuiteFile(file, library, changed), solver, options);
  const about = { at, kind: mutant.kind, part: mutant.part };
  switch (verdict.kind) {
    case 'invalid':
    case 'same':
      return { ...about, result: verdict.kind };
    case 'failed':
      return { ...about, result: 'failed' };
    case 'open':
      return { ...about, result: 'open', why: [verdict.why] };
    case 'proved':
      break;
  }
  const line = lineAt(text, mutant.start) - 1;
  const diff = [text, changed].map((whole) => whole.split('\n')[line]?.trim() ?? '') as unknown as readonly [
    string,
    string,
  ];
  const survivor = { ...about, result: 'survived', diff } as const;
  const { kept, broken } = executeMutant(verdict.loaded, Number(values.runs));
  if (broken.length > 0) return { ...survivor, judged: 'broken', why: broken };
  if (claimsNothingNew(mutant)) return { ...survivor, judged: 'nothing new' };
  if (peer !== null) {
    const path = join(root, 'build/trust-mutants.vpr');
    mkdirSync(join(root, 'build'), { recursive: true });
    writeFileSync(path, printProgram(verdict.encoded.program));
    const { errors } = await peer.ask(path);
    // What Viper's parser and type checker refuse, it does not judge.
    const isRead = typeof errors !== 'string' && !errors.some((id) => /^(parser|typechecker|consistency)/.test(id));
    if (isRead && errors.length === 0) return { ...survivor, judged: 'peer agrees' };
    if (isRead) return { ...survivor, judged: 'peer differs', why: errors };
  }
  return { ...survivor, judged: kept > 0 ? 'kept' : 'unjudged' };
}

const begin = process.cpuUsage();
const pattern = new RegExp(values.only);
const sources = sourcesOf(
  suiteFiles(resolve(dir)).filter(({ column, name }) => column === 'verify-ok' && pattern.test(name)),
);
const places = sources.reduce((sum, { mutants }) => sum + mutants.length, 0);
const random = randomFrom(Number(values.seed));
const known = new Map(keptResults<Row>(values.resume).map((row) => [row.at, row]));
const rows: Row[] = [];
// Files weigh the same, however long they are.
const left = sources.map((source) => ({ source, mutants: [...source.mutants] }));
while (rows.length < Number(values.count) && left.length > 0) {
  const number = random.int(left.length);
  const { source, mutants } = left[number] as (typeof left)[number];
  const [mutant] = mutants.splice(random.int(mutants.length), 1);
  if (mutant === undefined) {
    left.splice(number, 1);
    continue;
  }
  const at = `${source.file.name}:${lineAt(source.text, mutant.start)}:${mutant.start} ${mutant.kind} ${mutant.end}`;
  const before = known.get(at);
  const row = before ?? (await rowOf(source, mutant, at));
  if (row === null) continue;
  rows.push(row);
  if (before === undefined) keepResult(values.resume, row);
  if (row.result !== 'survived') continue;
  console.log(`${row.judged} ${row.at} (${row.part})\n  - ${row.diff?.[0]}\n  + ${row.diff?.[1]}`);
  for (const why of row.why ?? []) console.log(`    ${why}`);
}
await peer?.close();

function counts(of: readonly Row[], by: (row: Row) => string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const row of of) found[by(row)] = (found[by(row)] ?? 0) + 1;
  return found;
}

const survivors = rows.filter(({ result }) => result === 'survived');
const wrong = survivors.filter(({ judged }) => judged === 'broken').length;
const { user, system } = process.cpuUsage(begin);
console.log(
  JSON.stringify({
    command: 'trust:mutants',
    files: sources.length,
    places,
    ...counts(rows, ({ result }) => result),
    survivors: counts(survivors, ({ judged }) => judged ?? ''),
    survivorsByKind: counts(survivors, ({ kind, part }) => `${kind} ${part}`),
    wrong,
    cpuMs: Math.round((user + system) / 1000),
  }),
);
if (wrong > 0) process.exitCode = 1;
