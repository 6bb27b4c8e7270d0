// Operands that may be places: variables, fields with what is embedded between, elements, dereferences; their addresses.

import { assert, must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { newPointer } from '../types/index.ts';
import type { Var } from '../types/object.ts';
import type { StructType, Type } from '../types/type.ts';
import {
  core,
  declareVar,
  emit,
  fieldPlace,
  localOf,
  newTemp,
  pointee,
  readPlace,
  ref,
  spanOf,
  typeOf,
} from './build.ts';
import type { Expr, Place } from './ir.ts';
import { expr } from './lower-expr.ts';
import { mathField, mathOf } from './lower-spec.ts';
import { type Fn, globalOf } from './lowerer.ts';

/** What an expression denotes: something in memory, or just a value. */
export type Operand =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'value'; readonly expr: Expr };

export function operandType(x: Operand): Type {
  return x.kind === 'place' ? x.place.type : x.expr.type;
}

export function readOperand(fn: Fn, x: Operand): Expr {
  return x.kind === 'place' ? readPlace(fn, x.place) : x.expr;
}

function atPlace(place: Place): Operand {
  return { kind: 'place', place };
}

/** The operand that an expression denotes; subexpressions with effects are emitted. */
export function operand(fn: Fn, e: ast.Expr): Operand {
  const span = spanOf(e);
  switch (e.kind) {
    case 'ParenExpr':
      return operand(fn, e.x);
    case 'Ident': {
      const obj = fn.info.uses.get(e) ?? fn.info.defs.get(e);
      if (obj?.kind === 'Var') return atPlace(variablePlace(fn, obj, span));
      break;
    }
    case 'SelectorExpr': {
      const selection = fn.info.selections.get(e);
      if (selection === undefined) {
        const obj = fn.info.uses.get(e.sel);
        if (obj?.kind === 'Var') return atPlace(variablePlace(fn, obj, span));
        break;
      }
      if (selection.kind !== 'field') break;
      if (fn.info.facts !== null && mathOf(typeOf(fn, e.x)) !== null && selection.obj.kind === 'Var') {
        const value = mathField(fn, expr(fn, e.x), selection.obj, fn.info.facts, typeOf(fn, e), span);
        return { kind: 'value', expr: value };
      }
      return fields(fn, operand(fn, e.x), selection.index, span);
    }
    case 'StarExpr': {
      const pointer = expr(fn, e.x);
      const type = pointee(pointer.type);
      if (type === null) break;
      return atPlace({ kind: 'Deref', pointer, type, span });
    }
    case 'IndexExpr': {
      const base = e.indices.length === 1 ? core(typeOf(fn, e.x)) : null;
      if (base === null || (base.kind !== 'Array' && base.kind !== 'Slice' && base.kind !== 'Pointer')) break;
      return element(fn, e.x, must(e.indices[0]), span);
    }
    default:
      break;
  }
  return { kind: 'value', expr: expr(fn, e, true) };
}

/** The place of a variable. */
export function variablePlace(fn: Fn, obj: Var, span: Span): Place {
  const local = obj.var === 'package' ? null : localOf(fn, obj);
  if (local !== null) return { kind: 'LocalPlace', local, type: local.type, span };
  if (obj.var !== 'package') {
    // Its declaration does not type-check.
    const made = declareVar(fn, obj, 'var', span);
    const reason = `${obj.name} has no declaration that type-checks`;
    emit(fn, { kind: 'Unknown', targets: [made], escaped: [], reason, operation: null, span });
    return { kind: 'LocalPlace', local: made, type: made.type, span };
  }
  const global = globalOf(fn.lowerer, obj);
  return { kind: 'GlobalPlace', global, type: global.type, span };
}

/** `x.f` along a path of embedded fields, pointers followed where there are any. */
export function fields(fn: Fn, x: Operand, path: readonly number[], span: Span): Operand {
  let current = x;
  for (const index of path) current = field(fn, current, index, span);
  return current;
}

function field(fn: Fn, x: Operand, index: number, span: Span): Operand {
  const t = operandType(x);
  const target = pointee(t);
  if (target !== null) {
    const base: Place = { kind: 'Deref', pointer: readOperand(fn, x), type: target, span };
    return atPlace(fieldPlace(base, index, fieldType(target, index), span));
  }
  const type = fieldType(t, index);
  if (x.kind === 'place') return atPlace(fieldPlace(x.place, index, type, span));
  return { kind: 'value', expr: { kind: 'Field', x: x.expr, index, type, span } };
}

export function fieldType(t: Type, index: number): Type {
  const u = core(t);
  assert(u.kind === 'Struct', 'fields are those of structs');
  return must((u as StructType).fields[index]?.type, 'field');
}

/** `x[i]` of an array, a pointer to one, or a slice. */
function element(fn: Fn, x: ast.Expr, i: ast.Expr, span: Span): Operand {
  const t = typeOf(fn, x);
  const u = core(t);
  if (u.kind === 'Slice') {
    const slice = expr(fn, x);
    const index = expr(fn, i);
    return atPlace({ kind: 'IndexPlace', base: { kind: 'slice', slice }, index, type: u.elem, span });
  }
  let base: Operand;
  if (u.kind === 'Pointer') {
    base = atPlace({ kind: 'Deref', pointer: expr(fn, x), type: u.elem, span: spanOf(x) });
  } else {
    base = operand(fn, x);
  }
  const array = core(operandType(base));
  assert(array.kind === 'Array');
  const index = expr(fn, i);
  if (base.kind === 'place') {
    return atPlace({ kind: 'IndexPlace', base: { kind: 'array', place: base.place }, index, type: array.elem, span });
  }
  const target = newTemp(fn, array.elem, span);
  emit(fn, { kind: 'Index', target, x: base.expr, index, span });
  return { kind: 'value', expr: ref(target, span) };
}

/** Whether an address can be had without an access that may panic. */
function isSafePlace(place: Place): boolean {
  let p = place;
  while (p.kind === 'FieldPlace') p = p.base;
  return p.kind === 'LocalPlace' || p.kind === 'GlobalPlace';
}

/** `&place` of the given pointer type. */
export function addressOf(fn: Fn, place: Place, type: Type, span: Span): Expr {
  if (place.kind === 'Deref') {
    emit(fn, { kind: 'NilCheck', pointer: place.pointer, span });
    return place.pointer.type === type ? place.pointer : { kind: 'Convert', x: place.pointer, type, span };
  }
  if (isSafePlace(place)) return { kind: 'AddrOf', place, type, span };
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'Addr', target, place, span });
  return ref(target, span);
}

/** `&x`, for receivers and slices of arrays. A value that is no place gets one. */
export function addressOfOperand(fn: Fn, x: Operand, span: Span): Expr {
  const type = newPointer(operandType(x));
  if (x.kind === 'place') return addressOf(fn, x.place, type, span);
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'New', target, value: x.expr, span });
  return ref(target, span);
}
