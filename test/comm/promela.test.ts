// Promela through the real Spin: the verdicts that the test programs claim, and those of the printed form of MiGo.

import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { bindParams, emitMigo, emitPromela, parseMigo, parseProgram } from '../../src/comm/index.ts';
import { type CommTestFile, commFiles } from '../support/comm-files.ts';
import { hasSpin, runSpin } from '../support/spin.ts';

const available = hasSpin();
const files = [...commFiles('comm'), ...commFiles('migo')];
/** Compiling a verifier takes most of the time: some of the programs are enough for every run of the tests. */
const some = files.filter((_, i) => i % 4 === 0);

/** Main as a function, and parameters with small values. */
function prepared({ program }: CommTestFile): CommProgram {
  const values = program.params.map((param) => (param.type === 'int' ? 3 : false));
  return { ...bindParams(program, values), root: 'function' };
}

function promela(program: CommProgram, mainEnds = true): string {
  const emitted = emitPromela(program, { mainEnds });
  if (!emitted.ok) throw new Error(emitted.reason);
  return emitted.text;
}

const stuckAssertion = '(done||(alive==0))';

describe.skipIf(!available)('Spin (left out where spin or a C compiler is not installed)', () => {
  test.concurrent.each(some)('agrees with $name', async (file) => {
    const { violated } = await runSpin(promela(prepared(file)));
    const faults = [...violated].filter((text) => text !== stuckAssertion);
    expect(faults.map((text) => text.replace(/^!\(?|\)$/g, '').replaceAll('_', '-'))).toEqual(
      file.fault === 'none' ? [] : [file.fault],
    );
    if (file.fault === 'none') expect(violated.has(stuckAssertion)).toBe(file.stuck);
  });

  test('finds no leak where main ends the process', async () => {
    const [file] = files.filter(({ name }) => name === 'no-taker.migo');
    const program = (file as CommTestFile).program;
    expect(program.root).toBe('main');
    expect((await runSpin(promela(program))).violated.size).toBe(0);
    expect((await runSpin(promela(program, false))).violated).toEqual(new Set([stuckAssertion]));
  });

  test('sees the same in a behavioural type that was printed as MiGo and read back', async () => {
    for (const name of ['stop-early.migo', 'two-sources.migo', 'drain.migo']) {
      const { program } = files.find((file) => file.name === name) as CommTestFile;
      const printed = emitMigo(program);
      const again = printed.ok ? parseMigo(printed.text, name) : printed;
      if (!again.ok) throw new Error(JSON.stringify(again));
      const runs = [program, again.program].map((p) => runSpin(promela({ ...p, root: 'function' })));
      const [one, two] = await Promise.all(runs);
      expect(two, name).toEqual(one);
    }
  });
});

describe('what Promela cannot express', () => {
  test.each([
    ['recursion that is not the last thing a procedure does', 'proc main() {\n  yield\n  call main()\n  yield\n}'],
    ['a deferred call in a loop', 'proc main() {\n  loop l {\n    defer f()\n  }\n}\nproc f() {\n}'],
    ['recover', 'proc main() {\n  recover\n}'],
    ['a call whose target is not fixed', 'proc main() {\n  f = func g()\n  call (f)()\n}\nproc g() {\n}'],
    ['a channel of unknown capacity', 'proc main() {\n  c = chan ?\n}'],
    ['a map', 'proc main() {\n  m = map make\n}'],
  ])('%s', (reason, text) => {
    const parsed = parseProgram(text, 'test.comm');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(emitPromela(parsed.program, { mainEnds: true })).toMatchObject({ ok: false, reason });
  });
});
