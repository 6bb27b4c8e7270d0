// Functions that Go predeclares: new, panic, len, cap, make. What collections have is in their own files.
//
//   [new(T)]    var a; inhale footprint_T(a) && read_T(a) == zero_T; a        [panic(x)] = assert false

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { PointerType } from '../../types/type.ts';
import { assertStmt, bool, inhale } from '../core/build.ts';
import { allocate, emit, encodingOf, expr, freshLocal, needsStatements, source, typeOf } from '../core/code.ts';
import type { CallRule } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';

export const newCall: CallRule = (k, node) => {
  needsStatements(k, 'new', node);
  const { elem } = under(typeOf(k, node)) as PointerType;
  const src = source(k, node);
  const encoding = encodingOf(k, elem);
  const address = freshLocal(k, 'new', encoding.address(k.e, elem), src);
  allocate(k, elem, address, encoding.zero(k.e, elem, src), src);
  return address;
};

// A call of a function that requires false.
export const panicCall: CallRule = (k, node) => {
  needsStatements(k, 'panic', node);
  for (const arg of node.args) expr(k, arg);
  const meanings = [{ on: 'assert.failed', key: 'precondition_error', reasons: null }] as const;
  const src = source(k, node, { meanings });
  emit(k, assertStmt(bool(false, src), src));
  emit(k, inhale(bool(false, src), src));
  return null;
};

export const lenCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const t = typeOf(k, x);
  return encodingOf(k, t).len?.(k, x, t, node) ?? unsupported('len of this', node);
};

export const capCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const t = typeOf(k, x);
  return encodingOf(k, t).cap?.(k, x, t, node) ?? unsupported('cap of this', node);
};

export const makeCall: CallRule = (k, node) => {
  const t = typeOf(k, node);
  return encodingOf(k, t).make?.(k, node, t) ?? unsupported('make of this', node);
};
