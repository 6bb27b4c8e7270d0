// Operators on known values give what the naive engine says: bits of numbers, and texts.

import { expect, test } from 'vitest';
import type { BinOp, Expr } from '../../src/comm/comm.ts';
import { atomValue, binary, datum, intValue, newValueTable } from '../../src/model/value.ts';
import { type Ctx, ev } from './naive-values.ts';

/** What the naive engine computes; it needs no program for constants. */
function naively(op: BinOp, x: Expr, y: Expr): unknown {
  return ev({} as Ctx, [], { kind: 'binary', op, x, y });
}

test('on bits', () => {
  const t = newValueTable();
  const numbers = [0, 1, 2, 3, 5, 12, 31, 255, 1000, 2 ** 32 + 5, -1, -2, -7, -12, -256, -(2 ** 32)];
  for (const op of ['&', '|', '^', '&^', '<<', '>>'] as const) {
    for (const a of numbers) {
      for (const b of numbers) {
        const found = datum(t, binary(t, op, intValue(t, a), intValue(t, b)));
        const wanted = naively(op, { kind: 'int', value: a }, { kind: 'int', value: b });
        expect(found.kind === 'int' ? found.value : ['?'], `${a} ${op} ${b}`).toEqual(wanted);
      }
    }
  }
});

test('on texts', () => {
  const t = newValueTable();
  const texts = ['', 'a', 'ab', 'b', 'Z', '\u00e9', '"\\', 'x'.repeat(40)].map((text) => JSON.stringify(text));
  for (const a of texts) {
    for (const b of texts) {
      for (const op of ['++', '.<'] as const) {
        const found = datum(t, binary(t, op, atomValue(t, a), atomValue(t, b)));
        const wanted = naively(op, { kind: 'atom', value: a }, { kind: 'atom', value: b });
        const said = found.kind === 'atom' ? ['atom', found.value] : found.kind === 'bool' ? found.value : ['?'];
        expect(said, `${a} ${op} ${b}`).toEqual(wanted);
      }
    }
  }
});
