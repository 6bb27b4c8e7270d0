// Places of ir as closures that load, store or give an address.

import { under } from '../../types/index.ts';
import type { ArrayType } from '../../types/type.ts';
import type { Place } from '../ir.ts';
import { type Compiler, expr, type Get, getter, type Put, setter } from './expr.ts';
import { type Frame, fail, type Machine, needsCell, nilDereference } from './machine.ts';
import { type Agg, assigner, Ptr, type Slice, Unsupported, zeroOf } from './values.ts';

// ---------------------------------------------------------------------------------------------------------------
// Places

/** What is in the place, without a copy. */
export function load(c: Compiler, p: Place): Get {
  const { m } = c;
  switch (p.kind) {
    case 'LocalPlace':
      return getter(p.local);
    case 'GlobalPlace': {
      const cell = globalCell(m, p);
      return needsCell(p.type) ? () => cell[0] : () => cell;
    }
    case 'Deref': {
      const pointer = expr(c, p.pointer);
      if (!needsCell(p.type)) {
        return (f) => {
          const a = pointer(f);
          if (a === null) nilDereference(m);
          if (!Array.isArray(a)) throw new Unsupported('a pointer made from another one');
          return a;
        };
      }
      return (f) => {
        const q = pointer(f);
        if (q === null) nilDereference(m);
        if (!(q instanceof Ptr)) throw new Unsupported('a pointer made from another one');
        return q.o[q.k];
      };
    }
    case 'FieldPlace': {
      const base = load(c, p.base);
      const { index } = p;
      return (f) => (base(f) as Agg)[index];
    }
    case 'IndexPlace': {
      const at = element(c, p);
      return (f) => {
        const k = at.index(f);
        return at.array[k];
      };
    }
  }
}

/** The array of an element and its index there: `index` checks bounds and sets `array`. */
function element(c: Compiler, p: Extract<Place, { kind: 'IndexPlace' }>): { array: Agg; index: (f: Frame) => number } {
  const { m } = c;
  const index = expr(c, p.index);
  if (p.base.kind === 'slice') {
    const slice = expr(c, p.base.slice);
    const result = {
      array: [] as Agg,
      index: (f: Frame): number => {
        const s = slice(f) as Slice | null;
        const i = index(f) as number;
        const len = s === null ? 0 : s.len;
        if (!(i >= 0 && i < len)) outOfRange(m, i, len);
        result.array = (s as Slice).arr;
        return (s as Slice).off + Number(i);
      },
    };
    return result;
  }
  const array = load(c, p.base.place);
  const { len } = under(p.base.place.type) as ArrayType;
  const result = {
    array: [] as Agg,
    index: (f: Frame): number => {
      const a = array(f) as Agg;
      const i = index(f) as number;
      if (!(i >= 0 && i < len)) outOfRange(m, i, len);
      result.array = a;
      return Number(i);
    },
  };
  return result;
}

export function outOfRange(m: Machine, i: unknown, len: number): never {
  fail(m, (i as number) < 0 ? `index out of range [${i}]` : `index out of range [${i}] with length ${len}`);
}

function globalCell(m: Machine, p: Extract<Place, { kind: 'GlobalPlace' }>): unknown[] {
  const { global } = p;
  let cell = m.globals.get(global.id) as unknown[] | undefined;
  if (cell === undefined) {
    const z = zeroOf(global.type)();
    cell = needsCell(global.type) ? [z] : (z as unknown[]);
    m.globals.set(global.id, cell);
  }
  return cell;
}

export function store(c: Compiler, p: Place): Put {
  const { m } = c;
  const scalar = needsCell(p.type);
  const assign = scalar ? null : assigner(p.type);
  if (assign !== null) {
    const there = load(c, p);
    return (f, v) => assign(there(f) as Agg, v as Agg);
  }
  switch (p.kind) {
    case 'LocalPlace':
      return setter(p.local);
    case 'GlobalPlace': {
      const cell = globalCell(m, p);
      return (_, v) => {
        cell[0] = v;
      };
    }
    case 'Deref': {
      const pointer = expr(c, p.pointer);
      return (f, v) => {
        const q = pointer(f);
        if (q === null) nilDereference(m);
        if (!(q instanceof Ptr)) throw new Unsupported('a pointer made from another one');
        q.o[q.k] = v;
      };
    }
    case 'FieldPlace': {
      const base = load(c, p.base);
      const { index } = p;
      return (f, v) => {
        (base(f) as Agg)[index] = v;
      };
    }
    case 'IndexPlace': {
      const at = element(c, p);
      return (f, v) => {
        const k = at.index(f);
        at.array[k] = v;
      };
    }
  }
}

export function address(c: Compiler, p: Place): Get {
  if (!needsCell(p.type)) return load(c, p);
  switch (p.kind) {
    case 'LocalPlace': {
      const { id } = p.local;
      return (f) => new Ptr(f.l[id] as unknown[], 0);
    }
    case 'GlobalPlace': {
      const cell = globalCell(c.m, p);
      return () => new Ptr(cell, 0);
    }
    case 'Deref':
      return expr(c, p.pointer);
    case 'FieldPlace': {
      const base = load(c, p.base);
      const { index } = p;
      return (f) => new Ptr(base(f) as Agg, index);
    }
    case 'IndexPlace': {
      const at = element(c, p);
      return (f) => {
        const k = at.index(f);
        return new Ptr(at.array, k);
      };
    }
  }
}
