// Predicates, identity, assignability, lookup, method sets and sizes, on types that are declared in Go.

import { describe, expect, test } from 'vitest';
import { hasPtrRecv, lookupFieldOrMethod } from '../../src/types/lookup.ts';
import { methodSet } from '../../src/types/methodset.ts';
import { newArray, newPointer, newSignature, newSlice, newTuple } from '../../src/types/newtypes.ts';
import { newParam } from '../../src/types/object.ts';
import { assignableTo, newOperand } from '../../src/types/operand.ts';
import {
  comparable,
  comparableType,
  defaultType,
  hasName,
  hasNil,
  identical,
  identicalIgnoreTags,
  isGeneric,
  isTyped,
  isValidName,
  maxType,
} from '../../src/types/predicates.ts';
import { lookup } from '../../src/types/scope.ts';
import { sizesFor, typeAlign, typeSize } from '../../src/types/sizes.ts';
import type { Type } from '../../src/types/type.ts';
import { typeString } from '../../src/types/typestring.ts';
import { Typ, universeAny, universeByte, universeError, universeRune } from '../../src/types/universe.ts';
import { asGoVersion } from '../../src/types/version.ts';
import { checkText } from '../support/check.ts';

/** Checks declarations and gives access to the types of what they declare. */
function declared(text: string): (name: string) => Type {
  const { pkg, diagnostics } = checkText(`package p\n${text}`);
  expect(diagnostics.map((d) => d.message)).toEqual([]);
  return (name) => lookup(pkg.scope, name)?.type as Type;
}

/** The type that each variable `x0`, `x1`, ... has, for type expressions in Go. */
function typesOf(expressions: readonly string[], declarations = ''): Type[] {
  const type = declared(`${declarations}\n${expressions.map((e, i) => `var x${i} ${e}`).join('\n')}`);
  return expressions.map((_, i) => type(`x${i}`));
}

describe('identity', () => {
  const groups = [
    ['int'],
    ['uint8', 'byte'],
    ['int32', 'rune'],
    ['[]byte', '[]uint8'],
    ['[3]int', '[1 + 2]int'],
    ['[4]int'],
    ['*int'],
    ['map[string]int'],
    ['map[string]uint'],
    ['chan int'],
    ['<-chan int'],
    ['chan<- int'],
    ['func(a int, b ...string) error', 'func(int, ...string) (err error)'],
    ['func(int, []string) error'],
    ['struct{ a int }'],
    ['struct{ a int `tag` }', 'struct{ a int "tag" }'],
    ['struct{ b int }'],
    ['struct{ T }'],
    ['struct{ T T }'],
    ['T', 'A'],
    ['L[int]', 'L[I]'],
    ['L[string]'],
    ['any', 'interface{}'],
    ['interface{ m(); n() }', 'interface{ n(); m() }', 'interface{ N; m() }'],
    ['interface{ m() }'],
    ['error'],
    ['R1'],
    ['R2'],
  ];
  const declarations = `
type T struct{}
type A = T
type I = int
type L[E any] []E
type N interface{ n() }
type R1 interface{ m() interface{ R1 } }
type R2 interface{ m() interface{ R2 } }`;

  test('holds within a group and not between groups', () => {
    const flat = groups.flatMap((group, i) => group.map((text) => ({ text, i })));
    const types = typesOf(
      flat.map((t) => t.text),
      declarations,
    );
    for (const [i, a] of flat.entries()) {
      for (const [j, b] of flat.entries()) {
        expect(`${a.text} = ${b.text}: ${identical(types[i] as Type, types[j] as Type)}`).toBe(
          `${a.text} = ${b.text}: ${a.i === b.i}`,
        );
      }
    }
  });

  test('ends on interfaces that mention themselves', () => {
    const type = declared(`
type A interface{ m() interface{ A } }
type B interface{ m() interface{ B } }
type C interface{ m() interface{ m() interface{ C } } }
var a interface{ A }
var b interface{ B }
var c interface{ C }`);
    expect(identical(type('a'), type('b'))).toBe(true);
    expect(identical(type('a'), type('c'))).toBe(true);
  });

  test('may ignore tags', () => {
    const [a, b] = typesOf(['struct{ a int `x` }', 'struct{ a int `y` }']) as [Type, Type];
    expect(identical(a, b)).toBe(false);
    expect(identicalIgnoreTags(a, b)).toBe(true);
  });

  test('takes an unknown array length for any', () => {
    expect(identical(newArray(-1, Typ.int), newArray(3, Typ.int))).toBe(true);
  });

  test('of generic functions does not depend on names of type parameters', () => {
    const type = declared(`
func f[K comparable, V any](m map[K]V) []V { return nil }
func g[A comparable, B any](m map[A]B) []B { return nil }
func h[A, B any](m []A) []B { return nil }`);
    expect(identical(type('f'), type('g'))).toBe(true);
    expect(identical(type('f'), type('h'))).toBe(false);
  });
});

describe('comparable', () => {
  test.each([
    ['int', true],
    ['string', true],
    ['*[]int', true],
    ['chan []int', true],
    ['any', true],
    ['[]int', false],
    ['map[int]int', false],
    ['func()', false],
    ['struct{ a int; b string }', true],
    ['struct{ a int; b struct{ c [2]string } }', true],
    ['struct{ a int; b []int }', false],
    ['struct{ a int; b struct{ c [2]func() } }', false],
    ['[2]any', true],
    ['[2][]int', false],
  ])('%s: %s', (text, expected) => {
    expect(comparable(typesOf([text])[0] as Type)).toBe(expected);
  });

  test('strictly, an interface is not', () => {
    expect(comparableType(universeAny, false, null)).not.toBeNull();
    expect(comparableType(Typ['untyped nil'], true, null)).not.toBeNull();
  });
});

test('hasNil', () => {
  const with_ = typesOf(['[]int', '*int', 'func()', 'map[int]int', 'chan int', 'any', 'error']);
  const without = typesOf(['int', 'string', '[2]int', 'struct{}']);
  expect(with_.map(hasNil)).toEqual(with_.map(() => true));
  expect(without.map(hasNil)).toEqual(without.map(() => false));
  expect(hasNil(Typ['unsafe.Pointer'])).toBe(true);
});

test('names and literals', () => {
  const type = declared('type T struct{}\ntype G[P any] struct{}\ntype A = []int\nvar a A\nvar s []int');
  expect(hasName(type('T'))).toBe(true);
  expect(hasName(type('a'))).toBe(false);
  expect(isGeneric(type('G'))).toBe(true);
  expect(isGeneric(type('T'))).toBe(false);
  expect(isTyped(Typ['untyped nil'])).toBe(false);
  expect(isValidName('änd_1')).toBe(true);
  expect(isValidName('1a')).toBe(false);
});

test('untyped types', () => {
  expect(defaultType(Typ['untyped rune'])).toBe(universeRune);
  expect(defaultType(Typ['untyped float'])).toBe(Typ.float64);
  expect(defaultType(Typ['untyped nil'])).toBe(Typ['untyped nil']);
  expect(defaultType(universeByte)).toBe(universeByte);
  expect(maxType(Typ['untyped int'], Typ['untyped rune'])).toBe(Typ['untyped rune']);
  expect(maxType(Typ['untyped complex'], Typ['untyped float'])).toBe(Typ['untyped complex']);
  expect(maxType(Typ['untyped int'], Typ['untyped string'])).toBeNull();
});

describe('assignability', () => {
  const declarations = `
type T struct{}
func (*T) m() {}
type I interface{ m() }
type S []int
type C1 chan int
type C2 chan int
type F func()`;

  test.each([
    ['int', 'int', true],
    ['int', 'int64', false],
    ['[]int', 'S', true],
    ['S', '[]int', true],
    ['*T', 'I', true],
    ['T', 'I', false],
    ['I', 'any', true],
    ['any', 'I', false],
    ['chan int', '<-chan int', true],
    ['<-chan int', 'chan int', false],
    ['C1', '<-chan int', true],
    ['C1', 'C2', false],
    ['func()', 'F', true],
    ['*I', 'I', false],
  ])('%s to %s: %s', (from, to, expected) => {
    const [V, T] = typesOf([from, to], declarations) as [Type, Type];
    const x = newOperand();
    x.mode = 'value';
    x.type = V;
    expect(assignableTo(null, x, T, null)[0]).toBe(expected);
  });
});

describe('lookup', () => {
  const type = declared(`
type Base struct{ id int }
func (b *Base) Rename() {}
func (b Base) Name() string { return "" }
type Left struct{ x, y int }
type Right struct{ x int }
type Deep struct{ Base; z int }
type T struct {
	Left
	*Right
	Deep
	own int
}
type Ptr *T
type Iface interface{ M(); error }
type Shadow struct{ Deep; id string }
type List[E any] struct{ next *List[E]; val E; Base }`);
  const pkg = (type('T') as Extract<Type, { kind: 'Named' }>).obj.pkg;
  const find = (t: Type, name: string, addressable = false) => {
    const { obj, index, indirect } = lookupFieldOrMethod(t, addressable, pkg, name, false);
    return { name: obj?.name ?? null, index, indirect };
  };

  test('finds fields through embedded ones', () => {
    expect(find(type('T'), 'own')).toEqual({ name: 'own', index: [3], indirect: false });
    expect(find(type('T'), 'y')).toEqual({ name: 'y', index: [0, 1], indirect: false });
    expect(find(type('T'), 'id')).toEqual({ name: 'id', index: [2, 0, 0], indirect: false });
    expect(find(newPointer(type('T')), 'own')).toEqual({ name: 'own', index: [3], indirect: true });
    expect(find(type('Ptr'), 'own')).toEqual({ name: 'own', index: [3], indirect: true });
  });

  test('tells an ambiguous name from a missing one', () => {
    expect(find(type('T'), 'x')).toEqual({ name: null, index: [1, 0], indirect: false });
    expect(find(type('T'), 'w')).toEqual({ name: null, index: null, indirect: false });
    expect(find(type('T'), '_')).toEqual({ name: null, index: null, indirect: false });
  });

  test('prefers what is less deep', () => {
    expect(find(type('Shadow'), 'id')).toEqual({ name: 'id', index: [1], indirect: false });
  });

  test('needs an address for methods with pointer receivers', () => {
    expect(find(type('T'), 'Rename')).toEqual({ name: null, index: null, indirect: true });
    expect(find(type('T'), 'Rename', true).name).toBe('Rename');
    expect(find(type('T'), 'Name').name).toBe('Name');
    expect(find(type('Ptr'), 'Name').name).toBeNull();
  });

  test('finds methods of interfaces, but not behind a pointer', () => {
    expect(find(type('Iface'), 'Error').name).toBe('Error');
    expect(find(newPointer(type('Iface')), 'Error').name).toBeNull();
  });

  test('ignores case on demand', () => {
    expect(lookupFieldOrMethod(type('T'), true, pkg, 'RENAME', true).obj?.name).toBe('Rename');
  });

  test('gives method sets', () => {
    expect(methodSet(type('T')).map((s) => s.obj.name)).toEqual(['Name']);
    expect(methodSet(newPointer(type('T'))).map((s) => s.obj.name)).toEqual(['Name', 'Rename']);
    expect(methodSet(type('Iface')).map((s) => s.obj.name)).toEqual(['Error', 'M']);
    expect(methodSet(type('Ptr'))).toEqual([]);
    const rename = methodSet(newPointer(type('T')))[1];
    expect(rename?.index).toEqual([2, 0, 0]);
    expect(rename?.obj.kind === 'Func' && hasPtrRecv(rename.obj)).toBe(true);
  });
});

describe('sizes', () => {
  test.each([
    ['int', 8, 8, 4, 4],
    ['string', 16, 8, 8, 4],
    ['[]int', 24, 8, 12, 4],
    ['any', 16, 8, 8, 4],
    ['complex128', 16, 8, 16, 4],
    ['struct{}', 0, 1, 0, 1],
    ['struct{ a byte; b int64; c byte }', 24, 8, 16, 4],
    ['struct{ a int32; b struct{} }', 8, 4, 8, 4],
    ['[3]struct{ a int16; b byte }', 12, 2, 12, 2],
    ['[1 << 40][1 << 40]int', -1, 8, -1, 4],
  ])('%s', (text, size64, align64, size32, align32) => {
    const t = typesOf([text])[0] as Type;
    expect([typeSize(sizesFor('amd64'), t), typeAlign(sizesFor('amd64'), t)]).toEqual([size64, align64]);
    expect([typeSize(sizesFor('386'), t), typeAlign(sizesFor('386'), t)]).toEqual([size32, align32]);
  });
});

describe('printed types', () => {
  test.each([
    'map[string][]*int',
    'chan (<-chan int)',
    'chan<- func(a int, b ...string) (n int, err error)',
    'struct{a int "tag"; b, c string}',
    'interface{m(); error}',
    'any',
    '[4]unsafe.Pointer',
    'p.G[int, []p.T]',
    'p.A',
    'func(p.T) p.A',
  ])('%s', (text) => {
    const source = text.replaceAll('p.', '');
    const [t] = typesOf(
      [source],
      'import "unsafe"\nvar _ unsafe.Pointer\ntype G[K, V any] struct{}\ntype T int\ntype A = []T',
    );
    expect(typeString(t as Type, (pkg) => pkg.name)).toBe(text.replace('b, c string', 'b string; c string'));
  });

  test('of generic declarations', () => {
    const type = declared('type G[K comparable, V, W any] struct{}\nfunc f[E ~int | string](list []E) {}');
    expect(typeString(type('G'), null)).toBe('p.G[K comparable, V, W any]');
    expect(typeString(type('f'), null)).toBe('func[E ~int | string](list []E)');
  });

  test('of a cycle end', () => {
    const slice = newSlice(Typ.int);
    slice.elem = slice;
    expect(typeString(slice, null)).toContain('cycle');
  });

  test('of a string that is spread', () => {
    const params = newTuple([newParam(null, '', newSlice(universeByte)), newParam(null, '', Typ.string)]);
    const sig = newSignature(null, null, null, params, newTuple([newParam(null, '', universeError)]), true);
    expect(typeString(sig, null)).toBe('func([]byte, string...) error');
  });

  test('a limit leaves out what is nested behind it', () => {
    const [deep] = typesOf([`${'[]'.repeat(500)}map[string]int`]);
    expect(typeString(deep as Type, null, 20)).toBe(`${'[]'.repeat(11)}…`);
    const { diagnostics } = checkText(`package p\nvar x ${'map[string]'.repeat(900)}int = 1\n`);
    expect(diagnostics.map((d) => d.message.length < 3000)).toEqual([true]);
  });
});

test('language versions', () => {
  expect(['go1.21', 'go1.21.3', 'go1.22rc2', '', 'go2', 'go1.x', '1.21'].map(asGoVersion)).toEqual([
    21, 21, 22, 0, 0, 0, 0,
  ]);
});
