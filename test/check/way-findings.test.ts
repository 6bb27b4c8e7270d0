// What goes wrong on ways through single functions: `// want SEVERITY RULE "regexp"` on the line at fault, and nothing else.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowProgram, supersededBy } from '../../src/check/analyse.ts';
import { wayFindings } from '../../src/check/way-findings.ts';
import { loadFiles } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';
import { compareFindings } from '../support/want.ts';

function goOf(name: string): string {
  return name === 'tickers.go' ? '1.22' : '1.26';
}

describe('testdata/ways', () => {
  test.each(readdirSync(join(root, 'testdata/ways')))('%s', (name) => {
    const text = readText(`testdata/ways/${name}`);
    // Before Go 1.23 tickers had to be stopped.
    const loaded = loadFiles({ 'go.mod': `module example.com/p\n\ngo ${goOf(name)}\n`, 'p.go': text });
    expect(loaded.packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const superseded = supersededBy(loaded.packages);
    const own = new Set(loaded.packages.map(({ types }) => types).filter((pkg) => !superseded.has(pkg)));
    const found = wayFindings(flowProgram(loaded), (pkg) => own.has(pkg), []);
    expect(compareFindings(text, found, loaded.sources)).toEqual([]);
  });
});

test('what nothing refers to is collected since Go 1.23, stopped or not', () => {
  const text = readText('testdata/ways/tickers.go');
  const loaded = loadFiles({ 'go.mod': 'module example.com/p\n\ngo 1.23\n', 'p.go': text });
  const own = new Set(loaded.packages.map(({ types }) => types));
  expect(wayFindings(flowProgram(loaded), (pkg) => own.has(pkg), [])).toEqual([]);
});
