// Loading with specifications: `.gobra` files, include directories, the library, and what is missing.

import { expect, test } from 'vitest';
import type { SpecificationRequest } from '../../src/load/data.ts';
import { ids, loadMemory, type MemoryFile, shownDiagnostics, tinyGoroot } from '../support/memory-host.ts';

const rules = { requireMeasures: true, friendClauses: false, relations: false, requireTriggers: false };

function load(files: Record<string, MemoryFile>, patterns: string[], extra: Partial<SpecificationRequest> = {}) {
  const specifications = { include: [], module: '', library: null, onlyWithHeader: false, rules, ...extra };
  return loadMemory(files, patterns, { goroot: null, models: null, specifications });
}

test('a file, and the packages of a directory', () => {
  const files = { '/m/a.gobra': 'package a\n', '/m/b.go': 'package a\n', '/m/_c.gobra': 'package c\n' };
  expect(ids(load(files, ['/m/a.gobra']))).toEqual(['command-line-arguments']);
  const [all] = load(files, ['/m']).packages;
  expect(all?.files.map((file) => file.path)).toEqual(['/m/a.gobra', '/m/b.go']);
});

test('include directories come before the library, with and without the path of the module', () => {
  const files = {
    '/m/a.gobra': 'package a\n\nimport "x"\nimport "mod.test/m/y"\n\nvar A int = x.Own\nvar B int = y.Y\n',
    '/inc/x/x.gobra': 'package x\n\nvar Own int\n',
    '/inc/y/y.gobra': 'package y\n\nimport "lib"\n\nvar Y int = lib.L\n',
  };
  const library = new Map([
    ['x/x.gobra', 'package x\n'],
    ['lib/lib.gobra', 'package lib\n\nvar L int\n'],
  ]);
  const loaded = load(files, ['/m/a.gobra'], { include: ['/inc'], module: 'mod.test/m', library });
  expect(shownDiagnostics(loaded)).toEqual([]);
});

test('what cannot be found, and what is broken, is reported at the import', () => {
  const files = {
    '/m/a.gobra': 'package a\n\nimport "none"\nimport "bad"\n\nvar A int = none.A\nvar B int = bad.B\n',
    '/inc/bad/bad.gobra': 'package bad\n\nvar B int = "text"\n',
  };
  expect(shownDiagnostics(load(files, ['/m/a.gobra'], { include: ['/inc'] }))).toEqual([
    '/m/a.gobra:3:8 MissingPackage package none is not in the models of the standard library',
    '/m/a.gobra:4:8 BrokenDependency package bad, or one that it imports, has errors',
  ]);
});

test('files without a header can be left out', () => {
  const files = { '/m/a.gobra': '// +gobra\npackage a\n', '/m/b.gobra': 'package a\n' };
  const [loaded] = load(files, ['/m'], { onlyWithHeader: true }).packages;
  expect(loaded?.files.map((file) => file.path)).toEqual(['/m/a.gobra']);
});

test('without specifications such files are no Go files', () => {
  expect(ids(loadMemory({ '/m/a.gobra': 'package a\n' }, ['/m']))).toEqual([]);
});

test('specifications are laid over the package that they are about', () => {
  const files = {
    ...tinyGoroot,
    '/go/src/lib/lib.go': `package lib

import "internal/deep"

type T struct{ hidden deep.D }
type Other struct{ Name string }

const (
	First = iota
	Second
	Third
)

func (t *T) Plain() int
func (t *T) Specified() bool
func Free() T
`,
    '/go/src/internal/deep/deep.go': 'package deep\n\ntype D int\n',
    '/m/a.gobra': `package a

import "lib"

requires t.Mem()
func f(t *lib.T) {
	var wrong string = t.Specified()
	var n int = t.Plain()
	var other lib.Other = lib.Other{Name: "x"}
	var third [lib.Third]int = [2]int{}
	lib.Missing()
}
`,
  };
  const library = new Map([
    [
      'lib/lib.gobra',
      'package lib\n\nconst Second = 1\n\ntype T struct{}\n\npred (t *T) Mem()\n\nrequires t.Mem()\nfunc (t *T) Specified() bool\n',
    ],
  ]);
  const specifications = { include: [], module: '', library, onlyWithHeader: false, rules };
  const loaded = loadMemory(files, ['/m/a.gobra'], { goroot: '/go', models: null, specifications });
  expect(shownDiagnostics(loaded)).toEqual([
    '/m/a.gobra:7:21 IncompatibleAssign cannot use t.Specified() (value of type bool) as string value in variable declaration',
    '/m/a.gobra:11:6 UndeclaredImportedName undefined: lib.Missing',
  ]);
  const lib = loaded.specified.find((pkg) => pkg.path === 'lib');
  expect([lib?.incomplete, lib?.diagnostics]).toEqual([false, []]);
});
