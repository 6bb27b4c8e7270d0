// Sorts of SMT terms, interned: two sorts are the same if and only if they are the same object.

/** `Bool`, `Int`, `Real`. */
export interface BasicSort {
  readonly kind: 'bool' | 'int' | 'real';
}

/** `(declare-sort name 0)`: a set of which nothing is known but that it is not empty. */
export interface UninterpretedSort {
  readonly kind: 'uninterpreted';
  readonly name: string;
}

/** `(Array index element)`: total maps. */
export interface ArraySort {
  readonly kind: 'array';
  readonly index: Sort;
  readonly element: Sort;
}

/** `(declare-datatypes ...)`: a free algebra. Its constructors are found in `Datatypes` of terms.ts. */
export interface DatatypeSort {
  readonly kind: 'datatype';
  readonly name: string;
}

/** A sort that the solver knows by its text, such as `(_ BitVec 64)` or `String`. */
export interface BuiltinSort {
  readonly kind: 'builtin';
  readonly text: string;
}

export type Sort = BasicSort | UninterpretedSort | ArraySort | DatatypeSort | BuiltinSort;

export const Bool: BasicSort = { kind: 'bool' };
export const Int: BasicSort = { kind: 'int' };
export const Real: BasicSort = { kind: 'real' };

const interned = new Map<string, Sort>();

function intern<S extends Sort>(key: string, make: () => S): S {
  let sort = interned.get(key);
  if (sort === undefined) {
    sort = make();
    interned.set(key, sort);
  }
  // The key starts with the kind, so what is found under it has the type that `make` has.
  return sort as S;
}

export function uninterpretedSort(name: string): UninterpretedSort {
  return intern(`u ${name}`, () => ({ kind: 'uninterpreted', name }));
}

export function arraySort(index: Sort, element: Sort): ArraySort {
  return intern(`a ${sortKey(index)} ${sortKey(element)}`, () => ({ kind: 'array', index, element }));
}

export function datatypeSort(name: string): DatatypeSort {
  return intern(`d ${name}`, () => ({ kind: 'datatype', name }));
}

export function builtinSort(text: string): BuiltinSort {
  return intern(`b ${text}`, () => ({ kind: 'builtin', text }));
}

/** A text that differs for different sorts. */
export function sortKey(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
    case 'int':
    case 'real':
      return sort.kind;
    case 'uninterpreted':
      return `u${sort.name.length}:${sort.name}`;
    case 'array':
      return `(${sortKey(sort.index)} ${sortKey(sort.element)})`;
    case 'datatype':
      return `d${sort.name.length}:${sort.name}`;
    case 'builtin':
      return `b${sort.text.length}:${sort.text}`;
  }
}

export function isNumeric(sort: Sort): boolean {
  return sort === Int || sort === Real;
}
