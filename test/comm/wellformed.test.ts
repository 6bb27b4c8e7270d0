// The invariant checker of `comm` finds each kind of broken invariant.

import { expect, test } from 'vitest';
import { noWhy } from '../../src/base/reasons.ts';
import type { CommProgram, Proc, Stmt } from '../../src/comm/comm.ts';
import { parseProgram, wellFormed } from '../../src/comm/index.ts';
import { allFeatures, generateProgram } from '../support/generate-comm.ts';

const site = { file: 0, start: 0, end: 0 };

function programOf(body: readonly Stmt[], extra: Partial<Proc> = {}): CommProgram {
  const parsed = parseProgram('proc main() {\n  x = 1\n}\nproc f(a) results a {\n}\n', 'test.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  const [main, f] = parsed.program.procs as [Proc, Proc];
  return { ...parsed.program, procs: [{ ...main, body, ...extra }, f] };
}

const nothing = { kind: 'nil' } as const;

test.each<[string, CommProgram]>([
  ['variable 7 does not exist', programOf([{ kind: 'assign', target: 7, value: nothing, site }])],
  ['variable 9 does not exist', programOf([{ kind: 'close', chan: { kind: 'var', index: 9 }, site }])],
  ['parameter 0 does not exist', programOf([{ kind: 'close', chan: { kind: 'param', index: 0 }, site }])],
  ['there is no loop L around this break', programOf([{ kind: 'branch', op: 'break', label: 'L', site }])],
  ['a place names file 3, which does not exist', programOf([{ kind: 'yield', site: { ...site, file: 3 } }])],
  ['the place 5-2 is no range', programOf([{ kind: 'yield', site: { file: 0, start: 5, end: 2 } }])],
  ['a choice needs a branch', programOf([{ kind: 'choice', why: noWhy, branches: [], site }])],
  ['f takes 1 arguments, not 0', programOf([{ kind: 'go', callee: { kind: 'proc', proc: 1 }, args: [], site }])],
  [
    'f has 1 results, not 2',
    programOf([{ kind: 'call', callee: { kind: 'proc', proc: 1 }, args: [nothing], targets: [0, null], site }]),
  ],
  [
    'class 0 does not exist',
    programOf([{ kind: 'new', target: 0, what: { kind: 'record', class: 0 }, label: '', site }]),
  ],
  ['map get has 1 operands', programOf([{ kind: 'map', op: 'get', target: 0, ok: null, args: [nothing], site }])],
  ['0.5 is no integer', programOf([{ kind: 'assign', target: 0, value: { kind: 'int', value: 0.5 }, site }])],
  ['the entry procedure takes arguments', { ...programOf([]), entry: 1 }],
  ['the entry procedure does not exist', { ...programOf([]), entry: 5 }],
  [
    'class C contains itself',
    {
      ...programOf([]),
      classes: [{ name: 'C', role: 'struct', fields: [{ name: 'f', init: { kind: 'record', class: 0 } }] }],
    },
  ],
])('%s', (message, program) => {
  expect(wellFormed(program).map((defect) => defect.message)).toContain(message);
});

test('generated programs are well formed', () => {
  for (let seed = 1; seed <= 300; seed++)
    expect(wellFormed(generateProgram(seed, allFeatures, 10)), `${seed}`).toEqual([]);
});
