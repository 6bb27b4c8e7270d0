// Positions and side tables.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NodeTable } from '../../src/base/node-table.ts';
import { noPos, positionIn, SourceSet, utf8Length } from '../../src/base/source.ts';

describe('positions', () => {
  test('belong to their file, ends included', () => {
    const set = new SourceSet();
    const files = ['ab\nc', '', 'x'].map((text, i) => set.add(`/${i}.go`, text));
    for (const file of files) {
      expect(set.fileOf(file.base)).toBe(file);
      expect(set.fileOf(file.base + file.text.length)).toBe(file);
    }
    expect(set.fileOf(noPos)).toBeNull();
    expect(set.fileOf(1_000_000)).toBeNull();
    expect(set.position((files[0] as (typeof files)[0]).base + 3)).toEqual({ file: '/0.go', line: 2, column: 1 });
  });

  test('agree with counting by hand', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\t', 'é', '世', '😀', '\r') });
    fc.assert(
      fc.property(text, fc.nat(), (source, n) => {
        // Places stand between characters, never inside a pair of surrogates.
        const before = [...source].slice(0, n % ([...source].length + 1)).join('');
        const lines = before.split('\n');
        const file = new SourceSet().add('/a.go', source);
        expect(positionIn(file, before.length)).toEqual({
          file: '/a.go',
          line: lines.length,
          column: Buffer.byteLength(lines[lines.length - 1] as string) + 1,
        });
        expect(utf8Length(source, 0, source.length)).toBe(Buffer.byteLength(source));
      }),
    );
  });
});

test('a side table is a map', () => {
  const operations = fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.option(fc.nat(), { nil: null })));
  fc.assert(
    fc.property(operations, (list) => {
      const table = new NodeTable<number>();
      const map = new Map<number, number>();
      for (const [id, value] of list) {
        if (value === null) {
          table.delete({ id });
          map.delete(id);
        } else {
          table.set({ id }, value);
          map.set(id, value);
        }
      }
      for (const [id] of list) expect(table.get({ id })).toBe(map.get(id));
      expect([...table.entries()]).toEqual([...map].sort(([a], [b]) => a - b));
    }),
  );
});
