// Nothing is decided by words: what a reason, a role or an object is stands in its kind, never in how a sentence or a name begins.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from '../support/repository.ts';

/** Folders of analyses; the text forms and the printers of languages work on text, which is what they are for. */
const analyses = ['src/comm', 'src/virgo', 'src/model', 'src/check'];
const ofLanguages = /^src\/(comm\/(text|emit)|virgo\/emit)\/|^src\/virgo\/(parse|print)\.ts$|^src\/model\/formula\.ts$/;

/** What looks into a text: by its beginning or end, by a part of it, by an expression, or by being a sentence. */
const looks = [
  /\.(startsWith|endsWith|match|matchAll|search)\(/,
  /\.(test|exec)\(/,
  /\.includes\(['`"](?![\w-]+['`"])/,
  /[!=]==? ['`"][^'`"]* [^'`"]*['`"]/,
  /\bcase '[^']* [^']*':/,
];

/** Files that may, and what it is that they look into. */
const exceptions: Readonly<Record<string, string>> = {
  'src/comm/texts.ts': 'strings of the analyzed program, as JSON',
  'src/comm/extract/extract.ts': 'file names of models',
  'src/comm/extract/dispatch.ts': 'Go identifiers: which are exported',
  'src/comm/extract/strange.ts': 'names of functions of the standard library',
  'src/comm/extract/formats.ts': 'constant formats of the analyzed program',
  'src/comm/extract/panics.ts': 'names of functions of the standard library',
  'src/comm/extract/library.ts': 'names of functions of the standard library',
  'src/virgo/objects.ts': 'names of variables, for the name of a parameter',
  'src/virgo/follow-loops.ts': 'keys of cells, which are made of numbers',
  'src/check/asked.ts': 'the source of conditions',
  'src/check/judge.ts': 'the source of conditions',
  'src/check/findings.ts': 'the source of operations',
  'src/check/object-names.ts': 'the source of operations, for names',
  'src/check/certain-faults.ts': 'the source of operations, for names',
  'src/check/goroutine-names.ts': 'ids of functions, for names',
  'src/check/question.ts': 'what the user writes after --param',
  'src/check/call-sites.ts': 'Go identifiers: which are exported',
  'src/check/fragment.ts': 'Go conditions, for parentheses',
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
  expect([...found].filter(([file]) => !(file in exceptions))).toEqual([]);
});

test('every exception is needed', () => {
  const found = linesThatLook();
  expect(Object.keys(exceptions).filter((file) => !found.has(file))).toEqual([]);
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
