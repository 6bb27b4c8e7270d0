// The model checker against the real Spin: the same faults, the same stuck states, the same number of states.

import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { bindParams, emitPromela } from '../../src/comm/index.ts';
import { checkProgram } from '../../src/model/index.ts';
import { commFiles } from '../support/comm-files.ts';
import { allFeatures, generateProgram } from '../support/generate-comm.ts';
import { hasSpin, runSpin } from '../support/spin.ts';

const stuckAssertion = '(done||(alive==0))';

const faults = [
  'send-on-closed',
  'double-close',
  'close-nil',
  'negative-capacity',
  'negative-waitgroup',
  'unlock-unlocked',
  'panic',
] as const;

/** Faults, whether something can be left blocked, and the number of states, from both. */
async function compare(program: CommProgram): Promise<{ spin: object; model: object; exact: boolean } | null> {
  const emitted = emitPromela(program, { mainEnds: true });
  if (!emitted.ok) return null;
  const pan = await runSpin(emitted.text);
  const stuck = 'deadlock-ignoring-main-exit';
  const properties = [...faults, stuck] as const;
  const plain = { symmetry: false, partialOrder: false };
  const result = checkProgram(program, { ...plain, properties });
  if (result.limits.length > 0) return null;
  // One search, so that its states are counted once.
  const { states } = checkProgram(program, { ...plain, properties: ['global-deadlock'] });
  const broken = properties.filter((name) => result.verdicts.get(name)?.kind === 'violated');
  const violated = [...pan.violated].map((text) =>
    text === stuckAssertion ? stuck : text.replace(/^!\(?|\)$/g, '').replaceAll('_', '-'),
  );
  // After a fault the model has one state for all ends of the process.
  const exact = !faults.some((name) => broken.includes(name));
  return {
    spin: { broken: violated.sort(), ...(exact ? { states: pan.states } : {}) },
    model: { broken: [...broken].sort(), ...(exact ? { states } : {}) },
    exact,
  };
}

/** Objects that become unreachable are forgotten by the model, not by Promela: these have fewer states here. */
const forgets = new Set(['ticker.comm', 'timeout.comm', 'timeout-buffered.comm']);

describe.skipIf(!hasSpin())('Spin (left out where spin or a C compiler is not installed)', () => {
  const files = [...commFiles('comm'), ...commFiles('migo')];

  test.concurrent.each(files)('agrees about $name', async ({ name, program }) => {
    const values = program.params.map((param) => (param.type === 'int' ? 2 : false));
    const compared = await compare({ ...bindParams(program, values), root: 'function' });
    expect(compared).not.toBeNull();
    if (compared === null) return;
    if (forgets.has(name))
      expect(compared.model).toMatchObject({ broken: (compared.spin as { broken: unknown }).broken });
    else expect(compared.model).toEqual(compared.spin);
  });

  test('agrees about generated programs', async () => {
    const features = { ...allFeatures, memory: false, unwinding: false, timers: false };
    let compared = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const both = await compare({ ...generateProgram(seed, features, 6), root: 'function' });
      if (both === null) continue;
      compared++;
      expect((both.model as { broken: unknown }).broken, `seed ${seed}`).toEqual(
        (both.spin as { broken: unknown }).broken,
      );
    }
    expect(compared).toBeGreaterThan(4);
  });
});
