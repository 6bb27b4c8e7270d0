// The solver in WebAssembly proves what the native one does: preconditions are equivalent, and proofs can be checked again.

import { afterAll, expect, test } from 'vitest';
import { solverHost } from '../../src/driver/solver/choose.ts';
import { prove, readable, recheck, solverOptions } from '../../src/parametric/index.ts';
import { openSolver } from '../../src/smt/index.ts';
import { parseVirgo } from '../../src/virgo/index.ts';
import { readText } from '../support/repository.ts';

const solver = openSolver(solverHost('wasm'), { timeoutMs: 10_000, options: solverOptions });
afterAll(() => solver.dispose());

test.each([
  ['answers', 'true'],
  ['first-of-many', 'n == 1'],
  ['lost-answer', 'n <= 0'],
  ['wait-then-drain', 'jobs >= 0'],
])('%s', { timeout: 120_000 }, async (name, want) => {
  const parsed = parseVirgo(readText(`testdata/virgo/${name}.virgo`), name);
  if (!parsed.ok) throw new Error(parsed.message);
  const outcome = await prove(parsed.program, solver);
  if (outcome.kind !== 'proved') throw new Error(outcome.reason);
  const { text } = await readable(solver, outcome.proof.system, outcome.precondition);
  expect({ text, weakest: outcome.weakest }).toEqual({ text: want, weakest: true });
  expect(await recheck(outcome.proof, solver)).toMatchObject({ ok: true });
});
