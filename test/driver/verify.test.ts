// `gordian verify --no-proof`: what it loads, reports and counts.

import { expect, test } from 'vitest';
import { emitViper, verify } from '../../src/driver/index.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { folderWith } from '../support/cli.ts';

function run(files: Record<string, string>, include: readonly string[] = [], prove = false) {
  const folder = folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', ...files });
  return verify({
    folder,
    patterns: ['.'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    include: include.map((dir) => `${folder}/${dir}`),
    module: '',
    onlyWithHeader: false,
    requireMeasures: true,
    requireTriggers: false,
    friendClauses: false,
    relations: false,
    prove,
    all: false,
    progress: () => {},
  });
}

test('counts functions, and those with a contract', () => {
  const text =
    'package p\n\n//@ requires x > 0\nfunc f(x int) {}\n\nfunc g() {}\n\n//@ ghost\n//@ decreases\n//@ func h() {}\n';
  const { packages, diagnostics } = run({ 'p.go': text });
  expect(diagnostics).toEqual([]);
  expect(packages).toEqual([{ path: 'example.com/p', functions: 2, specified: 1, errors: 0 }]);
});

test('takes contracts of the standard library, and what they leave out from nowhere', () => {
  const text =
    'package p\n\nimport "sync"\n\n//@ requires acc(m.LockP(), _)\nfunc f(m *sync.Mutex) {\n\tm.Lock()\n}\n\nfunc g(o *sync.Once) {\n\to.Do(func() {})\n}\n';
  expect(run({ 'p.go': text }).diagnostics).toEqual([]);
});

test('finds packages in include directories', () => {
  const files = {
    'p.go': 'package p\n\n//@ import "q"\n\n//@ ensures q.Q()\nfunc f()\n',
    'inc/q/q.gobra': 'package q\n\npred Q()\n',
  };
  expect(run(files, ['inc']).diagnostics).toEqual([]);
  expect(run(files).diagnostics).toHaveLength(0);
});

test.skipIf(nativeSyncHost() === null)('proves what has a contract, and names what it relies on', () => {
  const text =
    'package p\n\n//@ requires x > 0\n//@ ensures r > 1\nfunc f(x int) (r int) {\n\treturn x + 1\n}\n\nfunc g() {}\n\n//@ ensures r == 2\nfunc h() (r int) {\n\tr = f(1)\n\treturn\n}\n';
  const { members, sources } = run({ 'p.go': text }, [], true);
  expect(members.map(({ function: name, verdict, assumptions }) => [name, verdict, assumptions])).toEqual([
    ['f', 'proved', ['no-overflow']],
    ['h', 'failed', []],
  ]);
  expect(members[1]?.errors.map(({ id, span }) => [id.join(':'), sources.position(span.pos)?.line])).toEqual([
    ['postcondition_error:assertion_error', 11],
  ]);
});

test('prints the program that is proved', () => {
  const folder = folderWith({ 'p.gobra': 'package p\n\nrequires acc(x)\nfunc f(x *int) {\n\t*x = 1\n}\n' });
  const { text, omitted } = emitViper(`${folder}/p.gobra`, [folder]);
  expect(omitted).toEqual([]);
  expect(text).toContain('method f(x: Ref)\n  requires acc(x.val$Int, write)');
  expect(text).toContain('x_1.val$Int := 1');
});
