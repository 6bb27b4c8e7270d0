// The import graph: visibility, cycles, tests, broken and missing packages, identity, release.

import { describe, expect, test } from 'vitest';
import { forEachPackage } from '../../src/load/index.ts';
import { syntaxErrors } from '../../src/syntax/index.ts';
import { lookup } from '../../src/types/scope.ts';
import { ids, loadMemory, type MemoryFile, memoryHost, shownDiagnostics, tinyGoroot } from '../support/memory-host.ts';

const mod = { '/m/go.mod': 'module m.test/m\n\ngo 1.24\n' };

function check(files: Record<string, MemoryFile>, patterns: string[] = ['./...'], request: object = {}): string[] {
  return shownDiagnostics(loadMemory({ ...mod, ...files }, patterns, request));
}

describe('visibility', () => {
  test('internal packages', () => {
    const files = {
      '/m/internal/i/i.go': 'package i\n',
      '/m/a/internal/j/j.go': 'package j\n',
      '/m/a/a.go': 'package a\n\nimport (\n\t_ "m.test/m/a/internal/j"\n\t_ "m.test/m/internal/i"\n)\n',
      '/m/b/b.go': 'package b\n\nimport (\n\t_ "internal/fmtsort"\n\t_ "m.test/m/a/internal/j"\n)\n',
    };
    expect(check(files)).toEqual([
      '/m/b/b.go:4:4 InternalPackage use of internal package internal/fmtsort is not allowed here',
      '/m/b/b.go:5:4 InternalPackage use of internal package m.test/m/a/internal/j is not allowed here',
    ]);
  });

  test('programs cannot be imported, except by their own tests', () => {
    const files = {
      '/m/cmd/main.go': 'package main\n\nfunc main() {}\n\nvar X = 1\n',
      '/m/cmd/x_test.go': 'package main_test\n\nimport main "m.test/m/cmd"\n\nvar _ = main.X\n',
      '/m/a.go': 'package m\n\nimport _ "m.test/m/cmd"\n',
    };
    expect(check(files, ['./...'], { tests: true })).toEqual([
      '/m/a.go:3:10 ImportMain m.test/m/cmd is a program (package main) and cannot be imported',
    ]);
  });
});

describe('cycles', () => {
  test('are named, and the packages are still checked', () => {
    const files = {
      '/m/a/a.go': 'package a\n\nimport "m.test/m/b"\n\nvar A int = b.B\nvar bad int = "x"\n',
      '/m/b/b.go': 'package b\n\nimport "m.test/m/c"\n\nvar B int = c.C\n',
      '/m/c/c.go': 'package c\n\nimport "m.test/m/a"\n\nvar C int = a.A\n',
    };
    expect(check(files)).toEqual([
      '/m/a/a.go:3:8 ImportCycle import cycle not allowed: m.test/m/a -> m.test/m/b -> m.test/m/c -> m.test/m/a',
    ]);
  });

  test('of a package with itself', () => {
    expect(check({ '/m/a.go': 'package m\n\nimport _ "m.test/m"\n' })).toEqual([
      '/m/a.go:3:10 ImportCycle import cycle not allowed: m.test/m -> m.test/m',
    ]);
  });

  test('in tests of a package itself', () => {
    const files = {
      '/m/a/a.go': 'package a\n',
      '/m/a/a_test.go': 'package a\n\nimport _ "m.test/m/b"\n',
      '/m/b/b.go': 'package b\n\nimport _ "m.test/m/a"\n',
    };
    expect(check(files, ['./...'], { tests: true })).toEqual([
      '/m/a/a_test.go:3:10 ImportCycle import cycle not allowed in test: m.test/m/a -> m.test/m/b -> m.test/m/a',
    ]);
  });
});

describe('tests', () => {
  const files: Record<string, MemoryFile> = {
    '/m/a/a.go': 'package a\n\ntype T struct{ n int }\n\nfunc New() *T { return &T{} }\n',
    '/m/a/export_test.go': 'package a\n\nfunc (t *T) N() int { return t.n }\n',
    '/m/a/x_test.go':
      'package a_test\n\nimport (\n\t"m.test/m/a"\n\t"m.test/m/b"\n\t"testing"\n)\n\n' +
      'func TestN(t *testing.T) {\n\tvar x *a.T = b.Make()\n\tif x.N() != 0 {\n\t\tt.Fatal()\n\t}\n}\n',
    '/m/b/b.go': 'package b\n\nimport "m.test/m/a"\n\nfunc Make() *a.T { return a.New() }\n',
    '/m/only/only_test.go': 'package only\n\nvar X = 1\n',
    '/m/only/ext_test.go': 'package only_test\n\nimport "m.test/m/only"\n\nvar _ = only.X\n',
  };

  test('are added to the package, and external ones see it with them', () => {
    const result = loadMemory({ ...mod, ...files }, ['./...'], { tests: true });
    expect(shownDiagnostics(result)).toEqual([]);
    expect(ids(result).sort()).toEqual([
      'm.test/m/a [m.test/m/a.test]',
      'm.test/m/a_test [m.test/m/a.test]',
      'm.test/m/b',
      'm.test/m/only [m.test/m/only.test]',
      'm.test/m/only_test [m.test/m/only.test]',
    ]);
    const external = result.packages.find((p) => p.path === 'm.test/m/a_test');
    const augmented = result.packages.find((p) => p.path === 'm.test/m/a');
    expect(external?.forTest).toBe('m.test/m/a');
    expect(external?.imports.get('m.test/m/a')).toBe(augmented?.types);
  });

  test('are left out otherwise', () => {
    expect(ids(loadMemory({ ...mod, ...files }, ['./...']))).toEqual(['m.test/m/a', 'm.test/m/b']);
  });

  test('a mistake is reported once', () => {
    const bad = {
      ...files,
      '/m/a/bad.go': 'package a\n\nvar x int = ""\n',
      '/m/c/c.go': 'package c\n\nimport _ "m.test/m/a"\n',
    };
    const problems = check(bad, ['./...'], { tests: true });
    expect(problems.length).toBe(1);
    expect(problems[0]).toContain('/m/a/bad.go:3:13 IncompatibleAssign');
  });

  test('a package whose own name ends in _test', () => {
    const odd = { '/m/x.go': 'package x_test\n\nvar a = 1\n', '/m/x_test.go': 'package x_test\n\nvar b = a\n' };
    expect(check(odd, ['.'], { tests: true })).toEqual([]);
  });
});

describe('what cannot be had', () => {
  const user =
    'package m\n\nimport "a.test/x"\n\nfunc F() int {\n\tv := x.New()\n\treturn v.Get() + undefinedHere\n}\n';

  test('is reported with a remedy, without noise around it', () => {
    const files = { '/m/m.go': user, '/m/go.mod': 'module m.test/m\n\ngo 1.24\n\nrequire a.test/x v1.0.0\n' };
    const result = loadMemory(files, ['.']);
    expect(shownDiagnostics(result)).toEqual([
      '/m/m.go:3:8 MissingPackage module a.test/x@v1.0.0, needed for package a.test/x, is not in the module cache',
      '/m/m.go:7:19 UndeclaredName undefined: undefinedHere',
    ]);
    expect(result.diagnostics[0]?.notes).toEqual(['fetch it with `go mod download`']);
    expect(result.packages[0]?.incomplete).toBe(true);
  });

  test('stays silent without an installation', () => {
    expect(check({ '/m/m.go': user }, ['.'], { goroot: null })).toEqual([
      '/m/m.go:7:19 UndeclaredName undefined: undefinedHere',
    ]);
  });

  test('a name that may be that of a missing package is no mistake', () => {
    const files = { '/m/m.go': 'package m\n\nimport "a.test/go-some.thing"\n\nvar A = strange.B\n' };
    expect(check(files, ['.'], { goroot: null })).toEqual([]);
    const dot = { '/m/m.go': 'package m\n\nimport . "a.test/x"\n\nvar A = Anything\n' };
    expect(check(dot, ['.'], { goroot: null })).toEqual([]);
  });

  test('a dependency with errors is named once at the import', () => {
    const files = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.24\n\nrequire a.test/x v1.0.0\n',
      '/m/m.go': 'package m\n\nimport _ "a.test/x"\n',
      '/cache/a.test/x@v1.0.0/x.go': 'package x\n\nimport _ "a.test/x/y"\n',
      '/cache/a.test/x@v1.0.0/y/y.go': 'package y\n\nvar V nonsense\n',
    };
    const result = loadMemory(files, ['.']);
    expect(shownDiagnostics(result)).toEqual([
      '/m/m.go:3:10 BrokenDependency package a.test/x, or one that it imports, has errors',
    ]);
    const cause = result.diagnostics[0]?.related[0];
    expect(result.sources.position(cause?.span.pos ?? 0)).toMatchObject({
      file: '/cache/a.test/x@v1.0.0/y/y.go',
      line: 3,
    });
  });

  test('bodies and unused imports of dependencies are not looked at', () => {
    const files = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.24\n\nrequire a.test/x v1.0.0\n',
      '/m/m.go': 'package m\n\nimport "a.test/x"\n\nvar V = x.F()\n',
      '/cache/a.test/x@v1.0.0/x.go': 'package x\n\nimport "errors"\n\nfunc F() int { return undefined }\n',
    };
    expect(check(files)).toEqual([]);
  });

  test('invalid import paths', () => {
    const problems = check({
      '/m/m.go': 'package m\n\nimport _ "./x"\nimport _ "/abs"\nimport _ "a//b"\nimport _ ""\n',
    });
    expect(problems.length).toBeGreaterThanOrEqual(4);
    expect(problems[0]).toContain('/m/m.go:3:10 MissingPackage "./x" is relative');
  });

  test('an imported package without files for this build', () => {
    const files = { '/m/m.go': 'package m\n\nimport _ "m.test/m/w"\n', '/m/w/w_windows.go': 'package w\n' };
    expect(check(files, ['.'])).toEqual([
      '/m/m.go:3:10 MissingPackage build constraints exclude all Go files of package m.test/m/w in w',
    ]);
  });
});

describe('syntax errors', () => {
  const broken = 'package m\n\nfunc Lost( {\n\treturn 1 +\n}\n\nvar here int = ""\n';

  test('do not drag others along', () => {
    const files = {
      '/m/a.go': broken,
      '/m/b.go': 'package m\n\nvar X = Lost(1)\n\nvar bad int = "s"\n',
      '/m/c/c.go': 'package c\n\nimport m "m.test/m"\n\nvar Y = m.Lost(2)\nvar bad int = "s"\n',
    };
    const problems = check(files);
    const rules = problems.map((p) => `${p.split(':')[0]} ${p.split(' ')[1]}`);
    const inBroken = rules.filter((r) => r.startsWith('/m/a.go ')).map((r) => r.slice('/m/a.go '.length));
    expect(inBroken.length).toBeGreaterThan(0);
    expect(inBroken.every((rule) => rule in syntaxErrors)).toBe(true);
    expect(rules.filter((r) => !r.startsWith('/m/a.go'))).toEqual([
      '/m/b.go IncompatibleAssign',
      '/m/c/c.go IncompatibleAssign',
    ]);
  });

  test('a file that could not be read may declare anything', () => {
    const files: Record<string, MemoryFile> = {
      '/m/a.go': { refuse: 'permission denied' },
      '/m/b.go': 'package m\n\nvar X = Gone(1)\n',
    };
    expect(check(files)).toEqual(['- UnreadableFile cannot read /m/a.go: permission denied']);
  });
});

test('long chains of imports do not exhaust the stack', () => {
  const files: Record<string, MemoryFile> = {};
  const length = 3000;
  for (let i = 0; i < length; i++) {
    const next = i + 1 < length ? `import _ "m.test/m/p${i + 1}"\n` : '';
    files[`/m/p${i}/p.go`] = `package p\n\n${next}`;
  }
  expect(check(files, ['./p0'])).toEqual([]);
});

describe('models', () => {
  const models = new Map([
    ['fmt/fmt.go', 'package fmt\n\nfunc Println(a ...any) (n int, err error)\n'],
    [
      'golang.org/x/sync/errgroup/errgroup.go',
      'package errgroup\n\ntype Group struct{}\n\nfunc (g *Group) Wait() error\n',
    ],
  ]);
  const program =
    'package m\n\nimport (\n\t"fmt"\n\t"golang.org/x/sync/errgroup"\n\t"os"\n)\n\nvar G errgroup.Group\n\nfunc F() error {\n\tfmt.Println(os.Args)\n\tfmt.NotModelled()\n\treturn G.Wait()\n}\n';

  test('stand in for the standard library, and what they leave out stays silent', () => {
    const result = loadMemory({ ...mod, '/m/m.go': program }, ['.'], { goroot: null, models });
    expect(shownDiagnostics(result)).toEqual([]);
    expect(result.packages[0]?.incomplete).toBe(true);
    expect(lookup(result.packages[0]?.imports.get('fmt')?.scope ?? ({ elems: null } as never), 'Println')?.kind).toBe(
      'Func',
    );
  });

  test('from a directory', () => {
    const files = {
      '/m/m.go': program,
      ...Object.fromEntries([...models].map(([path, text]) => [`/models/${path}`, text])),
    };
    expect(check(files, ['.'], { goroot: null, models: '/models' })).toEqual([]);
  });

  test('mistakes against them are still found', () => {
    const files = { '/m/m.go': 'package m\n\nimport "fmt"\n\nvar n int = fmt.Println\n' };
    expect(check(files, ['.'], { goroot: null, models })[0]).toContain('/m/m.go:5:13 IncompatibleAssign');
  });

  test('with an installation only packages that are nowhere else come from them', () => {
    const files = {
      '/m/m.go': 'package m\n\nimport "golang.org/x/sync/errgroup"\n\nvar G errgroup.Group\nvar bad int = ""\n',
    };
    expect(check(files, ['.'], { models })).toEqual([
      '/m/m.go:6:15 IncompatibleAssign cannot use "" (untyped string constant) as int value in variable declaration',
    ]);
    const found = {
      '/m/go.mod': 'module m.test/m\n\ngo 1.24\n\nrequire golang.org/x/sync v0.1.0\n',
      '/m/m.go': 'package m\n\nimport "golang.org/x/sync/errgroup"\n\nvar G errgroup.Real\n',
      '/cache/golang.org/x/sync@v0.1.0/errgroup/e.go': 'package errgroup\n\ntype Real struct{}\n',
    };
    expect(check(found, ['.'], { models })).toEqual([]);
  });
});

describe('identity and release', () => {
  const files = {
    ...tinyGoroot,
    ...mod,
    '/m/a/a.go': 'package a\n\nimport "fmt"\n\ntype T struct{}\n\nfunc (T) M(x int) { y := x; fmt.Println(y) }\n',
    '/m/b/b.go': 'package b\n\nimport "m.test/m/a"\n\nvar V a.T\n',
  };

  test('a target that others import is one package, with bodies', () => {
    const result = loadMemory(files, ['./b', './a']);
    expect(ids(result)).toEqual(['m.test/m/b', 'm.test/m/a']);
    const [b, a] = result.packages;
    expect(b?.imports.get('m.test/m/a')).toBe(a?.types);
    expect(result.dependencies).toBe(2);
  });

  test('in a stream each package comes after its imports, and positions survive', () => {
    const order: string[] = [];
    const host = memoryHost(files, '/m');
    const positions: number[] = [];
    const summary = forEachPackage(host, { patterns: ['./b', './a'], goroot: '/go' }, (loaded) => {
      order.push(loaded.path);
      for (const file of loaded.files) positions.push(file.name.pos);
    });
    expect(order).toEqual(['m.test/m/a', 'm.test/m/b']);
    expect(positions.map((pos) => summary.sources.position(pos))).toEqual([
      { file: '/m/a/a.go', line: 1, column: 9 },
      { file: '/m/b/b.go', line: 1, column: 9 },
    ]);
  });

  test('a file that vanishes after it was read leaves its places printable', () => {
    const host = memoryHost(files, '/m');
    let gone = false;
    const vanishing = {
      ...host,
      stat: (path: string) => (gone && path.endsWith('.go') ? null : host.stat(path)),
    };
    let pos = 0;
    const summary = forEachPackage(vanishing, { patterns: ['./a'], goroot: '/go' }, (loaded) => {
      pos = loaded.files[0]?.decls[1]?.pos ?? 0;
      gone = true;
    });
    expect(summary.sources.position(pos)?.file).toBe('/m/a/a.go');
  });

  test('vendored copies of the standard library', () => {
    const result = loadMemory(files, ['net', 'cmd/tool']);
    expect(shownDiagnostics(result)).toEqual([]);
    expect(result.packages[0]?.imports.get('golang.org/x/net/dns')?.path).toBe('vendor/golang.org/x/net/dns');
    expect(result.packages[1]?.imports.get('golang.org/x/mod/modfile')?.path).toBe(
      'cmd/vendor/golang.org/x/mod/modfile',
    );
  });
});
