// Calls that only specifications have, and calls of built-in functions with ghost arguments.

import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import { builtin } from './builtins.ts';
import { lookup } from './check.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import { reportError } from './errors.ts';
import { type ExprKind, expr, exprOrType } from './expr.ts';
import { str } from './format.ts';
import { newMath, newSignature, newTuple } from './newtypes.ts';
import { type BuiltinId, newVar } from './object.ts';
import { newOperand, type Operand } from './operand.ts';
import { identical } from './predicates.ts';
import { recordUse } from './recording.ts';
import { wordCall } from './spec-collections.ts';
import { permission } from './spec-expr.ts';
import { inGhost, isSpecificationSource, specOf } from './spec-state.ts';
import { wordFunction } from './spec-universe.ts';
import type { MathType, Signature, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { predeclaredFuncs, SpecTyp, Typ } from './universe.ts';
import { use } from './use.ts';

/** Checks a call if it is one of those, and says how it can be used; null for any other. */
export function specCall(c: Checker, x: Operand, call: ast.CallExpr): ExprKind | null {
  const fun = unparen(call.fun);
  if (fun.kind === 'CollectionType' || fun.kind === 'DictType') return null;
  if (fun.kind !== 'Ident') return null;
  const obj = lookup(c, fun.name);
  if (obj === null) return null;
  if (obj.kind === 'Builtin')
    return ghostBuiltin(c, x, call, obj.builtin, fun) ? predeclaredFuncs[obj.builtin].result : null;
  if (obj.parent !== specOf(c).facts.outer || obj.kind !== 'Func') return null;
  const word = wordFunction(obj.name);
  if (word !== null) {
    recordUse(c, fun, obj);
    wordCall(c, x, call, word);
    return 'expression';
  }
  if (obj.name !== 'PredTrue') return null;
  recordUse(c, fun, obj);
  inGhost(c, () => use(c, call.args));
  x.mode = 'value';
  x.type = SpecTyp.assertion;
  x.expr = call;
  return 'expression';
}

/** `append(p, s, x)`, `copy(dst, src, p)` and `close(ch, n, d, P)`: false for calls as in plain Go. */
function ghostBuiltin(c: Checker, x: Operand, call: ast.CallExpr, id: BuiltinId, fun: ast.Ident): boolean {
  const [first, second, third, fourth] = call.args;
  if (first === undefined) return false;
  switch (id) {
    case 'append': {
      const amount = newOperand();
      inGhost(c, () => expr(c, null, amount, first));
      const isAmount = amount.mode === 'invalid' || under(amount.type as Type) === SpecTyp.perm;
      if (isAmount) return rest(c, x, call, fun, call.args.slice(1), amount.mode !== 'invalid');
      if (isPlainGo(c, call)) return false;
      const what = 'append needs an amount of permission before the slice: append(perm(1/2), s, x)';
      return refused(c, x, call, 'SpecAppend', what);
    }
    case 'copy': {
      if (call.args.length !== 3 || third === undefined) {
        if (isPlainGo(c, call)) return false;
        const what = 'copy needs an amount of permission after the source: copy(dst, src, perm(1/2))';
        return refused(c, x, call, 'SpecCopy', what);
      }
      const builtin = lookup(c, fun.name);
      if (builtin !== null) recordUse(c, fun, builtin);
      return copyCall(c, x, call, first, second as ast.Expr, third);
    }
    case 'close': {
      if (call.args.length !== 4) {
        if (isPlainGo(c, call)) return false;
        const what = 'close needs a fraction and the predicate that is owed: close(ch, 1, 2, P{})';
        return refused(c, x, call, 'SpecClose', what);
      }
      let ok = true;
      for (const amount of [second, third]) {
        const y = newOperand();
        inGhost(c, () => expr(c, null, y, amount as ast.Expr));
        if (y.mode !== 'invalid') assignment(c, y, SpecTyp.integer, 'argument to close');
        if ((y.mode as Operand['mode']) === 'invalid') ok = false;
      }
      const pred = newOperand();
      inGhost(c, () => expr(c, null, pred, fourth as ast.Expr));
      if (pred.mode !== 'invalid') assignment(c, pred, newMath('pred', []), 'argument to close');
      if ((pred.mode as Operand['mode']) === 'invalid') ok = false;
      return rest(c, x, call, fun, [first], ok);
    }
    default:
      return false;
  }
}

/** Checks the call without its ghost arguments, as Go does. */
function rest(
  c: Checker,
  x: Operand,
  call: ast.CallExpr,
  fun: ast.Ident,
  args: readonly ast.Expr[],
  ok: boolean,
): boolean {
  const plain: ast.CallExpr = { ...call, fun, args };
  exprOrType(c, x, fun, true);
  const id = x.builtin;
  if (id !== null && !builtin(c, x, plain, id)) x.mode = 'invalid';
  if (!ok) x.mode = 'invalid';
  x.expr = call;
  return true;
}

function refused(c: Checker, x: Operand, call: ast.CallExpr, code: Code, what: string): boolean {
  use(c, call.args);
  reportError(c, call, code, what);
  x.mode = 'invalid';
  x.expr = call;
  return true;
}

/** In a Go file, a call that is complete for Go is one that needs nothing from a specification. */
function isPlainGo(c: Checker, node: ast.Node): boolean {
  return !isSpecificationSource(c, node);
}

function copyCall(c: Checker, x: Operand, call: ast.CallExpr, dst: ast.Expr, src: ast.Expr, perm: ast.Expr): boolean {
  const d = newOperand();
  const s = newOperand();
  expr(c, null, d, dst);
  expr(c, null, s, src);
  const ok = inGhost(c, () => permission(c, perm));
  x.expr = call;
  x.mode = 'invalid';
  if (d.mode === 'invalid' || s.mode === 'invalid' || !ok) return true;
  const du = under(d.type as Type);
  const su = under(s.type as Type);
  if (du.kind !== 'Slice' || su.kind !== 'Slice' || !identical(du.elem, su.elem)) {
    const types = `${str(c, d.type)} and ${str(c, s.type)}`;
    reportError(c, call, 'SpecCopy', `copy needs two slices of the same type, not values of the types ${types}`);
    return true;
  }
  x.mode = 'value';
  x.type = Typ.int;
  return true;
}

/** The signature with which a predicate value is called. */
export function instanceSignature(pred: MathType): Signature {
  const params = pred.args.map((type) => newVar('param', 0, null, '', type));
  const result = newVar('result', 0, null, '', SpecTyp.assertion);
  return newSignature(null, null, null, newTuple(params), newTuple([result]), false);
}
