// Composite literals.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { safeInteger } from '../types/index.ts';
import type { MapType, StructType, Type } from '../types/type.ts';
import { convertTo, core, emit, intConst, newTemp, pointee, ref, spanOf, typeOf, unknown, zero } from './build.ts';
import type { Expr } from './ir.ts';
import { expr } from './lower-expr.ts';
import { mathLiteral } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

export function compositeLit(fn: Fn, e: ast.CompositeLit): Expr {
  const type = typeOf(fn, e);
  const target = pointee(type);
  // Where `&T` is elided inside another literal, the type recorded is the pointer's.
  if (target !== null) return allocate(fn, literalOf(fn, e, target), type, spanOf(e));
  return literalOf(fn, e, type);
}

/** `&T{...}` */
export function newComposite(fn: Fn, e: ast.CompositeLit, type: Type, span: Span): Expr {
  return allocate(fn, compositeLit(fn, e), type, span);
}

function allocate(fn: Fn, value: Expr, type: Type, span: Span): Expr {
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'New', target, value, span });
  return ref(target, span);
}

function literalOf(fn: Fn, e: ast.CompositeLit, type: Type): Expr {
  const span = spanOf(e);
  const u = core(type);
  switch (u.kind) {
    case 'Struct':
      return structLit(fn, e, u, type, span);
    case 'Array': {
      const { elems } = elements(fn, e, u.elem);
      return { kind: 'ArrayLit', elems, type, span };
    }
    case 'Slice': {
      const { elems, length } = elements(fn, e, u.elem);
      const target = newTemp(fn, type, span);
      emit(fn, {
        kind: 'MakeSlice',
        target,
        len: intConst(length, span),
        cap: null,
        init: { kind: 'elems', elems },
        span,
      });
      return ref(target, span);
    }
    case 'Map':
      return mapLit(fn, e, u, type, span);
    case 'Math':
      return mathLiteral(fn, e, type, span);
    default:
      return unknown(fn, type, [], 'a literal that does not type-check', span);
  }
}

function structLit(fn: Fn, e: ast.CompositeLit, u: StructType, type: Type, span: Span): Expr {
  const fields: Expr[] = u.fields.map((f) => zero(f.type as Type, span));
  for (const [i, elt] of e.elts.entries()) {
    let at = i;
    let value: ast.Expr = elt;
    if (elt.kind === 'KeyValueExpr') {
      value = elt.value;
      const name = elt.key.kind === 'Ident' ? elt.key.name : '';
      at = u.fields.findIndex((f) => f.name === name);
    }
    const field = u.fields[at];
    if (field === undefined) continue;
    fields[at] = convertTo(expr(fn, value), field.type as Type);
  }
  return { kind: 'Struct', fields, type, span };
}

function elements(
  fn: Fn,
  e: ast.CompositeLit,
  elem: Type,
): { elems: { index: number; value: Expr }[]; length: number } {
  const elems: { index: number; value: Expr }[] = [];
  let index = 0;
  let length = 0;
  for (const elt of e.elts) {
    let value: ast.Expr = elt;
    if (elt.kind === 'KeyValueExpr') {
      value = elt.value;
      const key = fn.info.types.get(elt.key)?.value ?? null;
      index = (key === null ? null : safeInteger(key)) ?? index;
    }
    elems.push({ index, value: convertTo(expr(fn, value), elem) });
    index++;
    length = Math.max(length, index);
  }
  return { elems, length };
}

function mapLit(fn: Fn, e: ast.CompositeLit, u: MapType, type: Type, span: Span): Expr {
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'MakeMap', target, hint: e.elts.length === 0 ? null : intConst(e.elts.length, span), span });
  for (const elt of e.elts) {
    if (elt.kind !== 'KeyValueExpr') continue;
    const key = convertTo(expr(fn, elt.key), u.key);
    const value = convertTo(expr(fn, elt.value), u.elem);
    emit(fn, { kind: 'MapSet', map: ref(target), key, value, span: spanOf(must(elt)) });
  }
  return ref(target, span);
}
