// Mathematical values of specifications: sequences, sets, multisets, dictionaries, options and algebraic values.

import { under } from '../../types/index.ts';
import type { MathType, Type } from '../../types/type.ts';
import type { MathOp } from '../ghost.ts';
import { equal, GoMap, type Iface, keyText, MathValue, Slice, Unsupported } from './values.ts';

/** Thrown where an operation has no value: an index that is out of range, a key that is not there. */
export class Undefined extends Error {
  override readonly name = 'Undefined';
}

const mostElements = 100_000;

function mathType(t: Type): MathType | null {
  const u = under(t);
  return u.kind === 'Math' ? u : null;
}

function arg(t: MathType, i: number): Type {
  const type = t.args[i];
  if (type === undefined) throw new Unsupported(`elements of ${t.math}`);
  return type;
}

// ---------------------------------------------------------------------------------------------------------------
// Making values

function sequence(elems: readonly unknown[], keys: readonly string[]): MathValue {
  if (elems.length > mostElements) throw new Unsupported('a collection of that size');
  return new MathValue('seq', '', elems, keys, `seq(${keys.join(',')})`);
}

/** A set or multiset: in order, and for a set each element once. */
function bag(kind: 'set' | 'mset', elems: readonly unknown[], keys: readonly string[]): MathValue {
  if (elems.length > mostElements) throw new Unsupported('a collection of that size');
  const order = keys.map((_, i) => i).sort((a, b) => compareText(keys[a] as string, keys[b] as string));
  const kept = kind === 'mset' ? order : order.filter((i, at) => at === 0 || keys[i] !== keys[order[at - 1] as number]);
  const sorted = kept.map((i) => keys[i] as string);
  return new MathValue(
    kind,
    '',
    kept.map((i) => elems[i]),
    sorted,
    `${kind}(${sorted.join(',')})`,
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Pair = readonly [key: unknown, value: unknown];

/** A dictionary; of equal keys the last counts. */
function dictionary(t: MathType, pairs: readonly Pair[]): MathValue {
  const keyOf = keyText(arg(t, 0));
  const valueKey = keyText(arg(t, 1));
  const found = new Map<string, Pair>();
  for (const pair of pairs) found.set(keyOf(pair[0]), pair);
  const keys = [...found.keys()].sort(compareText);
  const elems = keys.map((key) => found.get(key) as Pair);
  return new MathValue(
    'dict',
    '',
    elems,
    keys,
    `dict(${keys.map((key, i) => `${key}:${valueKey(elems[i]?.[1])}`).join(',')})`,
  );
}

/** A collection of the kind that the type says. */
function collection(t: MathType, elems: readonly unknown[]): MathValue {
  const keys = elems.map(keyText(arg(t, 0)));
  switch (t.math) {
    case 'seq':
      return sequence(elems, keys);
    case 'set':
    case 'mset':
      return bag(t.math, elems, keys);
    case 'option':
      return new MathValue('option', '', elems, keys, `option(${keys.join(',')})`);
    default:
      throw new Unsupported(`a value of type ${t.math}`);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Operations

/** An operation on values of the types, which gives one of type `result`. */
export function mathOp(op: MathOp, result: Type, types: readonly Type[]): (args: readonly unknown[]) => unknown {
  const t = mathType(result);
  const first = types[0];
  const of = first === undefined ? null : mathType(first);
  const made = (): MathType => {
    if (t === null) throw new Unsupported('a value of a mathematical type');
    return t;
  };
  switch (op.kind) {
    case 'seq':
    case 'set':
    case 'mset':
    case 'some':
    case 'none': {
      const type = made();
      return (args) => collection(type, args);
    }
    case 'dict': {
      const type = made();
      return (args) => dictionary(type, pairsOf(args));
    }
    case 'get':
      return ([x]) => {
        const v = value(x);
        // Mathematics gives it some value, of which nothing is known.
        if (v.elems.length === 0) throw new Unsupported('get of none');
        return v.elems[0];
      };
    case 'len':
      return ([x]) => value(x).elems.length;
    case 'concat':
      return ([x, y]) => sequence([...value(x).elems, ...value(y).elems], [...value(x).keys, ...value(y).keys]);
    case 'range': {
      const type = made();
      return ([low, high]) => {
        const n = Number(high) - Number(low);
        if (n > mostElements) throw new Unsupported('a collection of that size');
        return collection(
          type,
          Array.from({ length: Math.max(0, n) }, (_, i) => Number(low) + i),
        );
      };
    }
    case 'union':
      return ([x, y]) => combined(t, value(x), value(y), 'union');
    case 'intersection':
      return ([x, y]) => combined(t, value(x), value(y), 'intersection');
    case 'setminus':
      return ([x, y]) => combined(t, value(x), value(y), 'setminus');
    case 'subset':
      return ([x, y]) => isSubset(value(x), value(y));
    case 'elem':
    case 'multiplicity': {
      const count = counter(types[0] as Type, types[1] as Type);
      return op.kind === 'elem' ? ([x, y]) => count(x, y) > 0 : ([x, y]) => count(x, y);
    }
    case 'index':
      if (of?.math === 'dict') {
        const keyOf = keyText(arg(of, 0));
        return ([x, k]) => {
          const at = value(x).keys.indexOf(keyOf(k));
          if (at < 0) throw new Undefined('a key that is not in the dictionary');
          return (value(x).elems[at] as Pair)[1];
        };
      }
      return ([x, i]) => {
        const { elems } = value(x);
        if (!(Number(i) >= 0 && Number(i) < elems.length)) throw new Undefined('an index that is out of range');
        return elems[Number(i)];
      };
    case 'haskey': {
      const keyOf = keyText(types[1] as Type);
      return ([x, k]) => value(x).keys.includes(keyOf(k));
    }
    case 'slice':
      // Bounds that are out of range are drawn in, as in mathematics.
      return ([x, low, high]) => {
        const v = value(x);
        const from = Math.min(Math.max(0, Number(low)), v.elems.length);
        const to = Math.max(from, Math.min(Number(high), v.elems.length));
        return sequence(v.elems.slice(from, to), v.keys.slice(from, to));
      };
    case 'keys': {
      const type = made();
      return ([x]) =>
        collection(
          type,
          x instanceof GoMap ? [...x.entries.values()].map(([k]) => k) : x === null ? [] : dictPairs(x).map(([k]) => k),
        );
    }
    case 'values': {
      const type = made();
      return ([x]) =>
        collection(
          type,
          x instanceof GoMap
            ? [...x.entries.values()].map(([, v]) => v)
            : x === null
              ? []
              : dictPairs(x).map(([, v]) => v),
        );
    }
    case 'update':
      return updated(made());
    case 'convert':
      return converter(made(), first as Type);
    case 'equal':
      return equality(first as Type);
    case 'comparable':
      return ([x]) => x === null || (x as Iface).t.comparable;
    case 'construct': {
      const { clause } = op;
      const keys = types.map(keyText);
      return (args) => {
        const texts = args.map((v, i) => (keys[i] as (v: unknown) => string)(v));
        return new MathValue('adt', clause, [...args], texts, `${clause}{${texts.join(',')}}`);
      };
    }
    case 'is':
      return ([x]) => value(x).clause === op.clause;
    case 'field':
      return ([x]) => {
        const v = value(x);
        if (v.clause !== op.clause) throw new Unsupported('a field of another constructor');
        return v.elems[op.index];
      };
  }
}

function value(x: unknown): MathValue {
  if (x instanceof MathValue) return x;
  throw new Unsupported('a mathematical value that is not known');
}

function pairsOf(args: readonly unknown[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < args.length; i += 2) pairs.push([args[i], args[i + 1]]);
  return pairs;
}

function dictPairs(x: unknown): readonly Pair[] {
  return value(x).elems as readonly Pair[];
}

function counts(v: MathValue): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of v.keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}

function combined(
  t: MathType | null,
  x: MathValue,
  y: MathValue,
  op: 'union' | 'intersection' | 'setminus',
): MathValue {
  if (x.kind === 'dict') {
    if (op !== 'union' || t === null) throw new Unsupported(`${op} of dictionaries`);
    return dictionary(t, [...dictPairs(x), ...dictPairs(y)]);
  }
  const kind = x.kind === 'mset' ? 'mset' : 'set';
  const other = counts(y);
  if (op === 'union') return bag(kind, [...x.elems, ...y.elems], [...x.keys, ...y.keys]);
  // Each occurrence in x meets at most one in y.
  const keep = x.keys.map((key) => {
    const left = other.get(key) ?? 0;
    if (left > 0) other.set(key, left - 1);
    return left > 0 === (op === 'intersection');
  });
  return bag(
    kind,
    x.elems.filter((_, i) => keep[i]),
    x.keys.filter((_, i) => keep[i]),
  );
}

function isSubset(x: MathValue, y: MathValue): boolean {
  if (x.kind === 'dict') throw new Unsupported('subset of dictionaries');
  const other = counts(y);
  for (const [key, n] of counts(x)) if ((other.get(key) ?? 0) < n) return false;
  return true;
}

/** How often a value is in a collection. */
function counter(elem: Type, of: Type): (x: unknown, y: unknown) => number {
  const u = under(of);
  if (u.kind === 'Map') {
    const keyOf = keyText(u.key);
    return (x, y) =>
      y === null ? 0 : [...(y as GoMap).entries.values()].filter(([k]) => keyOf(k) === keyOf(x)).length;
  }
  const keyOf = keyText(elem);
  if (u.kind === 'Math' && u.math === 'dict')
    return (x, y) => dictPairs(y).filter(([, v]) => keyOf(v) === keyOf(x)).length;
  return (x, y) => {
    const key = keyOf(x);
    return value(y).keys.filter((other) => other === key).length;
  };
}

function updated(t: MathType): (args: readonly unknown[]) => unknown {
  if (t.math === 'dict') return ([x, ...rest]) => dictionary(t, [...dictPairs(x), ...pairsOf(rest)]);
  const keyOf = keyText(arg(t, 0));
  return ([x, ...rest]) => {
    const elems = [...value(x).elems];
    const keys = [...value(x).keys];
    for (const [i, v] of pairsOf(rest)) {
      if (!(Number(i) >= 0 && Number(i) < elems.length)) throw new Undefined('an index that is out of range');
      elems[Number(i)] = v;
      keys[Number(i)] = keyOf(v);
    }
    return sequence(elems, keys);
  };
}

/** `seq(x)`, `set(x)`, `mset(x)` and `dict(m)` */
function converter(t: MathType, from: Type): (args: readonly unknown[]) => unknown {
  const u = under(from);
  switch (u.kind) {
    case 'Math':
      if (u.math === 'option') return ([x]) => collection(t, value(x).elems);
      if (u.math === t.math) return ([x]) => x;
      return ([x]) => collection(t, value(x).elems);
    case 'Array':
      return ([x]) => collection(t, x as unknown[]);
    case 'Slice':
      return ([x]) => collection(t, x instanceof Slice ? x.arr.slice(x.off, x.off + x.len) : []);
    case 'Map':
      return ([x]) => dictionary(t, x === null ? [] : [...(x as GoMap).entries.values()]);
    default:
      throw new Unsupported('a conversion to a mathematical type');
  }
}

/** Equality of ghost code: any two values of a type can be compared, references by identity. */
function equality(t: Type): (args: readonly unknown[]) => boolean {
  const u = under(t);
  if (u.kind === 'Slice') {
    return ([x, y]) => {
      const [a, b] = [x as Slice | null, y as Slice | null];
      if (a === null || b === null) return a === b;
      return a.arr === b.arr && a.off === b.off && a.len === b.len && a.cap === b.cap;
    };
  }
  const eq = equal(t);
  return ([x, y]) => eq(x, y);
}
