// The printer: what it prints is read as the same program again.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { type Program, printProgram, readProgram, wellformed } from '../../src/vil/index.ts';

function read(path: string, text: string): Program {
  const { program, errors } = readProgram(path, text, new SourceSet(), () => null);
  expect(errors).toEqual([]);
  return program;
}

/** Everything but places. */
function content(program: Program): string {
  return JSON.stringify(program, (key, value: unknown) => {
    if (key === 'src') return undefined;
    if (typeof value === 'bigint') return `${value}`;
    return value instanceof Map ? [...value] : value;
  });
}

const directory = 'testdata/vil/programs';

describe('a printed program is read as the same program', () => {
  for (const name of readdirSync(directory)) {
    test(name, () => {
      const program = read(name, readFileSync(`${directory}/${name}`, 'utf8'));
      expect(wellformed(program)).toEqual([]);
      const printed = printProgram(program);
      expect(content(read(`printed ${name}`, printed))).toBe(content(program));
    });
  }
});

test('parentheses stand only where they are needed', () => {
  const text = `method m(a: Bool, b: Bool, i: Int, s: Seq[Int])
{
  assert (a && b) && a ==> (b ==> a) ==> b
  assert i - (1 - i) * 2 == -i \\ (i * 2) && |s ++ s| > 0
  assert (forall x: Int :: x > 0) && (a ? b : !a) == (b == a)
}
`;
  expect(printProgram(read('m.vpr', text))).toBe(`method m(a: Bool, b: Bool, i: Int, s: Seq[Int])
{
  assert (a && b) && a ==> (b ==> a) ==> b
  assert i - (1 - i) * 2 == -i \\ (i * 2) && |(s ++ s)| > 0
  assert (forall x: Int :: x > 0) && (a ? b : !a) == (b == a)
}
`);
});

test('break, continue and return become jumps', () => {
  const program = read(
    'm.vpr',
    `method m(n: Int) returns (r: Int)
{
  var end: Int
  label again
    invariant r >= 0
  if (r > n) { goto again }
  r := r + 1
  if (r == 3) { goto done }
  goto again
  label done
}`,
  );
  const printed = printProgram(program);
  expect(printed).toBe(`method m(n: Int) returns (r: Int)
{
  var end: Int
  while (true)
    invariant r >= 0
  {
    label again
    if (r > n) {
      goto again_continue
    }
    r := r + 1
    if (r == 3) {
      goto done
    }
    goto again_continue
    goto again_break
    label again_continue
  }
  label again_break
  label done
}
`);
  expect(wellformed(program)).toEqual([]);
});
