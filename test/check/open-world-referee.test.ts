// The open-world referee at work: what is proved of generated packages survives their clients.

import { describe, expect, test } from 'vitest';
import { assumption } from '../../src/base/reasons.ts';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { installedGo } from '../support/go.ts';
import { type ClientFacts, excused, keeps, type Trouble } from '../support/open-world/assumptions.ts';
import { attackGenerated } from '../support/open-world/generated.ts';
import { generateSubject } from '../support/open-world/subjects.ts';

const quiet: ClientFacts = {
  concurrent: new Set(),
  unconstructed: new Set(),
  extreme: false,
  alias: false,
  racing: false,
  reenters: false,
  callbacksPanic: false,
};

test('clients break what they do, and nothing else', () => {
  const all = [assumption('no-concurrent-callers', 'p.T'), assumption('constructed', 'T'), assumption('no-alias')];
  expect(keeps(all, quiet)).toBe(true);
  expect(keeps(all, { ...quiet, alias: true })).toBe(false);
  expect(keeps(all, { ...quiet, concurrent: new Set(['U']) })).toBe(true);
  expect(keeps(all, { ...quiet, concurrent: new Set(['T']) })).toBe(false);
  expect(keeps(all, { ...quiet, unconstructed: new Set(['T']) })).toBe(false);
  expect(keeps(all, { ...quiet, extreme: true })).toBe(true);
  expect(keeps([assumption('no-reentry', 'f')], { ...quiet, reenters: true })).toBe(false);
});

test('the environment excuses what callers could have done, and nothing that the package did', () => {
  const listed = [assumption('environment', 's.ch')];
  const blocked: Trouble = { rule: 'goroutine-leak', waits: 'other', object: 'own', hidden: false };
  expect(excused(listed, blocked)).toBe(true);
  expect(excused([], blocked)).toBe(false);
  expect(excused(listed, { ...blocked, hidden: true })).toBe(false);
  expect(excused(listed, { ...blocked, waits: 'lock' })).toBe(false);
  expect(excused(listed, { ...blocked, rule: 'double-close', waits: 'no' })).toBe(false);
  expect(excused(listed, { ...blocked, rule: 'close-nil', waits: 'no', object: 'nil' })).toBe(true);
});

test('a subject is the same for the same seed', () => {
  expect(generateSubject(7, 3)).toEqual(generateSubject(7, 3));
  expect(generateSubject(7, 3).text).not.toBe(generateSubject(7, 4).text);
});

describe.skipIf(installedGo === null)('clients of generated packages (needs Go)', () => {
  test('refute nothing that is proved, and verdicts depend on no unrelated code', { timeout: 300_000 }, async () => {
    const children = new Children();
    await withScratch(async (scratch) => {
      const result = await attackGenerated({
        first: 0,
        count: 40,
        seed: 1801,
        clients: 3,
        schedules: 5,
        locality: true,
        scratch,
        children,
        progress: () => {},
      });
      const refuted = result.refutations.map(
        ({ target, function: name, rule, kinds }) => `${target}.${name} ${rule} ${kinds}`,
      );
      expect(refuted).toEqual([]);
      expect(result.moved).toEqual([]);
      expect(result.blamed).toEqual([]);
      // The referee still bites: there is something to refute, and it is called.
      expect(result.called).toBeGreaterThan(10);
      expect(result.runs).toBeGreaterThan(100);
    }, children);
  });
});
