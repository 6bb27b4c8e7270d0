// Reading `.vpr` files: syntax, names, types, macros and imports.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { type Expr, type Program, readProgram, type Stmt } from '../../src/vil/index.ts';

function read(text: string, files: Readonly<Record<string, string>> = {}) {
  const sources = new SourceSet();
  const result = readProgram('dir/main.vpr', text, sources, (path) => files[path] ?? null);
  const errors = result.errors.map(({ rule, span }) => `${sources.position(span?.pos ?? 0)?.line}: ${rule}`);
  return { ...result, errors };
}

function program(text: string, files: Readonly<Record<string, string>> = {}): Program {
  const { program, errors } = read(text, files);
  expect(errors).toEqual([]);
  return program;
}

/** The statements of the first method. */
function stmts(text: string): readonly Stmt[] {
  return program(text).methods[0]?.body?.stmts ?? [];
}

/** What the method asserts, in order. */
function asserted(text: string): readonly Expr[] {
  return stmts(text).flatMap((stmt) => (stmt.kind === 'Assert' ? [stmt.assertion] : []));
}

/** An expression's shape: operators and names, without types and places. */
function shape(expr: Expr): unknown {
  switch (expr.kind) {
    case 'Binary':
      return [expr.op, shape(expr.left), shape(expr.right)];
    case 'Unary':
      return [expr.op, shape(expr.operand)];
    case 'LocalVar':
      return expr.name;
    case 'IntLit':
      return Number(expr.value);
    case 'BoolLit':
      return expr.value;
    case 'Forall':
    case 'Exists':
      return [expr.kind, ...expr.vars.map(({ name }) => name), shape(expr.body)];
    case 'FieldAccess':
      return [shape(expr.receiver), expr.field];
    case 'FuncApp':
    case 'DomainFuncApp':
      return [expr.func, ...expr.args.map(shape)];
    default:
      return expr.kind;
  }
}

describe('operators', () => {
  const shapes = (...exprs: readonly string[]) => {
    const body = exprs.map((expr) => `assert ${expr}`).join('\n');
    return asserted(`method m(a: Bool, b: Bool, c: Bool, i: Int, j: Int, p: Perm, q: Perm) {\n${body}\n}`).map(shape);
  };

  test('bind and associate as in Viper', () => {
    expect(
      shapes('a ==> b ==> c', 'a && b || c', '!a && b', 'i - j - 1 == i', 'i + j * 2 > 0', 'a <==> b ==> c'),
    ).toEqual([
      ['implies', 'a', ['implies', 'b', 'c']],
      ['or', ['and', 'a', 'b'], 'c'],
      ['and', ['not', 'a'], 'b'],
      ['eq', ['sub', ['sub', 'i', 'j'], 1], 'i'],
      ['gt', ['add', 'i', ['mul', 'j', 2]], 0],
      ['eq', 'a', ['implies', 'b', 'c']],
    ]);
  });

  test('of comparison can be chained', () => {
    expect(shapes('0 <= i < j <= 9')).toEqual([['and', ['and', ['le', 0, 'i'], ['lt', 'i', 'j']], ['le', 'j', 9]]]);
  });

  test('on permissions follow from their operands and from what is needed', () => {
    expect(
      shapes('p + q == write', '2 * p < q', 'p * 2 < q', 'p / 2 > none', 'p == i / j', 'i / j == 1', 'i \\ j == 1'),
    ).toEqual([
      ['eq', ['permAdd', 'p', 'q'], 'PermLit'],
      ['permLt', ['intPermMul', 2, 'p'], 'q'],
      ['permLt', ['intPermMul', 2, 'p'], 'q'],
      ['permGt', ['permDivInt', 'p', 2], 'PermLit'],
      ['eq', 'p', ['frac', 'i', 'j']],
      ['eq', ['div', 'i', 'j'], 1],
      ['eq', ['div', 'i', 'j'], 1],
    ]);
  });

  test('prefer fractions where both would do', () => {
    expect(shapes('1 / 2 == 2 / 4')).toEqual([['eq', ['frac', 1, 2], ['frac', 2, 4]]]);
  });
});

describe('types', () => {
  test('of empty collections follow from what surrounds them', () => {
    const [assign] = stmts('method m() returns (s: Seq[Set[Ref]]) { s := s ++ Seq() ++ Seq(Set()) }');
    const value = assign?.kind === 'LocalAssign' ? assign.value : null;
    const right = value?.kind === 'SeqAppend' && value.right.kind === 'SeqLit' ? value.right.elems[0] : null;
    expect(right?.type).toEqual({ kind: 'Set', elem: { kind: 'Ref' } });
  });

  test('of domain functions follow from results, and are the own parameters in axioms', () => {
    const { domains, methods } = program(`
      domain Pair[A, B] {
        function pair(a: A, b: B): Pair[A, B]
        function first(p: Pair[A, B]): A
        axiom { forall a: A, b: B :: { pair(a, b) } first(pair(a, b)) == a }
      }
      method m(p: Pair[Int, Bool]) { assert p == pair(1, true) assert (first(p): Int) == 1 }`);
    const body = domains[0]?.axioms[0]?.body;
    const left = body?.kind === 'Forall' && body.body.kind === 'Binary' ? body.body.left : null;
    expect(left?.kind === 'DomainFuncApp' && left.typeArgs).toEqual([
      { kind: 'TypeVar', name: 'A' },
      { kind: 'TypeVar', name: 'B' },
    ]);
    expect(methods).toHaveLength(1);
  });

  test('that do not fit are reported where they are', () => {
    expect(read('method m(i: Int, r: Ref) {\n  assert i == r\n}').errors).toEqual(['2: VilType']);
    expect(read('function f(i: Int): Int\nmethod m() {\n  assert f(true) == 1\n}').errors).toEqual(['3: VilType']);
    expect(read('method m() {\n  var s: Seq[Int]\n  assert 1 in |s|\n}').errors).toEqual(['3: VilType']);
    expect(read('method m(i: Int) {\n  i := 1\n}').errors).toEqual(['2: VilType']);
  });
});

describe('names', () => {
  test('that are bound twice get another name', () => {
    const [outer] = asserted('method m() { assert forall x: Int :: x > 0 && (forall x: Int :: x > 0) }');
    expect(outer === undefined ? null : shape(outer)).toEqual([
      'Forall',
      'x',
      ['and', ['gt', 'x', 0], ['Forall', 'x$0', ['gt', 'x$0', 0]]],
    ]);
  });

  test('of variables differ from those that were bound before their declaration', () => {
    const body = stmts('define later() { var x: Int }\nmethod m() { assert forall x: Int :: x > 0 later() }');
    expect(body.flatMap((stmt) => (stmt.kind === 'VarDecl' ? [stmt.decl.name] : []))).toEqual(['x$0']);
  });

  test('that are unknown or declared twice are reported, and other members are read', () => {
    const { program, errors } = read('method a() {\n assert x\n}\nfield f: Int\nfield f: Int\nmethod b() {}');
    expect(errors).toEqual(['5: VilName', '2: VilName']);
    expect(program.methods.map(({ name }) => name)).toEqual(['b']);
  });
});

describe('macros', () => {
  test('of expressions are read where they are used, and their variables do not capture', () => {
    const [first] = asserted(`
      define above(limit) (forall x: Int :: x > limit)
      method m(x: Int) { assert above(x + 1) }`);
    expect(first === undefined ? null : shape(first)).toEqual(['Forall', 'x$0', ['gt', 'x$0', ['add', 'x', 1]]]);
  });

  test('of statements are inlined, and errors in them have the place of their use', () => {
    const text =
      'define twice(f, v) {\n  var t: Int := v\n  f := t + t\n}\nmethod m() returns (r: Int) {\n  twice(r, 3)\n  twice(r, t)\n}';
    const body = stmts(text);
    const names = body.flatMap((stmt) => (stmt.kind === 'VarDecl' ? [stmt.decl.name] : []));
    expect(names).toEqual(['t', 't$0']);
    expect(new Set(body.map(({ src }) => text.slice(0, src.pos).split('\n').length))).toEqual(new Set([6, 7]));
  });

  test('may give names of fields, functions, types and labels', () => {
    program(`
      field f: Int
      function inc(i: Int): Int
      domain D {}
      define alias D
      define read(r, name) r.name
      define call(g, e) g(e)
      define mark(l) { label l }
      method m(r: Ref, d: alias) requires acc(r.f) {
        mark(before)
        assert old[before](read(r, f)) == call(inc, read(r, f))
      }`);
  });

  test('that use themselves are reported', () => {
    expect(read('define a(x) b(x)\ndefine b(x) a(x)\nmethod m() {\n assert a(true)\n}').errors).toEqual([
      '4: VilMacro',
    ]);
  });
});

describe('imports', () => {
  test('are relative to their file, and each file is read once', () => {
    const files = {
      'lib/one.vpr': 'import "two.vpr"\nfunction one(): Int',
      'lib/two.vpr': 'import "../dir/main.vpr"\nimport "one.vpr"\nfunction two(): Int',
    };
    const { functions } = program('import "../lib/one.vpr"\nimport <decreases/int.vpr>\nfunction zero(): Int', files);
    expect(functions.map(({ name }) => name)).toEqual(['zero', 'one', 'two']);
  });

  test('of standard files begin where those are, or at the file that names them', () => {
    const files = {
      'a/one.vpr': 'import <a/two.vpr>\nimport "three.vpr"',
      'a/two.vpr': '',
      'a/three.vpr': 'field f: Int',
    };
    expect(program('import <a/one.vpr>', files).fields.map(({ name }) => name)).toEqual(['f']);
  });

  test('without a file are reported', () => {
    expect(read('field f: Int\nimport "none.vpr"').errors).toEqual(['2: VilImport']);
  });
});

test('syntax errors are reported, and the members after them are read', () => {
  const { program, errors } = read('method a( {\n}\nmethod b() { assert }\nmethod c() {}');
  expect(errors).toEqual(['1: VilSyntax', '3: VilSyntax']);
  expect(program.methods.map(({ name }) => name)).toEqual(['c']);
});

test('calls with fields among the targets go through variables', () => {
  const [block] = stmts(
    'method m(r: Ref) { r.f, r.g := n() }\nmethod n() returns (a: Int, b: Ref)\nfield f: Int\nfield g: Ref',
  );
  const kinds = block?.kind === 'Block' ? block.stmts.map(({ kind }) => kind) : [];
  expect(kinds.slice(-3)).toEqual(['MethodCall', 'FieldAssign', 'FieldAssign']);
});
