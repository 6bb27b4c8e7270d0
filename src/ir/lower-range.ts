// Range loops over integers, arrays, slices, strings, maps and channels.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { isInteger, makeInt, Typ, universeRune } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import {
  assign,
  binary,
  blockOf,
  constExpr,
  convertTo,
  core,
  declareVar,
  emit,
  intConst,
  isStable,
  newTemp,
  ref,
  spanOf,
  stable,
  toTemp,
  typeOf,
  zero,
} from './build.ts';
import type { Expr, Local, LoopForm, Place } from './ir.ts';
import { lvalue, settleAll, store } from './lower-assign.ts';
import { expr } from './lower-expr.ts';
import { invariants } from './lower-ghost.ts';
import { operand, readOperand } from './lower-place.ts';
import { rangeOverFunc } from './lower-rangefunc.ts';
import { exitUnless, loop, stmtList } from './lower-stmt.ts';
import type { Fn } from './lowerer.ts';

export function rangeStmt(fn: Fn, s: ast.RangeStmt, name: string | null): void {
  const type = typeOf(fn, s.x);
  const u = core(type);
  const span = spanOf(s);
  if (u.kind === 'Signature') {
    rangeOverFunc(fn, s, u, name);
    return;
  }
  declareBefore(fn, s);
  const counter = countedBefore(fn, s);
  rangeOver(fn, s, u, type, name, span);
  if (counter !== null) countAfter(fn, counter, span);
}

function rangeOver(fn: Fn, s: ast.RangeStmt, u: Type, type: Type, name: string | null, span: Span): void {
  switch (u.kind) {
    case 'Basic':
      if (u.basic === 'string' || u.basic === 'untyped string') overString(fn, s, name, span);
      else overInteger(fn, s, type, name, span);
      return;
    case 'Array':
      overElements(fn, s, 'range-array', u.len, name, span);
      return;
    case 'Pointer': {
      const array = core(u.elem);
      overElements(fn, s, 'range-array', array.kind === 'Array' ? array.len : 0, name, span);
      return;
    }
    case 'Slice':
      overElements(fn, s, 'range-slice', null, name, span);
      return;
    case 'Map':
      overMap(fn, s, u.key, u.elem, name, span);
      return;
    case 'Chan':
      overChannel(fn, s, u.elem, name, span);
      return;
    default:
      emit(fn, {
        kind: 'Unknown',
        targets: [],
        escaped: [],
        reason: 'a range that does not type-check',
        operation: null,
        span,
      });
  }
}

/** `with i`: a ghost variable that counts the iterations. */
function countedBefore(fn: Fn, s: ast.RangeStmt): Local | null {
  const obj = s.with === null ? undefined : fn.info.defs.get(s.with);
  if (obj?.kind !== 'Var' || s.with === null || fn.info.facts === null) return null;
  const span = spanOf(s.with);
  const local = declareVar(fn, obj, 'var', span);
  emit(fn, { kind: 'Declare', local, value: zero(local.type, span), span });
  return local;
}

/** Has the loop that was just emitted count its iterations, where the counter is a number. */
function countAfter(fn: Fn, counter: Local, span: Span): void {
  const at = fn.out.findLastIndex(({ kind }) => kind === 'Loop');
  const made = fn.out[at];
  if (made?.kind !== 'Loop' || !isInteger(counter.type)) return;
  const added = blockOf(fn, () => increment(fn, counter, span));
  fn.out[at] = { ...made, next: { kind: 'Block', list: [...made.next.list, ...added.list] } };
}

/** What is done in each iteration: invariants hold where it begins. */
function iteration(fn: Fn, s: ast.RangeStmt): void {
  if (s.spec !== null) invariants(fn, s.spec);
  stmtList(fn, s.body.list);
}

export function isUsed(e: ast.Expr | null): e is ast.Expr {
  return e !== null && !(e.kind === 'Ident' && e.name === '_');
}

/** Before Go 1.22 the variables of a loop are declared once. */
function declareBefore(fn: Fn, s: ast.RangeStmt): void {
  if (s.op !== ':=' || fn.info.perIteration.has(s)) return;
  for (const v of [s.key, s.value]) {
    if (!isUsed(v) || v.kind !== 'Ident') continue;
    const def = fn.info.defs.get(v);
    if (def?.kind !== 'Var') continue;
    const local = declareVar(fn, def, 'var', spanOf(v));
    emit(fn, { kind: 'Declare', local, value: zero(local.type, spanOf(v)), span: spanOf(v) });
  }
}

/** Gives the iteration variables their values for this iteration. */
export function setVariables(fn: Fn, s: ast.RangeStmt, values: readonly (Expr | null)[]): void {
  const targets = [s.key, s.value].map((e) => {
    if (!isUsed(e)) return null;
    if (e.kind === 'Ident' && s.op === ':=' && !fn.info.perIteration.has(s)) {
      const def = fn.info.defs.get(e);
      const local = def?.kind === 'Var' ? fn.vars.get(def) : undefined;
      if (local !== undefined) {
        return { kind: 'place', place: { kind: 'LocalPlace', local, type: local.type, span: spanOf(e) } } as const;
      }
    }
    return lvalue(fn, e);
  });
  const settled = settleAll(
    fn,
    targets.map((target) => target ?? { kind: 'blank' }),
  );
  for (const [i, target] of settled.entries()) {
    const value = values[i];
    if (target.kind !== 'blank' && value !== null && value !== undefined) store(fn, target, value, value.span);
  }
}

function increment(fn: Fn, local: Local, span: Span): void {
  assign(fn, local, binary('+', ref(local), constExpr(makeInt(1), local.type, span), local.type, span), span);
}

function overInteger(fn: Fn, s: ast.RangeStmt, type: Type, name: string | null, span: Span): void {
  // An untyped constant takes the type of the variable.
  const keyType = s.key !== null && isUsed(s.key) ? typeOf(fn, s.key) : type;
  const t = type.kind === 'Basic' && s.op !== null && keyType !== Typ.invalid ? keyType : type;
  const bound = stable(fn, convertTo(expr(fn, s.x), t));
  const counter = toTemp(fn, constExpr(makeInt(0), bound.type, span));
  loop(
    fn,
    'range-int',
    name,
    span,
    (label) => {
      exitUnless(fn, binary('<', ref(counter), bound, Typ.bool, span), label, span);
      setVariables(fn, s, [ref(counter), null]);
      iteration(fn, s);
    },
    () => increment(fn, counter, span),
  );
}

/** `length` is that of the array type; null for a slice. */
function overElements(
  fn: Fn,
  s: ast.RangeStmt,
  form: LoopForm,
  length: number | null,
  name: string | null,
  span: Span,
): void {
  const wantsValue = isUsed(s.value);
  let base: Expr | null = null;
  if (length === null || wantsValue || mayHaveEffect(fn, s.x)) {
    const x = length === null || wantsValue ? expr(fn, s.x) : readOperand(fn, operand(fn, s.x));
    // The array is copied, as it is ranged over with the values of now.
    base = isStable(x) ? x : ref(toTemp(fn, x), x.span);
  }
  const n = length === null ? toTemp(fn, { kind: 'Len', op: 'len', x: must(base), type: Typ.int, span }) : null;
  const bound = n === null ? intConst(length ?? 0, span) : ref(n);
  const counter = toTemp(fn, intConst(0, span));
  loop(
    fn,
    form,
    name,
    span,
    (label) => {
      exitUnless(fn, binary('<', ref(counter), bound, Typ.bool, span), label, span);
      setVariables(fn, s, [ref(counter), wantsValue && base !== null ? elementAt(fn, base, counter, s) : null]);
      iteration(fn, s);
    },
    () => increment(fn, counter, span),
  );
}

function elementAt(fn: Fn, base: Expr, counter: Local, s: ast.RangeStmt): Expr {
  const span = spanOf(must(s.value));
  const u = core(base.type);
  if (u.kind === 'Array') {
    const target = newTemp(fn, u.elem, span);
    emit(fn, { kind: 'Index', target, x: base, index: ref(counter), span });
    return ref(target);
  }
  let place: Place;
  if (u.kind === 'Slice') {
    place = { kind: 'IndexPlace', base: { kind: 'slice', slice: base }, index: ref(counter), type: u.elem, span };
  } else {
    const array = u.kind === 'Pointer' ? u.elem : Typ.invalid;
    const elem = core(array);
    const deref: Place = { kind: 'Deref', pointer: base, type: array, span };
    const type = elem.kind === 'Array' ? elem.elem : Typ.invalid;
    place = { kind: 'IndexPlace', base: { kind: 'array', place: deref }, index: ref(counter), type, span };
  }
  const target = newTemp(fn, place.type, span);
  emit(fn, { kind: 'Load', target, place, span });
  return ref(target);
}

/** Whether an array must be evaluated though only its length counts: Go looks for calls and receives. */
function mayHaveEffect(fn: Fn, e: ast.Expr): boolean {
  switch (e.kind) {
    case 'ParenExpr':
    case 'SelectorExpr':
    case 'StarExpr':
      return mayHaveEffect(fn, e.x);
    case 'IndexExpr':
      return mayHaveEffect(fn, e.x) || e.indices.some((i) => mayHaveEffect(fn, i));
    case 'Ident':
    case 'BasicLit':
      return false;
    default:
      return true;
  }
}

function overString(fn: Fn, s: ast.RangeStmt, name: string | null, span: Span): void {
  const text = stable(fn, expr(fn, s.x));
  const at = toTemp(fn, intConst(0, span));
  const rune = newTemp(fn, universeRune, span);
  const width = newTemp(fn, Typ.int, span);
  const length: Expr = { kind: 'Len', op: 'len', x: text, type: Typ.int, span };
  loop(
    fn,
    'range-string',
    name,
    span,
    (label) => {
      exitUnless(fn, binary('<', ref(at), length, Typ.bool, span), label, span);
      emit(fn, { kind: 'StringNext', string: text, at: ref(at), rune, width, span });
      setVariables(fn, s, [ref(at), ref(rune)]);
      iteration(fn, s);
    },
    () => assign(fn, at, binary('+', ref(at), ref(width), Typ.int, span), span),
  );
}

function overMap(fn: Fn, s: ast.RangeStmt, keyType: Type, elem: Type, name: string | null, span: Span): void {
  const map = expr(fn, s.x);
  const iter = newTemp(fn, map.type, span);
  emit(fn, { kind: 'MapIter', target: iter, map, span });
  const ok = newTemp(fn, Typ.bool, span);
  const key = isUsed(s.key) ? newTemp(fn, keyType, span) : null;
  const value = isUsed(s.value) ? newTemp(fn, elem, span) : null;
  loop(
    fn,
    'range-map',
    name,
    span,
    (label) => {
      emit(fn, { kind: 'MapNext', iter, ok, key, value, span });
      exitUnless(fn, ref(ok), label, span);
      setVariables(fn, s, [key === null ? null : ref(key), value === null ? null : ref(value)]);
      iteration(fn, s);
    },
    () => {},
  );
}

function overChannel(fn: Fn, s: ast.RangeStmt, elem: Type, name: string | null, span: Span): void {
  const chan = stable(fn, expr(fn, s.x));
  const value = isUsed(s.key) ? newTemp(fn, elem, span) : null;
  const ok = newTemp(fn, Typ.bool, span);
  loop(
    fn,
    'range-chan',
    name,
    span,
    (label) => {
      emit(fn, { kind: 'Recv', value, ok, chan, span });
      exitUnless(fn, ref(ok), label, span);
      setVariables(fn, s, [value === null ? null : ref(value), null]);
      iteration(fn, s);
    },
    () => {},
  );
}
