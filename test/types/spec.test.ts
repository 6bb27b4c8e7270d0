// Specifications in the checker: what is accepted, how ghost code spreads, and that plain Go is left alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { type File, parseFile } from '../../src/syntax/index.ts';
import { type CheckResult, checkFiles, type GoObject, type Package } from '../../src/types/index.ts';
import { configOf } from '../support/check.ts';
import { root } from '../support/repository.ts';

const rules = { requireMeasures: true, friendClauses: false, relations: false, requireTriggers: false };

function check(
  text: string,
  path = 'p.gobra',
  importPackage: (path: string) => Package | null = () => null,
): CheckResult {
  const sources = new SourceSet();
  const file = sources.add(path, text);
  const files: File[] = [];
  const found: CheckResult['diagnostics'] = [];
  sources.takeIds((firstId) => {
    const parsed = parseFile(file, firstId, { specifications: path.endsWith('.gobra') ? 'tokens' : 'annotations' });
    files.push(parsed.file);
    found.push(...parsed.diagnostics);
    return parsed.nextId;
  });
  const conf = configOf({ specifications: rules, importPackage, reportMissingImports: false });
  const result = checkFiles(conf, sources, 'p', files);
  return { ...result, diagnostics: [...found, ...result.diagnostics] };
}

const codesOf = (text: string, path?: string) => check(text, path).diagnostics.map((d) => `${d.rule} ${d.message}`);

test('what programs may use', () => {
  const path = join(root, 'testdata/types/accepted.gobra');
  expect(codesOf(readFileSync(path, 'utf8'))).toEqual([]);
});

test('declarations that are needed before their turn', () => {
  const adt = 'ghost type tree adt { Leaf { n int }; Node { left, right tree } }';
  expect(codesOf(`package p\n\nghost var t = Leaf{1}\nghost var n = t.isNode\n${adt}\n`)).toEqual([]);
  const method = 'type T struct{}\nvar i interface{ m(n int) bool } = T{}\nfunc (t T) m(n int) bool { return true }';
  expect(codesOf(`package p\n\n${method}\n`)).toEqual([]);
});

test('parameters without names beside others: only a named one gives its type to names before it', () => {
  expect(codesOf('package p\n\nfunc f(x, *int, y bool) {}\n')).toEqual(['UndeclaredName undefined: x']);
  expect(codesOf('package p\n\nfunc f(int, *int, x, y bool) { x = y }\n')).toEqual([]);
});

describe('ghost code', () => {
  const ghostNames = (text: string) => {
    const { info } = check(`package p\n\n${text}\n`);
    return [...(info.facts?.ghost ?? [])].filter((obj: GoObject) => obj.pkg !== null).map((obj) => obj.name);
  };

  test('spreads to variables that are declared with ghost values', () => {
    expect(
      ghostNames('ghost\ndecreases\npure func g(x int) int\nfunc f(ghost a int) { b := a; c := g(1); d := 2 }'),
    ).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(ghostNames('func f(ghost a int) { b := a; d := 2 }')).not.toContain('d');
  });

  test('spreads from options, whose type code that runs may have too', () => {
    expect(ghostNames('func f() { a := some(1); b := none[int]; c := get(a) }')).toEqual(
      expect.arrayContaining(['a', 'b', 'c']),
    );
  });

  test('names its own functions only in calls', () => {
    const found = codesOf('package p\n\nfunc f() {\n\tghost a := some\n\tghost b := none\n\tghost c := typeOf\n}\n');
    expect(found).toEqual(
      ['some', 'none', 'typeOf'].map((word) => `UncalledBuiltin ${word} (built-in) must be called`),
    );
  });

  test('makes a pure call ghost by a ghost argument', () => {
    expect(ghostNames('decreases\npure func g(x int) int\nfunc f(ghost a int) { b := g(a); d := g(1) }')).toContain(
      'b',
    );
    expect(ghostNames('decreases\npure func g(x int) int\nfunc f(ghost a int) { b := g(a); d := g(1) }')).not.toContain(
      'd',
    );
  });
});

describe('plain Go', () => {
  test('in a package without any specification is as ever', () => {
    expect(codesOf('package p\n\nfunc f() *int {\n\tx := 1\n\treturn &x\n}\n', 'p.go')).toEqual([]);
  });

  test('in a package with one needs marks for addresses', () => {
    const text = 'package p\n\n//@ requires acc(p)\nfunc g(p *int)\n\nfunc f() {\n\tx := 1\n\tg(&x)\n}\n';
    expect(codesOf(text, 'p.go')).toEqual([expect.stringContaining('SpecAddress')]);
    expect(codesOf(text.replace('x := 1', 'x /*@@@*/ := 1'), 'p.go')).toEqual([]);
  });

  test('keeps words of the specification language as names', () => {
    const text =
      'package p\n\n//@ ensures res == set + 1\nfunc get(set int) (res int) {\n\tseq := set\n\treturn seq + 1\n}\n';
    expect(codesOf(text, 'p.go')).toEqual([]);
  });
});

test('an error that involves two places is at both', () => {
  const found = codesOf('package p\n\nfunc f()\n\nfunc f()\n');
  expect(found.filter((one) => one.startsWith('DuplicateDecl'))).toHaveLength(2);
});
