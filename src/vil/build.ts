// Shorthands for expressions that passes make.

import type { BinaryOp, Expr, LocalDecl, LocalVar, Source, Type } from './vil.ts';

const Bool: Type = { kind: 'Bool' };

export function bool(value: boolean, src: Source): Expr {
  return { kind: 'BoolLit', value, type: Bool, src };
}

export function int(value: bigint, src: Source): Expr {
  return { kind: 'IntLit', value, type: { kind: 'Int' }, src };
}

/** An operation whose value is a Bool. */
export function binary(op: BinaryOp, left: Expr, right: Expr, src: Source): Expr {
  return { kind: 'Binary', op, left, right, type: Bool, src };
}

export function not(operand: Expr, src: Source): Expr {
  return { kind: 'Unary', op: 'not', operand, type: Bool, src };
}

export function and(left: Expr, right: Expr, src: Source): Expr {
  if (isTrue(left)) return right;
  return isTrue(right) ? left : binary('and', left, right, src);
}

export function or(left: Expr, right: Expr, src: Source): Expr {
  if (isFalse(left)) return right;
  return isFalse(right) ? left : binary('or', left, right, src);
}

export function implies(left: Expr, right: Expr, src: Source): Expr {
  if (isTrue(left) || isTrue(right)) return right;
  return binary('implies', left, right, src);
}

export function isTrue(expr: Expr): boolean {
  return expr.kind === 'BoolLit' && expr.value;
}

export function isFalse(expr: Expr): boolean {
  return expr.kind === 'BoolLit' && !expr.value;
}

export function variable({ name, type, src }: LocalDecl): LocalVar {
  return { kind: 'LocalVar', name, type, src };
}

export function cardinality(operand: Expr, src: Source): Expr {
  return { kind: 'Cardinality', operand, type: { kind: 'Int' }, src };
}
