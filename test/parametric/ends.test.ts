// Loops that end by data count as ending only where that is assumed, and only where nothing but data decides.

import { afterAll, expect, test } from 'vitest';
import { prove } from '../../src/parametric/index.ts';
import { assumingLoopsEnd } from '../../src/virgo/ends.ts';
import { parseVirgo } from '../../src/virgo/parse.ts';
import { testSolver } from './solver.ts';

const solver = testSolver();
afterAll(() => solver.dispose());

const worker =
  'c = chan [0]; go { for i : { if ? { break i }; c! }; close(c) }; for j : { if c? { } else { break j } }';

const texts: readonly (readonly [string, string, 'proved' | 'conditional' | 'unknown' | 'not assumed'])[] = [
  ['until data runs out', worker, 'proved'],
  ['until data runs out, and nobody closes', worker.replace('; close(c)', ''), 'unknown'],
  ['the environment stops it', 'c = chan [x]; for i : { select { case ? { return } case ? { } } }', 'conditional'],
  [
    'a channel of its own stops it',
    's = chan [0]; go { for i : { select { case ? { if ? { return } } case s? { return } } } }; if ? { s! }',
    'not assumed',
  ],
  ['nothing stops it', 'c = chan [0]; go { for i : { select { case ? { } } } }', 'not assumed'],
  ['a parameter stops it', 'c = chan [0]; for i : { if x > 0 { break i } }', 'not assumed'],
  ['only a loop within is left', 'for i : { for k : { if ? { break k } } }', 'not assumed'],
];

test.each(texts)('%s', async (_, text, wanted) => {
  const parsed = parseVirgo(text, 'ends.virgo');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  expect((await prove(parsed.program, solver)).kind).toBe('unknown');
  const assumed = assumingLoopsEnd(parsed.program);
  if (wanted === 'not assumed') {
    const outcome = assumed === null ? null : await prove(assumed.program, solver);
    expect(outcome?.kind ?? 'unknown').toBe('unknown');
    return;
  }
  if (assumed === null) throw new Error('nothing was assumed');
  expect(assumed.program.assumptions).toContainEqual({ kind: 'terminates', of: assumed.functions[0] });
  const outcome = await prove(assumed.program, solver);
  const fine = outcome.kind === 'proved' && (outcome.precondition.kind !== 'bool' || outcome.precondition.value);
  const kind = !fine ? 'unknown' : outcome.precondition.kind === 'bool' ? 'proved' : 'conditional';
  expect(kind).toBe(wanted);
});
