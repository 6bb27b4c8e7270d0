// Operators: constants first, then by the type of the operands. Equality of Go and of specifications.

import type * as ast from '../../syntax/nodes.ts';
import { isBoolean, isInterface, isUntyped } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import { implies, not, relation } from '../core/build.ts';
import { constantOf, encodingOf, expr, exprAs, isNil, source, typeOf, unparen, valuePlace } from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { isAmount } from '../types/amounts.ts';
import { booleans } from '../types/booleans.ts';
import { comparison } from '../types/interface-values.ts';
import { holdsInterface } from '../types/not-a-number.ts';
import { reference } from '../types/pointers.ts';
import { constantPlace } from './names-of-go.ts';

/** `x op y` */
export function binary(k: Code, node: ast.BinaryExpr): Place {
  const type = typeOf(k, node);
  if (constantOf(k, node) !== null) return constantPlace(k, node);
  switch (node.op) {
    case '&&':
    case '||':
      return valuePlace(booleans.binary?.(k, node, type) as Expr, type);
    case '==':
    case '!=': {
      const same = equality(k, node.x, node.y, false, node);
      return valuePlace(node.op === '==' ? same : not(same, source(k, node)), type);
    }
    default: {
      const operands = isAmount(type) ? type : operandType(k, node.x, node.y, node.op);
      const rule = encodingOf(k, operands).binary;
      if (rule === undefined) return unsupported(`the operator ${node.op} on these operands`, node);
      return valuePlace(rule(k, node, operands), type);
    }
  }
}

/** The type that decides what an operator means: that of the operand that has one. */
function operandType(k: Code, x: ast.Expr, y: ast.Expr, op: ast.BinaryOp): GoType {
  const [left, right] = [typeOf(k, x), typeOf(k, y)];
  if (op === '<<' || op === '>>') return left;
  if (isAmount(right)) return right;
  return isUntyped(left) && !isUntyped(right) ? right : left;
}

/** `op x` */
export function unary(k: Code, node: ast.UnaryExpr): Place {
  const type = typeOf(k, node);
  if (node.op === '&') return reference(k, node);
  if (constantOf(k, node) !== null) return constantPlace(k, node);
  const operand = node.op === '!' ? type : typeOf(k, node.x);
  const rule = encodingOf(k, operand).unary;
  if (rule === undefined) return unsupported(`the operator ${node.op} on this operand`, node);
  return valuePlace(rule(k, node, operand), type);
}

/** `x op y` of specifications */
export function specBinary(k: Code, node: ast.SpecBinaryExpr): Place {
  const type = typeOf(k, node);
  const src = source(k, node);
  switch (node.op) {
    case '==>':
      // The right side is looked at only where the left one holds.
      return valuePlace(implies(expr(k, node.x), expr({ ...k, out: null }, node.y), src), type);
    case '--*':
      return valuePlace(
        { kind: 'MagicWand', left: expr(k, node.x), right: expr(k, node.y), type: { kind: 'Wand' }, src },
        type,
      );
    case '===':
    case '!==': {
      const same = equality(k, node.x, node.y, true, node);
      return valuePlace(node.op === '===' ? same : not(same, src), type);
    }
    case '++':
    case '#':
    case 'elem':
    case 'subset':
    case 'union':
    case 'intersection':
    case 'setminus': {
      // The right operand is a collection, whatever the left one is.
      const collection = typeOf(k, node.y);
      const rule = encodingOf(k, collection).specBinary;
      if (rule === undefined) return unsupported(`the operator ${node.op} on these operands`, node);
      return valuePlace(rule(k, node, collection), type);
    }
  }
}

/** Whether two operands are equal; for Go's own operator also that comparing them does not panic. */
export function equality(k: Code, x: ast.Expr, y: ast.Expr, ghost: boolean, node: ast.NodeBase): Expr {
  const [a, b] = [unparen(x), unparen(y)];
  const [tx, ty] = [typeOf(k, a), typeOf(k, b)];
  const src = source(k, node);
  if (isInterface(tx) !== isInterface(ty) && !isNil(k, a) && !isNil(k, b)) return comparison(k, a, b, ghost, node);
  const type = comparedAs(k, a, b, tx, ty);
  if (isInterface(type) && !ghost && !isNil(k, a) && !isNil(k, b)) return comparison(k, a, b, ghost, node);
  const left = exprAs(k, a, type);
  const right = exprAs(k, b, type);
  if (isBoolean(type)) return relation('eq', left, right, src);
  if (!ghost && !isNil(k, a) && !isNil(k, b) && holdsInterface(type)) k.unit.assumptions.add('no-nan');
  return encodingOf(k, type).equal(k.e, type, left, right, ghost, src);
}

function comparedAs(k: Code, a: ast.Expr, b: ast.Expr, tx: GoType, ty: GoType): GoType {
  if (isNil(k, a)) return ty;
  if (isNil(k, b)) return tx;
  if (isAmount(ty)) return ty;
  return isUntyped(tx) ? ty : tx;
}
