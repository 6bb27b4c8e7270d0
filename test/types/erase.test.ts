// Ghost code is erased: what remains is plain Go, line by line. `npm run golden` writes what is expected anew.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { parseFile } from '../../src/syntax/index.ts';
import { checkFiles, eraseGhost } from '../../src/types/index.ts';
import { configOf } from '../support/check.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'types', 'erase');
const rules = { requireMeasures: false, friendClauses: true, relations: true, requireTriggers: false };

function erase(name: string): string {
  const sources = new SourceSet();
  const source = sources.add(name, readFileSync(join(folder, name), 'utf8'));
  const { file, diagnostics } = parseFile(source, 1, { specifications: 'tokens' });
  const checked = checkFiles(configOf({ specifications: rules, reportMissingImports: false }), sources, 'p', [file]);
  expect([...diagnostics, ...checked.diagnostics].map((d) => d.message)).toEqual([]);
  return eraseGhost(sources, checked.pkg, checked.info, file);
}

test('of a Go file only uses are added that annotations alone had', () => {
  const sources = new SourceSet();
  const text = 'package p\n\n// @ requires x > 0\nfunc f(x int) {\n\ty := x // a copy\n\t// @ assert y == x\n}\n';
  const { file } = parseFile(sources.add('p.go', text), 1, { specifications: 'annotations' });
  const { pkg, info } = checkFiles(configOf({ specifications: rules }), sources, 'p', [file]);
  expect(eraseGhost(sources, pkg, info, file)).toBe(text.replace('y := x', 'y := x; _ = y'));
});

describe('erased files', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.gobra'));

  test.each(names)('%s is plain Go without errors', (name) => {
    const text = erase(name);
    const sources = new SourceSet();
    const { file, diagnostics } = parseFile(sources.add('p.go', text), 1);
    const checked = checkFiles(configOf({ reportMissingImports: false }), sources, 'p', [file]);
    expect([...diagnostics, ...checked.diagnostics].map((d) => d.message)).toEqual([]);
    expect(text.split('\n')).toHaveLength(readFileSync(join(folder, name), 'utf8').split('\n').length);
  });

  test.each(names)('%s has its lines where they were', (name) => {
    const golden = join(folder, name.replace('.gobra', '.erased'));
    const text = erase(name);
    if (process.env.GORDIAN_UPDATE !== undefined) writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});
