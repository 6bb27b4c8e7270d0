// Functions that Go predeclares for slices and maps: append, copy, delete, clear; and min, max.
//
//   [append(p, s, v...)]  if (len(s) + len(v) <= cap(s)) { in place: needs the locations behind s } else { a new block }
//                         In both cases s and, with p, the slice v are read.
//   [copy(d, s, p)]       a method that requires acc(d) && acc(s, p), so d and s do not overlap
//   [delete(m, k)]        *m := $without(*m, k)      [clear(m)] = *m := Map()      [clear(s)]: zero values

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, under } from '../../types/index.ts';
import type { Type as GoType, MapType } from '../../types/type.ts';
import type { Expr, Source, Stmt, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import {
  all,
  amount,
  apply,
  applyDomain,
  assertStmt,
  assign,
  block,
  cond,
  decl,
  eq,
  exhale,
  Int,
  implies,
  inhale,
  int,
  local,
  ne,
  operation,
  Perm,
  relation,
  typeKey,
} from '../core/build.ts';
import {
  emit,
  encodingOf,
  expr,
  exprAs,
  freshLocal,
  keep,
  needsStatements,
  source,
  blockOf as statementsOf,
  store,
  typeOf,
} from '../core/code.ts';
import type { CallRule, Encoder } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { isAmount } from '../types/amounts.ts';
import { contains } from '../types/collections.ts';
import { valueAt, viewOfMap } from '../types/dictionaries.ts';
import { forEach, zeroIndex } from '../types/locations.ts';
import { checkKey, dictOf } from '../types/maps.ts';
import {
  blockOf,
  capacityOf,
  cells,
  elementOf,
  elemOf,
  lengthOf,
  newSlice,
  offsetOf,
  slices,
} from '../types/slices.ts';
import { variadicSlice } from './variadics.ts';

export const appendCall: CallRule = (k, node) => {
  needsStatements(k, 'append', node);
  const { e } = k;
  const [first, ...rest] = node.args as readonly [ast.Expr, ...ast.Expr[]];
  const isSpecified = isAmount(typeOf(k, first));
  const [target, ...added] = isSpecified ? rest : [first, ...rest];
  if (target === undefined) return unsupported('this call', node);
  const t = typeOf(k, node);
  const meanings = [
    { on: 'exhale.failed', key: 'precondition_error', reasons: null },
    { on: 'assert.failed', key: 'precondition_error', reasons: null },
  ] as const;
  const needed = source(k, node, { meanings });
  const src = source(k, node);
  const elem = elemOf(t);
  const perm = isSpecified ? keep(k, exprAs(k, first, typeOf(k, first)), 'p', src) : null;
  const s = keep(k, exprAs(k, target, t), 'to', src);
  const more = keep(k, variadicSlice(k, node, added, t), 'added', src);
  const [n, m] = [lengthOf(s, src), lengthOf(more, src)];
  const sum = operation('add', n, m, Int, src);
  if (perm !== null) {
    emit(k, assertStmt(relation('permLt', amount('none', src), perm, needed), needed));
    emit(k, assertStmt(cells(e, t, more, zeroIndex, m, perm, src), needed));
  } else emit(k, assertStmt(cells(e, t, more, zeroIndex, m, amount('wildcard', src), src), needed));
  emit(k, assertStmt(cells(e, t, s, zeroIndex, n, amount('wildcard', src), src), needed));
  const valueAt = (of: Expr, i: Expr): Expr => encodingOf(k, elem).read(e, elem, elementOf(e, of, i, src), src);
  const result = freshLocal(k, 'appended', slices.value(e, t), src);
  const minus = (i: Expr): Expr => operation('sub', i, n, Int, src);
  const addedTo = (of: Expr): Expr =>
    forEach(
      e,
      n,
      sum,
      (i) => eq(valueAt(of, i), valueAt(more, minus(i)), src),
      (i) => [[elementOf(e, of, i, src)]],
      src,
    );
  const inPlace = statementsOf(k, src, (b) => {
    const args = [blockOf(e, s, src), offsetOf(s, src), sum, capacityOf(s, src)];
    const type = slices.value(e, t) as Type & { readonly kind: 'Domain' };
    emit(b, assign(result, applyDomain('$Slice', '$slice', args, type.args, type, src), src));
    const behind = cells(e, t, result, n, sum, amount('write', src), src);
    emit(b, exhale(behind, needed));
    emit(b, inhale(behind, src));
    emit(b, inhale(addedTo(result), src));
  });
  const moved = statementsOf(k, src, (b) => {
    const room = freshLocal(b, 'room', Int, src);
    emit(b, inhale(relation('le', sum, room, src), src));
    emit(b, assign(result, newSlice(b, t, null, sum, src, room), src));
    const copied = forEach(
      e,
      zeroIndex,
      n,
      (i) => eq(valueAt(result, i), valueAt(s, i), src),
      (i) => [[elementOf(e, result, i, src)]],
      src,
    );
    emit(b, inhale(copied, src));
    emit(b, inhale(addedTo(result), src));
  });
  emit(k, { kind: 'If', cond: relation('le', sum, capacityOf(s, src), src), then: inPlace, else: moved, src });
  return result;
};

export const copyCall: CallRule = (k, node) => {
  needsStatements(k, 'copy', node);
  const [to, from, perm] = node.args as readonly [ast.Expr, ast.Expr, ast.Expr | undefined];
  const t = typeOf(k, to);
  if (under(typeOf(k, from)).kind !== 'Slice') return unsupported('copy from a string', node);
  const src = source(k, node);
  const p: Expr =
    perm === undefined ? operation('frac', int(1, src), int(2, src), Perm, src) : exprAs(k, perm, typeOf(k, perm));
  const args = [
    expr(k, to),
    expr(k, from),
    isAmount(typeOf(k, perm ?? to)) || perm === undefined ? p : asAmount(p, src),
  ];
  const count = freshLocal(k, 'copied', Int, src);
  emit(k, { kind: 'MethodCall', method: copying(k.e, t), args, targets: [count], src });
  return count;
};

function asAmount(p: Expr, src: Source): Expr {
  return p.type.kind === 'Perm' ? p : operation('frac', p, int(1, src), Perm, src);
}

// method $copy(d, s, p) returns (n)
//   requires 0 < p && acc(d) && acc(s, p)
//   ensures acc(d) && acc(s, p), n is the smaller length, and d has the first n elements of s and its own others
function copying(e: Encoder, t: GoType): string {
  const elem = elemOf(t);
  const encoding = e.tables.types(elem);
  const name = `$copy$${typeKey(encoding.value(e, elem))}$${typeKey(encoding.address(e, elem))}`;
  if (e.helperMethods.has(name)) return name;
  const [d, s] = [local('d', slices.value(e, t), noSource), local('s', slices.value(e, t), noSource)];
  const [p, n] = [local('p', Perm, noSource), local('n', Int, noSource)];
  const at = (of: Expr, i: Expr): Expr => encoding.read(e, elem, elementOf(e, of, i, noSource), noSource);
  const old = (body: Expr): Expr => ({ kind: 'Old', state: { kind: 'pre' }, body, type: body.type, src: noSource });
  const [toLength, fromLength] = [lengthOf(d, noSource), lengthOf(s, noSource)];
  const owned = [
    cells(e, t, d, zeroIndex, toLength, amount('write', noSource), noSource),
    cells(e, t, s, zeroIndex, fromLength, p, noSource),
  ];
  const ownedAfter = [
    cells(e, t, d, zeroIndex, toLength, amount('write', noSource), noSource),
    cells(e, t, s, zeroIndex, fromLength, p, noSource),
  ];
  const same = (of: Expr, from: Expr, to: Expr, was: Expr): Expr =>
    forEach(
      e,
      from,
      to,
      (i) => eq(at(of, i), old(at(was, i)), noSource),
      (i) => [[elementOf(e, of, i, noSource)]],
      noSource,
    );
  const smaller = cond(relation('le', toLength, fromLength, noSource), toLength, fromLength, noSource);
  e.helperMethods.set(name, {
    kind: 'Method',
    name,
    params: [decl('d', d.type, noSource), decl('s', s.type, noSource), decl('p', Perm, noSource)],
    results: [decl('n', Int, noSource)],
    pres: [relation('permLt', amount('none', noSource), p, noSource), ...owned],
    posts: [
      ...ownedAfter,
      eq(n, smaller, noSource),
      same(s, zeroIndex, fromLength, s),
      same(d, zeroIndex, n, s),
      same(d, n, toLength, d),
    ],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: null,
    src: noSource,
  });
  return name;
}

// function $without(m, k): Map   ensures domain(result) == domain(m) setminus Set(k), and the values are those of m
function without(e: Encoder, map: Type & { readonly kind: 'Map' }): string {
  const name = `$without$${typeKey(map)}`;
  if (e.helpers.has(name)) return name;
  const [m, key] = [local('m', map, noSource), local('k', map.key, noSource)];
  const result: Expr = { kind: 'Result', type: map, src: noSource };
  const set: Type = { kind: 'Set', elem: map.key };
  const domain = (of: Expr): Expr => viewOfMap('domain', of, noSource) as Expr;
  const other = local('$k', map.key, noSource);
  const one: Expr = { kind: 'SetLit', elems: [key], type: set, src: noSource };
  const rest: Expr = { kind: 'SetBinary', op: 'setminus', left: domain(m), right: one, type: set, src: noSource };
  const kept: Expr = {
    kind: 'Forall',
    vars: [decl('$k', map.key, noSource)],
    triggers: [{ kind: 'Trigger', exprs: [valueAt(result, other, noSource)], src: noSource }],
    body: implies(
      contains(other, domain(result), noSource),
      all(
        [
          contains(other, domain(m), noSource),
          eq(valueAt(result, other, noSource), valueAt(m, other, noSource), noSource),
        ],
        noSource,
      ),
      noSource,
    ),
    type: { kind: 'Bool' },
    src: noSource,
  };
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params: [decl('m', map, noSource), decl('k', map.key, noSource)],
    type: map,
    pres: [],
    posts: [eq(domain(result), rest, noSource), kept],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: null,
    src: noSource,
  });
  return name;
}

export const deleteCall: CallRule = (k, node) => {
  needsStatements(k, 'delete', node);
  const [of, at] = node.args as readonly [ast.Expr, ast.Expr];
  const t = typeOf(k, of);
  const src = source(k, node);
  const map = keep(k, expr(k, of), 'map', src);
  const { key: keyType } = under(t) as MapType;
  const key = keep(k, exprAs(k, at, keyType), 'key', src);
  checkKey(k, key, keyType, at);
  const dict = dictOf(t);
  const encoding = encodingOf(k, dict);
  const type = encoding.value(k.e, dict) as Type & { readonly kind: 'Map' };
  const removed = apply(without(k.e, type), [encoding.read(k.e, dict, map, src), key], type, src);
  // Of a nil map nothing is deleted.
  const body: Stmt[] = [...encoding.write(k.e, dict, map, removed, src)];
  const isNil = encodingOf(k, t).zero(k.e, t, src);
  emit(k, { kind: 'If', cond: ne(map, isNil, src), then: block(body, src), else: block([], src), src });
  return null;
};

export const clearCall: CallRule = (k, node) => {
  needsStatements(k, 'clear', node);
  const [of] = node.args as readonly [ast.Expr];
  const t = typeOf(k, of);
  const src = source(k, node);
  const u = under(t);
  const x = keep(k, expr(k, of), 'cleared', src);
  if (u.kind === 'Map') {
    const dict = dictOf(t);
    const then = statementsOf(k, src, (b) =>
      store(b, { kind: 'memory', address: x, type: dict }, encodingOf(k, dict).zero(k.e, dict, src), src),
    );
    const isMap = ne(x, encodingOf(k, t).zero(k.e, t, src), src);
    emit(k, { kind: 'If', cond: isMap, then, else: block([], src), src });
    return null;
  }
  if (u.kind !== 'Slice') return unsupported('clear of this', node);
  const { elem } = u;
  const encoding = encodingOf(k, elem);
  const meanings = [{ on: 'exhale.failed', key: 'precondition_error', reasons: null }] as const;
  const all = cells(k.e, t, x, zeroIndex, lengthOf(x, src), amount('write', src), src);
  emit(k, exhale(all, source(k, node, { meanings })));
  emit(k, inhale(all, src));
  const zero = encoding.zero(k.e, elem, src);
  const cleared = forEach(
    k.e,
    zeroIndex,
    lengthOf(x, src),
    (i) => eq(encoding.read(k.e, elem, elementOf(k.e, x, i, src), src), zero, src),
    (i) => [[elementOf(k.e, x, i, src)]],
    src,
  );
  emit(k, inhale(cleared, src));
  return null;
};

/** `min(x, y...)`, `max(x, y...)` of integers. */
export function extremeCall(word: 'min' | 'max'): CallRule {
  return (k, node) => {
    const t = typeOf(k, node);
    if (!isInteger(t)) return unsupported(`${word} of this type`, node);
    const src = source(k, node);
    const values = node.args.map((arg) => {
      const value = exprAs(k, arg, t);
      return k.out === null ? value : keep(k, value, word, src);
    });
    return values.reduce((best, x) => cond(relation(word === 'min' ? 'le' : 'ge', best, x, src), best, x, src));
  };
}
