// `gordian verify --no-proof`: what it loads, reports and counts.

import { describe, expect, test } from 'vitest';
import { emitViper, verify } from '../../src/driver/index.ts';
import { folderWith } from '../support/cli.ts';

function run(
  files: Record<string, string>,
  include: readonly string[] = [],
  prove = false,
  patterns: readonly string[] = ['.'],
) {
  const folder = folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', ...files });
  return verify({
    folder,
    patterns,
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

test('counts functions, and those with a contract', async () => {
  const text =
    'package p\n\n//@ requires x > 0\nfunc f(x int) {}\n\nfunc g() {}\n\n//@ ghost\n//@ decreases\n//@ func h() {}\n';
  const { packages, diagnostics } = await run({ 'p.go': text });
  expect(diagnostics).toEqual([]);
  expect(packages).toEqual([{ path: 'example.com/p', functions: 2, specified: 1, leftOut: 0, errors: 0, hasGo: true }]);
});

test('takes contracts of the standard library, and what they leave out from nowhere', async () => {
  const text =
    'package p\n\nimport "sync"\n\n//@ requires acc(m.LockP(), _)\nfunc f(m *sync.Mutex) {\n\tm.Lock()\n}\n\nfunc g(o *sync.Once) {\n\to.Do(func() {})\n}\n';
  expect((await run({ 'p.go': text })).diagnostics).toEqual([]);
});

test('finds packages in include directories', async () => {
  const files = {
    'p.go': 'package p\n\n//@ import "q"\n\n//@ ensures q.Q()\nfunc f()\n',
    'inc/q/q.gobra': 'package q\n\npred Q()\n',
  };
  expect((await run(files, ['inc'])).diagnostics).toEqual([]);
  expect((await run(files)).diagnostics).toHaveLength(0);
});

test('proves what has a contract, and names what it relies on', async () => {
  const text =
    'package p\n\n//@ requires x > 0\n//@ ensures r > 1\nfunc f(x int) (r int) {\n\treturn x + 1\n}\n\nfunc g() {}\n\n//@ ensures r == 2\nfunc h() (r int) {\n\tr = f(1)\n\treturn\n}\n';
  const { members, sources } = await run({ 'p.go': text }, [], true);
  expect(members.map(({ function: name, verdict, assumptions }) => [name, verdict, assumptions])).toEqual([
    ['f', 'proved', ['no-overflow']],
    ['h', 'failed', []],
  ]);
  expect(members[1]?.errors.map(({ id, span }) => [id.join(':'), sources.position(span.pos)?.line])).toEqual([
    ['postcondition_error:assertion_error', 11],
  ]);
});

test('verifies a function without a contract whose body states something', async () => {
  const text =
    'package p\n\nfunc f(x int) {\n\t//@ assert x > 3\n}\n\nfunc g(x int) int {\n\t//@ ghost y := 2\n\treturn x\n}\n\nfunc h() {}\n';
  const { members, packages } = await run({ 'p.go': text }, [], true);
  expect(members.map((member) => `${member.function} ${member.verdict}`)).toEqual(['f failed', 'g proved']);
  expect(packages[0]).toMatchObject({ functions: 3, specified: 0, leftOut: 1 });
});

test('checks ghost code in a Go file without any contract', async () => {
  const text = 'package p\n\nfunc f(x int) int {\n\t//@ ghost y := 2\n\tx = y\n\treturn x\n}\n';
  const { diagnostics } = await run({ 'p.go': text });
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['GhostFlow']);
});

test('prints the program that is proved', () => {
  const folder = folderWith({ 'p.gobra': 'package p\n\nrequires acc(x)\nfunc f(x *int) {\n\t*x = 1\n}\n' });
  const { text, omitted } = emitViper(`${folder}/p.gobra`, [folder]);
  expect(omitted).toEqual([]);
  expect(text).toContain('method f(x: Ref)\n  requires acc(x.val$Int, write)');
  expect(text).toContain('x_1.val$Int := 1');
});

describe('configurations', () => {
  const trigger = 'package q\n\n//@ requires forall i int :: i == i\nfunc F()\n';
  const lines = async (files: Record<string, string>, patterns = ['./...']) => {
    const { diagnostics, sources } = await run(files, [], false, patterns);
    return diagnostics.map(({ rule, span, message }) => {
      const at = span === null ? null : sources.position(span.pos);
      return `${at?.file.split('/').slice(-2).join('/')}:${at?.line} ${rule} ${message}`;
    });
  };

  test('say where imported packages are, and which rules hold, for each package', async () => {
    const files = {
      'gobra-mod.json': '{"default_job_cfg": {"includes": ["inc"], "require_triggers": true}}',
      'p.go': 'package p\n\n//@ import "lib"\n\n//@ ensures lib.Q()\nfunc f()\n',
      'inc/lib/lib.gobra': 'package lib\n\npred Q()\n',
      'q/q.go': trigger,
      'r/r.go': trigger.replace('package q', 'package r'),
      'r/gobra.json': '{"require_triggers": false}',
      's/s.go': trigger.replace('package q', 'package s'),
      's/gobra.json': '{"other": ["--norequireTriggers", "--experimentalFriendClauses"]}',
    };
    expect(await lines(files)).toEqual(['q/q.go:3 SpecTriggers forall needs a trigger: write { pattern } after ::']);
    expect(await lines(files, ['./q', './r'])).toHaveLength(1);
    expect(await lines(files, ['./s'])).toEqual([]);
  });

  test('leave out files without the mark', async () => {
    const marked = '// +gobra\n\npackage p\n';
    const files = {
      'gobra.json': '{"only_files_with_header": true}',
      'a.go': marked,
      'b.go': 'package p\n\nvar x int = ""\n',
    };
    expect(await lines(files)).toEqual([]);
  });

  test('with mistakes are reported where they are, once', async () => {
    const files = {
      'gobra-mod.json':
        '{\n  "default_job_cfg": {\n    "overflow": 1,\n    "includes": "x",\n    "overfloww": true\n  },\n  "more": 1\n}\n',
      'q/q.go': 'package q\n',
      'q/gobra.json': '{',
      'r/r.go': 'package r\n',
      'r/gobra.json': '[]',
    };
    const found = (await lines(files)).map((line) => line.replace(/JSON: .*/, 'JSON'));
    expect(found.map((line) => line.replace(/^[^/]*\/(?=gobra-mod)/, '')).sort()).toEqual([
      'gobra-mod.json:3 BadConfiguration overflow must be a boolean',
      'gobra-mod.json:4 BadConfiguration includes must be a list of strings',
      'gobra-mod.json:5 BadConfiguration unknown setting overfloww',
      'gobra-mod.json:7 BadConfiguration unknown setting more',
      'q/gobra.json:1 BadConfiguration the file is not valid JSON',
      'r/gobra.json:1 BadConfiguration the file must hold an object',
    ]);
  });
});
