// Assignments, declarations of variables, return values.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { type Initializer, makeInt } from '../types/index.ts';
import type { Var } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import {
  assign,
  constExpr,
  convertTo,
  core,
  declareVar,
  emit,
  mentions,
  newTemp,
  readPlace,
  ref,
  spanOf,
  stable,
  toTemp,
  typeOf,
  writePlace,
  zero,
} from './build.ts';
import type { Expr, Local, Place } from './ir.ts';
import { commaOk, discard, expr, multiple, operate } from './lower-expr.ts';
import { resultsOf } from './lower-func.ts';
import { operand, variablePlace } from './lower-place.ts';
import { math } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

/** What can stand on the left of an assignment, its operands evaluated. */
export type LValue =
  | { readonly kind: 'blank' }
  | { readonly kind: 'new'; readonly obj: Var; readonly span: Span }
  | { readonly kind: 'place'; readonly place: Place }
  /** `m[k]` of a dictionary in a place. */
  | { readonly kind: 'entry'; readonly place: Place; readonly key: Expr; readonly elem: Type; readonly span: Span }
  | { readonly kind: 'map'; readonly map: Expr; readonly key: Expr; readonly elem: Type; readonly span: Span };

export function lvalue(fn: Fn, e: ast.Expr): LValue {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  if (x.kind === 'Ident') {
    if (x.name === '_') return { kind: 'blank' };
    const def = fn.info.defs.get(x);
    if (def?.kind === 'Var') return { kind: 'new', obj: def, span: spanOf(x) };
  }
  if (x.kind === 'IndexExpr') {
    const t = core(typeOf(fn, x.x));
    if (t.kind === 'Map') {
      const map = expr(fn, x.x);
      const key = convertTo(expr(fn, must(x.indices[0])), t.key);
      return { kind: 'map', map, key, elem: t.elem, span: spanOf(x) };
    }
    if (t.kind === 'Math') {
      const base = operand(fn, x.x);
      const key = expr(fn, must(x.indices[0]));
      if (base.kind !== 'place') return { kind: 'blank' };
      return { kind: 'entry', place: base.place, key, elem: typeOf(fn, x), span: spanOf(x) };
    }
  }
  const found = operand(fn, x);
  // What is no place does not type-check.
  return found.kind === 'place' ? { kind: 'place', place: found.place } : { kind: 'blank' };
}

export function store(fn: Fn, target: LValue, value: Expr, span: Span): void {
  switch (target.kind) {
    case 'blank':
      return;
    case 'new': {
      const local = declareVar(fn, target.obj, 'var', target.span);
      emit(fn, { kind: 'Declare', local, value: convertTo(value, local.type), span });
      return;
    }
    case 'place':
      writePlace(fn, target.place, convertTo(value, target.place.type), span);
      return;
    case 'entry': {
      const args = [readPlace(fn, target.place), target.key, convertTo(value, target.elem)];
      writePlace(fn, target.place, math(fn, { kind: 'update' }, args, target.place.type, span), span);
      return;
    }
    case 'map':
      emit(fn, { kind: 'MapSet', map: target.map, key: target.key, value: convertTo(value, target.elem), span });
      return;
  }
}

export function assignStmt(fn: Fn, s: ast.AssignStmt): void {
  const span = spanOf(s);
  if (s.op !== '=' && s.op !== ':=') {
    const x = s.lhs[0];
    const y = s.rhs[0];
    if (x === undefined || y === undefined) return;
    operatorAssign(fn, s.op.slice(0, -1) as ast.BinaryOp, x, () => expr(fn, y), span);
    return;
  }
  assignLists(fn, s.lhs, s.rhs, span);
}

function assignLists(fn: Fn, lhs: readonly ast.Expr[], rhs: readonly ast.Expr[], span: Span): void {
  const [left, right] = [lhs[0], rhs[0]];
  if (left === undefined || right === undefined) return;
  if (lhs.length === 1 && rhs.length === 1) {
    const target = lvalue(fn, left);
    if (target.kind === 'blank') discardValue(fn, right);
    else store(fn, target, expr(fn, right), span);
    return;
  }
  let targets = lhs.map((e) => lvalue(fn, e));
  if (rhs.length === 1) {
    const values = tuple(fn, right, lhs.length);
    if (lhs.length > 1) targets = settleAll(fn, targets);
    for (const [i, target] of targets.entries()) {
      const value = values[i];
      if (value !== undefined) store(fn, target, value, span);
    }
    return;
  }
  const values = rhs.map((e) => expr(fn, e));
  targets = settleAll(fn, targets);
  const settled = settleValues(fn, values, assignedTest(targets));
  for (const [i, target] of targets.entries()) {
    const value = settled[i];
    if (value !== undefined) store(fn, target, value, span);
  }
}

/** The values of a call with several results or of a comma-ok form. */
export function tuple(fn: Fn, e: ast.Expr, count: number): readonly Expr[] {
  return (count === 2 ? commaOk(fn, e) : null) ?? multiple(fn, e);
}

function discardValue(fn: Fn, e: ast.Expr): void {
  const values = fn.info.types.get(e)?.mode === 'constant' ? [] : multiple(fn, e);
  // A conversion to an interface is the only other thing that could happen to the value, and has no effect.
  void values;
}

/** The first value is used before any target is written; the others must not see that. */
function settleValues(fn: Fn, values: readonly Expr[], changes: (local: Local) => boolean): Expr[] {
  return values.map((value, i) => {
    if (i === 0 || !mentions(value, changes)) return value;
    return ref(toTemp(fn, value), value.span);
  });
}

function assignedTest(targets: readonly LValue[]): (local: Local) => boolean {
  const assigned = new Set<Local>();
  for (const target of targets) {
    if (target.kind !== 'place') continue;
    let p = target.place;
    while (p.kind === 'FieldPlace' || (p.kind === 'IndexPlace' && p.base.kind === 'array')) {
      p = p.kind === 'FieldPlace' ? p.base : (p.base as { place: Place }).place;
    }
    if (p.kind === 'LocalPlace') assigned.add(p.local);
  }
  return (local) => local.shared || assigned.has(local);
}

/** Operands of targets keep the values that they have now. */
export function settleAll(fn: Fn, targets: readonly LValue[]): LValue[] {
  const changes = assignedTest(targets);
  const keep = (x: Expr): Expr => (mentions(x, changes) ? stable(fn, x) : x);
  return targets.map((target) => {
    if (target.kind === 'map') return { ...target, map: keep(target.map), key: keep(target.key) };
    if (target.kind === 'entry') return { ...target, key: keep(target.key) };
    if (target.kind === 'place') return { kind: 'place', place: settlePlace(target.place, keep) };
    return target;
  });
}

function settlePlace(place: Place, keep: (x: Expr) => Expr): Place {
  switch (place.kind) {
    case 'LocalPlace':
    case 'GlobalPlace':
      return place;
    case 'Deref':
      return { ...place, pointer: keep(place.pointer) };
    case 'FieldPlace':
      return { ...place, base: settlePlace(place.base, keep) };
    case 'IndexPlace': {
      const base =
        place.base.kind === 'array'
          ? ({ kind: 'array', place: settlePlace(place.base.place, keep) } as const)
          : ({ kind: 'slice', slice: keep(place.base.slice) } as const);
      return { ...place, base, index: keep(place.index) };
    }
  }
}

/** `x op= y`, with the operands of x evaluated once. */
export function operatorAssign(fn: Fn, op: ast.BinaryOp, x: ast.Expr, later: () => Expr, span: Span): void {
  const target = lvalue(fn, x);
  const y = later();
  let old: Expr;
  switch (target.kind) {
    case 'blank':
    case 'new':
      return;
    case 'place':
      old = readPlace(fn, target.place);
      break;
    case 'entry':
      old = math(fn, { kind: 'index' }, [readPlace(fn, target.place), target.key], target.elem, span);
      break;
    case 'map': {
      const temp = newTemp(fn, target.elem, span);
      emit(fn, { kind: 'MapGet', target: temp, ok: null, map: target.map, key: target.key, span });
      old = ref(temp);
      break;
    }
  }
  store(fn, target, operate(fn, op, old, y, old.type, span), span);
}

export function incDec(fn: Fn, s: ast.IncDecStmt): void {
  const span = spanOf(s);
  const type = typeOf(fn, s.x);
  operatorAssign(fn, s.op === '++' ? '+' : '-', s.x, () => constExpr(makeInt(1), type, span), span);
}

/** A declaration inside a function. */
export function declStmt(fn: Fn, decl: ast.GenDecl | ast.BadDecl): void {
  if (decl.kind !== 'GenDecl' || decl.keyword !== 'var') return;
  for (const spec of decl.specs) {
    if (spec.kind !== 'ValueSpec') continue;
    if (spec.values.length > 0) {
      variables(fn, spec);
      continue;
    }
    for (const name of spec.names) {
      const obj = fn.info.defs.get(name);
      if (obj?.kind !== 'Var' || name.name === '_') continue;
      const local = declareVar(fn, obj, 'var', spanOf(name));
      emit(fn, { kind: 'Declare', local, value: zero(local.type, spanOf(name)), span: spanOf(name) });
    }
  }
}

function variables(fn: Fn, spec: ast.ValueSpec): void {
  const span = spanOf(spec);
  const first = spec.values[0];
  const values =
    spec.values.length === 1 && spec.names.length > 1 && first !== undefined
      ? tuple(fn, first, spec.names.length)
      : spec.values.map((e) => expr(fn, e));
  for (const [i, name] of spec.names.entries()) {
    const obj = fn.info.defs.get(name);
    const value = values[i];
    if (obj?.kind !== 'Var' || name.name === '_' || value === undefined) continue;
    store(fn, { kind: 'new', obj, span: spanOf(name) }, value, span);
  }
}

/** `lhs = rhs` of a package. */
export function globalInitializer(fn: Fn, { lhs, rhs }: Initializer): void {
  const span = spanOf(rhs);
  const only = lhs[0];
  if (lhs.length === 1 && only !== undefined) {
    if (only.name === '_') discard(fn, rhs);
    else {
      const place = variablePlace(fn, only, span);
      writePlace(fn, place, convertTo(expr(fn, rhs), place.type), span);
    }
    return;
  }
  if (lhs.length === 0) {
    discard(fn, rhs);
    return;
  }
  const values = tuple(fn, rhs, lhs.length);
  for (const [i, v] of lhs.entries()) {
    const value = values[i];
    if (v.name === '_' || value === undefined) continue;
    const place = variablePlace(fn, v, span);
    writePlace(fn, place, convertTo(value, place.type), span);
  }
}

/** Puts the values of a return statement into the results. */
export function setResults(fn: Fn, s: ast.ReturnStmt): void {
  if (s.results.length === 0) return;
  const results = resultsOf(fn);
  const first = s.results[0];
  const values =
    s.results.length === 1 && results.length > 1 && first !== undefined
      ? multiple(fn, first)
      : s.results.map((e) => expr(fn, e));
  const set = new Set(results);
  const settled = settleValues(fn, values, (local) => local.shared || set.has(local));
  for (const [i, result] of results.entries()) {
    const value = settled[i];
    if (value === undefined || (value.kind === 'LocalRef' && value.local === result)) continue;
    assign(fn, result, convertTo(value, result.type), spanOf(s));
  }
}
