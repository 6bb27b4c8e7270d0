// Writes what was found out about expressions and names into the side tables of Info.

import { assert } from '../base/assert.ts';
import type * as ast from '../syntax/nodes.ts';
import { instantiatedIdent, rememberUntyped } from './check.ts';
import type { Checker } from './checker.ts';
import type { Value } from './constant.ts';
import type { Selection } from './info.ts';
import { emptyTuple, newTuple } from './newtypes.ts';
import { type Func, type GoObject, newVar, type Var } from './object.ts';
import type { Operand, OperandMode } from './operand.ts';
import { isUntyped } from './predicates.ts';
import type { Basic, Signature, Type } from './type.ts';
import { Typ } from './universe.ts';

/** Records the type and value of an operand's expression; an untyped one waits until its final type is known. */
export function record(c: Checker, x: Operand): void {
  const expr = x.expr as ast.Expr;
  let type = x.type as Type;
  if (x.mode === 'invalid') type = Typ.invalid;
  else if (x.mode === 'novalue') type = emptyTuple;
  const val = x.mode === 'constant' ? x.val : null;
  if (isUntyped(type)) rememberUntyped(c, expr, false, x.mode, type as Basic, val);
  else recordTypeAndValue(c, expr, x.mode, type, val);
}

/** Records what has stayed untyped to the end, such as the operands of a constant comparison. */
export function recordUntyped(c: Checker): void {
  for (const { expr } of c.untypedList) {
    const info = c.untyped.get(expr);
    if (info !== undefined) recordTypeAndValue(c, expr, info.mode, info.type, info.val);
  }
}

export function recordTypeAndValue(c: Checker, e: ast.Expr, mode: OperandMode, type: Type, value: Value | null): void {
  if (mode === 'invalid') return;
  c.info.types.set(e, { mode, type, value });
}

/** Records the signature of a built-in for its name, qualified or in parentheses. */
export function recordBuiltinType(c: Checker, f: ast.Expr, sig: Signature): void {
  let e = f;
  recordTypeAndValue(c, e, 'builtin', sig, null);
  while (e.kind === 'ParenExpr') {
    e = e.x;
    recordTypeAndValue(c, e, 'builtin', sig, null);
  }
}

/** Makes the recorded type of `x` a pair, since it is used as `v, ok := x`. */
export function recordCommaOkTypes(c: Checker, x: ast.Expr, a: readonly Operand[]): void {
  const [v, ok] = a as readonly [Operand, Operand];
  if (v.mode === 'invalid') return;
  let e = x;
  for (;;) {
    const known = c.info.types.get(e);
    assert(known !== undefined, 'comma-ok expression without type');
    const type = newTuple([newVar('local', e.pos, c.pkg, '', v.type), newVar('local', e.pos, c.pkg, '', ok.type)]);
    c.info.types.set(e, { mode: known.mode, type, value: known.value });
    if (e.kind !== 'ParenExpr') return;
    e = e.x;
  }
}

/** Records an instantiation for the identifier in `expr` that is instantiated. */
export function recordInstance(c: Checker, expr: ast.Expr, typeArgs: readonly Type[], type: Type): void {
  const ident = instantiatedIdent(expr);
  if (ident !== null) c.info.instances.set(ident, { typeArgs, type });
}

/** `obj` is null for a name that declares nothing by itself, such as the package clause's. */
export function recordDef(c: Checker, id: ast.Ident, obj: GoObject | null): void {
  c.info.defs.set(id, obj);
}

export function recordUse(c: Checker, id: ast.Ident, obj: GoObject): void {
  c.info.uses.set(id, obj);
}

export function recordImplicit(c: Checker, node: ast.Node, obj: GoObject): void {
  c.info.implicits.set(node, obj);
}

export function recordSelection(
  c: Checker,
  x: ast.SelectorExpr,
  kind: Selection['kind'],
  recv: Type,
  obj: Var | Func,
  index: readonly number[],
  indirect: boolean,
): void {
  recordUse(c, x.sel, obj);
  c.info.selections.set(x, { kind, recv, obj, index, indirect });
}
