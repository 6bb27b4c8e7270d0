// Proving the members of a package: the same whatever the number of threads, and only what an edit can matter to.

import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../src/driver/index.ts';
import { folderWith, gordian } from '../support/cli.ts';

const text = `package p

requires acc(x)
requires *x > 0
ensures acc(x) && *x == old(*x) + 1
func inc(x *int) {
	*x = *x + 1
}

requires acc(x) && *x > 1
ensures acc(x) && *x > 3
func twice(x *int) {
	inc(x)
	inc(x)
}

decreases
ensures r > i
pure func above(i int) (r int) {
	return i + 1
}

requires acc(x)
func wrong(x *int) {
	*x = above(3)
	assert *x == 5
}

requires i > 0 && i < 0
func never(i int) {
	assert i == 7
}

requires false
func panics()  {
	assert 1 == 2
}
`;

const expected = ['inc: proved', 'twice: proved', 'above: proved', 'wrong: failed', 'never: unknown', 'panics: proved'];

async function run(folder: string, cache: string) {
  const { members, sources } = await verify({
    folder,
    patterns: ['p.gobra'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    include: [],
    module: '',
    onlyWithHeader: false,
    requireMeasures: true,
    requireTriggers: false,
    friendClauses: false,
    relations: false,
    prove: true,
    all: false,
    cache,
    progress: () => {},
  });
  return {
    verdicts: members.map(({ function: name, verdict }) => `${name}: ${verdict}`),
    lines: members.flatMap(({ errors }) => errors.map(({ span }) => sources.position(span.pos)?.line)),
  };
}

const entries = (cache: string): number => readdirSync(cache).filter((name) => name.endsWith('.entry')).length;

test('only what an edit can matter to is verified again', async () => {
  const folder = folderWith({ 'p.gobra': text });
  const cache = mkdtempSync(join(tmpdir(), 'gordian-members-'));
  expect(await run(folder, cache)).toEqual({ verdicts: expected, lines: [26] });
  const all = entries(cache);
  expect(all).toBeGreaterThan(0);
  // Nothing but places has changed.
  writeFileSync(join(folder, 'p.gobra'), text.replace('package p\n', 'package p\n\n// A comment.\n'));
  expect(await run(folder, cache)).toEqual({ verdicts: expected, lines: [28] });
  expect(entries(cache)).toBe(all);
  // The body of one function, which is of no interest to the one that calls it.
  writeFileSync(join(folder, 'p.gobra'), text.replace('*x = *x + 1', '*x += 1'));
  expect(await run(folder, cache)).toEqual({ verdicts: expected, lines: [26] });
  expect(entries(cache)).toBeLessThanOrEqual(all + 1);
  // A contract that is too weak for it.
  writeFileSync(join(folder, 'p.gobra'), text.replace('== old(*x) + 1', '>= old(*x)'));
  const { verdicts, lines } = await run(folder, cache);
  expect(verdicts).toEqual(expected.map((verdict) => verdict.replace('twice: proved', 'twice: failed')));
  expect(lines).toHaveLength(2);
});

test('the number of threads does not show', () => {
  const folder = folderWith({ 'p.gobra': text });
  const json = (jobs: string, solver: string) =>
    gordian(['verify', '--no-cache', '--format', 'json', '-j', jobs, '--solver', solver, 'p.gobra'], { cwd: folder });
  const one = json('1', 'auto');
  expect(one.stderr).toBe('');
  expect(one.exitCode).toBe(1);
  expect(json('3', 'auto').stdout).toBe(one.stdout);
  // The solver in WebAssembly gives the same verdicts.
  expect(json('2', 'wasm').stdout).toBe(one.stdout);
});
