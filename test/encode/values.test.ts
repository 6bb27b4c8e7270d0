// What a failed proof says of variables: values that make what failed false, of what the reader sees there.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { host, verifyFile } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'gordian-values-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** For each member that fails, the values that its failure comes with. */
function valuesIn(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const found: Record<string, Record<string, string>> = {};
  const path = join(folder, 'p.gobra');
  writeFileSync(path, `package p\n${text}\n`);
  for (const member of verifyFile(path).members) {
    const [error] = member.errors;
    if (error === undefined) continue;
    found[member.function] = Object.fromEntries(error.values.map(({ name, value }) => [name, value]));
  }
  return found;
}

describe.skipIf(host === null)('values', () => {
  test('make what failed false', () => {
    const { f } = valuesIn(`
requires 0 <= n && n <= 10
ensures  r != n + 7
func f(n int, ok bool) (r int) {
	r = n
	if ok && n == 3 {
		n = 4
		r = 10
	}
	return
}`);
    expect(f).toEqual({ n: '3', ok: 'true', r: '10' });
  });

  test('are those of the caller where the precondition of a call fails', () => {
    const { f } = valuesIn(`
requires n > 0
func g(n int)

func f(k, n int) {
	if n == 5 && k == 0 {
		g(k)
	}
}`);
    expect(f).toEqual({ k: '0', n: '5' });
  });

  test('are of variables in sight', () => {
    const { f } = valuesIn(`
func f(x int) {
	if x == 2 {
		y := x
		x := y + 1
		assert x == 3 && y == 2
	}
	if x == 7 {
		b := true
		assert !b
		c := 1
	}
}`);
    expect(f).toEqual({ x: '7', b: 'true' });
  });
});
