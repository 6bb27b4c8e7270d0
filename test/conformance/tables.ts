// The programs of Gomela's Table 1 and Godel's Table 3: what is said about each, beside what is true and what the papers say.
//
//   npm run conformance:tables                            our own programs, examples/tables
//   npm run conformance:tables -- DIR [--expect FILE]     any folder of main packages, one row for each
//
// Expectations of DIR come from `// want` lines in its files, from FILE (JSON: name -> property -> yes | no | sometimes), or
// from tables-originals.json, by the name of the folder. With --write the rows go to docs/tables.md.
// The last line is a summary as JSON; the exit code is 1 if a verdict is not what the program really has.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Finding, Fragment } from '../../src/base/finding.ts';
import { namedValue } from '../../src/base/named.ts';
import { readQuestion } from '../../src/check/question.ts';
import { check } from '../../src/driver/check.ts';
import { defaultProperties } from '../../src/model/index.ts';
import { fineIfText } from '../../src/report/words.ts';
import { type PaperRow, paperRow } from './tables-papers.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();

/** What a program really does: something bad in every case, in none, or for some values of its parameters only. */
type Truth = 'yes' | 'no' | 'sometimes';

interface Expectation {
  readonly property: string;
  /** Null: the program as a whole, which is its main. */
  readonly function: string | null;
  readonly truth: Truth;
}

interface Program {
  readonly name: string;
  readonly folder: string;
  /** File names, or '.' for the whole folder. */
  readonly patterns: readonly string[];
  readonly texts: readonly string[];
}

interface Row {
  readonly program: Program;
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  readonly problem: string;
  readonly wrong: readonly string[];
  readonly expected: number;
  readonly ms: number;
}

/** Figure 8 of the Godel paper, in the order of its table's columns. */
const godelColumns = ['no-global-deadlock', 'liveness', 'channel-safety', 'eventual-reception'] as const;
const asked = [...defaultProperties, 'deadlock-ignoring-main-exit', 'unreceived-message', 'not-live', ...godelColumns];

function programsIn(dir: string): Program[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap((entry) => programsIn(join(dir, entry.name)));
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.go') && !entry.name.endsWith('_test.go'))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(dir, entry.name), 'utf8') }))
    // Some suites keep other texts under this ending.
    .filter(({ text }) => /^\s*package\s+\w+/m.test(text));
  if (files.length === 0) return below;
  const mains = files.filter(({ text }) => /^func main\(\)/m.test(text));
  const name = basename(dir);
  if (mains.length <= 1) {
    const patterns = files.map((file) => file.name);
    return [{ name, folder: dir, patterns, texts: files.map((file) => file.text) }, ...below];
  }
  // Several programs in one folder: one row for each file.
  const rows = mains.map((file) => {
    return { name: file.name.replace(/\.go$/, ''), folder: dir, patterns: [file.name], texts: [file.text] };
  });
  return [...rows, ...below];
}

function wantsOf(texts: readonly string[]): Expectation[] {
  const wants: Expectation[] = [];
  for (const text of texts) {
    for (const match of text.matchAll(/^\/\/ want ([\w-]+)(?: (\w+))?: (yes|no|sometimes)$/gm)) {
      wants.push({ property: match[1] as string, function: match[2] ?? null, truth: match[3] as Truth });
    }
  }
  return wants;
}

type ExpectFile = Readonly<Record<string, Readonly<Record<string, Truth>>>>;

/** `"property"` or `"property function"` to a truth, by the end of the path; `-` and `_` are one, the longest name wins. */
function expectationsFrom(file: ExpectFile, path: string): Expectation[] {
  const plain = (text: string): string => `/${text.toLowerCase().replaceAll('_', '-')}`;
  const rows = Object.entries(file).filter(([key]) => plain(path).endsWith(plain(key)));
  const row = rows.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? {};
  return Object.entries(row).map(([key, truth]) => {
    const [property = '', func = null] = key.split(' ');
    return { property, function: func, truth };
  });
}

async function checkRow(program: Program, expectFile: ExpectFile): Promise<Row> {
  const begin = performance.now();
  const question = readQuestion([asked.join()], [], []);
  if (!question.ok) throw new Error(question.message);
  const { diagnostics, fragments, findings } = await check({
    folder: program.folder,
    patterns: program.patterns,
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: false,
    modelsOnly: true,
    limits: { states: 400_000, work: 10_000_000, totalWork: 60_000_000, milliseconds: 600_000 },
    question: question.question,
    progress: () => {},
  });
  const problem = diagnostics.find((d) => d.severity === 'error')?.message ?? '';
  const ms = Math.round(performance.now() - begin);
  const inText = wantsOf(program.texts);
  const path =
    program.patterns.length === 1 && program.name !== basename(program.folder) ? program.name : program.folder;
  const wants = inText.length > 0 ? inText : expectationsFrom(expectFile, path);
  const wrong = wants.flatMap((want) =>
    want.property === 'compiles' ? compilation(problem, want.truth) : disagreement(fragments, problem, want),
  );
  return { program, fragments, findings, problem, wrong, expected: wants.length, ms };
}

function compilation(problem: string, truth: Truth): string[] {
  return (problem === '') === (truth === 'yes') ? [] : [`it ${problem === '' ? 'compiles' : 'does not compile'}`];
}

/** Nothing where verdict and truth agree. A search that was cut agrees with `no`: it says how far it looked. */
function disagreement(fragments: readonly Fragment[], problem: string, want: Expectation): string[] {
  if (problem !== '') return ['it does not compile'];
  const place = want.function === null ? '' : ` of ${want.function}`;
  const fragment = fragments.find((f) => f.function === (want.function ?? 'main'));
  // A function that does not synchronise at all is no fragment, and has no fault.
  const verdict = fragment === undefined ? 'proved' : (namedValue(fragment.properties, want.property) ?? 'missing');
  const fine: Readonly<Record<Truth, readonly string[]>> = {
    yes: ['violated'],
    no: ['proved', 'bounded'],
    sometimes: ['conditional'],
  };
  return fine[want.truth].includes(verdict)
    ? []
    : [`${want.property}${place}: ${verdict}, but the truth is: ${want.truth}`];
}

// ---------------------------------------------------------------------------------------------------------------
// Printing

const marks: Readonly<Record<string, string>> = {
  proved: 'holds',
  bounded: 'holds (bounded)',
  conditional: 'depends',
  violated: 'fails',
  unknown: 'unknown',
};

function main(row: Row): Fragment | undefined {
  return row.fragments.find((fragment) => fragment.function === 'main');
}

/** The worst answer among all fragments of a program. */
function worst(row: Row, properties: readonly string[]): string {
  const order = ['proved', 'bounded', 'conditional', 'unknown', 'violated'];
  let found = 'proved';
  for (const fragment of row.fragments) {
    for (const property of properties) {
      const verdict = namedValue(fragment.properties, property) ?? 'proved';
      if (order.indexOf(verdict) > order.indexOf(found)) found = verdict;
    }
  }
  return found;
}

function ourGomela(row: Row): readonly [string, string] {
  const safety = worst(row, ['send-on-closed', 'double-close', 'close-nil']);
  const deadlock = worst(row, ['deadlock-ignoring-main-exit']);
  return [marks[safety] ?? safety, marks[deadlock] ?? deadlock];
}

function ourGodel(row: Row): readonly string[] {
  return godelColumns.map((name) => marks[namedValue(main(row)?.properties ?? [], name) ?? 'proved'] ?? '');
}

/** Of the usual properties only: those that were asked for besides have columns of their own. */
function verdictText(row: Row): string {
  if (row.problem !== '') return `does not compile: ${row.problem}`;
  const usual: readonly string[] = defaultProperties;
  const serious = row.findings.filter((found) => usual.includes(found.rule) && found.severity !== 'note');
  const rules = [...new Set(serious.map((found) => found.rule))].sort();
  const conditions = new Set(
    serious.flatMap((found) =>
      found.notes.flatMap((note) =>
        note.kind === 'fine-if' ? [`; ${fineIfText(note.precondition, note.complete)}`] : [],
      ),
    ),
  );
  if (rules.length > 0) return `violated: ${rules.join(', ')}${[...conditions].join('')}`;
  const precondition = main(row)?.precondition ?? null;
  return `${worst(row, defaultProperties)}${precondition === null ? '' : `: ${precondition}`}`;
}

function show(row: Row, paper: PaperRow | null): string {
  const lines: string[] = [];
  const mark = row.expected === 0 ? 'new  ' : row.wrong.length === 0 ? 'ok   ' : 'WRONG';
  const states = row.fragments.reduce((n, fragment) => n + fragment.states, 0);
  const numbers = paper === null ? '' : ` [${paperName(paper)}]`;
  lines.push(`${mark} ${row.program.name}${numbers}: ${verdictText(row)}`);
  const [safety, deadlock] = ourGomela(row);
  lines.push(
    `        ${states} states, ${row.ms} ms; channel safety ${safety}; deadlock ignoring main's end: ${deadlock}`,
  );
  lines.push(`        Godel's: ${godelColumns.map((name, i) => `${name} ${ourGodel(row)[i]}`).join(', ')}`);
  if (paper !== null) lines.push(`        papers: ${paperText(paper)}`);
  for (const wrong of row.wrong) lines.push(`        ! ${wrong}`);
  return lines.join('\n');
}

function paperName(paper: PaperRow): string {
  const parts = [];
  if (paper.gomela !== null) parts.push(`Gomela ${paper.gomela.number}`);
  if (paper.godel !== null) parts.push(`Godel ${paper.godel.number}`);
  return parts.join(', ');
}

function paperText(paper: PaperRow): string {
  const parts = [];
  if (paper.gomela !== null) {
    const { tool, manual } = paper.gomela;
    parts.push(`Gomela says safety ${tool[0]}, deadlock ${tool[1]} (by hand: ${manual[0]}, ${manual[1]})`);
  }
  if (paper.godel !== null) parts.push(`Godel says ${paper.godel.columns.join(' ')}`);
  return parts.join('; ');
}

const generated = '<!-- below: written by `npm run conformance:tables -- --write` -->';

/** The rows as a table; the text above the marker stays. */
function writeDocument(rows: readonly Row[]): void {
  const path = join(root, 'docs/tables.md');
  const [head = ''] = readFileSync(path, 'utf8').split(generated);
  const lines = [
    generated,
    '',
    '| program | Gomela, Godel no. | what is said | states | safety / deadlock here | Gomela / by hand | Godel columns here | Godel says |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const row of rows) {
    const paper = paperRow(row.program.name);
    const cells = [
      row.program.name,
      paper === null ? '' : paperName(paper).replace(/Gomela |Godel /g, ''),
      verdictText(row).replaceAll('|', '\\|'),
      String(row.fragments.reduce((n, fragment) => n + fragment.states, 0)),
      ourGomela(row).join(' / '),
      paper?.gomela ? `${paper.gomela.tool.join(' ')} / ${paper.gomela.manual.join(' ')}` : '',
      ourGodel(row).join(', '),
      paper?.godel ? paper.godel.columns.join(' ') : '',
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  writeFileSync(path, `${head}${lines.join('\n')}\n`);
}

const args = process.argv.slice(2);
const expectAt = args.indexOf('--expect');
const expectPath =
  expectAt < 0 ? join(root, 'test/conformance/tables-originals.json') : resolve(args[expectAt + 1] ?? '');
const write = args.includes('--write');
const [given] = args.filter((arg, i) => !arg.startsWith('--') && (expectAt < 0 || i !== expectAt + 1));
const dir = given === undefined ? join(root, 'examples/tables') : resolve(given);
const expectFile = JSON.parse(readFileSync(expectPath, 'utf8')) as ExpectFile;
const rows: Row[] = [];
for (const program of programsIn(dir)) {
  const row = await checkRow(program, expectFile);
  rows.push(row);
  console.log(show(row, paperRow(program.name)));
}
if (write && given === undefined) writeDocument(rows);
const wrong = rows.filter((row) => row.wrong.length > 0);
console.log(
  JSON.stringify({
    dir: relative(root, dir).startsWith('..') ? basename(dir) : relative(root, dir),
    programs: rows.length,
    compared: rows.filter((row) => row.expected > 0).length,
    expectations: rows.reduce((n, row) => n + row.expected, 0),
    asTheyAre: rows.filter((row) => row.expected > 0 && row.wrong.length === 0).length,
    wrong: wrong.map((row) => row.program.name),
    uncompilable: rows.filter((row) => row.problem !== '').map((row) => row.program.name),
    slowest: Math.max(0, ...rows.map((row) => row.ms)),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
if (wrong.length > 0) process.exitCode = 1;
