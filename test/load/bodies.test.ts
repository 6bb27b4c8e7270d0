// Bodies of dependencies on demand: found, checked with the file's imports and versions, released, and none missing in std.

import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { SourceFile } from '../../src/base/source.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { type FunctionBody, type LoadResult, loadPackages } from '../../src/load/index.ts';
import type { Decl } from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { walk } from '../../src/syntax/walk.ts';
import type { Func, Package } from '../../src/types/object.ts';
import { lookup, names } from '../../src/types/scope.ts';
import { typeString } from '../../src/types/typestring.ts';
import { installedGo } from '../support/go.ts';
import { loadMemory, tinyGoroot } from '../support/memory-host.ts';

const files = {
  ...tinyGoroot,
  '/m/go.mod': 'module m.test/m\n\ngo 1.24\n',
  '/m/a/a.go': 'package a\n\nimport "m.test/m/b"\n\nvar A = b.F(1)\n',
  '/m/b/b.go': [
    'package b',
    'import "m.test/m/c"',
    'type Box[T any] struct{ v T }',
    'func (b *Box[T]) Get(d T) (r T) { f := func() T { return b.v }; r = f(); return }',
    'func F(x int) int { y := c.Twice(x); for i := range y { go func() { _ = i }() }; return y }',
    'func Outside() int',
    'func Wrong() int { return missing }',
  ].join('\n'),
  '/m/c/c.go': 'package c\n\nfunc Twice(x int) int { return 2 * x }\n',
};

function load(): LoadResult {
  return loadMemory(files, ['./a'], { cwd: '/m', bodies: true });
}

/** The package that a loaded one imports, at any depth. */
function imported(result: LoadResult, path: string): Package {
  const seen = new Set<Package>();
  const visit = (pkg: Package): Package | null => {
    if (pkg.path === path) return pkg;
    if (seen.has(pkg)) return null;
    seen.add(pkg);
    for (const next of pkg.imports) {
      const found = visit(next);
      if (found !== null) return found;
    }
    return null;
  };
  return must(visit(must(result.packages[0]).types), path);
}

function func(pkg: Package, name: string): Func {
  const obj = lookup(pkg.scope, name);
  if (obj?.kind !== 'Func') throw new Error(`no function ${name}`);
  return obj;
}

/** The types of all identifiers that a body uses, by name. */
function usedTypes(body: FunctionBody | null): Record<string, string> {
  const types: Record<string, string> = {};
  walk(must(body, 'body').decl, (node) => {
    if (node.kind !== 'Ident') return true;
    const obj = body?.info.uses.get(node) ?? body?.info.defs.get(node);
    if (obj?.kind === 'Var' && obj.type !== null) types[obj.name] = typeString(obj.type, null);
    return true;
  });
  return types;
}

describe('a body of a dependency', () => {
  test('is checked when it is asked for', () => {
    const result = load();
    const body = must(result.bodies).of(func(imported(result, 'm.test/m/b'), 'F'));
    expect(usedTypes(body)).toEqual({ x: 'int', y: 'int', i: 'int' });
    expect(must(result.bodies).of(func(imported(result, 'm.test/m/b'), 'F'))).toBe(body);
  });

  test('of a method of a generic type has the type parameters of its declaration', () => {
    const result = load();
    const box = lookup(imported(result, 'm.test/m/b').scope, 'Box');
    const named = box?.type?.kind === 'Named' ? box.type : null;
    const body = must(result.bodies).of(must(named?.methods[0]));
    expect(usedTypes(body)).toEqual({ b: '*m.test/m/b.Box[T]', d: 'T', r: 'T', f: 'func() T', v: 'T' });
  });

  test('is absent where there is none, where it is wrong, and for targets', () => {
    const result = load();
    const bodies = must(result.bodies);
    expect(bodies.of(func(imported(result, 'm.test/m/b'), 'Outside'))).toBeNull();
    expect(bodies.of(func(imported(result, 'm.test/m/b'), 'Wrong'))).toBeNull();
  });

  test('is made anew after release', () => {
    const result = load();
    const bodies = must(result.bodies);
    const twice = func(imported(result, 'm.test/m/c'), 'Twice');
    const first = bodies.of(twice);
    bodies.release();
    const second = bodies.of(twice);
    expect(second).not.toBe(first);
    expect(usedTypes(second)).toEqual(usedTypes(first));
  });

  test('is another one in the form that a package has for the tests of what it imports', () => {
    const result = loadMemory(
      {
        ...tinyGoroot,
        '/m/go.mod': 'module m.test/m\n\ngo 1.24\n',
        '/m/a/a.go': 'package a\n\ntype A int\n',
        '/m/a/a_test.go': 'package a_test\n\nimport "m.test/m/b"\n\nvar X = b.F(1)\n',
        '/m/a/in_test.go': 'package a\n\nvar forTests A\n',
        '/m/b/b.go': 'package b\n\nimport "m.test/m/a"\n\nfunc F(x a.A) a.A { y := x; return y }\n',
        '/m/d/d.go': 'package d\n\nimport "m.test/m/b"\n\nvar X = b.F(1)\n',
      },
      ['./a', './d'],
      { cwd: '/m', bodies: true, tests: true },
    );
    const forms = result.packages.flatMap(({ types }) => types.imports.filter(({ path }) => path === 'm.test/m/b'));
    expect(new Set(forms).size).toBe(2);
    const functions = forms.map((pkg) => func(pkg, 'F'));
    const bodies = functions.map((one) => must(must(result.bodies).of(one)));
    // Asked for in turn, and looked at together.
    bodies.forEach((body, i) => {
      const type = functions[i]?.type;
      const param = type?.kind === 'Signature' ? type.params.vars[0] : undefined;
      const seen: unknown[] = [];
      walk(body.decl, (node) => {
        if (node.kind === 'Ident' && node.name === 'x') seen.push(body.info.defs.get(node) ?? body.info.uses.get(node));
        return true;
      });
      expect(seen).toHaveLength(2);
      expect(seen.every((obj) => obj === param)).toBe(true);
    });
  });

  test('is not to be had unless it was wanted', () => {
    expect(loadMemory(files, ['./a'], { cwd: '/m' }).bodies).toBeNull();
  });
});

/** Places of the names of functions that are written in assembly or provided by the runtime. */
function namesWithoutBody(source: SourceFile): Set<number> {
  const { file } = parseFile(source, 1, { bodies: 'skip', comments: 'drop' });
  return new Set(file.decls.filter((decl) => decl.kind === 'FuncDecl' && decl.body === null).map(namePos));
}

function namePos(decl: Decl): number {
  return decl.kind === 'FuncDecl' ? decl.name.pos : 0;
}

describe.runIf(installedGo !== null)('an installed Go', () => {
  test('every function that net/http needs has its body', () => {
    const goroot = installedGo?.goroot ?? '';
    const result = loadPackages(nodeHost(goroot, {}), { patterns: ['net/http/httptest'], goroot, bodies: true });
    const bodies = must(result.bodies);
    const http = imported(result, 'net/http');
    const bodyless = new Map<SourceFile, Set<number>>();
    const wrong: string[] = [];
    let found = 0;
    for (const pkg of [http, ...http.imports]) {
      for (const name of names(pkg.scope)) {
        const obj = lookup(pkg.scope, name);
        const methods = obj?.kind === 'TypeName' && obj.type?.kind === 'Named' ? obj.type.methods : [];
        for (const candidate of obj?.kind === 'Func' ? [obj] : methods) {
          if (candidate === undefined || candidate.pkg !== pkg) continue;
          const source = must(result.sources.fileOf(candidate.pos));
          const outside = bodyless.get(source) ?? namesWithoutBody(source);
          bodyless.set(source, outside);
          const has = bodies.of(candidate) !== null;
          if (has === outside.has(candidate.pos)) wrong.push(`${pkg.path}.${candidate.name}`);
          if (has) found++;
        }
      }
    }
    expect(found).toBeGreaterThan(3000);
    expect(wrong).toEqual([]);
  });
});
