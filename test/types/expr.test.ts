// Types recorded for expressions, and trees that are deep on the left. Errors are in testdata/types.

import { describe, expect, test } from 'vitest';
import { exprString } from '../../src/syntax/print.ts';
import { walk } from '../../src/syntax/walk.ts';
import { valueString } from '../../src/types/constant.ts';
import { typeString } from '../../src/types/typestring.ts';
import { checkText, linesOf } from '../support/check.ts';

/** `expr: mode type value` of all expressions in a function's body, in source order. */
function recorded(body: string, declarations = ''): string[] {
  const checked = checkText(`package p\n${declarations}\nfunc f() {\n${body}\n}\n`);
  expect(linesOf(checked)).toEqual([]);
  const lines: string[] = [];
  for (const file of checked.files) {
    const f = file.decls.find((d) => d.kind === 'FuncDecl' && d.name.name === 'f');
    if (f === undefined) continue;
    walk(f, (node) => {
      const tv = checked.info.types.get(node);
      if (tv !== undefined) {
        const value = tv.value === null ? '' : ` ${valueString(tv.value)}`;
        lines.push(`${exprString(node as never)}: ${tv.mode} ${typeString(tv.type, null)}${value}`);
      }
      return true;
    });
  }
  return lines;
}

describe('recorded types', () => {
  test('an untyped constant takes the type of its context', () => {
    expect(recorded('var x float32 = 1 + 2; _ = x')).toContain('1 + 2: constant float32 3');
    expect(recorded('var x any = 1 << 3; _ = x')).toContain('1 << 3: constant int 8');
  });

  test('operands of a constant stay untyped', () => {
    expect(recorded('var x float32 = 1 + 2; _ = x')).toContain('1: constant untyped int 1');
  });

  test('the left operand of a delayed shift takes the type of the shift', () => {
    const lines = recorded('var s uint; var x int64 = 1 << s; _ = x');
    expect(lines).toContain('1: constant int64 1');
    expect(lines).toContain('1 << s: value int64');
  });

  test('a comparison takes the boolean type it is assigned to', () => {
    const lines = recorded('var i int; var b B = i < 1 && i > 2; _ = b', 'type B bool');
    expect(lines).toContain('i < 1: value p.B');
    expect(lines).toContain('i < 1 && i > 2: value p.B');
  });

  test('the second form of an expression has a pair of types', () => {
    expect(recorded('var m map[string]int; v, ok := m["a"]; _, _ = v, ok')).toContain('m["a"]: mapindex (int, bool)');
  });

  test('built-ins and generic functions have their instantiated signatures', () => {
    expect(recorded('_ = append([]int{}, 1)')).toContain('append: builtin func([]int, ...int) []int');
    expect(recorded('_ = id(1)', 'func id[T any](x T) T { return x }')).toContain('id: value func(x int) int');
  });

  test('method expressions take the receiver first', () => {
    expect(recorded('_ = (*S).m', 'type S struct{}\nfunc (s *S) m(x int) {}')).toContain(
      '(*S).m: value func(s *p.S, x int)',
    );
  });
});

describe('chains of nearly ten thousand terms, as long as the parser lets them get', () => {
  const n = 9_900;
  test('constant strings', () => {
    const checked = checkText(
      `package p\nconst s = ${'"ab" + '.repeat(n)}"c"\nvar a [len(s)]int\nvar _ int = len(a)\n`,
    );
    expect(linesOf(checked)).toEqual([]);
  });
  test('variables', () => {
    expect(linesOf(checkText(`package p\nvar s string\nvar t = ${'s + '.repeat(n)}s\n`))).toEqual([]);
  });
  test('untyped booleans, which get their type at the end', () => {
    const chain = `${'a == b && '.repeat(n)}true`;
    expect(linesOf(checkText(`package p\ntype B bool\nvar a, b int\nvar t B = ${chain}\n`))).toEqual([]);
  });
});
