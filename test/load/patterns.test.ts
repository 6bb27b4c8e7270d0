// Patterns, file selection and everything that can be wrong with them.

import { describe, expect, test } from 'vitest';
import { ids, loadMemory, type MemoryFile, shownDiagnostics } from '../support/memory-host.ts';

const tree: Record<string, MemoryFile> = {
  '/m/go.mod': 'module example.com/m\n\ngo 1.24\n\nignore ./web\nignore node_modules\n',
  '/m/m.go': 'package m\n',
  '/m/a/a.go': 'package a\n',
  '/m/a/b/b.go': 'package b\n',
  '/m/a/testdata/t.go': 'package t\n',
  '/m/_hidden/h.go': 'package h\n',
  '/m/.git/g.go': 'package g\n',
  '/m/vendor/x/x.go': 'package x\n',
  '/m/nested/go.mod': 'module example.com/nested\n',
  '/m/nested/n.go': 'package nested\n',
  '/m/web/w.go': 'package web\n',
  '/m/c/node_modules/d/d.go': 'package d\n',
  '/m/empty/README': 'nothing',
  '/m/win/w_windows.go': 'package win\n',
  '/m/link': { link: '/m/a' },
};

describe('patterns', () => {
  test.each<[string[], string[]]>([
    [['./...'], ['example.com/m', 'example.com/m/a', 'example.com/m/a/b']],
    [[], ['example.com/m']],
    [['.'], ['example.com/m']],
    [['./a/...'], ['example.com/m/a', 'example.com/m/a/b']],
    [['/m/a/b'], ['example.com/m/a/b']],
    [
      ['./a', './a/b', './a/...'],
      ['example.com/m/a', 'example.com/m/a/b'],
    ],
    [['example.com/m/a/...'], ['example.com/m/a', 'example.com/m/a/b']],
    [['example.com/m/a'], ['example.com/m/a']],
    [['./a/testdata'], ['example.com/m/a/testdata']],
    [['./nested'], ['example.com/nested']],
    [['./a/...b'], ['example.com/m/a/b']],
    [
      ['fmt', 'errors'],
      ['fmt', 'errors'],
    ],
    [['std'], ['errors', 'fmt', 'internal/fmtsort', 'net', 'testing', 'vendor/golang.org/x/net/dns']],
    [['cmd'], ['cmd/tool', 'cmd/vendor/golang.org/x/mod/modfile']],
    [['net...'], ['net']],
  ])('%j', (patterns, expected) => {
    const result = loadMemory(tree, patterns);
    expect(shownDiagnostics(result)).toEqual([]);
    expect(ids(result).sort()).toEqual(expected.sort());
  });

  test('files named one by one, whatever their constraints', () => {
    const files = {
      ...tree,
      '/m/gen/gen.go': '//go:build ignore\n\npackage main\n\nfunc main() { help() }\n',
      '/m/gen/help.go': 'package main\n\nfunc help() {}\n',
    };
    const result = loadMemory(files, ['gen/gen.go', './gen/help.go']);
    expect(shownDiagnostics(result)).toEqual([]);
    expect(result.packages.map((p) => [p.path, p.name, p.files.length])).toEqual([
      ['command-line-arguments', 'main', 2],
    ]);
  });

  test('from a directory below the root of the module', () => {
    expect(ids(loadMemory(tree, ['./...'], { cwd: '/m/a' }))).toEqual(['example.com/m/a', 'example.com/m/a/b']);
    expect(ids(loadMemory(tree, ['..'], { cwd: '/m/a' }))).toEqual(['example.com/m']);
  });

  test('outside modules directories are packages, too', () => {
    const result = loadMemory({ '/d/x/x.go': 'package x\n\nimport "fmt"\n\nvar _ = fmt.Println\n' }, ['./...'], {
      cwd: '/d',
    });
    expect(shownDiagnostics(result)).toEqual([]);
    expect(result.packages.map((p) => [p.path, p.goVersion])).toEqual([['x', 'go1.26']]);
  });

  test('links to directories are not followed by ...', () => {
    expect(ids(loadMemory(tree, ['./link']))).toEqual(['example.com/m/link']);
    expect(ids(loadMemory(tree, ['./...']))).not.toContain('example.com/m/link');
  });
});

describe('bad patterns leave the rest of the run alone', () => {
  test.each([
    ['./nowhere', '- MissingDirectory the directory nowhere does not exist'],
    ['./nowhere/...', '- MissingDirectory the directory nowhere does not exist'],
    ['./m.go/...', '- MissingDirectory m.go is not a directory'],
    ['./empty', '- NoGoFiles there are no Go files in empty'],
    ['./empty/...', '- PatternNoMatch the pattern ./empty/... matches no packages'],
    ['./win', '- FilesExcluded build constraints exclude all Go files in win (w_windows.go)'],
    ['example.com/m/nope', '- PatternNoMatch module example.com/m has no package example.com/m/nope'],
    ['example.com/z', '- PatternNoMatch no module that go.mod requires has package example.com/z'],
    ['nope', '- PatternNoMatch package nope is not in the standard library'],
    ['a', '- PatternNoMatch package a is not in the standard library'],
    ['all', '- PatternNoMatch the pattern all is not supported'],
    ['./loop', '- UnreadableDirectory cannot look at /m/loop: its symbolic links form a loop'],
    ['example.com/zz/...', '- PatternNoMatch the pattern example.com/zz/... matches no packages'],
  ])('%s', (pattern, expected) => {
    const files = { ...tree, '/m/loop': { link: '/m/loop' } };
    const result = loadMemory(files, [pattern, './a']);
    expect(shownDiagnostics(result)).toEqual([expected]);
    expect(ids(result)).toEqual(['example.com/m/a']);
  });

  test('a hint where a directory was meant', () => {
    const result = loadMemory(tree, ['a']);
    expect(result.diagnostics[0]?.notes).toEqual(['for the directory, write ./a']);
  });

  test('files of several directories, and files mixed with packages', () => {
    expect(shownDiagnostics(loadMemory(tree, ['m.go', 'a/a.go']))[0]).toContain('MixedFiles');
    const mixed = loadMemory(tree, ['m.go', './a']);
    expect(shownDiagnostics(mixed)[0]).toContain('MixedFiles');
    expect(ids(mixed)).toEqual(['command-line-arguments', 'example.com/m/a']);
  });

  test('a file that does not exist', () => {
    expect(shownDiagnostics(loadMemory(tree, ['x.go']))).toEqual([
      '- UnreadableFile cannot read /m/x.go: it does not exist',
    ]);
  });
});

describe('files', () => {
  const base = { '/m/go.mod': 'module m\n\ngo 1.24\n', '/m/ok.go': 'package m\n\nvar X = 1\n' };
  const problems = (files: Record<string, MemoryFile>): string[] =>
    shownDiagnostics(loadMemory({ ...base, ...files }, ['.']));

  test('that cannot be read, are gone or are too large', () => {
    expect(problems({ '/m/x.go': { refuse: 'permission denied' } })).toEqual([
      '- UnreadableFile cannot read /m/x.go: permission denied',
    ]);
    expect(problems({ '/m/x.go': { link: '/gone' } })).toEqual([
      '- UnreadableFile cannot read /m/x.go: it does not exist',
    ]);
    expect(problems({ '/m/x.go': { size: 50 * 1024 * 1024 } })).toEqual([
      '- FileTooLarge /m/x.go is not checked: it has 50 MB, and files above 16 MB are not read',
    ]);
  });

  test('that are not UTF-8', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('package m\n\nvar s = "a'), 0xff, 0x22, 0x0a]);
    expect(problems({ '/m/x.go': bytes })).toEqual(['/m/x.go:3:11 InvalidCharacter illegal UTF-8 encoding']);
  });

  test('with a malformed constraint', () => {
    expect(problems({ '/m/x.go': '//go:build a b\n\npackage m\n' })).toEqual([
      '/m/x.go:1:1 BadBuildConstraint malformed //go:build line; the file is left out',
    ]);
  });

  test('that are left alone', () => {
    const others = {
      '/m/_x.go': 'package other\n',
      '/m/.x.go': 'package other\n',
      '/m/doc.go': 'package documentation\n',
      '/m/x.go/y.txt': 'a directory with the name of a file',
      '/m/tagged.go': '//go:build special\n\npackage m\n\nvar X = 2\n',
      '/m/c.go': 'package m\n\nimport "C"\n\nvar X = 3\n',
      '/m/dirlink.go': { link: '/go' },
    };
    expect(problems(others)).toEqual([]);
  });

  test('with a byte order mark and carriage returns', () => {
    expect(problems({ '/m/x.go': '\ufeffpackage m\r\n\r\nvar Y = X\r\n' })).toEqual([]);
  });

  test('of another package', () => {
    expect(problems({ '/m/other.go': 'package other\n' })).toEqual([
      '/m/other.go:1:1 MismatchedPkgName package other; expected package m',
    ]);
  });

  test('chosen by tags and by cgo', () => {
    const files = {
      ...base,
      '/m/tag.go': '//go:build special\n\npackage m\n\nvar Tag = 1\n',
      '/m/c.go': 'package m\n\n// int f(void);\nimport "C"\n\nvar C0 = C.f()\n',
      '/m/nocgo.go': '//go:build !cgo\n\npackage m\n\nvar NoCgo = 1\n',
    };
    const names = (request: object): string[] => {
      const result = loadMemory(files, ['.'], request);
      expect(shownDiagnostics(result)).toEqual([]);
      return (result.packages[0]?.files ?? []).map((file) => file.path);
    };
    expect(names({})).toEqual(['/m/nocgo.go', '/m/ok.go']);
    expect(names({ tags: ['special'] })).toEqual(['/m/nocgo.go', '/m/ok.go', '/m/tag.go']);
    expect(names({ cgo: true })).toEqual(['/m/c.go', '/m/ok.go']);
  });
});
