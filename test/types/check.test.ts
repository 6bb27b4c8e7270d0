// Go files of testdata/types with the errors they must give, and facts that cannot be written as errors.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Checked, checkSources, checkText, linesOf } from '../support/check.ts';
import { root } from '../support/repository.ts';
import { compareWants } from '../support/want.ts';

const dir = join(root, 'testdata/types');

describe('expectations in testdata/types', () => {
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.go'))) {
    test(name, () => {
      const text = readFileSync(join(dir, name), 'utf8');
      const goVersion = /^\/\/ language (go1\.\d+)/.exec(text)?.[1] ?? '';
      const checked = checkSources([{ path: name, text }], { goVersion, reportMissingImports: false });
      expect(compareWants(checked)).toEqual([]);
    });
  }
});

describe('order of initialisation', () => {
  const orderOf = (text: string) => checkText(text).info.initOrder.map((init) => init.lhs.map((v) => v.name).join(','));

  test('dependencies come first, otherwise source order', () => {
    expect(orderOf('package p\nvar a = b + c\nvar b = f()\nvar c = 1\nfunc f() int { return d }\nvar d = 2')).toEqual([
      'c',
      'd',
      'b',
      'a',
    ]);
  });

  test('one initialiser for several variables counts once', () => {
    expect(orderOf('package p\nvar a = x\nvar x, y = f()\nfunc f() (int, int) { return z, z }\nvar z = 1')).toEqual([
      'z',
      'x,y',
      'a',
    ]);
  });

  test('a method value depends on what the method mentions', () => {
    const text = 'package p\ntype T int\nfunc (T) m() int { return b }\nvar a = T(0).m()\nvar b = 1';
    expect(orderOf(text)).toEqual(['b', 'a']);
  });

  test('variables without initialiser are left out', () => {
    expect(orderOf('package p\nvar a int\nvar b = a')).toEqual(['b']);
  });
});

describe('variables per iteration', () => {
  const loops = `package p
func f() {
	for i := 0; i < 3; i++ { _ = i }
	for i := range []int{1} { _ = i }
	var k int
	for k = 0; k < 3; k++ {}
	for k = range []int{1} {}
	for {}
}`;
  const countOf = (checked: Checked) => [...checked.info.perIteration.entries()].length;

  test('from go1.22 on', () => {
    expect(countOf(checkText(loops, { goVersion: 'go1.22' }))).toBe(2);
    expect(countOf(checkText(loops))).toBe(2);
  });

  test('not before', () => {
    expect(countOf(checkText(loops, { goVersion: 'go1.21' }))).toBe(0);
  });

  test('a file can choose', () => {
    const newer = checkText(`//go:build go1.22\n\n${loops}`, { goVersion: 'go1.20' });
    expect(countOf(newer)).toBe(2);
    const older = checkText(`//go:build go1.21\n\n${loops}`, { goVersion: 'go1.22' });
    expect(countOf(older)).toBe(0);
  });
});

describe('degraded input', () => {
  test('unresolved imports stay silent', () => {
    const text = `package p
import "example.com/missing"
type T struct { missing.Base; f missing.F }
func (t T) m() missing.R { x := missing.New(t.f).Do(1, 2); return x + missing.C }
func g() { for range missing.Seq { var t T; t.Unknown(); missing.Call(t.f.x) } }`;
    expect(linesOf(checkText(text, { reportMissingImports: false }))).toEqual([]);
    const reported = linesOf(checkText(text)).map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(reported).toEqual(['2: BrokenImport']);
  });

  test('a file of another package is left out', () => {
    const { diagnostics } = checkSources([
      { path: 'a.go', text: 'package a\nvar X = 1' },
      { path: 'b.go', text: 'package b\nvar X = Y' },
    ]);
    expect(diagnostics.map((d) => d.rule)).toEqual(['MismatchedPkgName']);
  });

  test('bodies are ignored on demand', () => {
    const text = 'package p\nimport "fmt"\nfunc f() int { return "" }';
    const checked = checkText(text, { ignoreFuncBodies: true, reportMissingImports: false });
    expect(linesOf(checked)).toEqual([]);
  });
});

describe('deep nesting', () => {
  const parens = (n: number) => `${'('.repeat(n)}1${')'.repeat(n)}`;

  test.each([
    ['parentheses', `package p\nvar a = ${parens(1000)}\nvar b int = ""`],
    ['a chain of operators', `package p\nvar a = ${'1+'.repeat(9000)}1\nvar b int = ""`],
    ['a chain in a body', `package p\nfunc f() int { return ${'1+'.repeat(9000)}1 }\nvar b int = ""`],
    ['blocks', `package p\nfunc f() { ${'{'.repeat(1000)}${'}'.repeat(1000)} }\nvar b int = ""`],
    ['types', `package p\ntype T ${'[]'.repeat(1000)}int\nvar b int = ""`],
    ['calls', `package p\nvar a = ${'f('.repeat(1000)}1${')'.repeat(1000)}\nfunc f(int) int\nvar b int = ""`],
  ])('%s: the rest of the package is checked', (_, text) => {
    const { diagnostics } = checkText(text);
    const rules = diagnostics.map((d) => d.rule);
    expect(rules).toContain('IncompatibleAssign');
    expect(rules.filter((rule) => rule !== 'IncompatibleAssign' && rule !== 'TooComplex')).toEqual([]);
    expect(rules.filter((rule) => rule === 'TooComplex').length).toBeLessThanOrEqual(1);
  });

  test.each([
    [300, false],
    [5000, true],
  ])('a chain of %i declarations', (length, isTooLong) => {
    const lines = Array.from({ length }, (_, i) => `const c${i} = c${i + 1} + 1`);
    const text = `package p\n${lines.join('\n')}\nconst c${length} = 0\nvar b int = ""`;
    const rules = new Set(checkText(text).diagnostics.map((d) => d.rule));
    expect([...rules].sort()).toEqual(['IncompatibleAssign', ...(isTooLong ? ['TooComplex'] : [])]);
  });
});
