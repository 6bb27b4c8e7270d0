// `gordian verify --no-proof`: what it loads, reports and counts.

import { expect, test } from 'vitest';
import { verify } from '../../src/driver/index.ts';
import { folderWith } from '../support/cli.ts';

function run(files: Record<string, string>, include: readonly string[] = []) {
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
