// Trees: what the parser builds, that printing keeps it, and how it is walked.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import {
  difference,
  type Expr,
  exprString,
  type File,
  forEachChild,
  type Node,
  type ParseOptions,
  parseFile,
  printFile,
  printNode,
  walk,
} from '../../src/syntax/index.ts';
import { roundTripFailure } from '../conformance/roundtrip.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'syntax');
const names = readdirSync(folder).filter((name) => name.endsWith('.go'));

function parse(text: string, options: ParseOptions = {}): File {
  const { file, diagnostics } = parseFile(new SourceSet().add('p.go', text), 1, options);
  expect(diagnostics.map((d) => d.message)).toEqual([]);
  return file;
}

function parseExpr(text: string): Expr {
  const [decl] = parse(`package p\nvar _ = ${text}\n`).decls;
  const spec = decl?.kind === 'GenDecl' ? decl.specs[0] : undefined;
  const value = spec?.kind === 'ValueSpec' ? spec.values[0] : undefined;
  if (value === undefined) throw new Error('no value');
  return value;
}

/** The expression with all its operators in parentheses. */
function shape(x: Expr): string {
  switch (x.kind) {
    case 'BinaryExpr':
      return `(${shape(x.x)} ${x.op} ${shape(x.y)})`;
    case 'UnaryExpr':
      return `(${x.op}${shape(x.x)})`;
    case 'StarExpr':
      return `(*${shape(x.x)})`;
    default:
      return exprString(x);
  }
}

describe('files', () => {
  test.each(names)('%s comes back as the same tree', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const result = parseFile(new SourceSet().add(name, text), 1);
    expect(result.diagnostics.map((d) => d.message)).toEqual([]);
    expect(roundTripFailure(result)).toBeNull();
  });

  test('hold every kind of node', () => {
    const kinds = new Set<string>();
    for (const name of names) walk(parse(readFileSync(join(folder, name), 'utf8')), (node) => kinds.add(node.kind));
    const source = readFileSync(join(root, 'src', 'syntax', 'nodes.ts'), 'utf8');
    const declared = [...source.matchAll(/readonly kind: '(\w+)';/g)].map((m) => m[1] as string);
    expect(declared.filter((kind) => !kinds.has(kind)).sort()).toEqual(['BadDecl', 'BadExpr', 'BadStmt']);
  });
});

describe('expressions', () => {
  test.each([
    ['a + b*c - d', '((a + (b * c)) - d)'],
    ['a || b && c == d', '(a || (b && (c == d)))'],
    ['-a * b', '((-a) * b)'],
    ['a &^ b << c', '((a &^ b) << c)'],
    ['a & ^b', '(a & (^b))'],
    ['<-a + *b', '((<-a) + (*b))'],
    ['a < b == c', '((a < b) == c)'],
    ['!<-c', '(!(<-c))'],
  ])('%s', (text, expected) => {
    expect(shape(parseExpr(text))).toBe(expected);
  });

  test('with arrows bind them to channel types', () => {
    const x = parseExpr('(<-chan <-chan int)(nil)');
    const type = x.kind === 'CallExpr' && x.fun.kind === 'ParenExpr' ? x.fun.x : null;
    expect(type?.kind === 'ChanType' && [type.dir, type.value.kind === 'ChanType' && type.value.dir]).toEqual([
      'recv',
      'recv',
    ]);
    expect(parseExpr('<-chan int(nil)').kind).toBe('UnaryExpr');
  });

  test.each([
    ['f[int, string](a, b...)', 'f[int, string](a, b...)'],
    ['func(a, b int) (c error) { return nil }', 'func(a, b int) (c error) {…}'],
    ['T{1, 2}', 'T{…}'],
    ['[]int{}', '[]int{}'],
    ['struct{ a int; b string }{}', 'struct{a int; b string}{}'],
    ['x.(interface{ m(int) string })', 'x.(interface{m(int) string})'],
    ['s[1:2:3]', 's[1:2:3]'],
    ['map[string]<-chan int(nil)', 'map[string]<-chan int(nil)'],
  ])('are short in messages: %s', (text, expected) => {
    expect(exprString(parseExpr(text))).toBe(expected);
  });

  test('that are long are cut in messages', () => {
    expect(exprString(parseExpr(Array(5000).fill('aaaa').join(' + '))).length).toBeLessThan(400);
  });
});

describe('type parameters', () => {
  test.each([
    ['type T[P any] int', true],
    ['type T[P *C,] int', true],
    ['type T[P *C] int', false],
    ['type T[P *struct{}] int', true],
    ['type T[P (C),] int', true],
    ['type T[P (C)] int', false],
    ['type T[P *C|D,] int', true],
    ['type T[P ~int] int', true],
    ['type T[P []int] int', true],
    ['type T[P] int', false],
    ['type T[P * 2] int', false],
    ['type T[P, Q any] int', true],
  ])('%s', (text, generic) => {
    const [decl] = parse(`package p\n${text}\n`).decls;
    const spec = decl?.kind === 'GenDecl' ? decl.specs[0] : undefined;
    expect(spec?.kind === 'TypeSpec' && spec.typeParams !== null).toBe(generic);
  });
});

describe('comments', () => {
  const file = parse(`// Licence.

// Package p.
package p

// Above, but apart.

// Doc of f.
//
//go:noinline
func f() {
	x() // behind
	// last
}

// Doc of the group.
var (
	// Doc of a.
	a int // behind a
	b int
)

type T struct {
	// Doc of x.
	x int
	y int /* y */
}
`);

  test('are all kept, in groups', () => {
    expect(file.comments.map((group) => group.list.map((c) => c.text).join(' '))).toEqual([
      '// Licence.',
      '// Package p.',
      '// Above, but apart.',
      '// Doc of f. // //go:noinline',
      '// behind',
      '// last',
      '// Doc of the group.',
      '// Doc of a.',
      '// behind a',
      '// Doc of x.',
      '/* y */',
    ]);
  });

  test('directly above a node are its documentation', () => {
    const docs: string[] = [];
    walk(file, (node) => {
      if ('doc' in node && node.doc !== null) docs.push(`${node.kind}: ${node.doc.list[0]?.text}`);
    });
    expect(docs).toEqual([
      'File: // Package p.',
      'FuncDecl: // Doc of f.',
      'GenDecl: // Doc of the group.',
      'ValueSpec: // Doc of a.',
      'Field: // Doc of x.',
    ]);
  });

  test('can be left out', () => {
    expect(parse('// c\n\n//go:build go1.22\npackage p // d\n', { comments: 'drop' })).toMatchObject({
      comments: [],
      doc: null,
      goVersion: 'go1.22',
    });
  });
});

describe('skipped bodies', () => {
  test('cover the text of the body and leave the rest as it is', () => {
    const text = [
      'package p',
      'func f() { s := "}\\"" + `}` + string(\'}\') /* } */ // }',
      "\tif x { y = '\\'' }",
      '}',
      'var g = func() { { } }',
      '// Doc.',
      'func h()',
      'type T struct { a int }',
    ].join('\n');
    const skipped = parse(text, { bodies: 'skip' });
    const whole = parse(text);
    expect(skipped.decls.map((d) => [d.pos, d.end])).toEqual(whole.decls.map((d) => [d.pos, d.end]));
    const [f] = skipped.decls;
    expect(f?.kind === 'FuncDecl' && f.body?.list).toEqual([]);
    expect(printFile(skipped)).toContain('// Doc.\nfunc h()');
  });

  test('without end are an error', () => {
    const source = new SourceSet().add('p.go', 'package p\nfunc f() { if x {\n');
    const { diagnostics } = parseFile(source, 1, { bodies: 'skip' });
    expect(diagnostics.map((d) => d.message)).toEqual(["expected '}', found 'EOF'"]);
  });
});

describe('nodes', () => {
  test('have ids of their own and lie inside their parents', () => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      const source = new SourceSet().add(name, text);
      const { file, nextId } = parseFile(source, 100);
      const seen = new Set<number>();
      const stack: Node[] = [];
      const outside: string[] = [];
      walk(
        file,
        (node) => {
          expect(seen.has(node.id)).toBe(false);
          seen.add(node.id);
          expect(node.id).toBeGreaterThanOrEqual(100);
          expect(node.id).toBeLessThan(nextId);
          const parent = stack.at(-1);
          // The name of a function stands between the parts of its type, and a shared receiver type before it.
          if (parent !== undefined && (node.pos < parent.pos || node.end > parent.end || node.end < node.pos)) {
            outside.push(`${node.kind} in ${parent.kind}`);
          }
          stack.push(node);
        },
        () => stack.pop(),
      );
      expect(outside).toEqual([]);
    }
  });

  test('span their text', () => {
    const text = 'package p\nfunc f() {\n\tfor i, v := range xs { g(i, v...) }\n\tL: x++\n}\n';
    const file = parse(text);
    const texts: string[] = [];
    walk(file, (node) => {
      if (node.kind !== 'File') texts.push(`${node.kind} ${text.slice(node.pos - 1, node.end - 1)}`);
    });
    expect(texts).toContain('RangeStmt for i, v := range xs { g(i, v...) }');
    expect(texts).toContain('CallExpr g(i, v...)');
    expect(texts).toContain('LabeledStmt L: x++');
    expect(texts).toContain('FuncType func f()');
  });

  test('can be walked in part', () => {
    const entered: string[] = [];
    const left: string[] = [];
    const file = parse('package p\nvar x = f(1)\n');
    walk(
      file,
      (node) => {
        entered.push(node.kind);
        return node.kind !== 'CallExpr';
      },
      (node) => left.push(node.kind),
    );
    expect(entered).toEqual(['File', 'Ident', 'GenDecl', 'ValueSpec', 'Ident', 'CallExpr']);
    expect(left).toEqual(['Ident', 'Ident', 'CallExpr', 'ValueSpec', 'GenDecl', 'File']);
    const children: string[] = [];
    forEachChild(file, (child) => children.push(child.kind));
    expect(children).toEqual(['Ident', 'GenDecl']);
  });
});

describe('comparison', () => {
  test('says where two trees differ', () => {
    expect(difference(parse('package p\nvar x = 1'), parse('package p\n\nvar x   = 1'))).toBeNull();
    expect(difference(parse('package p\nvar x = 1'), parse('package p\nvar x = 2'))).toBe(
      'File.decls.0.specs.0.values.0.value: "1" and "2"',
    );
    expect(difference(parse('package p\ntype x int'), parse('package p\ntype x = int'))).toContain('assign');
  });
});

describe('printing', () => {
  test('looks like gofmt', () => {
    const text = `package p

import "fmt"

// f prints.
func f[T any](xs ...T) (n int, err error) {
	for i, x := range xs {
		if i > 0 && x != nil {
			fmt.Println(x)
		} else {
			return
		}
	}
	select {
	case c <- 1:
	default:
		break
	}
	return len(xs), nil
}
`;
    expect(printFile(parse(text))).toBe(text);
  });

  test('works for any node', () => {
    const file = parse('package p\nfunc f(a, b int) { switch x { case 1: f() } }');
    const printed = new Map<string, string>();
    walk(file, (node) => printed.set(node.kind, printNode(node)));
    expect(printed.get('FieldList')).toBe('(a, b int)');
    expect(printed.get('Field')).toBe('a, b int');
    expect(printed.get('CaseClause')).toBe('case 1:\n\tf()');
  });
});
