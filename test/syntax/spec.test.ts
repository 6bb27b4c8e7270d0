// The specification language: trees, printing them, annotations of Go files, and errors.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { positionIn, SourceSet } from '../../src/base/source.ts';
import {
  difference,
  type Expr,
  exprString,
  type File,
  type Node,
  type ParseOptions,
  type ParseResult,
  parseFile,
  printFile,
  walk,
} from '../../src/syntax/index.ts';
import { root } from '../support/repository.ts';
import { wantsOf } from '../support/want.ts';

const folder = join(root, 'testdata', 'syntax', 'spec');
const names = readdirSync(folder);

type Form = 'tokens' | 'annotations';

function formOf(name: string): Form {
  return extname(name) === '.gobra' ? 'tokens' : 'annotations';
}

function parseText(text: string, form: Form, options: ParseOptions = {}): ParseResult {
  return parseFile(new SourceSet().add('p', text), 1, { specifications: form, ...options });
}

function parse(text: string, form: Form): File {
  const { file, diagnostics } = parseText(text, form);
  expect(diagnostics.map((d) => d.message)).toEqual([]);
  return file;
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function parseExpr(text: string): Expr {
  const [decl] = parse(`package p\nvar _ = ${text}\n`, 'tokens').decls;
  const spec = decl?.kind === 'GenDecl' ? decl.specs[0] : undefined;
  const value = spec?.kind === 'ValueSpec' ? spec.values[0] : undefined;
  if (value === undefined) throw new Error('no value');
  return value;
}

/** The expression with all its operators in parentheses. */
function shape(x: Expr): string {
  switch (x.kind) {
    case 'BinaryExpr':
    case 'SpecBinaryExpr':
      return `(${shape(x.x)} ${x.op} ${shape(x.y)})`;
    case 'CondExpr':
      return `(${shape(x.cond)} ? ${shape(x.then)} : ${shape(x.else)})`;
    case 'QuantExpr':
      return `(${x.word} ${shape(x.x)})`;
    case 'UnfoldingExpr':
      return `(unfolding ${shape(x.pred)} in ${shape(x.x)})`;
    case 'ImplementsExpr':
      return `(${shape(x.x)} implements ${shape(x.spec.name)})`;
    case 'UnaryExpr':
      return `(${x.op}${shape(x.x)})`;
    default:
      return exprString(x);
  }
}

describe('files', () => {
  test.each(names)('%s comes back as the same tree in its own form', (name) => {
    const form = formOf(name);
    const file = parse(read(name), form);
    expect(difference(file, parse(printFile(file, { specifications: form }), form))).toBeNull();
  });

  test.each(names.filter((name) => formOf(name) === 'tokens'))('%s comes back from annotations', (name) => {
    const file = parse(read(name), 'tokens');
    expect(difference(file, parse(printFile(file, { specifications: 'annotations' }), 'annotations'))).toBeNull();
  });

  test('say the same with annotations as with tokens', () => {
    const annotated = parse(read('annotations.go'), 'annotations');
    expect(difference(annotated, parse(read('annotations.gobra'), 'tokens'))).toBeNull();
  });

  test('hold every kind of node', () => {
    const kinds = new Set<string>();
    for (const name of names) walk(parse(read(name), formOf(name)), (node) => kinds.add(node.kind));
    const source = readFileSync(join(root, 'src', 'syntax', 'nodes-spec.ts'), 'utf8');
    const declared = [...source.matchAll(/readonly kind: '(\w+)';/g)].map((m) => m[1] as string);
    expect(declared.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test.each(names.filter((name) => formOf(name) === 'tokens'))('%s has nodes inside of their parents', (name) => {
    const file = parse(read(name), 'tokens');
    const outside: string[] = [];
    const above: Node[] = [];
    const ids = new Set<number>();
    walk(
      file,
      (node) => {
        const parent = above.at(-1);
        if (parent !== undefined && (node.pos < parent.pos || node.end > parent.end)) {
          outside.push(`${node.kind} in ${parent.kind}`);
        }
        expect(ids.has(node.id)).toBe(false);
        ids.add(node.id);
        above.push(node);
      },
      () => above.pop(),
    );
    expect(outside).toEqual([]);
  });
});

describe('operators', () => {
  test.each([
    ['a ==> b ==> c', '(a ==> (b ==> c))'],
    ['a || b ==> c && d', '((a || b) ==> (c && d))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ==> b ? c : d', '((a ==> b) ? c : d)'],
    ['x elem s union t', '(x elem (s union t))'],
    ['x # m == 1 && y', '(((x # m) == 1) && y)'],
    ['a union b setminus c', '((a union b) setminus c)'],
    ['s ++ t ++ u == v', '(((s ++ t) ++ u) == v)'],
    ['s subset t && u', '((s subset t) && u)'],
    ['a === b || c !== d', '((a === b) || (c !== d))'],
    ['a --* b && c', '((a --* b) && c)'],
    ['a * b --* c', '((a * b) --* c)'],
    ['c implements s && d', '((c implements s) && d)'],
    ['a && forall i int :: i > 0 ==> b', '(a && (forall ((i > 0) ==> b)))'],
    ['unfolding p(x) in a && b', '(unfolding p(x) in (a && b))'],
    ['a && unfolding p(x) in b || c', '(a && (unfolding p(x) in (b || c)))'],
    ['!old(a) ==> b', '((!old(a)) ==> b)'],
  ])('%s', (text, expected) => {
    expect(shape(parseExpr(text))).toBe(expected);
  });
});

describe('expressions that parse', () => {
  const accepted = [
    'seq[int]{ 3, 4, }', 'seq [ seq[bool] ] { }', 'mset[int]{ 0: 1 }', 'set[bool]{ { true } }', 'seq[1..5][2]',
    'seq[x + y .. len(s)]', 'set [ x .. y ]', 'mset[(x)..y]', 's ++ + t', 'x + + y', '(s ++ t)[i = true]', 's[i = t[j = v]]',
    's[1 = a, 2 = b , 7 = len(s)]', 's[i:]', 's[:j]', 's[i:j:k]', 'x elem s elem t', 'x # (y # z)', 'x + 2 # s',
    'a elem b + c elem d', 'set(seq[int]{ 1 } ++ seq[2..3])', 'none[option[bool]]', 'get(some(1))', 'seq(a)[2]',
    'typeOf(a) == type[*int]', '(inv){x}', '(p.inv){x, _}', 'pkg.T.P{x}', '(pkg.T.P){}', 'inv{x}', '.4 == 1.',
    '0xBadFace', 'f(requires true\nfunc() {})', 'old [L] (x)', 'acc ( x , _ )', 'forall x, y int, z T :: x == y',
    'let x := 1 in x', 'match x { case _: 1\n default: 2 }', 'a ? b ? c : d : e', 'reveal f(x).g[1]',
  ]; // biome-ignore format: one line a kind

  test.each(accepted)('%s', (text) => {
    expect(parseExpr(text).kind).not.toBe('BadExpr');
  });
});

describe('expressions that do not parse', () => {
  const rejected = [
    'seq[int', 'seq[bool] true }', 'seq[bool]{ true', 'seq[bool]{ true,, false }', 's ++', 's[x := v]', 's[x =]', 's[x = v',
    'seq[..x]', 'seq[x..]', 'seq[x ... y]', 'seq[x . . y]', 'mset[ .. ]', 'in s', 'x in', 's[]', 's[1 = true, ]',
    's[,2 = false]', 's[i:j:]', 's[::]', 's union', 'union t', 's subset', '# y', 'x ## y', 'set s)', 'set int] { }',
    'set[int]{ , }', 'set(s ++ )', 'mset[bool]{ true false }', 'forall x :: true',
    'exists x int : true', 'let x = 1 in x', 'unfolding p(x) y', 'old[](x)', 'acc()', 'a ? b', 'match x { }}', 'x ==>',
    'a --* ', 'type[]', 'x implements', 'f() as', 'seq[int]{ x ++ }',
  ]; // biome-ignore format: one line a kind

  test.each(rejected)('%s', (text) => {
    expect(parseText(`package p\nvar _ = ${text}\n`, 'tokens').diagnostics).not.toEqual([]);
  });
});

describe('words', () => {
  const kindsIn = (text: string, form: Form): string[] => {
    const kinds: string[] = [];
    walk(parse(text, form), (node) => kinds.push(node.kind));
    return kinds;
  };

  test('are names in the code of Go files', () => {
    const text = `package p
func f(old, set []int, ghost func(int) bool, pred func() int) bool {
	requires := set[0] + old[pred()]
	fold: for match := range requires { if ghost(match) { break fold } }
	assert(seq, acc(1), unfolding)
	share := dict{in: 1}
	return forall(exists) && requires > 0
}
`;
    expect(kindsIn(text, 'annotations').filter((kind) => /Old|Collection|Ghost|Pred|Specification/.test(kind))).toEqual(
      [],
    );
  });

  test('are tokens in annotations of the same file', () => {
    const text = 'package p\nfunc f(old []int) {\n\t//@ assert old(old[0]) == old[0]\n\t_ = old[0]\n}\n';
    expect(kindsIn(text, 'annotations').filter((kind) => kind === 'OldExpr')).toHaveLength(1);
  });

  test('have no meaning in plain Go', () => {
    const text = 'package p\n\n//@ requires x > 0\nfunc f(x int) { ghost := x; _ = ghost }\n';
    const { file, diagnostics } = parseFile(new SourceSet().add('p.go', text), 1);
    expect(diagnostics).toEqual([]);
    const [decl] = file.decls;
    expect(decl?.kind === 'FuncDecl' && decl.spec).toBeNull();
    expect(decl?.kind === 'FuncDecl' && decl.doc?.list[0]?.text).toBe('//@ requires x > 0');
  });
});

describe('bodies that are skipped', () => {
  test('leave contracts, predicates and what pure functions return', () => {
    const text = `package p
requires true
func f() { x := 1 }
pure func g() int { return 1 }
pred q() { true }
`;
    const { file, diagnostics } = parseText(text, 'tokens', { bodies: 'skip' });
    expect(diagnostics).toEqual([]);
    const sizes = file.decls.map((d) => (d.kind === 'FuncDecl' ? d.body?.list.length : d.kind));
    expect(sizes).toEqual([0, 1, 'PredDecl']);
  });
});

describe('places', () => {
  test('are those of the file as written', () => {
    const text = 'package p\n\n// @ requires  x > 0\nfunc f(x int) {} //@ with: y\n';
    const source = new SourceSet().add('p.go', text);
    const { file } = parseFile(source, 1, { specifications: 'annotations' });
    const [decl] = file.decls;
    const clause = decl?.kind === 'FuncDecl' ? decl.spec?.clauses[0] : undefined;
    expect(text.slice((clause?.pos ?? 0) - source.base, (clause?.end ?? 0) - source.base)).toBe('requires  x > 0');
  });
});

const errorFolder = join(root, 'testdata', 'syntax', 'spec-errors');

describe('errors', () => {
  test.each(readdirSync(errorFolder))('%s', (name) => {
    const text = readFileSync(join(errorFolder, name), 'utf8');
    const source = new SourceSet().add(name, text);
    const wants = wantsOf(text);
    const problems: string[] = [];
    const lines = new Set<number>();
    for (const d of parseFile(source, 1, { allErrors: true, specifications: formOf(name) }).diagnostics) {
      const { line } = positionIn(source, (d.span?.pos ?? 0) - source.base);
      // As in a run without `allErrors`, the first of a line counts; that there are more than ten is no matter here.
      if (lines.has(line)) continue;
      lines.add(line);
      const i = wants.findIndex((w) => w.line === line && w.code === d.rule && w.pattern.test(d.message));
      if (i >= 0) wants.splice(i, 1);
      else problems.push(`${name}:${line}: unexpected ${d.rule} ${d.message}`);
    }
    for (const w of wants) problems.push(`${name}:${w.line}: missing ${w.code} ${w.pattern}`);
    expect(problems).toEqual([]);
  });
});
