// Interfaces: which procedure a method means for each class, and whether a value has a type.

import { goValue, type Why, why, withStanding } from '../../base/reasons.ts';
import { functionOf } from '../../flow/index.ts';
import { methodOf } from '../../ir/index.ts';
import { implements_, lookupFieldOrMethod, typeSet, under } from '../../types/index.ts';
import type { Func } from '../../types/object.ts';
import { isExported } from '../../types/object.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Expr, Proc } from '../comm.ts';
import { environmentResults, isLockPointer } from './env.ts';
import { mayPointTwice } from './pointers.ts';
import { procOfFunction } from './proc.ts';
import { keyOf, shapeOf, shownType } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  choose,
  type Dynamic,
  type Extraction,
  emit,
  ifElse,
  int,
  load,
  type MethodTable,
  newVar,
  nil,
  no,
  noSite,
  noteAsked,
  procFor,
  siteOf,
  synthetic,
  temp,
  unknown,
  variable,
  yes,
} from './state.ts';
import { givenOutside } from './strange.ts';
import { dynamicClass, equal } from './values.ts';

/** Makes known that values of a type are put into interfaces. */
export function registerDynamic(x: Extraction, dynamic: Dynamic): void {
  const key = dynamic.class.key;
  if (x.dispatch.dynamics.has(key)) return;
  x.dispatch.dynamics.set(key, dynamic);
  for (const table of x.dispatch.tables.values()) addRow(table, dynamic);
}

function addRow(table: MethodTable, dynamic: Dynamic): void {
  if (table.seen.has(dynamic.class.index)) return;
  table.seen.add(dynamic.class.index);
  const proc = table.decide(dynamic);
  if (proc !== null) table.rows.push({ class: dynamic.class.index, proc });
}

/** The rows of a table, which grow with the classes that turn up. */
export function tableFor(x: Extraction, key: string, decide: MethodTable['decide']): MethodTable['rows'] {
  const known = x.dispatch.tables.get(key);
  if (known !== undefined) return known.rows;
  const table: MethodTable = { rows: [], seen: new Set(), decide };
  x.dispatch.tables.set(key, table);
  for (const dynamic of [...x.dispatch.dynamics.values()]) addRow(table, dynamic);
  return table.rows;
}

/** The rows for a method of an interface. */
export function methodRows(x: Extraction, method: Func): MethodTable['rows'] {
  const signature = method.type as Signature;
  const types = [...signature.params.vars, ...signature.results.vars].map((v) => keyOf(v.type as Type)).join(',');
  const exported = isExported(method.name);
  const key = `method ${exported ? '' : (method.pkg?.path ?? '')}.${method.name} ${types}`;
  return tableFor(x, key, (dynamic) => methodProc(x, dynamic, method));
}

function methodProc(x: Extraction, dynamic: Dynamic, method: Func): number | null {
  if (dynamic.class.role === 'environment') return environmentMethod(x, dynamic, method);
  const found = methodOf(x.flow.lowerer, dynamic.type, method);
  if (found === null || !sameSignature(dynamic.type, method)) return null;
  const fn = functionOf(x.flow, found);
  // What a method of a library does happens where it is called: all of it at one place, so that the call is reported instead.
  const proc = procOfFunction(x, fn, siteOf(x, fn.span));
  if (dynamic.class.role !== 'box') return proc;
  const count = (method.type as Signature).params.vars.length;
  const results = (method.type as Signature).results.vars.length;
  return procFor(x, `box ${dynamic.class.key} ${method.name}`, () =>
    unboxing(x, dynamic, method.name, proc, count, results),
  );
}

function sameSignature(type: Type, method: Func): boolean {
  const { obj } = lookupFieldOrMethod(type, false, method.pkg, method.name, false);
  if (obj === null || obj.kind !== 'Func') return false;
  const a = obj.type as Signature;
  const b = method.type as Signature;
  const same = (p: Signature['params'], q: Signature['params']): boolean =>
    p.vars.length === q.vars.length && p.vars.every((v, i) => keyOf(v.type as Type) === keyOf(q.vars[i]?.type as Type));
  return same(a.params, b.params) && same(a.results, b.results);
}

/** A method of a value in a box. */
function unboxing(x: Extraction, dynamic: Dynamic, name: string, proc: number, count: number, results: number): Proc {
  const params = ['box', ...Array.from({ length: count }, (_, i) => `p${i}`)];
  return synthetic(x, `${dynamic.class.name}.${name}`, noSite, params, (b, [box, ...args]) => {
    const recv = load(b, { kind: 'field', object: box as Expr, class: dynamic.class.index, field: 0 });
    const targets = Array.from({ length: results }, () => temp(b));
    const callee = { kind: 'proc', proc } as const;
    emit(b, { kind: 'call', callee, args: [recv, ...args], targets, through: true, site: b.site });
    return targets.map(variable);
  });
}

/** A method of a value that the environment gave. */
function environmentMethod(x: Extraction, dynamic: Dynamic, method: Func): number | null {
  const { obj } = lookupFieldOrMethod(dynamic.type, false, method.pkg, method.name, false);
  if (obj === null || obj.kind !== 'Func') return null;
  const signature = obj.type as Signature;
  const name = `${shownType(dynamic.type)}.${method.name}`;
  const params = ['recv', ...signature.params.vars.map((v) => v.name || 'p')];
  const proc = procFor(x, `environment ${dynamic.class.key} ${method.name}`, () =>
    synthetic(
      x,
      `some ${name}`,
      noSite,
      params,
      (b, [, ...args]) => {
        givenOutside(b, signature, args, `${name}()`);
        return environmentResults(b, signature, goValue(`${name}()`));
      },
      { kind: 'environment' },
    ),
  );
  x.learned.noteOutside(proc, name);
  return proc;
}

// ---------------------------------------------------------------------------------------------------------------
// Type tests

/** Whether the value in an interface has a type; never for nil. */
export function hasType(b: Builder, held: Expr, type: Type, reason: Why): Expr {
  if (held.kind === 'unknown') return unknown(reason);
  const u = under(type);
  if (isLockPointer(type)) noteAsked(b.x, type);
  if (u.kind === 'Interface' && (typeSet(u).methods ?? []).length === 0) return binary('!=', held, nil);
  const target = temp(b);
  const rows = typeRows(b.x, type);
  const wanted = shapeOf(type).kind === 'iface' ? null : dynamicClass(b.x, type);
  ifElse(
    b,
    binary('==', held, nil),
    () => assign(b, target, no),
    () => {
      // Plain data has no class: nothing is known about its type, but the program knows that of its own.
      if (wanted === null && shapeOf(type).kind !== 'iface') {
        ifElse(
          b,
          isFromOutside(b, held),
          () => assign(b, target, unknown(reason)),
          () => assign(b, target, unknown(withStanding(reason, 'state'))),
        );
      } else {
        const callee = { kind: 'method', recv: held, table: rows } as const;
        emit(b, { kind: 'call', callee, args: [], targets: [target], site: b.site });
      }
    },
  );
  return variable(target);
}

function typeRows(x: Extraction, type: Type): MethodTable['rows'] {
  const wanted = shapeOf(type).kind === 'iface' ? null : dynamicClass(x, type);
  const answer = (value: Expr, name: string): number =>
    procFor(x, `answer ${name}`, () => synthetic(x, name, noSite, ['value'], () => [value]));
  return tableFor(x, `type ${keyOf(type)}`, (dynamic) => {
    if (wanted !== null) {
      if (dynamic.class === wanted) return answer(yes, 'yes');
      return dynamic.class.role === 'environment' ? answer(unknown(why('anyType')), 'maybe') : answer(no, 'no');
    }
    if (implements_(null, dynamic.type, type, false, null)) return answer(yes, 'yes');
    return dynamic.class.role === 'environment' ? answer(unknown(why('anyType')), 'maybe') : answer(no, 'no');
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Equality

/**
 * Whether two values in interfaces are equal. Boxes of one type may be, though they are different objects; and what stands for a value
 * from outside may be any other that there is: an error that a library gives is often one that the program has in a variable.
 */
export function sameValue(b: Builder, x: Expr, y: Expr): Expr {
  if (x.kind === 'unknown') return x;
  if (y.kind === 'unknown') return y;
  const target = temp(b);
  const outside = temp(b);
  assign(b, target, binary('==', x, y));
  ifElse(b, { kind: 'unary', op: '!', x: variable(target) }, () => {
    // Nil is known to be none of them.
    ifElse(b, { kind: 'binary', op: '&&', x: binary('!=', x, nil), y: binary('!=', y, nil) }, () => {
      assign(b, outside, { kind: 'binary', op: '||', x: isFromOutside(b, x), y: isFromOutside(b, y) });
      ifElse(b, variable(outside), () => {
        choose(
          b,
          why('other'),
          () => assign(b, target, no),
          () => assign(b, target, yes),
        );
      });
    });
    const first = ofBox(b, x, 'class of box', int(0), (dynamic) => int(boxNumber(dynamic)));
    const second = ofBox(b, y, 'class of box', int(0), (dynamic) => int(boxNumber(dynamic)));
    ifElse(b, binary('==', first, second), () => {
      ifElse(b, binary('<', first, int(0)), () => assign(b, target, yes));
      ifElse(b, binary('>', first, int(0)), () => {
        const callee = { kind: 'method', recv: x, table: equalRows(b.x) } as const;
        emit(b, { kind: 'call', callee, args: [y], targets: [target], site: b.site });
      });
    });
  });
  return variable(target);
}

/** Whether an interface holds what stands for a value from outside. */
function isFromOutside(b: Builder, held: Expr): Expr {
  return ofBox(b, held, 'from outside', no, ({ class: { role } }) => (role === 'environment' ? yes : no));
}

/** Whether two boxes of one class hold equal values. */
function equalRows(x: Extraction): MethodTable['rows'] {
  return tableFor(x, 'equal in boxes', (dynamic) => {
    if (boxNumber(dynamic) <= 0) return null;
    return procFor(x, `equal ${dynamic.class.key}`, () =>
      synthetic(x, 'equal', noSite, ['x', 'y'], (b, boxes) => {
        const [first, second] = boxes.map((object) =>
          load(b, { kind: 'field', object, class: dynamic.class.index, field: 0 }),
        );
        return [equal(b, first as Expr, second as Expr, dynamic.type)];
      }),
    );
  });
}

/** A key as maps can find it again; those that are compared by their parts are not known. */
export function keyValue(b: Builder, key: Expr, type: Type): Expr {
  const shape = shapeOf(type);
  // The program knows its own keys: it may rule out any entry.
  const own = unknown(why('key', '', 'state'));
  if (shape.kind === 'struct' || shape.kind === 'array' || mayPointTwice(b.x, type)) return own;
  if (shape.kind !== 'iface' || key.kind === 'unknown') return key;
  return ofBox(b, key, 'key in box', key, (dynamic, held) => {
    if (dynamic.class.role === 'environment') return unknown(why('key'));
    const number = boxNumber(dynamic);
    if (number === 0) return held;
    return number < 0 ? { kind: 'atom', value: dynamic.class.key } : own;
  });
}

/** 0 for what is an object by itself, a negative number for boxes whose contents are all the same, a positive one for others. */
function boxNumber({ class: { role, index, type } }: Dynamic): number {
  if (role !== 'box') return 0;
  const shape = shapeOf(type);
  const empty = shape.kind === 'unit' || (shape.kind === 'struct' && shape.fields.length === 0);
  return empty ? -1 - index : index + 1;
}

/** What follows from the class of the value in an interface; `otherwise` for nil and plain data. */
function ofBox(
  b: Builder,
  held: Expr,
  key: string,
  otherwise: Expr,
  answer: (dynamic: Dynamic, held: Expr) => Expr,
): Expr {
  const { x, site } = b;
  const target = newVar(b, 'in box');
  assign(b, target, otherwise);
  ifElse(b, binary('!=', held, nil), () => {
    const table = tableFor(x, key, (dynamic) =>
      procFor(x, `${key} ${dynamic.class.key}`, () =>
        synthetic(x, key, noSite, ['value'], (_, [value]) => [answer(dynamic, value as Expr)]),
      ),
    );
    const callee = { kind: 'method', recv: held, table } as const;
    emit(b, { kind: 'call', callee, args: [], targets: [target], optional: true, site });
  });
  return variable(target);
}
