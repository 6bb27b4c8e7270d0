// What `flow` knows about functions: the comment above each function of the test data lists all of it.

import { expect, test } from 'vitest';
import {
  callGraphOf,
  closedTwice,
  declaredFunctions,
  type FlowProgram,
  functionOf,
  heldByCallers,
  leavesLocks,
  lostSignals,
  panicsItself,
  releasesLocks,
} from '../../src/flow/index.ts';
import { neverReturns } from '../../src/flow/never-returns.ts';
import type { Function as IrFunction } from '../../src/ir/ir.ts';
import { flowOf } from '../support/analysis.ts';
import { readText } from '../support/repository.ts';

const facts: Readonly<Record<string, (flow: FlowProgram, fn: IrFunction) => boolean>> = {
  panics: panicsItself,
  'never-returns': (flow, fn) => neverReturns(flow, fn),
  locking: (flow, { id }) => callGraphOf(flow).locking.has(id),
  releases: (_, fn) => releasesLocks(fn),
  'held-by-callers': (flow, fn) => heldByCallers(flow, fn).size > 0,
  'leaves-locks': (flow, { id }) => leavesLocks(flow).has(id),
  creating: (flow, { id }) => callGraphOf(flow).creating.has(id),
  synchronising: (flow, { id }) => callGraphOf(flow).synchronising.has(id),
  'closes-twice': (_, fn) => closedTwice(fn).length > 0,
  'loses-signal': (_, fn) => lostSignals(fn).length > 0,
};

const text = readText('testdata/flow/facts.go');
const flow = flowOf(text);
const declared = declaredFunctions(flow).map(({ ref }) => functionOf(flow, ref));

test('of each function all that is listed above it, and nothing else', () => {
  const wanted: Record<string, readonly string[]> = {};
  for (const [, list = '', name = ''] of text.matchAll(/^\/\/ flow:(.*)\nfunc (?:\(.*?\) )?(\w+)/gm))
    wanted[name] = list.split(' ').filter(Boolean).sort();
  const found = Object.fromEntries(
    declared
      .filter(({ name }) => name in wanted)
      .map((fn) => [
        fn.name,
        Object.keys(facts)
          .filter((fact) => facts[fact]?.(flow, fn))
          .sort(),
      ]),
  );
  expect(found).toEqual(wanted);
});

test('every fact occurs', () => {
  const lists = [...text.matchAll(/^\/\/ flow:(.*)$/gm)].flatMap(([, list = '']) => list.split(' '));
  expect(Object.keys(facts).filter((fact) => !lists.includes(fact))).toEqual([]);
});

test('a call through an interface leads to the methods of the types that are put into it', () => {
  const { callees } = callGraphOf(flow);
  const id = (name: string): string => declared.find((fn) => fn.name === name)?.id ?? '';
  const next = [...(callees.get(id('through')) ?? [])];
  expect(next.some((name) => callees.get(name)?.has(id('get')) === true || name === id('get'))).toBe(true);
  expect(next).not.toContain(id('put'));
});
