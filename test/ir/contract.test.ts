// Contracts on inputs: those that hold are kept whatever the input, and a broken one is found where it stands.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadSpecified, runnableOf, tryContract } from '../support/specified.ts';

describe('contracts that hold', () => {
  const run = runnableOf(loadSpecified('testdata/ir/contracts.gobra'));
  test.each(run.functions.map((func) => [func.name, func] as const))('%s', (_, func) => {
    const kinds = new Set(tryContract(run, func, 100).map(({ outcome }) => outcome.kind));
    for (const kind of kinds) expect(['kept', 'outside', 'overflow', 'not-executable']).toContain(kind);
    // An algebraic value cannot be drawn.
    expect(kinds.has('kept')).toBe(func.name !== 'first');
  });
});

describe('contracts that do not hold', () => {
  const specified = loadSpecified('testdata/ir/broken.gobra');
  const run = runnableOf(specified);
  const wanted = readFileSync('testdata/ir/broken.gobra', 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.includes('// want broken') ? [i + 1] : []));
  const found = run.functions.map((func) => {
    const broken = tryContract(run, func, 100).flatMap(({ outcome }) =>
      outcome.kind === 'broken' ? [specified.lineOf(outcome.clause.span.pos)] : [],
    );
    return { name: func.name, lines: [...new Set(broken)] };
  });

  test('are broken where they stand', () => {
    expect([...new Set(found.flatMap(({ lines }) => lines))].sort((a, b) => a - b)).toEqual(wanted);
  });

  test('a precondition is an input outside for the function, and broken for who calls it', () => {
    const of = (name: string) => found.find((one) => one.name === name)?.lines.length;
    expect([of('needs'), of('calls'), of('lemma'), of('uses')]).toEqual([0, 1, 1, 1]);
  });

  test('what cannot be executed is said', () => {
    const func = run.functions.find(({ name }) => name === 'skipped');
    const outcomes = func === undefined ? [] : tryContract(run, func, 20).map(({ outcome }) => outcome);
    const reasons = outcomes.flatMap((one) => (one.kind === 'kept' ? one.skipped.map(({ reason }) => reason) : []));
    expect(new Set(reasons)).toEqual(new Set(['quantifier-without-bounds']));
  });
});
