// Deep nesting: a thousand levels of anything parse; more than the stack holds is one diagnostic, never a crash.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { parseFile, printFile, walk } from '../../src/syntax/index.ts';

const nestings: readonly (readonly [name: string, open: string, middle: string, close: string])[] = [
  ['parentheses', 'var _ = ', '(', ')'],
  ['unary operators', 'var _ = ', '-', ''],
  ['pointers', 'var _ ', '*', ''],
  ['slices', 'var _ ', '[]', ''],
  ['arrays', 'var _ ', '[1]', ''],
  ['maps', 'var _ ', 'map[int]', ''],
  ['channels', 'var _ ', 'chan ', ''],
  ['receives', 'var _ = ', '<-', ''],
  ['indices', 'var _ = ', 'a[', ']'],
  ['calls', 'var _ = ', 'f(', ')'],
  ['literals', 'var _ = ', 'T{', '}'],
  ['elided literals', 'var _ = T', '{', '}'],
  ['keys', 'var _ = T{', '{1:', '}'],
  ['function types', 'var _ ', 'func(', ')'],
  ['function results', 'var _ ', 'func() ', ''],
  ['structs', 'var _ ', 'struct{ a ', '}'],
  ['interfaces', 'var _ ', 'interface{ ', '}'],
  ['type arguments', 'var _ ', 'T[', ']'],
  ['assertions', 'var _ = x', '.(func() ', ''],
  ['blocks', 'func f() ', '{', '}'],
  ['ifs', 'func f() {', 'if x {', '}'],
  ['elses', 'func f() {', 'if x {} else ', ''],
  ['fors', 'func f() {', 'for {', '}'],
  ['switches', 'func f() {', 'switch { case x: ', '}'],
  ['selects', 'func f() {', 'select { case <-x: ', '}'],
  ['labels', 'func f() {', 'a: ', ''],
  ['function literals', 'var _ = ', 'func() { _ = ', '}'],
  ['deferred literals', 'func f() {', 'defer func() { ', '}()'],
  ['binary operators to the right', 'var _ = ', 'a + (', ')'],
  ['type switches', 'func f() {', 'switch x := y.(type) { case func(): ', '}'],
];

function parse(text: string) {
  return parseFile(new SourceSet().add('p.go', text), 1, { allErrors: true });
}

describe('a hundred thousand levels', () => {
  test.each(nestings)('of %s', (_name, open, middle, close) => {
    for (const tail of [close.repeat(100_000), '']) {
      const { diagnostics, file } = parse(`package p\n${open}${middle.repeat(100_000)}int${tail}\n`);
      expect(diagnostics.filter((d) => d.rule === 'NestingTooDeep').length).toBeLessThanOrEqual(1);
      expect(diagnostics.length).toBeGreaterThan(0);
      let count = 0;
      walk(file, () => count++);
      expect(count).toBeGreaterThan(3);
    }
  });
});

describe('a few hundred levels parse without complaint', () => {
  test.each([
    ['var _ = ', '(', ')', 1000],
    ['func f() ', '{', '}', 1000],
    ['func f() {', 'if x {} else ', '{}}', 500],
    ['var _ = ', 'f(', ')', 1000],
    ['var _ ', '[]', '', 1000],
  ])('%s%s', (open, middle, close, count) => {
    const tail = close === '{}}' ? close : close.repeat(count);
    const middlePart = open.startsWith('var') ? (open.endsWith('= ') ? 'x' : 'int') : '';
    const { diagnostics, file } = parse(`package p\n${open}${middle.repeat(count)}${middlePart}${tail}\n`);
    expect(diagnostics.map((d) => d.message)).toEqual([]);
    expect(printFile(file).length).toBeGreaterThan(count);
  });
});

describe('chains', () => {
  test.each([
    ['operators', 'a', ' + a'],
    ['selectors', 'a', '.b'],
    ['calls', 'a', '()'],
    ['indices', 'a', '[0]'],
  ])('of %s may be long', (_name, first, rest) => {
    const { diagnostics, file } = parse(`package p\nvar _ = ${first}${rest.repeat(9000)}\n`);
    expect(diagnostics).toEqual([]);
    expect(printFile(file).length).toBeGreaterThan(9000);
    expect(parse(`package p\nvar _ = ${first}${rest.repeat(50_000)}\n`).diagnostics.map((d) => d.rule)).toEqual([
      'NestingTooDeep',
    ]);
  });
});
