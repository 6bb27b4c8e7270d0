// Identifiers and selections: variables, constants, fields through embedded structs, and members of packages.

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { GoObject } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import { amount } from '../core/build.ts';
import { constantOf, encodingOf, objectOf, place, placeOf, read, source, typeOf, valuePlace } from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { typeTerm } from '../types/go-types.ts';
import { fieldPlace } from '../types/structs.ts';
import { functionValue, methodValue } from './closures.ts';
import { globalPlace } from './globals.ts';

/** `x` */
export function identifier(k: Code, node: ast.Ident): Place {
  const obj = objectOf(k, node);
  if (obj === null)
    return node.name === '_' ? { kind: 'blank', type: typeOf(k, node) } : unsupported('this name', node);
  return objectPlace(k, obj, node);
}

function objectPlace(k: Code, obj: GoObject, node: ast.Expr): Place {
  switch (obj.kind) {
    case 'Var':
      if (obj.pkg === null && obj.name === 'writePerm')
        return valuePlace(amount('write', source(k, node)), typeOf(k, node));
      if (obj.pkg === null && obj.name === 'noPerm')
        return valuePlace(amount('none', source(k, node)), typeOf(k, node));
      return obj.var === 'package' ? globalPlace(k, obj, node) : placeOf(k, obj, node);
    case 'Const':
      return constantPlace(k, node);
    case 'Nil': {
      const type = typeOf(k, node);
      return valuePlace(encodingOf(k, type).zero(k.e, type, source(k, node)), type);
    }
    case 'Func':
      return functionValue(k, obj, node);
    case 'TypeName':
      return valuePlace(typeTerm(k.e, obj.type ?? typeOf(k, node), source(k, node)), typeOf(k, node));
    default:
      return unsupported('this name', node);
  }
}

/** A constant expression, whose value the checker knows. */
export function constantPlace(k: Code, node: ast.Expr): Place {
  const type = typeOf(k, node);
  // Of literals that stand for amounts the checker keeps no value.
  const isKnown = constantOf(k, node) !== null || node.kind === 'BasicLit';
  const value = !isKnown ? null : (encodingOf(k, type).constant?.(k, node, type) ?? null);
  return value === null ? unsupported('this constant', node) : valuePlace(value, type);
}

/** `x.f`; what is called has its own rules. */
export function selector(k: Code, node: ast.SelectorExpr): Place {
  if (constantOf(k, node) !== null) return constantPlace(k, node);
  const selection = k.info.selections.get(node);
  if (selection === undefined) {
    const obj = k.info.uses.get(node.sel);
    return obj === undefined ? unsupported('this selection', node) : objectPlace(k, obj, node);
  }
  if (selection.kind !== 'field') return methodValue(k, node, selection);
  const special = encodingOf(k, selection.recv).select?.(k, node, selection.recv);
  if (special != null) return special;
  return follow(k, place(k, node.x), selection.index, node);
}

/** The place that a path of fields leads to, through pointers where they are met. */
export function follow(k: Code, from: Place, path: readonly number[], node: ast.NodeBase): Place {
  const src = source(k, node);
  let at = from;
  for (const i of path) {
    const pointed = under(at.type);
    if (pointed.kind === 'Pointer') at = { kind: 'memory', address: read(k, at, src), type: pointed.elem };
    const u = under(at.type);
    if (u.kind !== 'Struct') return unsupported('this selection', node);
    at = fieldPlace(k, at, i, src);
  }
  return at;
}

/** The receiver that a method or predicate wants: the place itself, its address, or what it points to. */
export function receiver(k: Code, from: Place, wanted: GoType, node: ast.NodeBase): Place {
  const src = source(k, node);
  const want = under(wanted);
  const have = under(from.type);
  if (want.kind === 'Pointer' && have.kind !== 'Pointer') {
    if (from.kind !== 'memory') return unsupported('the address of something that is not in memory', node);
    return valuePlace(from.address, wanted);
  }
  if (want.kind !== 'Pointer' && have.kind === 'Pointer') {
    return { kind: 'memory', address: read(k, from, src), type: have.elem };
  }
  return from;
}
