// Inferred type arguments, and instances that outlive the check of their package. Errors are in testdata/types.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import type { Ident } from '../../src/syntax/nodes.ts';
import { walk } from '../../src/syntax/walk.ts';
import { newContext } from '../../src/types/context.ts';
import { checkFiles, type Package } from '../../src/types/index.ts';
import { typeString } from '../../src/types/typestring.ts';
import { type Checked, checkText, configOf, linesOf, parseInto } from '../support/check.ts';

const library = `
type MyInt int
type Ints []int
type Box[T any] struct{ v T }
func (b Box[T]) Get() T { return b.v }
type Getter[T any] interface{ Get() T }
func id[T any](x T) T { return x }
func two[T any](x, y T) {}
func elems[S ~[]E, E any](s S) {}
func convert[A, B any](a []A, f func(A) B) {}
func keys[M ~map[K]V, K comparable, V any](m M) {}
func ptr[T any, PT interface{ *T; Set(string) }](s string) {}
func get[T any](g Getter[T]) {}
func recv[T any](c <-chan T) {}
func list[T any](xs ...T) {}
func fold[T, A any](xs []T, a A, f func(A, T) A) A { return a }
type Settable int
func (*Settable) Set(string) {}
func length(s string) int { return len(s) }
`;

/** `name[type arguments] type` of all instantiations in the body of a function. */
function instances(body: string): string[] {
  const checked = checkText(`package p\n${library}\nfunc test() {\n${body}\n}\n`);
  expect(linesOf(checked)).toEqual([]);
  return instancesIn(checked);
}

function instancesIn({ files, info }: Pick<Checked, 'files' | 'info'>): string[] {
  const lines: string[] = [];
  for (const file of files) {
    const f = file.decls.find((d) => d.kind === 'FuncDecl' && d.name.name === 'test');
    if (f === undefined) continue;
    walk(f, (node) => {
      const instance = node.kind === 'Ident' ? info.instances.get(node as Ident) : undefined;
      if (instance !== undefined) {
        const targs = instance.typeArgs.map((t) => typeString(t, () => '')).join(', ');
        lines.push(`${(node as Ident).name}[${targs}]`);
      }
      return true;
    });
  }
  return lines;
}

describe('type arguments are inferred', () => {
  const cases: [name: string, body: string, want: string[]][] = [
    ['from a typed argument', 'id(MyInt(1))', ['id[MyInt]']],
    ['from an untyped constant', "id('x'); id(1.5); id(1 == 2)", ['id[rune]', 'id[float64]', 'id[bool]']],
    ['from the largest of several constants', 'two(1, 2.5)', ['two[float64]']],
    ['from a typed argument rather than a constant', 'two(1, MyInt(2))', ['two[MyInt]']],
    ['with the defined type of several', 'two([]int{}, Ints{})', ['two[Ints]']],
    ['with the directed channel of several', 'var c chan int; var d <-chan int; two(c, d)', ['two[<-chan int]']],
    ['from the core type of a constraint', 'elems(Ints{})', ['elems[Ints, int]']],
    ['from a function argument', 'convert([]string{}, length)', ['convert[string, int]']],
    ['for a generic function argument', 'convert([]int{}, id)', ['convert[int, int]', 'id[int]']],
    ['from keys and values', 'keys(map[string]Ints{})', ['keys[map[string]Ints, string, Ints]']],
    ['for a pointer constraint', 'ptr[Settable]("")', ['ptr[Settable, *Settable]']],
    ['from methods', 'get(Box[MyInt]{})', ['get[MyInt]', 'Box[MyInt]']],
    ['from an instance', 'var g Getter[string]; get(g)', ['Getter[string]', 'get[string]']],
    ['from a channel of another direction', 'recv(make(chan int))', ['recv[int]']],
    ['from variadic arguments', 'list(1, 2.5, 3)', ['list[float64]']],
    ['from the type that a function is assigned to', 'var f func(int) int = id; _ = f', ['id[int]']],
    ['step by step', 'fold(Ints{}, "", func(a string, x int) string { return a })', ['fold[int, string]']],
  ];
  for (const [name, body, want] of cases) {
    test(name, () => {
      expect(instances(body)).toEqual(want);
    });
  }
});

describe('instances of several packages', () => {
  /** Checks packages in order, in one context. */
  function checkAll(texts: Record<string, string>): Map<string, Checked> {
    const sources = new SourceSet();
    const ctxt = newContext();
    const results = new Map<string, Checked>();
    for (const [path, text] of Object.entries(texts)) {
      const diagnostics: Checked['diagnostics'][number][] = [];
      const files = [parseInto(sources, { path: `${path}.go`, text }, 'parse', diagnostics)];
      const importPackage = (p: string): Package | null => results.get(p)?.pkg ?? null;
      const { pkg, info, diagnostics: more } = checkFiles(configOf({ importPackage }), sources, path, files, ctxt);
      results.set(path, { sources, files, pkg, info, diagnostics: [...diagnostics, ...more] });
    }
    return results;
  }

  test('are expanded when another package looks into them', () => {
    const results = checkAll({
      a: `package a
type Node[T any] struct { Val T; Next *Node[T]; Pair *Pair[T, string] }
type Pair[A, B any] struct { A A; B B; Back *Node[B] }
func (p *Pair[A, B]) Swap() *Pair[B, A] { return nil }
type Iter[T any] interface { Next() (T, bool); Map(func(T) T) Iter[T] }
var Root Node[int]
var Walk Iter[int]`,
      b: `package b
import "a"
var N = a.Root.Next
var I = a.Walk`,
      c: `package c
import "b"
func test() {
	var _ int = b.N.Next.Val
	var _ string = b.N.Pair.Back.Val
	var _ int = b.N.Pair.Swap().B
	var _ string = b.N.Pair.Swap().Swap().Back.Next.Pair.A
	n, ok := b.I.Map(func(n int) int { return n }).Next()
	var _ int = n
	var _ bool = ok
}`,
    });
    for (const checked of results.values()) expect(linesOf(checked)).toEqual([]);
  });

  test('are the same type wherever they are made', () => {
    const results = checkAll({
      a: 'package a\ntype Box[T any] struct{ V T }\nfunc Make[T any](v T) Box[T] { return Box[T]{v} }',
      b: 'package b\nimport "a"\ntype T struct{}\nvar X = a.Make(T{})',
      c: 'package c\nimport ("a"; "b")\nfunc test() { var x a.Box[b.T] = b.X; b.X = x; x = a.Make(b.T{}) }',
    });
    for (const checked of results.values()) expect(linesOf(checked)).toEqual([]);
    expect(instancesIn(results.get('c') as Checked)).toEqual(['Box[T]', 'Make[T]']);
  });
});
