// Loops over ranges.
//
//   [inv I  for i, v := range x with n { S }]     over an array, a slice or an integer
//     c := [x]; if (len(c) == 0) { n := 0; assert [I] } else {
//       n := 0; i := 0; v := c[0]
//       while (n < len(c)) invariant 0 <= n <= len(c) && (n < len(c) ==> n == i) && [I] && (n < len(c) ==> v == c[n]) {
//         [S] label next   n := n + 1; if (n < len(c)) { i := n; v := c[n] }
//       } label end
//     }
//
//   over a map, whose keys come in any order and which stays as it is while the body runs:
//     visited := {}; while (|visited| < |domain(c)|) invariant [I] && visited subset domain(c) {
//       exhale acc(c, 1/100000); k := a key that is not visited; v := c[k]; [S] label next   inhale it again
//       visited := visited union {k}
//     } label end

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, under } from '../../types/index.ts';
import type { GoObject } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, LocalVar, Source, Stmt, Type } from '../../vil/index.ts';
import { invariants, measures } from '../contracts/contracts.ts';
import {
  all,
  assertStmt,
  assign,
  block,
  eq,
  exhale,
  Int,
  implies,
  inhale,
  int,
  not,
  operation,
  Perm,
  relation,
} from '../core/build.ts';
import {
  blockOf,
  declare,
  emit,
  encodingOf,
  expr,
  freshLocal,
  isBlank,
  keep,
  place,
  read,
  source,
  statements,
  store,
  typeOf,
} from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { elements } from '../types/arrays.ts';
import { contains } from '../types/collections.ts';
import { dictionaries, valueAt, viewOfMap } from '../types/dictionaries.ts';
import { locationAt, zeroIndex } from '../types/locations.ts';
import { contents, dictOf } from '../types/maps.ts';
import { elementOf, elemOf, lengthOf } from '../types/slices.ts';
import { newTarget, targeted } from './control.ts';

export function rangeLoop(k: Code, node: ast.RangeStmt): void {
  const t = typeOf(k, node.x);
  const special = encodingOf(k, t).range;
  if (special !== undefined) {
    special(k, node, t);
    return;
  }
  const src = source(k, node);
  emit(
    k,
    blockOf(k, src, (inner) => {
      const u = under(t);
      const pointed = u.kind === 'Pointer' ? under(u.elem) : u;
      if (isInteger(t)) overIndices(inner, node, integerRange(inner, node, t));
      else if (u.kind === 'Slice') overIndices(inner, node, sliceRange(inner, node, t));
      else if (pointed.kind === 'Array')
        overIndices(inner, node, arrayRange(inner, node, u.kind === 'Pointer' ? u.elem : t));
      else if (u.kind === 'Map') overMap(inner, node, t);
      else unsupported('a loop over this range', node);
    }),
  );
}

/** What a loop over indices goes through. */
interface Indexed {
  readonly length: Expr;
  /** The element at an index; null where there are none. */
  readonly element: ((i: Expr, src: Source) => Expr) | null;
}

function integerRange(k: Code, node: ast.RangeStmt, t: GoType): Indexed {
  const value = encodingOf(k, t).constant?.(k, node.x, t) ?? expr(k, node.x);
  return { length: keep(k, value, 'length', source(k, node.x)), element: null };
}

function sliceRange(k: Code, node: ast.RangeStmt, t: GoType): Indexed {
  const src = source(k, node.x);
  const s = keep(k, expr(k, node.x), 'ranged', src);
  const elem = elemOf(t);
  return {
    length: lengthOf(s, src),
    element: (i, at) => encodingOf(k, elem).read(k.e, elem, elementOf(k.e, s, i, at), at),
  };
}

// The array is copied if its elements are looked at, and through a pointer it is not.
function arrayRange(k: Code, node: ast.RangeStmt, t: GoType): Indexed {
  const src = source(k, node.x);
  const u = under(t);
  if (u.kind !== 'Array') return unsupported('a loop over this range', node);
  const length = int(u.len, src);
  if (node.value === null || isBlank(node.value)) return { length, element: null };
  const isPointer = under(typeOf(k, node.x)).kind === 'Pointer';
  const { elem } = u;
  if (isPointer) {
    const address = keep(k, expr(k, node.x), 'ranged', src);
    return { length, element: (i, at) => encodingOf(k, elem).read(k.e, elem, locationAt(address, i, at), at) };
  }
  const copy = keep(k, expr(k, node.x), 'ranged', src);
  const type = encodingOf(k, elem).value(k.e, elem);
  return {
    length,
    element: (index, at) => ({ kind: 'SeqIndex', seq: elements(k.e, t, copy, at), index, type, src: at }),
  };
}

/** A variable of the loop: declared by it, or something that is assigned. Null for `_` and where there is none. */
function loopVariable(k: Code, node: ast.RangeStmt, written: ast.Expr | null): Place | null {
  if (written === null || isBlank(written)) return null;
  if (node.op !== ':=' || written.kind !== 'Ident') return place(k, written);
  const v = k.info.defs.get(written);
  if (v?.kind !== 'Var') return place(k, written);
  if (k.e.facts.shared.has(v))
    return unsupported('a loop variable in memory, which is another one in each iteration', written);
  return declare(k, v, source(k, written));
}

function counter(k: Code, node: ast.RangeStmt, type: Type, goType: GoType, src: Source): LocalVar {
  const variable = freshLocal(k, node.with?.name ?? 'count', type, src);
  const obj: GoObject | null = node.with === null ? null : (k.info.defs.get(node.with) ?? null);
  if (obj !== null) k.places.set(obj, { kind: 'variable', variable, type: goType });
  return variable;
}

function overIndices(k: Code, node: ast.RangeStmt, of: Indexed): void {
  const src = source(k, node);
  const { length } = of;
  const index = loopVariable(k, node, node.key);
  const value = of.element === null ? null : loopVariable(k, node, node.value);
  const n = counter(k, node, Int, index?.type ?? typeOf(k, node.x), src);
  const unreadable = source(k, node, {
    meanings: [{ on: null, key: 'no_permission_to_range_expression', reasons: [] }],
  });
  const more = relation('lt', n, length, src);
  const load = (i: Expr, at: Source): Expr => of.element?.(i, at) ?? i;
  const own = all(
    [
      relation('le', zeroIndex, n, src),
      implies(relation('le', zeroIndex, length, src), relation('le', n, length, src), src),
      ...(index === null || index.kind !== 'variable' ? [] : [implies(more, eq(n, index.variable, src), src)]),
    ],
    src,
  );
  // What is in memory is known after the permission to it, and the element after that to the range.
  const stored =
    index === null || index.kind === 'variable' ? [] : [implies(more, eq(n, read(k, index, src), src), src)];
  const atValue =
    value === null ? [] : [implies(more, eq(read(k, value, src), load(n, unreadable), unreadable), unreadable)];
  const nothing = blockOf(k, src, (b) => {
    emit(b, assign(n, zeroIndex, src));
    establishOnce(b, node);
  });
  const target = newTarget(k, node, true);
  const loop = blockOf(k, src, (b) => {
    emit(b, assign(n, zeroIndex, src));
    if (index !== null) store(b, index, zeroIndex, src);
    if (value !== null) store(b, value, load(zeroIndex, unreadable), unreadable);
    const out: Stmt[] = [];
    const inner: Code = { ...b, out };
    const invs = [own, ...invariants(b, node.spec), ...stored, ...atValue];
    const decreases = measures(b, node.spec?.clauses ?? []);
    targeted(inner, target, () =>
      emit(
        inner,
        blockOf(inner, src, (body) => statements(body, node.body.list)),
      ),
    );
    if (target.continues) emit(inner, { kind: 'Label', name: target.continueTo as string, invariants: [], src });
    emit(inner, assign(n, operation('add', n, int(1, src), Int, src), src));
    const then = blockOf(inner, src, (next) => {
      if (index !== null) store(next, index, n, src);
      if (value !== null) store(next, value, load(n, unreadable), unreadable);
    });
    emit(inner, { kind: 'If', cond: more, then, else: block([], src), src });
    emit(b, {
      kind: 'While',
      name: null,
      cond: more,
      invariants: invs,
      measures: decreases,
      body: block(out, src),
      src,
    });
  });
  const isEmpty = relation('le', length, zeroIndex, src);
  emit(k, { kind: 'If', cond: isEmpty, then: nothing, else: loop, src });
  if (target.breaks) emit(k, { kind: 'Label', name: target.breakTo, invariants: [], src });
}

/** Where there are no iterations the invariants hold once. */
function establishOnce(k: Code, node: ast.RangeStmt): void {
  for (const clause of node.spec?.clauses ?? []) {
    if (clause.kind !== 'ContractClause' || clause.word !== 'invariant') continue;
    const meanings = [{ on: 'assert.failed', key: 'invariant_establishment_error', reasons: null }] as const;
    const inner: Code = { ...k, within: clause.x, out: null };
    emit(k, assertStmt(expr(inner, clause.x), source(inner, clause.x, { meanings })));
  }
}

function overMap(k: Code, node: ast.RangeStmt, t: GoType): void {
  const src = source(k, node);
  const dict = dictOf(t);
  const map = keep(k, expr(k, node.x), 'ranged', src);
  const key = loopVariable(k, node, node.key);
  const value = loopVariable(k, node, node.value);
  const keyType = encodingOf(k, dict.args[0] as GoType).value(k.e, dict.args[0] as GoType);
  const set: Type = { kind: 'Set', elem: keyType };
  const visited = counter(k, node, set, { ...dict, math: 'set', args: [dict.args[0] as GoType] }, src);
  const held = (): Expr => dictionaries.read(k.e, dict, map, src);
  const domain = (): Expr => viewOfMap('domain', held(), src) as Expr;
  const size = (e: Expr): Expr => ({ kind: 'Cardinality', operand: e, type: Int, src });
  const meanings = [{ on: 'exhale.failed', key: 'insufficient_permission_to_range_expression', reasons: [] }] as const;
  const part = operation('frac', int(1, src), int(100000, src), Perm, src);
  const footprint = dictionaries.footprint(k.e, dict, map, part, src);
  const target = newTarget(k, node, true);
  const isEmpty = eq(size(contents(k.e, t, map, src)), zeroIndex, src);
  emit(k, assign(visited, { kind: 'SetLit', elems: [], type: set, src }, src));
  const nothing = blockOf(k, src, (b) => establishOnce(b, node));
  const loop = blockOf(k, src, (b) => {
    const out: Stmt[] = [];
    const inner: Code = { ...b, out };
    const own =
      node.with === null
        ? []
        : [
            relation('le', size(visited), size(held()), src),
            { kind: 'SetBinary', op: 'subset', left: visited, right: domain(), type: { kind: 'Bool' }, src } as const,
          ];
    const invs = [...invariants(b, node.spec), ...own];
    const decreases = measures(b, node.spec?.clauses ?? []);
    const current = freshLocal(inner, 'key', keyType, src);
    emit(inner, exhale(footprint, source(k, node.x, { meanings })));
    emit(inner, inhale(all([contains(current, domain(), src), not(contains(current, visited, src), src)], src), src));
    if (key !== null) store(inner, key, current, src);
    if (value !== null) store(inner, value, valueAt(held(), current, src), src);
    targeted(inner, target, () =>
      emit(
        inner,
        blockOf(inner, src, (body) => statements(body, node.body.list)),
      ),
    );
    if (target.continues) emit(inner, { kind: 'Label', name: target.continueTo as string, invariants: [], src });
    emit(inner, inhale(footprint, src));
    const one: Expr = { kind: 'SetLit', elems: [current], type: set, src };
    emit(inner, assign(visited, { kind: 'SetBinary', op: 'union', left: visited, right: one, type: set, src }, src));
    const cond = relation('lt', size(visited), size(contents(k.e, t, map, src)), src);
    emit(b, { kind: 'While', name: null, cond, invariants: invs, measures: decreases, body: block(out, src), src });
    if (node.with !== null) {
      // A subset that is as large is all of it.
      const [subset, asLarge] = [own[1] as Expr, relation('le', size(held()), size(visited), src)];
      emit(b, inhale(implies(all([asLarge, subset], src), eq(visited, domain(), src), src), src));
    }
  });
  emit(k, { kind: 'If', cond: isEmpty, then: nothing, else: loop, src });
  if (target.breaks) emit(k, { kind: 'Label', name: target.breakTo, invariants: [], src });
}
