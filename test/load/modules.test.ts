// Modules: requirements, versions, replacements, workspaces, vendor directories, and what goes wrong with them.

import { describe, expect, test } from 'vitest';
import { loadMemory, type MemoryFile, shownDiagnostics } from '../support/memory-host.ts';

/** A package with one constant that tells which copy of it was taken. */
function version(name: string, value: string): string {
  return `package ${name}\n\nconst Version = "${value}"\n`;
}

/** A program that only checks if the constant of `path` has the value: other lengths overflow the array. */
function expects(name: string, path: string, value: string): string {
  return `package ${name}\n\nimport dep "${path}"\n\nvar _ = map[bool]int{false: 0, dep.Version == "${value}": 1}\n`;
}

function check(files: Record<string, MemoryFile>, request: object = {}): string[] {
  return shownDiagnostics(loadMemory(files, ['./...'], request));
}

describe('requirements', () => {
  const cache: Record<string, MemoryFile> = {};
  for (const v of ['v1.0.0', 'v1.1.0', 'v1.2.0']) {
    cache[`/cache/example.com/dep@${v}/go.mod`] = 'module example.com/dep\n\ngo 1.20\n';
    cache[`/cache/example.com/dep@${v}/dep.go`] = version('dep', v);
  }
  cache['/cache/cache/download/example.com/old/@v/v1.0.0.mod'] =
    'module example.com/old\n\nrequire example.com/dep v1.2.0\n';
  cache['/cache/example.com/old@v1.0.0/old.go'] = 'package old\n';
  cache['/cache/cache/download/example.com/new/@v/v1.0.0.mod'] =
    'module example.com/new\n\ngo 1.20\n\nrequire example.com/between v1.0.0\n';
  cache['/cache/example.com/new@v1.0.0/new.go'] = 'package new\n';
  cache['/cache/cache/download/example.com/between/@v/v1.0.0.mod'] =
    'module example.com/between\n\ngo 1.20\n\nrequire example.com/dep v1.2.0\n';

  const main = (go: string, requires: string, value: string): string[] =>
    check({
      ...cache,
      '/m/go.mod': `module m.test/m\n\n${go}\n${requires}\n`,
      '/m/m.go': expects('m', 'example.com/dep', value),
    });

  test('the version that go.mod names', () => {
    expect(main('go 1.21', 'require example.com/dep v1.1.0', 'v1.1.0')).toEqual([]);
  });

  test('the wrong expectation fails, so these tests mean something', () => {
    expect(main('go 1.21', 'require example.com/dep v1.1.0', 'v1.0.0')[0]).toContain('DuplicateLitKey');
  });

  test('the highest version of the whole graph for an old main module', () => {
    const requires = 'require (\n\texample.com/dep v1.1.0\n\texample.com/old v1.0.0\n)';
    expect(main('go 1.16', requires, 'v1.2.0')).toEqual([]);
  });

  test('exclude drops a version from the graph', () => {
    const requires = 'require (\n\texample.com/dep v1.1.0\n\texample.com/old v1.0.0\n)\nexclude example.com/dep v1.2.0';
    expect(main('go 1.16', requires, 'v1.1.0')).toEqual([]);
  });

  test('a module that only a dependency requires', () => {
    expect(main('go 1.21', 'require example.com/old v1.0.0', 'v1.2.0')).toEqual([]);
  });

  test('requirements of requirements are cut off where go.mod files are complete', () => {
    const problems = main('go 1.21', 'require example.com/new v1.0.0', 'v1.2.0');
    expect(problems).toEqual([
      '/m/m.go:3:12 MissingPackage no module that go.mod requires has package example.com/dep',
    ]);
  });

  test('upper-case letters are escaped in the cache', () => {
    const files = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.21\n\nrequire github.com/Some/Dep v1.0.0\n',
      '/m/m.go': expects('m', 'github.com/Some/Dep', 'here'),
      '/cache/github.com/!some/!dep@v1.0.0/dep.go': version('dep', 'here'),
    };
    expect(check(files)).toEqual([]);
  });

  test('the longest module path wins', () => {
    const files = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.21\n\nrequire (\n\ta.test/x v1.0.0\n\ta.test/x/y v1.0.0\n)\n',
      '/m/m.go': expects('m', 'a.test/x/y/z', 'inner'),
      '/cache/a.test/x@v1.0.0/w/w.go': version('w', 'outer'),
      '/cache/a.test/x/y@v1.0.0/z/z.go': version('z', 'inner'),
    };
    expect(check(files)).toEqual([]);
  });
});

describe('replacements', () => {
  const base = { '/m/m.go': expects('m', 'a.test/x', 'good') };
  const goMod = (replace: string): string => `module m.test/m\n\ngo 1.21\n\nrequire a.test/x v1.0.0\n\n${replace}\n`;

  test('by a directory', () => {
    const files = {
      ...base,
      '/m/go.mod': goMod('replace a.test/x => ../fork'),
      '/fork/go.mod': 'module anything\n',
      '/fork/x.go': version('x', 'good'),
    };
    expect(check(files)).toEqual([]);
  });

  test('by another module, for one version only', () => {
    const files = {
      ...base,
      '/m/go.mod': goMod('replace a.test/x v1.0.0 => b.test/y v2.0.0\nreplace a.test/x => ../fork'),
      '/cache/b.test/y@v2.0.0/x.go': version('x', 'good'),
      '/fork/x.go': version('x', 'bad'),
    };
    expect(check(files)).toEqual([]);
  });

  test('a replacing directory named as a target is the dependency itself', () => {
    const files = {
      '/m/go.mod': goMod('replace a.test/x => ./fork'),
      '/m/m.go': 'package m\n\nimport "a.test/x"\n\nvar V x.T\n',
      '/m/fork/go.mod': 'module a.test/x\n',
      '/m/fork/x.go': 'package x\n\ntype T struct{}\n',
    };
    const result = loadMemory(files, ['.', './fork']);
    expect(shownDiagnostics(result)).toEqual([]);
    const [x, m] = ['a.test/x', 'm.test/m'].map((path) => result.packages.find((p) => p.path === path));
    expect(m?.imports.get('a.test/x')).toBe(x?.types);
  });
});

describe('language versions', () => {
  const loop = 'package m\n\nfunc F() {\n\tfor range 3 {\n\t}\n}\n';

  test.each([
    ['go 1.22', []],
    ['go 1.21', ['/m/m.go:4:12 InvalidRangeExpr cannot range over 3 (untyped int constant): requires go1.22 or later']],
    ['', ['/m/m.go:4:12 InvalidRangeExpr cannot range over 3 (untyped int constant): requires go1.22 or later']],
  ])('%j', (go, expected) => {
    expect(check({ '/m/go.mod': `module m.test/m\n${go}\n`, '/m/m.go': loop })).toEqual(expected);
  });

  test('by file', () => {
    const files = { '/m/go.mod': 'module m.test/m\n\ngo 1.21\n', '/m/m.go': `//go:build go1.22\n\n${loop}` };
    expect(check(files)).toEqual([]);
  });

  test('of each module and of the standard library', () => {
    const files = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.23.4\n\nrequire a.test/x v1.0.0\n',
      '/m/m.go': 'package m\n\nimport _ "a.test/x"\n',
      '/cache/a.test/x@v1.0.0/x.go': 'package x\n',
    };
    const result = loadMemory(files, ['./...', 'a.test/x', 'fmt']);
    expect(result.packages.map((p) => [p.path, p.goVersion]).sort()).toEqual([
      ['a.test/x', 'go1.16'],
      ['fmt', 'go1.26'],
      ['m.test/m', 'go1.23'],
    ]);
  });

  test('newer than what is known', () => {
    const files = { '/m/go.mod': 'module m.test/m\n\ngo 1.99\n', '/m/m.go': loop };
    const result = loadMemory(files, ['.']);
    expect(result.diagnostics.map((d) => [d.rule, d.severity])).toEqual([['NewerGoVersion', 'note']]);
    expect(result.packages[0]?.goVersion).toBe('go1.26');
  });
});

describe('workspaces', () => {
  const files: Record<string, MemoryFile> = {
    '/w/go.work': 'go 1.22\n\nuse (\n\t./a\n\t./b\n)\n\nreplace x.test/x => ./x\n',
    '/w/a/go.mod': 'module w.test/a\n\ngo 1.22\n\nrequire w.test/b v0.0.0\n\nrequire x.test/x v1.0.0\n',
    '/w/a/a.go': 'package a\n\nimport (\n\t"w.test/b"\n\t"x.test/x"\n)\n\nvar V b.T = b.T{}\nvar X = x.X\n',
    '/w/b/go.mod': 'module w.test/b\n\ngo 1.22\n',
    '/w/b/b.go': 'package b\n\ntype T struct{}\n',
    '/w/x/x.go': 'package x\n\nvar X = 1\n',
    '/w/c/go.mod': 'module w.test/c\n\ngo 1.22\n',
    '/w/c/c.go': 'package c\n',
  };

  test('modules see one another', () => {
    expect(shownDiagnostics(loadMemory(files, ['./a', './b'], { cwd: '/w' }))).toEqual([]);
    expect(shownDiagnostics(loadMemory(files, ['.'], { cwd: '/w/a' }))).toEqual([]);
  });

  test('not with GOWORK=off', () => {
    const problems = shownDiagnostics(loadMemory(files, ['.'], { cwd: '/w/a', work: 'off' }));
    expect(problems.map((p) => p.split(' ')[1])).toEqual(['MissingPackage', 'MissingPackage']);
  });

  test('a module that is not used is checked on its own', () => {
    const result = loadMemory(files, ['.'], { cwd: '/w/c' });
    expect(result.diagnostics.map((d) => [d.rule, d.severity])).toEqual([['NotInWorkspace', 'note']]);
    expect(result.packages.map((p) => p.path)).toEqual(['w.test/c']);
  });

  test('a broken go.work', () => {
    const broken = {
      ...files,
      '/w/go.work': 'go 1.22\nuse ./a\nuse ./a\nuse ./nowhere\nuse ./b\nfoo\nreplace x.test/x => ./x\n',
    };
    expect(shownDiagnostics(loadMemory(broken, ['./a'], { cwd: '/w' }))).toEqual([
      '/w/go.work:6:1 BadGoWork go.work: unknown directive foo: expected one of go, toolchain, use, replace, godebug',
      '/w/go.work:3:1 BadGoWork go.work: ./a is used twice',
      '/w/go.work:4:1 BadGoWork go.work: ./nowhere is no module: there is no go.mod file in it',
    ]);
    const missing = loadMemory(files, ['./a'], { cwd: '/w', work: '/none/go.work' });
    expect(shownDiagnostics(missing)[0]).toBe(
      '- BadGoWork cannot read /none/go.work: it does not exist, or is not a regular file',
    );
  });
});

describe('vendor', () => {
  const files: Record<string, MemoryFile> = {
    '/m/go.mod': 'module m.test/m\n\ngo 1.21\n\nrequire a.test/x v1.0.0\n',
    '/m/m.go': expects('m', 'a.test/x', 'vendored'),
    '/m/vendor/modules.txt': '# a.test/x v1.0.0\n## explicit; go 1.19\na.test/x\n',
    '/m/vendor/a.test/x/x.go': version('x', 'vendored'),
    '/cache/a.test/x@v1.0.0/x.go': version('x', 'cached'),
  };

  test('is used by default', () => {
    expect(check(files)).toEqual([]);
  });

  test('unless the request says otherwise', () => {
    expect(check(files, { mod: 'mod' })[0]).toContain('DuplicateLitKey');
  });

  test('gives the language version', () => {
    expect(loadMemory(files, ['a.test/x']).packages[0]?.goVersion).toBe('go1.19');
  });

  test('that lacks a package', () => {
    const lacking = { ...files, '/m/n.go': 'package m\n\nimport _ "a.test/y"\n' };
    const result = loadMemory(lacking, ['.']);
    expect(shownDiagnostics(result)).toEqual(['/m/n.go:3:10 MissingPackage package a.test/y is not in vendor']);
    expect(result.diagnostics[0]?.notes[0]).toContain('go mod vendor');
  });
});

describe('a broken go.mod', () => {
  test('is reported, and the packages are still checked', () => {
    const files = {
      '/m/go.mod': 'modul m.test/m\n\ngo 1.24\n',
      '/m/m.go': 'package m\n\nvar x int = "s"\n',
      '/m/sub/s.go': 'package sub\n',
    };
    const result = loadMemory(files, ['./...']);
    expect(shownDiagnostics(result).map((p) => p.split(' ').slice(0, 2).join(' '))).toEqual([
      '/m/go.mod:1:1 BadGoMod',
      '/m/go.mod:1:1 BadGoMod',
      '/m/m.go:3:13 IncompatibleAssign',
    ]);
    expect(result.packages.map((p) => p.path)).toEqual(['m', 'm/sub']);
  });

  test('that cannot be read', () => {
    const result = loadMemory({ '/m/go.mod': { refuse: 'permission denied' }, '/m/m.go': 'package m\n' }, ['.']);
    expect(shownDiagnostics(result)[0]).toContain('BadGoMod cannot read go.mod');
    expect(result.packages.length).toBe(1);
  });
});

test('the GOPATH serves code outside modules', () => {
  const files = {
    '/p/src/a.test/prog/main.go':
      'package main\n\nimport (\n\t"a.test/lib"\n\t"b.test/v"\n)\n\nfunc main() { lib.F(v.X) }\n',
    '/p/src/a.test/lib/lib.go': 'package lib\n\nfunc F(int) {}\n',
    '/p/src/a.test/prog/vendor/b.test/v/v.go': 'package v\n\nvar X = 1\n',
  };
  const result = loadMemory(files, ['.'], { cwd: '/p/src/a.test/prog', gopath: ['/p'] });
  expect(shownDiagnostics(result)).toEqual([]);
  expect(result.packages[0]?.path).toBe('a.test/prog');
});
