// Expressions: dispatch over their kinds, and the contexts (value, type, several values) in which they stand.
//
// A function `f(c, x, e)` checks `e` and leaves the result in the operand `x`; if something is wrong it reports that
// and sets x.mode to 'invalid'. Operands are reused, so one that was passed on is not kept.
//
// Types of untyped expressions are provisional: `record` keeps them in c.untyped until a use gives them a type
// (untyped.ts pushes it down the tree) or until the package is finished.

import { assert } from '../base/assert.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { binary } from './binary.ts';
import { callExpr, funcInst } from './call.ts';
import type { Checker, Target } from './checker.ts';
import { finiteSize } from './cycles.ts';
import { reportError } from './errors.ts';
import { indexExpr, sliceExpr } from './indexing.ts';
import { basicLit, compositeLit, funcLit } from './literals.ts';
import { at, newOperand, type Operand, operandString } from './operand.ts';
import { isGeneric } from './predicates.ts';
import { record } from './recording.ts';
import { selector } from './selector.ts';
import { specExpr } from './spec-expr.ts';
import { starExpr } from './star.ts';
import type { Type } from './type.ts';
import { typeAssertExpr } from './type-assertion.ts';
import { ident, typ } from './typexpr.ts';
import { unary } from './unary.ts';
import { under } from './under.ts';
import { Typ, universeError } from './universe.ts';

/** Decides whether an expression may stand as a statement: calls and receives may, conversions get their own error. */
export type ExprKind = 'conversion' | 'expression' | 'statement';

/** What a generic function is assigned to, for inference; null if `type` is not a function type. */
export function newTarget(type: Type | null, desc: string): Target | null {
  if (type !== null) {
    const sig = under(type);
    if (sig.kind === 'Signature') return { sig, desc };
  }
  return null;
}

/**
 * Checks `e` as a value or a type. `target` serves to infer the type arguments of a generic function; `hint` is the
 * element type of the composite literal around `e`. Only with allowGeneric may the result be uninstantiated.
 */
export function rawExpr(
  c: Checker,
  target: Target | null,
  x: Operand,
  e: ast.Expr,
  hint: Type | null,
  allowGeneric: boolean,
): ExprKind {
  const kind = exprInternal(c, target, x, e, hint);
  finishExpr(c, target, x, allowGeneric);
  return kind;
}

/** The second half of rawExpr, for an operand whose expression has been looked at. */
export function finishExpr(c: Checker, target: Target | null, x: Operand, allowGeneric: boolean): void {
  if (!allowGeneric) nonGeneric(c, target, x);
  pendingType(c, x);
  record(c, x);
}

/** Rejects an uninstantiated type or function, unless `target` lets the function's type arguments be inferred. */
export function nonGeneric(c: Checker, target: Target | null, x: Operand): void {
  if (x.mode === 'invalid' || x.mode === 'novalue') return;
  const t = x.type as Type;
  let what: string;
  switch (t.kind) {
    case 'Alias':
    case 'Named':
      if (!isGeneric(t)) return;
      what = 'type';
      break;
    case 'Signature':
      if (t.typeParams === null || t.typeParams.length === 0) return;
      if (target !== null) {
        funcInst(c, target, at(x).pos, x, null, true);
        return;
      }
      what = 'function';
      break;
    default:
      return;
  }
  const where = x.expr as ast.Expr;
  reportError(c, where, 'WrongTypeArgCount', `cannot use generic ${what} ${exprString(where)} without instantiation`);
  x.mode = 'invalid';
  x.type = Typ.invalid;
}

/** Rejects a value whose type is still being declared and depends on itself, as in `type T [unsafe.Sizeof(T{})]int`. */
function pendingType(c: Checker, x: Operand): void {
  if (x.mode === 'invalid' || x.mode === 'novalue') return;
  if (!finiteSize(c, x.type as Type)) {
    x.mode = 'invalid';
    x.type = Typ.invalid;
  }
}

function exprInternal(c: Checker, target: Target | null, x: Operand, e: ast.Expr, hint: Type | null): ExprKind {
  // A valid state, whatever happens below.
  x.mode = 'invalid';
  x.type = Typ.invalid;

  switch (e.kind) {
    case 'BadExpr':
      // The parser has reported it.
      return failed(x, e);

    case 'Ident':
      ident(c, x, e, false);
      x.expr = e;
      return 'expression';

    case 'EllipsisExpr':
      reportError(c, e, 'InvalidSyntaxTree', 'invalid use of ...');
      return failed(x, e);

    case 'BasicLit':
      basicLit(c, x, e);
      break;

    case 'FuncLit':
      funcLit(c, x, e);
      break;

    case 'CompositeLit':
      compositeLit(c, x, e, hint);
      break;

    case 'ParenExpr': {
      // Inference does not look through parentheses: no target.
      const kind = rawExpr(c, null, x, e.x, null, false);
      x.expr = e;
      return kind;
    }

    case 'SelectorExpr':
      selector(c, x, e, false);
      x.expr = e;
      return 'expression';

    case 'IndexExpr':
      if (indexExpr(c, x, e)) funcInst(c, target, e.pos, x, e, true);
      break;

    case 'SliceExpr':
      sliceExpr(c, x, e);
      break;

    case 'TypeAssertExpr':
      typeAssertExpr(c, x, e);
      break;

    case 'CallExpr':
      return callExpr(c, x, e);

    case 'StarExpr':
      starExpr(c, x, e);
      break;

    case 'UnaryExpr':
      unary(c, x, e);
      if ((x.mode as Operand['mode']) !== 'invalid' && e.op === '<-') {
        x.expr = e;
        return 'statement';
      }
      break;

    case 'BinaryExpr':
      binary(c, x, e, e.x, e.y, e.op, e.opPos);
      break;

    case 'KeyValueExpr':
      reportError(c, e, 'InvalidSyntaxTree', 'no key:value expected');
      return failed(x, e);

    case 'ArrayType':
    case 'StructType':
    case 'FuncType':
    case 'InterfaceType':
    case 'MapType':
    case 'ChanType':
      x.mode = 'typexpr';
      x.type = typ(c, e);
      x.expr = e;
      return 'expression';

    default:
      if (c.spec !== null) return specExpr(c, x, e);
      reportError(c, e, 'InvalidSyntaxTree', `${exprString(e)} stands outside a specification`);
      return failed(x, e);
  }
  if ((x.mode as Operand['mode']) === 'invalid') return failed(x, e);
  x.expr = e;
  return 'expression';
}

/** What an operation is called where its result may overflow; '' otherwise. */
export function opName(e: ast.Expr): string {
  if (e.kind === 'UnaryExpr') return e.op === '^' ? 'bitwise complement' : '';
  if (e.kind !== 'BinaryExpr') return '';
  switch (e.op) {
    case '+':
      return 'addition';
    case '-':
      return 'subtraction';
    case '^':
      return 'bitwise XOR';
    case '*':
      return 'multiplication';
    case '<<':
      return 'shift';
    default:
      return '';
  }
}

/** Counts as a statement, so that no error follows. */
function failed(x: Operand, e: ast.Expr): ExprKind {
  x.mode = 'invalid';
  x.expr = e;
  return 'statement';
}

/** A single value. */
export function expr(c: Checker, target: Target | null, x: Operand, e: ast.Expr): void {
  rawExpr(c, target, x, e, null, false);
  exclude(c, x, notAValue);
  singleValue(c, x);
}

/** A single value, possibly an uninstantiated function. */
export function genericExpr(c: Checker, x: Operand, e: ast.Expr): void {
  rawExpr(c, null, x, e, null, true);
  exclude(c, x, notAValue);
  singleValue(c, x);
}

/**
 * One or more values. With allowCommaOk, an expression that has a second form gives two operands, the second an untyped
 * bool (or an error), and commaOk is set. After an error the first operand is invalid.
 */
export function multiExpr(c: Checker, e: ast.Expr, allowCommaOk: boolean): { list: Operand[]; commaOk: boolean } {
  const x = newOperand();
  rawExpr(c, null, x, e, null, false);
  exclude(c, x, notAValue);

  if (x.mode !== 'invalid' && (x.type as Type).kind === 'Tuple') return { list: unpackTuple(x, e), commaOk: false };

  const list = [x];
  const commaOk = allowCommaOk && (x.mode === 'mapindex' || x.mode === 'commaok' || x.mode === 'commaerr');
  if (commaOk) {
    const second = newOperand();
    second.mode = 'value';
    second.expr = e;
    second.type = x.mode === 'commaerr' ? universeError : Typ['untyped bool'];
    list.push(second);
  }
  return { list, commaOk };
}

/** An operand for each component of the tuple that `x`, the value of `e`, has. */
export function unpackTuple(x: Operand, e: ast.Expr): Operand[] {
  const t = x.type as Type;
  assert(t.kind === 'Tuple');
  const list: Operand[] = [];
  for (const v of t.vars) list.push({ mode: 'value', expr: e, type: v.type, val: null, builtin: null });
  return list;
}

/** A single value that is an element of a composite literal with element type `hint`. */
export function exprWithHint(c: Checker, x: Operand, e: ast.Expr, hint: Type): void {
  rawExpr(c, null, x, e, hint, false);
  exclude(c, x, notAValue);
  singleValue(c, x);
}

/** A single value or a type; only with allowGeneric an uninstantiated one. */
export function exprOrType(c: Checker, x: Operand, e: ast.Expr, allowGeneric: boolean): void {
  rawExpr(c, null, x, e, null, allowGeneric);
  exclude(c, x, novalueBit);
  singleValue(c, x);
}

// Sets of modes that `exclude` rejects.
export const novalueBit = 1;
export const builtinBit = 2;
const typexprBit = 4;
export const notAValue = novalueBit | builtinBit | typexprBit;

/** Reports an operand whose mode is in the given set, and invalidates it. */
export function exclude(c: Checker, x: Operand, modes: number): void {
  switch (x.mode) {
    case 'novalue':
      if ((modes & novalueBit) === 0) return;
      reportError(
        c,
        at(x),
        'TooManyValues',
        `${operandString(c, x)} used as value${(modes & typexprBit) === 0 ? ' or type' : ''}`,
      );
      break;
    case 'builtin':
      if ((modes & builtinBit) === 0) return;
      reportError(c, at(x), 'UncalledBuiltin', `${operandString(c, x)} must be called`);
      break;
    case 'typexpr':
      if ((modes & typexprBit) === 0) return;
      reportError(c, at(x), 'NotAnExpr', `${operandString(c, x)} is not an expression`);
      break;
    default:
      return;
  }
  x.mode = 'invalid';
}

/** Rejects the value of a call with several results. */
export function singleValue(c: Checker, x: Operand): void {
  if (x.mode === 'value' && (x.type as Type).kind === 'Tuple') {
    reportError(c, at(x), 'TooManyValues', `multiple-value ${operandString(c, x)} in single-value context`);
    x.mode = 'invalid';
  }
}
