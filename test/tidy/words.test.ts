// Nothing is decided by words: what a reason, a role or an object is stands in its kind, never in how a sentence or a name begins.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from '../support/repository.ts';

/** Folders of analyses; the text forms and the printers of languages work on text, which is what they are for. */
const analyses = ['src/flow', 'src/comm', 'src/virgo', 'src/model', 'src/parametric', 'src/check'];
const ofLanguages = /^src\/(comm\/(text|emit)|virgo\/emit)\/|^src\/virgo\/(parse|print)\.ts$|^src\/model\/formula\.ts$/;

/** What looks into a text: by its beginning or end, by a part of it, by an expression, or by being a sentence. */
const looks = [
  /\.(startsWith|endsWith|match|matchAll|search)\(/,
  /\.(test|exec)\(/,
  /\.includes\(['`"](?![\w-]+['`"])/,
  /[!=]==? ['`"][^'`"]* [^'`"]*['`"]/,
  /\bcase '[^']* [^']*':/,
];

/** Files that may, in how many lines, and what it is that they look into. */
const exceptions: Readonly<Record<string, { readonly lines: number; readonly of: string }>> = {
  'src/comm/texts.ts': { lines: 1, of: 'strings of the analyzed program, as JSON' },
  'src/comm/extract/extract.ts': { lines: 1, of: 'file names of models' },
  'src/comm/extract/strange.ts': { lines: 5, of: 'names of functions of the standard library' },
  'src/comm/extract/formats.ts': { lines: 1, of: 'constant formats of the analyzed program' },
  'src/comm/extract/panics.ts': { lines: 1, of: 'names of functions of the standard library' },
  'src/comm/extract/library.ts': { lines: 2, of: 'names of functions of the standard library' },
  'src/virgo/objects.ts': { lines: 1, of: 'names of variables, for the name of a parameter' },
  'src/virgo/follow-loops.ts': { lines: 2, of: 'keys of cells, which are made of numbers' },
  'src/check/asked.ts': { lines: 7, of: 'the source of conditions' },
  'src/check/judge.ts': { lines: 1, of: 'the source of conditions' },
  'src/check/findings.ts': {
    lines: 7,
    of: 'the source of operations, of a make and of a loop; names of tests and of their files',
  },
  'src/check/object-names.ts': { lines: 5, of: 'the source of operations, for names' },
  'src/check/certain-faults.ts': { lines: 1, of: 'the source of operations, for names' },
  'src/check/goroutine-names.ts': { lines: 1, of: 'ids of functions, for names' },
  'src/check/question.ts': { lines: 1, of: 'what the user writes after --param' },
  'src/check/fragment.ts': { lines: 1, of: 'Go conditions, for parentheses' },
  'src/flow/call-graph.ts': { lines: 1, of: 'names of functions of the standard library' },
  'src/flow/copied-locks.ts': { lines: 1, of: 'names of functions of the standard library' },
  'src/flow/spins.ts': { lines: 1, of: 'names of functions of the standard library' },
  'src/flow/closers.ts': { lines: 6, of: 'names of functions of the standard library' },
  'src/flow/guards.ts': { lines: 8, of: 'keys of places, which are made of numbers and names' },
  'src/flow/locks.ts': { lines: 2, of: 'ids of literals, which begin with those of their functions' },
  'src/flow/loops.ts': { lines: 1, of: 'names of basic types' },
  'src/flow/roots.ts': { lines: 3, of: 'names of tests, as the go command reads them' },
  'src/flow/shared-objects.ts': {
    lines: 2,
    of: 'names of functions of the standard library, instances of generic ones',
  },
  'src/flow/ways/close-faults.ts': { lines: 6, of: 'names of values and marks, names of methods' },
  'src/flow/ways/conditions.ts': { lines: 5, of: 'names of values' },
  'src/flow/ways/early.ts': { lines: 4, of: 'names of marks, functions of sync/atomic' },
  'src/flow/ways/tickers.ts': { lines: 2, of: 'names of files, versions of Go' },
  'src/flow/ways/given-up.ts': { lines: 3, of: 'names of marks' },
  'src/flow/ways/lock-calls.ts': { lines: 2, of: 'names of methods' },
  'src/flow/ways/lock-faults.ts': { lines: 6, of: 'names of values, ids of literals' },
  'src/flow/ways/value-names.ts': { lines: 1, of: 'names of values' },
  'src/flow/ways/ways.ts': { lines: 5, of: 'names of values, functions of package testing' },
  'src/check/way-findings.ts': { lines: 3, of: 'the source of operations, for messages' },
  'src/parametric/call-check.ts': { lines: 1, of: 'names of functions: main, init' },
  'src/parametric/call-paths.ts': { lines: 1, of: 'ids of literals' },
  'src/parametric/call-values.ts': { lines: 1, of: 'names of basic types' },
  'src/parametric/cube.ts': { lines: 1, of: 'variables of formulas, which no source names' },
};

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Lines of code that look into a text, with their file. */
function linesThatLook(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of analyses.flatMap(filesIn)) {
    if (ofLanguages.test(file)) continue;
    for (const line of readText(file).split('\n')) {
      const code = line.trim();
      if (/^(\/\/|\*|\/\*)/.test(code) || !looks.some((look) => look.test(code))) continue;
      found.set(file, [...(found.get(file) ?? []), code]);
    }
  }
  return found;
}

test('analyses decide by kinds, not by words', () => {
  const found = linesThatLook();
  expect([...found].filter(([file, lines]) => lines.length > (exceptions[file]?.lines ?? 0))).toEqual([]);
});

test('every exception is needed', () => {
  const found = linesThatLook();
  const needed = Object.keys(exceptions).map((file) => [file, found.get(file)?.length ?? 0]);
  expect(needed).toEqual(Object.entries(exceptions).map(([file, { lines }]) => [file, lines]));
});

test.each([
  "if (one.startsWith('followed: ')) return true;",
  "return reason.endsWith(' gives an error');",
  'if (/^strange/.test(proc.name)) return;',
  "if (why === 'a number that grows') return from;",
  "const isCell = name.includes('cell ');",
])('words are noticed: %s', (line) => {
  expect(looks.some((look) => look.test(line))).toBe(true);
});

test.each(["if (answers.includes('violated')) return;", "if (why.kind === 'growing') return from;"])(
  'kinds are not: %s',
  (line) => {
    expect(looks.some((look) => look.test(line))).toBe(false);
  },
);
