// The paper's programs and the patterns that its tool gives up on: what is proved, under which precondition, and that it is the weakest.

import { afterAll, describe, expect, test } from 'vitest';
import { prove, readable, recheck } from '../../src/parametric/index.ts';
import { gt, int, True, type Var } from '../../src/smt/index.ts';
import { parseVirgo, type VirgoProgram } from '../../src/virgo/index.ts';
import { testSolver } from './solver.ts';

const solver = testSolver();
afterAll(() => solver.dispose());

function read(text: string): VirgoProgram {
  const parsed = parseVirgo(text, 'test.virgo');
  if (!parsed.ok) throw new Error(`${parsed.message} at ${parsed.start}`);
  return parsed.program;
}

/** The precondition in words, with `?` behind it unless it is the weakest; or why there is none. */
async function decide(text: string): Promise<string> {
  const outcome = await prove(read(text), solver);
  if (outcome.kind === 'unknown') return `unknown: ${outcome.reason}`;
  const again = await recheck(outcome.proof, solver);
  expect(again).toMatchObject({ ok: true });
  const { text: found, term } = await readable(solver, outcome.proof.system, outcome.precondition);
  // What is shown is proved as well as what was found.
  expect(await recheck({ ...outcome.proof, precondition: term }, solver)).toMatchObject({ ok: true });
  return `${found}${outcome.weakest ? '' : ' ?'}`;
}

const cases: readonly (readonly [string, string, string])[] = [
  ['Figure 3, left', 'c = chan [0]; go { for 0 .. x { c! } }; c?', 'x == 1'],
  ['Figure 3, middle', 'c = chan [x]; go { for 0 .. x { c! } }; c?', 'x > 0'],
  ['Figure 3, right', 'if x <= 0 { return } else { skip }; c = chan [x]; go { for 0 .. x { c! } }; c?', 'true'],
  ['Figure 1, left, as it is in Go', 'c = chan [0]; for 0 .. x { go { c! } }; c?', 'x == 1'],
  [
    'Figure 15a',
    'd = chan [0]; go { d! }; go { for 0 .. r / 2 { d! } }; go { d! }; go { for r / 2 .. r { d! } }; go { for 0 .. r + 2 { d? } }',
    'r >= 0',
  ],
  [
    'Figure 15b',
    `if numLevels == 0 { return } else { skip }; w = WaitGroup; c = chan [numLevels];
     for 0 .. complianceLevels { w.Add(1) };
     go { for 0 .. complianceLevels { c!; w.Add(0 - 1) } };
     w.Wait(); for 0 .. numLevels { c? }`,
    'numLevels == 0 || numLevels > 0 && complianceLevels == numLevels',
  ],
  ['a break by chance', 'c = chan [x]; for 0 .. x { go { c! } }; for i : 0 .. x { c?; if ? { break i } }', 'x >= 0'],
  [
    'a break by chance without room',
    'c = chan [0]; for 0 .. x { go { c! } }; for i : 0 .. x { c?; if ? { break i } }',
    'x <= 1',
  ],
  ['a continue by chance', 'c = chan [x]; for i : 0 .. x { if ? { continue i }; go { c! } }', 'x >= 0'],
  [
    'nested loops',
    'c = chan [0]; go { for 0 .. x { for 0 .. 2 { c! } } }; for 0 .. y { c? }',
    '2*x == y || x <= 0 && y <= 0',
  ],
  ['a step', 'c = chan [0]; go { for 0 .. 2 * x step 2 { c! } }; for 0 .. x { c? }', 'true'],
  [
    'close and range, and a pool of workers',
    `in = chan [0]; w = WaitGroup;
     for 0 .. n { w.Add(1); go { for range in { skip }; w.Add(0 - 1) } };
     for 0 .. m { in! }; close(in); w.Wait()`,
    'n > 0 || m <= 0',
  ],
  [
    'readers and a writer',
    `l = RWMutex; w = WaitGroup; for 0 .. n { w.Add(1); go { l.RLock(); l.RUnlock(); w.Add(0 - 1) } };
     l.Lock(); l.Unlock(); w.Wait()`,
    'true',
  ],
  [
    'a read lock that is taken again',
    'l = RWMutex; go { l.Lock(); l.Unlock() }; for 0 .. x { l.RLock() }; for 0 .. x { l.RUnlock() }',
    'x <= 1 ?',
  ],
  ['a write lock that is taken again', 'l = RWMutex; for 0 .. x { l.Lock() }; if x > 0 { l.Unlock() }', 'x <= 1'],
  ['a read lock that nobody holds', 'l = RWMutex; l.Lock(); l.Unlock(); for 0 .. x { l.RUnlock() }', 'x <= 0'],
  [
    'a lock that is made more than once',
    'for 0 .. x { l = RWMutex; l.Lock() }',
    'unknown: a lock that is made more than once',
  ],
  ['a time-out', 'c = chan [0]; go { c! }; select { case c? { skip } case ? { skip } }', 'false'],
  ['a time-out with room', 'c = chan [1]; go { c! }; select { case c? { skip } case ? { skip } }', 'true'],
  ['a WaitGroup below zero', 'w = WaitGroup; w.Add(x); for 0 .. x { w.Add(0 - 1) }; w.Wait()', 'x >= 0'],
  ['what is promised', 'requires x > 0; c = chan [x]; go { for 0 .. x { c! } }; c?', 'true'],
  ['what is promised about two', 'requires y <= x; requires y > 0; c = chan [x]; for 0 .. y { c! }', 'true'],
  ['too little promised', 'requires x >= 0; c = chan [x]; go { for 0 .. x { c! } }; c?', 'x > 0'],
  [
    'what cannot be',
    'requires x > 0 && x < 0; c = chan [0]; c!',
    'unknown: no values were found that callers may pass',
  ],
  ['a loop that does not end', 'c = chan [0]; for { skip }', 'unknown: a loop that may not end'],
  ['a division by a parameter', 'c = chan [x / y]; c!', 'unknown: a division by a parameter'],
];

describe('preconditions', () => {
  test.each(cases)('%s', { timeout: 60_000 }, async (_name, text, expected) => {
    expect(await decide(text)).toBe(expected);
  });
});

describe('mutants of proved programs lose their proof', () => {
  const proved = `if x <= 0 { return } else { skip }; w = WaitGroup; c = chan [x]; w.Add(x);
    for 0 .. x { go { c!; w.Add(0 - 1) } }; w.Wait(); for 0 .. x { c? }`;
  const mutants: readonly (readonly [string, string])[] = [
    ['a send added', proved.replace('{ c!; w', '{ c!; c!; w')],
    ['a done dropped', proved.replace('c!; w.Add(0 - 1)', 'c!')],
    ['a capacity changed', proved.replace('chan [x]', 'chan [x - 1]')],
    ['a receive dropped', proved.replace('for 0 .. x { c? }', 'for 0 .. x + 1 { c? }')],
    ['the guard dropped', proved.replace('x <= 0', 'false')],
  ];

  test('the original is proved', { timeout: 60_000 }, async () => {
    expect(await decide(proved)).toBe('true');
  });

  test.each(mutants)('%s', { timeout: 60_000 }, async (_name, text) => {
    expect(text).not.toBe(proved);
    expect(await decide(text)).not.toBe('true');
    // Nor does the stored proof of the original hold for it.
    const original = await prove(read(proved), solver);
    if (original.kind !== 'proved') throw new Error('not proved');
    const { system } = original.proof;
    const forged = { ...original.proof, system: { ...system, program: read(text) } };
    expect((await recheck(forged, solver)).ok).toBe(false);
  });
});

describe('invariants from Horn clauses', () => {
  const rounds = (inside: string, behind: string): string =>
    `w = WaitGroup; ${inside.includes('c!') || behind.includes('c?') ? 'c = chan [1]' : 'l = RWMutex'}; for 0 .. n { w.Add(1); go { ${inside}; w.Add(0 - 1) }; w.Wait(); ${behind} }`;
  const again = 'l.RLock(); l.RLock(); l.RUnlock(); l.RUnlock()';
  const look = 'select { case c? { skip } default { fail } }';

  test.each([
    ['a message that must be there after each Wait', rounds('c!', look)],
    ['a read lock that is taken again when no writer can come', rounds('l.Lock(); l.Unlock()', again)],
    ['a message that was sent before', `c = chan [1]; for 0 .. n { c!; ${look} }`],
  ])('%s', { timeout: 60_000 }, async (_name, text) => {
    const outcome = await prove(read(text), solver);
    expect(outcome).toMatchObject({ kind: 'proved', weakest: true, strategy: 5 });
    if (outcome.kind === 'proved') expect(await recheck(outcome.proof, solver)).toMatchObject({ ok: true });
  });

  test.each([
    ['nothing is sent', rounds('skip', look)],
    ['nobody waits', rounds('l.Lock(); l.Unlock()', again).replace('w.Wait();', '')],
  ])('not where %s', { timeout: 60_000 }, async (_name, text) => {
    const outcome = await prove(read(text), solver);
    if (outcome.kind === 'proved') expect(await decide(text)).toMatch(/^n <= 0/);
  });
});

describe('what is known of parameters', () => {
  const text = `in = chan [0]; for 0 .. n { go { for range in { skip } } }; for 0 .. m + 1 { in! }; close(in)`;
  const program = read(text);
  const known = { ...program, params: program.params.map((p) => (p.name === 'm' ? { ...p, min: 0 } : p)) };

  test('is not said again', { timeout: 60_000 }, async () => {
    expect(await decide(text)).toBe('n > 0 || m < 0');
    const outcome = await prove(known, solver);
    if (outcome.kind !== 'proved') throw new Error('not proved');
    const { text: found, term } = await readable(solver, outcome.proof.system, outcome.precondition);
    expect(found).toBe('n > 0');
    expect(await recheck({ ...outcome.proof, precondition: term }, solver)).toMatchObject({ ok: true });
  });

  test('is part of the proof, and nothing else is', { timeout: 60_000 }, async () => {
    const outcome = await prove(known, solver);
    if (outcome.kind !== 'proved') throw new Error('not proved');
    const { proof } = outcome;
    const { term } = await readable(solver, proof.system, outcome.precondition);
    const unaware = { ...proof, system: { ...proof.system, program }, precondition: term };
    expect(await recheck(unaware, solver)).toEqual({ ok: false, reason: 'it uses facts that are not known' });
    expect((await recheck({ ...unaware, facts: True }, solver)).ok).toBe(true);
    const [first] = proof.system.params;
    const forged = { ...proof, precondition: True, facts: gt(first as Var, int(0)) };
    expect(await recheck(forged, solver)).toEqual({ ok: false, reason: 'it uses facts that are not known' });
  });
});

describe('VirGo texts', () => {
  test.each([
    ['go { c! }', 'there is no channel c here'],
    ['c = chan [k]; c = chan [k]', 'c is declared twice'],
    ['c = chan [true]', 'expected a number'],
    ['if x { skip } else { c = chan [x] }', 'expected a number'],
    ['break i', 'there is no i around this'],
    ['c = chan [0]; d = chan [c]', 'c is not a parameter'],
    ['for 0 .. x { ', 'expected a statement'],
    [`${'if x > 0 { '.repeat(3000)}skip`, 'this is nested too deeply'],
    [`c = chan [${'('.repeat(5000)}k]`, 'this is nested too deeply'],
    [`c = chan [${'k + '.repeat(20_000)}k]`, 'an expression of too many parts'],
  ])('%s: %s', (text, message) => {
    const parsed = parseVirgo(text, 'x.virgo');
    expect(parsed.ok ? '' : parsed.message).toBe(message);
  });
});
