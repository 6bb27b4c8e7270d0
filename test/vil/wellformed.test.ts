// The invariants of vil programs: what breaks one is found, at its place.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { type Program, readProgram, type Source, strayGotos, wellformed } from '../../src/vil/index.ts';

function problems(text: string): readonly string[] {
  const sources = new SourceSet();
  const { program, errors } = readProgram('m.vpr', text, sources, () => null);
  expect(errors).toEqual([]);
  return wellformed(program).map(({ span, message }) => `${sources.position(span?.pos ?? 0)?.line}: ${message}`);
}

const table: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'permissions stand in assertions only',
    'field f: Int\nmethod m(x: Ref) {\n  var b: Bool := acc(x.f)\n  assert acc(x.f) || true\n}',
    ['3: a permission stands where a value is needed', '4: a permission stands where a value is needed'],
  ],
  [
    'old has a meaning in methods only',
    'function f(i: Int): Int\n  requires old(i) > 0',
    ['2: "old" has no meaning here'],
  ],
  ['labels exist', 'method m() { assert old[l](true) }', ['1: label "l" is not declared']],
  ['labels are declared once', 'method m() {\n  label l\n  label l\n}', ['3: label "l" is declared twice']],
  [
    'wildcards are amounts',
    'field f: Int\nmethod m(x: Ref) {\n  var p: Perm := wildcard\n  inhale acc(x.f, wildcard)\n  inhale acc(x.f, 2 * wildcard)\n}',
    [
      '3: "wildcard" is not the amount of an "acc"',
      '5: "wildcard" is not the amount of an "acc"',
      '5: "wildcard" cannot be computed with',
    ],
  ],
  [
    'contracts say what is held in one direction at a time',
    'field f: Int\nmethod m(x: Ref)\n  requires perm(x.f) > none\n  requires [perm(x.f) > none, true]',
    ['3: "perm" and "forperm" need an inhale-exhale assertion in contracts'],
  ],
  ['preconditions do not speak of results', 'method m() returns (r: Int)\n  requires r > 0', ['2: "r" is not bound']],
  [
    'targets of a call differ',
    'method n() returns (a: Int, b: Int)\nmethod m() {\n  var x: Int\n  x, x := n()\n}',
    ['4: "x" is declared twice'],
  ],
  [
    'abstract predicates are not unfolded',
    'predicate p()\nmethod m() {\n  fold p()\n}',
    ['3: predicate "p" is abstract'],
  ],
  [
    'axioms do not depend on the heap',
    'field f: Int\ndomain D { axiom { forall r: Ref :: r.f > 0 } }',
    ['2: an axiom depends on the heap'],
  ],
  ['triggers are not empty', 'method m() { assert forall i: Int :: {} i > 0 }', ['1: a trigger is empty']],
  [
    'jumps do not lead into blocks',
    'method m(b: Bool) {\n  goto l\n  if (b) { label l }\n}',
    ['2: a jump leads into a block or nowhere'],
  ],
];

describe('programs that were read', () => {
  for (const [name, text, expected] of table) test(name, () => expect(problems(text)).toEqual(expected));
});

test('types of made programs are checked', () => {
  const src: Source = { pos: 0, end: 0, origin: 7 };
  const program: Program = {
    kind: 'Program',
    domains: [],
    adts: [],
    fields: [],
    predicates: [],
    methods: [],
    functions: [
      {
        kind: 'Function',
        name: 'f',
        params: [{ kind: 'LocalDecl', name: 'b', type: { kind: 'Bool' }, src }],
        type: { kind: 'Int' },
        pres: [],
        posts: [],
        measures: [],
        body: {
          kind: 'Binary',
          op: 'add',
          left: { kind: 'IntLit', value: 1n, type: { kind: 'Int' }, src },
          right: { kind: 'LocalVar', name: 'b', type: { kind: 'Bool' }, src },
          type: { kind: 'Int' },
          src,
        },
        src,
      },
    ],
  };
  expect(wellformed(program).map(({ message }) => message)).toEqual(['has type Bool, not Int']);
});

describe('jumps', () => {
  const methods = (text: string) => readProgram('m.vpr', text, new SourceSet(), () => null).program.methods;

  test('backward become loops', () => {
    const [method] = methods('method m(b: Bool) {\n  label l\n  invariant true\n  if (b) { goto l }\n}');
    expect(method?.body?.stmts.map(({ kind }) => kind)).toEqual(['While']);
    expect(method?.body && strayGotos(method.body)).toEqual([]);
  });

  test('in code that is never reached make no loops', () => {
    const [method] = methods('method m(b: Bool) {\n  label l\n  goto end\n  goto l\n  label end\n}');
    expect(method?.body?.stmts.map(({ kind }) => kind)).toEqual(['Label', 'Goto', 'Label']);
  });

  test('into a loop from above enter it', () => {
    const [method] = methods('method m(b: Bool) {\n  if (b) { goto l }\n  label l\n  goto l\n}');
    expect(method?.body?.stmts.map(({ kind }) => kind)).toEqual(['If', 'Label', 'While']);
    expect(method?.body && strayGotos(method.body)).toEqual([]);
  });
});
