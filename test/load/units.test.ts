// The small parts of loading, each on its own.

import { describe, expect, test } from 'vitest';
import { type BuildContext, matchConstraints, matchFileName, matchTag } from '../../src/load/build.ts';
import { likelyName } from '../../src/load/lacking.ts';
import { escapePath } from '../../src/load/modcache.ts';
import { clean, isWithin, join, resolvePath, shown } from '../../src/load/paths.ts';
import { patternMatcher } from '../../src/load/patterns.ts';
import { scanHeader } from '../../src/load/scan.ts';
import { compareVersions, goMinor } from '../../src/load/semver.ts';
import { requestFromEnvironment } from '../../src/load/settings.ts';

const linux: BuildContext = { goos: 'linux', goarch: 'amd64', cgo: false, release: 26, tags: new Set(['mine']) };

describe('build constraints', () => {
  test.each([
    ['linux', true],
    ['amd64', true],
    ['unix', true],
    ['gc', true],
    ['gccgo', false],
    ['cgo', false],
    ['mine', true],
    ['ignore', false],
    ['go1.1', true],
    ['go1.26', true],
    ['go1.27', false],
    ['windows', false],
  ])('tag %s: %s', (tag, expected) => expect(matchTag(linux, tag)).toBe(expected));

  test('systems that are also another one', () => {
    expect(matchTag({ ...linux, goos: 'android' }, 'linux')).toBe(true);
    expect(matchTag({ ...linux, goos: 'ios' }, 'darwin')).toBe(true);
    expect(matchTag({ ...linux, goos: 'windows' }, 'unix')).toBe(false);
    expect(matchTag({ ...linux, cgo: true }, 'cgo')).toBe(true);
  });

  test.each([
    ['x.go', true],
    ['linux.go', true],
    ['windows.go', true],
    ['x_windows.go', false],
    ['x_linux.go', true],
    ['x_linux_amd64.go', true],
    ['x_linux_arm64.go', false],
    ['x_amd64_test.go', true],
    ['x_windows_test.go', false],
    ['x_test.go', true],
    ['_linux_windows.go', false],
    ['x_linux_foo.go', true],
    ['x_arm64.s.go', false],
  ])('file %s: %s', (name, expected) => expect(matchFileName(linux, name)).toBe(expected));

  test.each([
    ['package p\n', 'yes'],
    ['//go:build linux && !cgo\n\npackage p\n', 'yes'],
    ['// text\n\n//go:build windows\n\npackage p\n', 'no'],
    ['/* text */\n//go:build windows\npackage p\n', 'no'],
    ['// +build windows\n\npackage p\n', 'no'],
    ['// +build windows\npackage p\n', 'yes'],
    ['package p\n\n//go:build windows\n', 'yes'],
    ['//go:build linux &&\n\npackage p\n', 'bad'],
    ['\ufeff//go:build ignore\n\npackage p\n', 'no'],
  ])('constraints of %j: %s', (text, expected) => {
    expect(matchConstraints(linux, text, scanHeader(text).clause).kind).toBe(expected);
  });
});

describe('headers', () => {
  test('imports in all their forms', () => {
    const text = `// Doc.
package p // name

import "a"; import b "b/c"
import (
	. "d"
	_ "e" // why
	/* x */ \`f\`
	"g"; h "h"
)
var x = "not an import"
import "late"
`;
    const header = scanHeader(text);
    expect(header.packageName).toBe('p');
    expect(header.imports.map((clause) => clause.path)).toEqual(['a', 'b/c', 'd', 'e', 'f', 'g', 'h']);
    const first = header.imports[0];
    expect(text.slice(first?.start, first?.end)).toBe('"a"');
  });

  test('clauses about imports stand before them', () => {
    const text = `package p
import (
	// @ importRequires q.Mem() &&
	// @   q.Is("x", 1)
	// @ importRequires q.Other(
	// @   2)
	"q"
	// @ b "r"
)
`;
    expect(scanHeader(text, true).imports.map((clause) => clause.path)).toEqual(['q', 'r']);
    expect(scanHeader(text).imports.map((clause) => clause.path)).toEqual(['q']);
  });

  test.each(['', 'pack', 'package', 'package p; import', 'package p\nimport (', 'package p\nimport "x', '/*', '//'])(
    'broken text %j ends the reading',
    (text) => expect(scanHeader(text).imports).toEqual([]),
  );
});

describe('versions', () => {
  test('are ordered as semantic versions', () => {
    const ordered = [
      'v0.0.0-20200101000000-abcdefabcdef',
      'v0.1.0',
      'v1.0.0-alpha',
      'v1.0.0-alpha.1',
      'v1.0.0-beta.2',
      'v1.0.0-beta.11',
      'v1.0.0',
      'v1.2.0',
      'v1.10.0',
      'v2.0.0+incompatible',
    ];
    const shuffled = [...ordered].reverse().sort(compareVersions);
    expect(shuffled).toEqual(ordered);
    expect(compareVersions('v1.0.0', 'nonsense')).toBeGreaterThan(0);
  });

  test.each([
    ['1.21', 21],
    ['1.21.3', 21],
    ['go1.26rc1', 26],
    ['1', 0],
    ['2.0', null],
    ['x', null],
  ])('minor of %s: %s', (text, minor) => expect(goMinor(text)).toBe(minor));
});

test('paths', () => {
  expect(clean('/a/./b//../c/')).toBe('/a/c');
  expect(clean('')).toBe('.');
  expect(clean('../x')).toBe('../x');
  expect(join('/a', '', '../b')).toBe('/b');
  expect(resolvePath('/a', './b')).toBe('/a/b');
  expect(isWithin('/ab', '/a')).toBe(false);
  expect(isWithin('/a/b', '/')).toBe(true);
  expect(shown('/a/b', '/a')).toBe('b');
  expect(shown('/c', '/a')).toBe('/c');
});

test('paths in the module cache', () => {
  expect(escapePath('github.com/BurntSushi/toml')).toBe('github.com/!burnt!sushi/toml');
  for (const bad of ['', '/x', '../x', 'a/../b', 'a!b']) expect(escapePath(bad)).toBeNull();
});

test.each([
  ['a/...', 'a', true],
  ['a/...', 'a/b/c', true],
  ['a/...', 'ab', false],
  ['a/b...', 'a/bc/d', true],
  ['.../x', 'a/x', true],
  ['a.b/...', 'aXb/c', false],
])('pattern %s on %s: %s', (pattern, path, expected) => expect(patternMatcher(pattern)(path)).toBe(expected));

test.each([
  ['math/rand/v2', 'rand'],
  ['gopkg.in/yaml.v3', 'yaml'],
  ['github.com/x/go-redis', 'redis'],
  ['github.com/x/toml.go', 'toml'],
  ['a/b-c', 'b_c'],
  ['v2', 'v2'],
])('the package at %s is probably named %s', (path, name) => expect(likelyName(path)).toBe(name));

test('the environment gives a request', () => {
  const env: Record<string, string> = {
    GOROOT: '/go',
    GOPATH: '/home/u/go:/other',
    GOFLAGS: '-v -mod=vendor -tags=a,b',
    GOOS: 'windows',
    GOWORK: 'off',
  };
  expect(requestFromEnvironment((name) => env[name])).toEqual({
    goroot: '/go',
    modCache: '/home/u/go/pkg/mod',
    gopath: ['/home/u/go', '/other'],
    mod: 'vendor',
    work: 'off',
    tags: ['a', 'b'],
    goos: 'windows',
  });
  expect(requestFromEnvironment(() => undefined)).toMatchObject({ goroot: null, modCache: null, gopath: [] });
});
