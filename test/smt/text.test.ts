// SMT-LIB text: what is printed is read back as the same term, and what a solver may answer is understood or refused.

import { describe, expect, test } from 'vitest';
import * as smt from '../../src/smt/index.ts';
import { createRandom, generateBool, intVars } from './generate.ts';

const [x, y, z] = intVars as [smt.Var, smt.Var, smt.Var];

function reread(term: smt.Term): smt.Term {
  const names = smt.createNames();
  const [expr] = smt.parseSExprs(smt.printTerm(term, names));
  if (expr === undefined) throw new Error('nothing was printed');
  return smt.parseTerm(expr, names);
}

describe('round trip', () => {
  test('generated formulas', () => {
    for (let seed = 1; seed <= 800; seed++) {
      const random = createRandom(seed);
      const { term } = generateBool(random, { ints: 3, bools: 2, depth: 5, division: true, products: seed % 2 === 0 });
      expect(reread(term), `seed ${seed}`).toBe(term);
    }
  });

  test('functions, arrays, reals, datatypes, quantifiers with triggers', () => {
    const element = smt.uninterpretedSort('Element');
    const e = smt.variable('e', element);
    const size = smt.func('size', [element, smt.Int], smt.Int);
    const list = smt.datatypeSort('IntList');
    const [nil, cons] = smt.defineDatatype(list, [
      { name: 'empty', fields: [] },
      {
        name: 'pair',
        fields: [
          { name: 'front', sort: smt.Int },
          { name: 'back', sort: list },
        ],
      },
    ]) as [smt.Constructor, smt.Constructor];
    const l = smt.variable('l', list);
    const a = smt.variable('a', smt.arraySort(smt.Int, smt.Bool));
    const terms = [
      smt.forall([x], smt.le(smt.int(0), smt.apply(size, e, x)), { triggers: [[smt.apply(size, e, x)]], name: 'pos' }),
      smt.exists([x, y], smt.and(smt.lt(x, y), smt.forall([z], smt.implies(smt.lt(z, x), smt.select(a, z))))),
      smt.eq(smt.store(smt.constArray(smt.arraySort(smt.Int, smt.Bool), smt.True), x, smt.False), a),
      smt.le(smt.mul(smt.real(-1, 3), smt.toReal(x)), smt.realVar('d')),
      smt.eq(l, smt.apply(cons.make, x, smt.apply(nil.make))),
      smt.and(smt.apply(cons.test, l), smt.eq(smt.apply(cons.fields[0] as smt.FuncDecl, l), y)),
    ];
    for (const term of terms) expect(reread(term), smt.printTerm(term)).toBe(term);
  });

  test('names that are no symbols, that are taken, and that mean something else', () => {
    const odd = ['a b', 'and', 'select', '|', '\\', '', '$1', 'x!1', '1x', 'len(files)', 'true', '"', 'λ'];
    const names = smt.createNames();
    const printed = new Set<string>();
    for (const name of odd) {
      for (const variable of [smt.intVar(name), smt.boolVar(name)]) {
        const text = smt.printTerm(variable, names);
        expect(printed.has(text), text).toBe(false);
        printed.add(text);
        const [expr] = smt.parseSExprs(text);
        expect(expr?.kind, text).toBe('symbol');
        expect(names.variableNamed(expr?.kind === 'symbol' ? expr.text : '')).toBe(variable);
      }
    }
  });
});

describe('reading', () => {
  test('lets do not capture', () => {
    const names = smt.createNames();
    names.variable(x);
    names.variable(y);
    const [expr] = smt.parseSExprs('(let ((a (+ x 1))) (forall ((x Int)) (> a x)))');
    const term = smt.parseTerm(expr as smt.SExpr, names);
    expect([...smt.freeVars(term)]).toEqual([x]);
  });

  test('operators in the forms that solvers use', () => {
    const names = smt.createNames();
    names.variable(x);
    names.variable(y);
    const read = (text: string) => smt.parseTerm(smt.parseSExprs(text)[0] as smt.SExpr, names);
    expect(read('(>= (+ x (* (- 1) y)) 0)')).toBe(smt.le(y, x));
    expect(read('(<= 0 x y)')).toBe(smt.and(smt.le(smt.int(0), x), smt.le(x, y)));
    expect(read('((_ divisible 3) x)')).toBe(smt.eq(smt.mod(x, smt.int(3)), smt.int(0)));
    expect(read('(= x (- 5))')).toBe(smt.eq(x, smt.int(-5)));
    expect(read('(xor (= x 1) (= y 1))')).toBe(smt.not(smt.iff(smt.eq(x, smt.int(1)), smt.eq(y, smt.int(1)))));
    expect(read('(/ 1.0 2.0)')).toBe(smt.real(1, 2));
  });

  test('what is not understood is refused', () => {
    const names = smt.createNames();
    for (const text of [
      'unheard-of',
      '(f 1)',
      '(+)',
      '(let ((a)) a)',
      '(forall x true)',
      '(_ bv3 32)',
      '"text"',
      ':key',
    ]) {
      expect(() => smt.parseTerm(smt.parseSExprs(text)[0] as smt.SExpr, names), text).toThrow(smt.SyntaxFault);
    }
    for (const text of ['(', ')', '(a', '"open', '|open']) {
      expect(() => smt.parseSExprs(text), text).toThrow(smt.SyntaxFault);
    }
  });
});
