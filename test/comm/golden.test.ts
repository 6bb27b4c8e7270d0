// The communication programs of some functions in testdata/check, in files beside them. `npm run golden` writes these anew.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseProgram, printProgram, wellFormed } from '../../src/comm/index.ts';
import { commOf, flowOf } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';

/** One function of each file: what its name says the file is about. */
const functions: readonly (readonly [file: string, fn: string])[] = [
  ['captured-counter', 'Captured'],
  ['close', 'Twice'],
  ['cond', 'TooEarly'],
  ['double-lock', 'Sum'],
  ['interface', 'Dispatch'],
  ['escape', 'Emit'],
  ['lock-order', 'Both'],
  ['slice-part', 'Part'],
  ['assertion', 'Both'],
  ['outside', 'Map'],
  ['panic-on-the-way', 'Filled'],
  ['polling', 'Counts'],
  ['read-lock', 'Recursive'],
  ['timeout-leak', 'Fetch'],
  ['unnamed', 'Stream'],
  ['wait-group', 'Forgets'],
];

test.each(functions)('%s.go, %s', (file, fn) => {
  const program = commOf(flowOf(readText(`testdata/check/${file}.go`)), fn);
  expect(wellFormed(program)).toEqual([]);
  const text = printProgram(program, { sites: false });
  const golden = join(root, 'testdata', 'check', `${file}.comm`);
  if (process.env.GORDIAN_UPDATE !== undefined) writeFileSync(golden, text);
  expect(text).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '');
  const read = parseProgram(text, `${file}.comm`);
  expect(read.ok && printProgram(read.program, { sites: false })).toBe(text);
});
