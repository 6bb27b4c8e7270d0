// SMT-LIB symbols for variables, functions and sorts: legal, distinct, and as close to the own name as can be.

import { type Sort, sortKey } from './sorts.ts';
import { constructorsOf, type FuncDecl, type Var } from './terms.ts';

/** Symbols with a meaning of their own in SMT-LIB or Z3, which quoting does not take away. */
const reserved = new Set(
  `! _ as let exists forall match par lambda BINARY DECIMAL HEXADECIMAL NUMERAL STRING
   true false not and or xor => = distinct ite if iff implies + - * / div mod rem abs ^ <= < >= > to_real to_int is_int divisible
   select store const map as-array array-ext default is update-field Bool Int Real Array String RegLan Seq RoundingMode Set List Pair
   nil insert head tail mk-pair first second concat extract repeat union intersection setminus complement subset
   member card union-of pi euler sin cos tan bvadd bvsub bvmul bvand bvor bvxor bvnot bvneg bvult bvule bvslt bvsle
   int2bv bv2int bv2nat at_most at-most at_least at-least pble pbge pbeq`.split(/\s+/),
);

const simpleSymbol = /^[A-Za-z~!@$%^&*_+=<>.?/-][\w~!@$%^&*+=<>.?/-]*$/;

/** Names of the printer's own: let-bound parts, and whatever looks like them. */
const ownName = /^\$a?\d+$/;

/** The symbol as it is written: quoted where it has to be. */
export function quoteSymbol(symbol: string): string {
  return simpleSymbol.test(symbol) ? symbol : `|${symbol}|`;
}

/** A table of symbols: each object has one, and no two have the same. */
export interface Names {
  readonly variable: (variable: Var) => string;
  readonly fn: (fn: FuncDecl) => string;
  readonly sort: (sort: Sort) => string;
  /** What a symbol stands for, without its quotes; `undefined` if this table did not make it. */
  readonly variableNamed: (symbol: string) => Var | undefined;
  readonly functionNamed: (symbol: string) => FuncDecl | undefined;
  /** Whether the variable has a symbol here. */
  readonly knows: (variable: Var) => boolean;
  readonly sortNamed: (symbol: string) => Sort | undefined;
}

export function createNames(): Names {
  const variables = new Map<Var, string>();
  const functions = new Map<FuncDecl, string>();
  const sorts = new Map<string, string>();
  const symbols = new Map<string, Var>();
  const functionSymbols = new Map<string, FuncDecl>();
  const sortSymbols = new Map<string, Sort>();
  const taken = new Set<string>();

  const choose = (name: string): string => {
    // `|` and `\` cannot be quoted; the empty name is legal but hard to see.
    const base = name.replace(/[|\\]/g, '!').replace(/\s/g, ' ') || 'anonymous';
    let symbol = base;
    for (let i = 1; taken.has(symbol) || reserved.has(symbol) || ownName.test(symbol); i++) symbol = `${base}!${i}`;
    taken.add(symbol);
    return symbol;
  };

  const known = <K, T>(map: Map<K, string>, back: Map<string, T>, key: K, value: T, name: string): string => {
    let symbol = map.get(key);
    if (symbol === undefined) {
      symbol = choose(name);
      map.set(key, symbol);
      back.set(symbol, value);
    }
    return quoteSymbol(symbol);
  };

  const sort = (value: Sort): string => {
    switch (value.kind) {
      case 'bool':
        return 'Bool';
      case 'int':
        return 'Int';
      case 'real':
        return 'Real';
      case 'array':
        return `(Array ${sort(value.index)} ${sort(value.element)})`;
      case 'builtin':
        return value.text;
      case 'uninterpreted':
      case 'datatype':
        return known(sorts, sortSymbols, sortKey(value), value, value.name);
    }
  };

  const fn = (value: FuncDecl): string => {
    if (value.role === 'builtin') return value.name;
    if (value.role !== 'tester') return known(functions, functionSymbols, value, value, value.name);
    // A tester is written with the symbol of its constructor.
    const datatype = value.params[0];
    const made = datatype === undefined ? undefined : constructorsOf(datatype)?.find(({ test }) => test === value);
    return `(_ is ${made === undefined ? quoteSymbol(value.name) : fn(made.make)})`;
  };

  return {
    variable: (value) => known(variables, symbols, value, value, value.name),
    fn,
    sort,
    variableNamed: (symbol) => symbols.get(symbol),
    knows: (value) => variables.has(value),
    functionNamed: (symbol) => functionSymbols.get(symbol),
    sortNamed: (symbol) => sortSymbols.get(symbol),
  };
}
