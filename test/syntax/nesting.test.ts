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

const specNestings: typeof nestings = [
  ['olds', 'var _ = ', 'old(', ')'],
  ['quantifiers', 'var _ = ', 'forall i int :: ', ''],
  ['unfoldings', 'var _ = ', 'unfolding p() in ', ''],
  ['lets', 'var _ = ', 'let x := ', ' in x'],
  ['implications', 'var _ = ', 'x ==> ', ''],
  ['conditions', 'var _ = ', 'x ? y : ', ''],
  ['collections', 'var _ ', 'seq[', ']'],
  ['dictionaries', 'var _ ', 'dict[int]', ''],
  ['predicate types', 'var _ ', 'pred(', ')'],
  ['constructors', 'var _ ', 'adt { a { b ', '} }'],
  ['updates', 'var _ = ', 'x[y = ', ']'],
  ['matches', 'var _ = ', 'match x { case y: ', ' }'],
  ['matched literals', 'func f() {', 'match x{} { case y: ', '}'],
  ['specified literals', 'var _ = ', 'requires true\nfunc() { _ = ', '}'],
  ['contracts in contracts', 'var _ = ', 'requires ', '\nfunc() {}'],
  ['ghost statements', 'func f() {', 'ghost ', ''],
  ['outlines', 'func f() {', 'outline (', ')'],
  ['critical blocks', 'func f() {', 'critical x (', ')'],
  ['critical expressions', 'func f() {', 'critical (', ')'],
  ['proofs', 'func f() {', 'assert x by {', '}'],
];

function parse(text: string, specifications: 'none' | 'tokens' = 'none') {
  return parseFile(new SourceSet().add('p.go', text), 1, { allErrors: true, specifications });
}

describe('a hundred thousand levels', () => {
  test.each([...nestings.map((n) => [...n, 'none'] as const), ...specNestings.map((n) => [...n, 'tokens'] as const)])(
    'of %s',
    (_name, open, middle, close, specifications) => {
      for (const tail of [close.repeat(100_000), '']) {
        const text = `package p\n${open}${middle.repeat(100_000)}int${tail}\n`;
        const { diagnostics, file } = parse(text, specifications);
        expect(diagnostics.filter((d) => d.rule === 'NestingTooDeep').length).toBeLessThanOrEqual(1);
        expect(diagnostics.length).toBeGreaterThan(0);
        let count = 0;
        walk(file, () => count++);
        expect(count).toBeGreaterThan(3);
      }
    },
  );
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

describe('two hundred levels of specifications', () => {
  test.each(specNestings)('of %s', (_name, open, middle, close) => {
    const operand = middle === 'ghost ' ? 'x = 1' : 'int';
    const { file } = parse(`package p\n${open}${middle.repeat(200)}${operand}${close.repeat(200)}\n`, 'tokens');
    expect(printFile(file).length).toBeGreaterThan(200);
    expect(parse(printFile(file), 'tokens').diagnostics.map((d) => d.rule)).not.toContain('NestingTooDeep');
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
