// Maps: reading an entry, and iterating in any order.
//
// Maps with few keys are iterated in every order: which key comes next is a free choice. Those with more are iterated in the
// order in which their keys came, which makes a verdict bounded. Keys that come in during an iteration may be visited or not.

import { why } from '../../base/reasons.ts';
import type { Stmt as IrStmt } from '../../ir/ir.ts';
import type { Expr, Proc } from '../comm.ts';
import { keyValue } from './dispatch.ts';
import { mayBeMissing } from './others.ts';
import { isInPlace, shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  block,
  choose,
  type Extraction,
  emit,
  ifElse,
  int,
  load,
  newVar,
  nil,
  no,
  noSite,
  procFor,
  synthetic,
  temp,
  unknown,
  variable,
  yes,
} from './state.ts';
import { copyOf, emitValue, writeLocal, zeroValue } from './values.ts';

export function mapGet(b: Builder, s: Extract<IrStmt, { kind: 'MapGet' }>): void {
  const map = emitValue(b, s.map);
  const key = keyValue(b, emitValue(b, s.key), s.key.type);
  const target = temp(b);
  const ok = temp(b);
  const elem = shapeOf(s.map.type);
  const type = elem.kind === 'map' ? elem.map.elem : null;
  emit(b, { kind: 'map', op: 'get', target, ok, args: [map, key], site: b.site });
  if (type !== null && s.ok === null && shapeOf(type).kind === 'chan') mayBeMissing(b, s.map, target);
  // A missing entry gives a zero value of no type, which serves for everything but structs.
  if (type !== null && isInPlace(shapeOf(type))) {
    ifElse(
      b,
      variable(ok),
      () => {},
      () => assign(b, target, zeroValue(b, type, 'value')),
    );
  }
  if (s.target !== null) {
    const inPlace = type !== null && isInPlace(shapeOf(type));
    writeLocal(b, s.target, inPlace ? copyOf(b, variable(target), type) : variable(target));
  }
  if (s.ok !== null) writeLocal(b, s.ok, variable(ok));
}

/** Maps with at most this many keys are iterated in every order. */
const fewKeys = 4;

/** For few keys: all that there were, and those that are left. For many: the position of the entry before the next one. */
export function mapIter(b: Builder, s: Extract<IrStmt, { kind: 'MapIter' }>): void {
  const { map, at, all, rest } = iterator(b, s.target);
  assign(b, map, emitValue(b, s.map));
  const n = temp(b);
  emit(b, { kind: 'map', op: 'len', target: n, ok: null, args: [variable(map)], site: b.site });
  // With unknown keys the position is unknown too, so that it does not grow.
  assign(b, at, binary('-', binary('-', variable(n), variable(n)), int(1)));
  assign(b, all, nil);
  ifElse(b, binary('<=', variable(n), int(fewKeys)), () => {
    const proc = procFor(b.x, 'keys of a map', (): Proc => ({ ...keysOf(b.x), role: { kind: 'keys' } }));
    const callee = { kind: 'proc', proc } as const;
    emit(b, { kind: 'call', callee, args: [variable(map)], targets: [all], site: b.site });
  });
  assign(b, rest, variable(all));
}

export function mapNext(b: Builder, s: Extract<IrStmt, { kind: 'MapNext' }>): void {
  const { site } = b;
  const { map, at, key, all, rest } = iterator(b, s.iter);
  const found = temp(b);
  ifElse(
    b,
    binary('!=', variable(all), nil),
    () => {
      const next = procFor(b.x, 'any key of a map', (): Proc => ({ ...anyOf(b.x), role: { kind: 'key' } }));
      const callee = { kind: 'proc', proc: next } as const;
      const args = [variable(map), variable(rest), variable(all)];
      emit(b, { kind: 'call', callee, args, targets: [found, key, rest], site });
    },
    () => inOrder(b, map, at, key, found),
  );
  ifElse(
    b,
    variable(found),
    () => {
      const held = temp(b);
      const there = temp(b);
      emit(b, { kind: 'map', op: 'get', target: held, ok: there, args: [variable(map), variable(key)], site });
      // An unknown key may seem to be missing.
      ifElse(
        b,
        variable(there),
        () => {},
        () => assign(b, held, unknown(why('entry'))),
      );
      if (s.key !== null) writeLocal(b, s.key, variable(key));
      if (s.value !== null) writeLocal(b, s.value, variable(held));
      writeLocal(b, s.ok, yes);
    },
    () => writeLocal(b, s.ok, no),
  );
}

/** The next key in the order in which they came. */
function inOrder(b: Builder, map: number, at: number, key: number, found: number): void {
  const { site } = b;
  const n = temp(b);
  const there = temp(b);
  // Behind an entry that was deleted the next one has moved up.
  assign(b, there, yes);
  ifElse(b, binary('>=', variable(at), int(0)), () => {
    emit(b, { kind: 'map', op: 'get', target: null, ok: there, args: [variable(map), variable(key)], site });
  });
  ifElse(b, variable(there), () => assign(b, at, binary('+', variable(at), int(1))));
  emit(b, { kind: 'map', op: 'len', target: n, ok: null, args: [variable(map)], site });
  assign(b, found, binary('<', variable(at), variable(n)));
  ifElse(b, variable(found), () => {
    emit(b, { kind: 'map', op: 'key', target: key, ok: null, args: [variable(map), variable(at)], site });
  });
}

/** The keys of a map that has few, as an array. */
function keysOf(x: Extraction): Proc {
  return synthetic(x, 'keys of a map', noSite, ['map'], (b, [map]) => {
    const keys = newVar(b, 'keys');
    const n = newVar(b, 'n');
    const key = newVar(b, 'key');
    const { site } = b;
    emit(b, { kind: 'array', op: 'make', target: keys, args: [int(0)], site });
    emit(b, { kind: 'map', op: 'len', target: n, ok: null, args: [map as Expr], site });
    for (let i = 0; i < fewKeys; i++) {
      ifElse(b, binary('<', int(i), variable(n)), () => {
        emit(b, { kind: 'map', op: 'key', target: key, ok: null, args: [map as Expr, int(i)], site });
        emit(b, { kind: 'array', op: 'append', target: keys, args: [variable(keys), variable(key)], site });
      });
    }
    return [variable(keys)];
  });
}

/** One of the keys that are left and still in the map; whether there is one; and those that are left then. */
function anyOf(x: Extraction): Proc {
  return synthetic(x, 'any key of a map', noSite, ['map', 'rest', 'all'], (b, [map, rest, all]) => {
    const { site } = b;
    const found = newVar(b, 'found');
    const key = newVar(b, 'key');
    const left = newVar(b, 'left');
    const n = newVar(b, 'n');
    const pick = newVar(b, 'pick');
    const fewer = newVar(b, 'fewer');
    assign(b, found, no);
    assign(b, key, nil);
    assign(b, left, rest as Expr);
    const leave = (): void => emit(b, { kind: 'branch', op: 'break', label: 'look', site });
    const body = block(b, () => {
      emit(b, { kind: 'array', op: 'len', target: n, args: [variable(left)], site });
      ifElse(b, binary('==', variable(n), int(0)), () => {
        visitNewKeys(b, map as Expr, all as Expr);
        leave();
      });
      assign(b, pick, int(0));
      const more = (from: number): void => {
        if (from >= fewKeys) return;
        ifElse(b, binary('<', int(from), variable(n)), () => {
          choose(
            b,
            why('nextKey'),
            () => {},
            () => {
              assign(b, pick, int(from));
              more(from + 1);
            },
          );
        });
      };
      more(1);
      assign(b, key, load(b, { kind: 'element', array: variable(left), index: variable(pick) }));
      emit(b, { kind: 'array', op: 'make', target: fewer, args: [int(0)], site });
      for (let i = 0; i < fewKeys; i++) {
        const kept = binary('&&', binary('<', int(i), variable(n)), binary('!=', int(i), variable(pick)));
        ifElse(b, kept, () => {
          const other = load(b, { kind: 'element', array: variable(left), index: int(i) });
          emit(b, { kind: 'array', op: 'append', target: fewer, args: [variable(fewer), other], site });
        });
      }
      assign(b, left, variable(fewer));
      emit(b, { kind: 'map', op: 'get', target: null, ok: found, args: [map as Expr, variable(key)], site });
      ifElse(b, variable(found), leave);
    });
    emit(b, { kind: 'loop', label: 'look', body, next: [], termination: 'exact', site });
    return [variable(found), variable(key), variable(left)];
  });
}

/** Keys that came in since the iteration began might have been visited: that order is not looked at. */
function visitNewKeys(b: Builder, map: Expr, all: Expr): void {
  const { site } = b;
  const n = temp(b);
  const old = temp(b);
  const fresh = temp(b);
  const key = temp(b);
  emit(b, { kind: 'map', op: 'len', target: n, ok: null, args: [map], site });
  emit(b, { kind: 'array', op: 'len', target: old, args: [all], site });
  assign(b, fresh, binary('>', variable(n), variable(old)));
  for (let i = 0; i < fewKeys; i++) {
    ifElse(b, binary('<', int(i), variable(n)), () => {
      emit(b, { kind: 'map', op: 'key', target: key, ok: null, args: [map, int(i)], site });
      let known: Expr = no;
      for (let j = 0; j < fewKeys; j++) {
        const other = temp(b);
        assign(b, other, no);
        ifElse(b, binary('<', int(j), variable(old)), () => {
          const held = load(b, { kind: 'element', array: all, index: int(j) });
          assign(b, other, binary('==', held, variable(key)));
        });
        known = binary('||', known, variable(other));
      }
      assign(b, fresh, binary('||', variable(fresh), { kind: 'unary', op: '!', x: known }));
    });
  }
  ifElse(b, variable(fresh), () => {
    const at = temp(b);
    assign(b, at, int(0));
    emit(b, { kind: 'map', op: 'key', target: key, ok: null, args: [map, variable(at)], site });
  });
}

interface Iterator {
  readonly map: number;
  readonly at: number;
  readonly key: number;
  readonly all: number;
  readonly rest: number;
}

const iterators = new WeakMap<Builder, Map<object, Iterator>>();

function iterator(b: Builder, local: object): Iterator {
  let known = iterators.get(b);
  if (known === undefined) iterators.set(b, (known = new Map()));
  let found = known.get(local);
  if (found === undefined) {
    const [map, at, key, all, rest] = ['map', 'at', 'key', 'all', 'rest'].map((name) => newVar(b, name));
    found = { map, at, key, all, rest } as Iterator;
    known.set(local, found);
  }
  return found;
}
