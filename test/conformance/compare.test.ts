// What `npm run compare` tells, and what it passes over.

import { expect, test } from 'vitest';
import { differences, type Result, type ResultFragment, textDifferences } from './compare-results.ts';

const fragment: ResultFragment = {
  function: 'Get',
  package: 'example.com/x',
  verdict: 'proved',
  precondition: null,
  weakest: false,
  properties: { 'goroutine-leak': 'proved', panic: 'proved' },
  reason: '',
  file: 'x.go',
  line: 3,
  column: 1,
};

const leak = { rule: 'goroutine-leak', severity: 'error', function: 'Get', file: 'x.go', line: 7, column: 2 };

function result(fragments: readonly ResultFragment[], findings: Result['findings'] = []): Result {
  return { fragments, findings, problems: [] };
}

function kinds(old: Result, fresh: Result): readonly string[] {
  return differences(old, fresh).map(({ kind }) => kind);
}

test('wording and order make no difference', () => {
  const other = { ...fragment, function: 'Put', line: 9 };
  const reworded = {
    ...other,
    reason: 'said in other words',
    properties: { panic: 'proved', 'goroutine-leak': 'proved' },
  };
  expect(kinds(result([fragment, other]), result([reworded, fragment]))).toEqual([]);
});

test('a proof that is lost is told, with the limit that cut it', () => {
  const cut: ResultFragment = { ...fragment, verdict: 'unknown', reason: 'the search was cut: states' };
  expect(differences(result([fragment]), result([cut]))).toEqual([
    { kind: 'lost-proof', text: expect.stringContaining('proved -> unknown (new cut)') },
  ]);
  expect(kinds(result([cut]), result([fragment]))).toEqual(['gained-proof']);
});

test('preconditions and properties count where verdicts are the same', () => {
  const one: ResultFragment = { ...fragment, verdict: 'conditional', precondition: 'n >= 1', weakest: true };
  expect(kinds(result([one]), result([{ ...one, precondition: 'n == 1' }]))).toEqual(['precondition']);
  expect(kinds(result([one]), result([{ ...one, weakest: false }]))).toEqual(['precondition']);
  expect(kinds(result([fragment]), result([{ ...fragment, properties: { panic: 'proved' } }]))).toEqual(['properties']);
});

test('findings are compared by rule, position, function and severity', () => {
  const none = result([]);
  const note = { ...leak, severity: 'note' };
  expect(kinds(result([], [leak]), none)).toEqual(['lost-finding']);
  expect(kinds(none, result([], [note]))).toEqual(['gained-note']);
  expect(kinds(result([], [leak]), result([], [{ ...leak, severity: 'warning' }]))).toEqual(['severity']);
  expect(kinds(result([], [leak]), result([], [{ ...leak, line: 8 }]))).toEqual(['lost-finding', 'gained-finding']);
  expect(kinds(result([], [leak, leak]), result([], [leak]))).toEqual(['lost-finding']);
});

test('of text the facts are compared', () => {
  const old = '/a/x.comm:2:1: error: main waits [global-deadlock]\npanic: unknown: no idea\n3 states, 2 steps\n';
  const fresh =
    '3 states, 2 steps\npanic: unknown: cannot tell\nx.comm:2:1: error: deadlock at [1] [global-deadlock]\n';
  expect(textDifferences(old, fresh)).toEqual([]);
  expect(textDifferences(old, old.replace('unknown', 'proved'))).toHaveLength(2);
});
