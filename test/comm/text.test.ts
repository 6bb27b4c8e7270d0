// The text form of `comm`: printing and reading give back the same program, and mistakes are named with their place.

import { describe, expect, test } from 'vitest';
import { assumption, assumptionKinds, gapKinds, gapReason, why, whyKinds } from '../../src/base/reasons.ts';
import type { CommProgram, Expr, Proc, ProcRole, Site, Stmt } from '../../src/comm/comm.ts';
import { parseProgram, printProgram, printStatement, wellFormed } from '../../src/comm/index.ts';
import { commFiles } from '../support/comm-files.ts';
import { allFeatures, generateProgram } from '../support/generate-comm.ts';

function read(text: string): CommProgram {
  const parsed = parseProgram(text, 'test.comm');
  if (!parsed.ok) throw new Error(`${parsed.message} at ${parsed.start}: ${text.slice(parsed.start, parsed.end)}`);
  return parsed.program;
}

describe('round trip', () => {
  test.each(commFiles('comm'))('of $name', ({ program }) => {
    expect(wellFormed(program)).toEqual([]);
    expect(read(printProgram(program))).toEqual(program);
    const plain = printProgram(program, { sites: false });
    expect(printProgram(read(plain), { sites: false })).toBe(plain);
  });

  test('of parameters of few bits', () => {
    const text =
      'program "p" function\nparam a int min 0 bits 8\nparam b int bits 16\nentry main\n\nproc main() {\n}\n';
    const { params } = read(text);
    expect(params.map(({ min, bits }) => [min, bits])).toEqual([
      [0, 8],
      [null, 16],
    ]);
    expect(printProgram(read(text), { sites: false })).toBe(text);
  });

  test('of operators on bits and texts', () => {
    const text = `program "p" function\nentry main\n\nproc main() {\n  var x, y\n  x = "\\"a\\"" ++ y\n  y = !(x .< y) && (1 | 2 & 3 ^ 4 << 1) >> 1 &^ 2 == 0\n}\n`;
    expect(printProgram(read(text), { sites: false })).toBe(text);
  });

  test('of MiGo programs', () => {
    for (const { program } of commFiles('migo')) expect(read(printProgram(program))).toEqual(program);
  });

  test('of generated programs', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const program = generateProgram(seed, { ...allFeatures, params: seed % 2 === 0 }, 12);
      expect(read(printProgram(program)), `seed ${seed}`).toEqual(program);
    }
  });

  test('of names that are no words, or not unique', () => {
    const site: Site = { file: 0, start: 0, end: 0 };
    const vars = ['x', 'x', 'len(files)', 'send', '_', 'a`b', 'π', ''].map((name) => ({ name, site }));
    const sum: Expr = vars.reduce<Expr>((x, _, index) => ({ kind: 'binary', op: '+', x, y: { kind: 'var', index } }), {
      kind: 'int',
      value: 0,
    });
    const body: Stmt[] = vars.map((_, target) => ({ kind: 'assign', target, value: sum, site }));
    const proc: Proc = { name: '(*T).run', role: { kind: 'helper' }, vars, params: 0, results: [2, 0], body, site };
    const program: CommProgram = {
      kind: 'CommProgram',
      name: 'a "quoted"\nname',
      root: 'test',
      files: ['a.go', 'b.go'],
      params: [{ name: 'n', type: 'int', min: 0, site }],
      requires: [
        { kind: 'binary', op: '>', x: { kind: 'param', index: 0 }, y: { kind: 'int', value: 2 } },
        { kind: 'bool', value: true },
      ],
      globals: [
        { name: 'g', site },
        { name: 'g', site },
      ],
      classes: [
        {
          name: 'C',
          role: 'cell',
          fields: [
            { name: 'f', init: { kind: 'value', value: { kind: 'unknown', why: why('value', 'x > 0', 'state') } } },
          ],
        },
        { name: 'D', role: 'struct', fields: [{ name: 'f', init: { kind: 'record', class: 0 } }] },
      ],
      procs: [proc, { ...proc, body: [] }],
      entry: 1,
      assumptions: [assumption('no-data-race'), assumption('no-panic', 'p."F"')],
      gaps: [{ reason: gapReason('code', 'cgo'), site: { file: 1, start: 3, end: 9 } }],
    };
    expect(read(printProgram(program))).toEqual(program);
  });

  test('of reasons and roles', () => {
    const site: Site = { file: 0, start: 0, end: 0 };
    // Where there is nothing to say there is no text.
    const whys = whyKinds
      .flatMap((kind) =>
        ['', 'f("x")'].flatMap((of) => (['open', 'state', 'lost'] as const).map((one) => why(kind, of, one))),
      )
      .filter(({ kind, of }) => kind !== 'none' || of === '');
    const gaps = gapKinds.flatMap((kind) => [gapReason(kind), gapReason(kind, 'p.F')]);
    const roles: readonly ProcRole[] = [
      { kind: 'helper' },
      { kind: 'function', id: 'example.com/p.F', root: true, model: null },
      { kind: 'function', id: 'context.F$1', root: false, model: 'context' },
      ...(['environment', 'held', 'keys', 'key'] as const).map((kind) => ({ kind })),
      ...(['anything', 'writes', 'calls'] as const).flatMap((kind) => gaps.map((reason) => ({ kind, reason }))),
    ];
    const body = whys.flatMap((reason): readonly Stmt[] => [
      { kind: 'assign', target: 0, value: { kind: 'unknown', why: reason }, site },
      { kind: 'choice', why: reason, branches: [[], []], site },
    ]);
    const program: CommProgram = {
      kind: 'CommProgram',
      name: 'reasons',
      root: 'function',
      files: ['a.go'],
      params: [],
      requires: [],
      globals: [],
      classes: (['struct', 'cell', 'box', 'environment'] as const).map((role) => ({ name: 'C', role, fields: [] })),
      procs: roles.map((role) => ({
        name: 'f',
        role,
        vars: [{ name: 'x', site }],
        params: 0,
        results: [],
        body,
        site,
      })),
      entry: 0,
      assumptions: assumptionKinds.flatMap((kind) => [assumption(kind), assumption(kind, 'p.F')]),
      gaps: gaps.map((reason) => ({ reason, site })),
    };
    expect(read(printProgram(program))).toEqual(program);
  });

  test('of expressions keeps their shape', () => {
    const texts = [
      '1 - (2 - 3)',
      '1 - 2 - 3',
      '-(1)',
      '-1',
      '!(1 < 2) && ?',
      '-x',
      '- -1',
      '(1 + 2) * -(3)',
      '1 - -1',
      '"a" == ?"why"',
    ];
    for (const text of texts) {
      const program = read(`proc main() {\n  x = nil\n  y = ${text}\n}`);
      expect(read(printProgram(program)), text).toEqual(program);
    }
  });
});

describe('a text without places', () => {
  const program = read('proc main() {\n  c = chan 2\n  send c, 1\n}\n');

  test('is its own source', () => {
    expect(program.files).toEqual(['test.comm']);
    expect(program.procs[0]?.body[1]?.site).toEqual({ file: 0, start: 29, end: 38 });
  });

  test('declares what it assigns', () => {
    expect(program.procs[0]?.vars.map((decl) => decl.name)).toEqual(['c']);
  });

  test('prints single statements', () => {
    const [proc] = program.procs;
    expect(proc?.body.map((stmt) => printStatement(program, proc, stmt))).toEqual(['c = chan 2', 'send c, 1']);
  });
});

describe('mistakes', () => {
  test.each([
    ['proc main() {\n  send c, 1\n}', 'there is no variable of this name', 'c'],
    ['proc main() {\n  call f()\n}', 'there is no procedure of this name', 'f'],
    ['proc main() {\n  x = 1 +\n}', 'expected an expression', '}'],
    ['proc main() {\n  x = 1 y = 2\n}', 'expected the end of the line', 'y'],
    ['proc main() {\n  yield', 'expected }', ''],
    ['proc p() {\n}\nproc p() {\n}', 'p is declared twice', 'p'],
    ['proc main() {\n  x = "a\n}', 'a quote is not closed on its line', '"'],
    ['proc main() {\n  x = 12345678901234567890\n}', 'the number is too large', '12345678901234567890'],
    ['hello', 'expected a declaration', 'hello'],
    ['', 'there is no procedure', ''],
    [`proc main() {\n${'if ? {\n'.repeat(20_000)}`, 'this is nested too deeply', ''],
    ['proc main() {\n  x = ~1\n}', 'unexpected character "~"', '~'],
  ])('in %j', (text, message, at) => {
    const parsed = parseProgram(text, 'test.comm');
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.message).toBe(message);
    expect(text.slice(parsed.start, parsed.end)).toBe(at);
  });
});
