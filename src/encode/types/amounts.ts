// Amounts of permission: Perm. Integers among them are whole permissions.
//
//   [m / n] = [m] / [n] of Ints      [p / n] = [p] / [n]      [n * p] = [n] * [p]      [n] = [n] / 1      [_] = wildcard

import type * as ast from '../../syntax/nodes.ts';
import { constant, intOf, isInteger, toInt, under } from '../../types/index.ts';
import type { Const } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { BinaryOp, Expr } from '../../vil/index.ts';
import { amount, Int, int, operation, Perm, relation } from '../core/build.ts';
import { constantOf, expr, isBlank, objectOf, source, typeOf, unparen } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { arithmetic } from './integers.ts';
import { leaf } from './representations.ts';

export const amounts = leaf({
  value: () => Perm,
  zero: (_, __, src) => amount('none', src),
  constant: (k, node) => amountOf(k, node),
  binary: (k, node) => compute(k, node),
  combine: (k, op, left, right, _, node) => {
    const own = ({ '+': 'permAdd', '-': 'permSub', '*': 'permMul' } as const)[op as '+' | '-' | '*'];
    return own === undefined
      ? unsupported(`the operator ${op}= on amounts of permission`, node)
      : operation(own, left, right, Perm, source(k, node));
  },
  unary: (k, node) => amountOf(k, node),
  convert: (k, x) => amountOf(k, x),
  implicit: (k, value, from, _, node) =>
    isInteger(from) && value.type.kind === 'Int'
      ? operation('frac', value, int(1, value.src), Perm, source(k, node))
      : value,
});

export function isAmount(t: GoType): boolean {
  const u = under(t);
  return u.kind === 'Basic' && u.basic === 'perm';
}

const comparisons: Partial<Readonly<Record<ast.BinaryOp, BinaryOp>>> = {
  '<': 'permLt',
  '<=': 'permLe',
  '>': 'permGt',
  '>=': 'permGe',
};

function compute(k: Code, node: ast.BinaryExpr): Expr {
  const compare = comparisons[node.op];
  if (compare === undefined) return amountOf(k, node);
  return relation(compare, amountOf(k, node.x), amountOf(k, node.y), source(k, node));
}

/** An expression that stands for an amount. */
export function amountOf(k: Code, written: ast.Expr): Expr {
  const e = unparen(written);
  const src = source(k, e);
  if (isBlank(e)) return amount('wildcard', src);
  if (e.kind === 'UnaryExpr' && e.op === '-') {
    return { kind: 'Unary', op: 'permNeg', operand: amountOf(k, e.x), type: Perm, src };
  }
  if (e.kind === 'BinaryExpr') {
    switch (e.op) {
      case '+':
      case '-':
        return operation(e.op === '+' ? 'permAdd' : 'permSub', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
      case '*':
        if (isProper(k, e.x) && isProper(k, e.y)) {
          return operation('permMul', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
        }
        if (isProper(k, e.x)) return operation('intPermMul', whole(k, e.y), amountOf(k, e.x), Perm, src);
        return operation('intPermMul', whole(k, e.x), amountOf(k, e.y), Perm, src);
      case '/':
        if (!isProper(k, e.x)) {
          if (isProper(k, e.y)) return operation('permDiv', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
          return operation('frac', whole(k, e.x), whole(k, e.y), Perm, src);
        }
        if (isProper(k, e.y)) return operation('permDiv', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
        return operation('permDivInt', amountOf(k, e.x), whole(k, e.y), Perm, src);
      default:
        return unsupported(`the operator ${e.op} on amounts of permission`, e);
    }
  }
  const known = integerOf(k, e);
  if (known !== null) {
    if (known === 1n) return amount('write', src);
    if (known === 0n) return amount('none', src);
    return operation('frac', int(known, src), int(1, src), Perm, src);
  }
  const obj = e.kind === 'Ident' ? objectOf(k, e) : e.kind === 'SelectorExpr' ? k.info.uses.get(e.sel) : null;
  if (obj?.kind === 'Const') return constantAmount(k, obj, e);
  const value = expr(k, e);
  return value.type.kind === 'Int' ? operation('frac', value, int(1, src), Perm, src) : value;
}

/** Whether an expression is an amount by itself, not an integer that stands for one. */
function isProper(k: Code, written: ast.Expr): boolean {
  const e = unparen(written);
  // The quotient of two integers is an integer where another operator uses it: (1/2)/4 is 0/4.
  if (e.kind === 'BinaryExpr' && e.op === '/') return isProper(k, e.x) || isProper(k, e.y);
  return integerOf(k, e) === null && isAmount(typeOf(k, e));
}

function whole(k: Code, written: ast.Expr): Expr {
  const e = unparen(written);
  const known = e.kind === 'BinaryExpr' && e.op === '/' ? null : integerOf(k, e);
  if (known !== null) return int(known, source(k, e));
  if (e.kind === 'BinaryExpr') return arithmetic(k, e.op, whole(k, e.x), whole(k, e.y), e);
  const value = expr(k, e);
  return value.type === Int ? value : unsupported('this amount of permission', e);
}

/** The value of a constant that is an integer, whatever it is wanted as; null for anything else. */
function integerOf(k: Code, e: ast.Expr): bigint | null {
  const known = e.kind === 'BasicLit' && e.lit === 'int' ? constant.makeFromLiteral(e.value, 'int') : constantOf(k, e);
  if (known === null || (known.kind !== 'int' && known.kind !== 'float')) return null;
  const value = toInt(known);
  return value.kind === 'int' ? intOf(value) : null;
}

// ---------------------------------------------------------------------------------------------------------------
// Constants
//
// Of `const p perm = 1/2` the checker keeps no value: the fraction is read again where it is declared.

function constantAmount(k: Code, obj: Const, node: ast.Expr): Expr {
  const src = source(k, node);
  const found = obj.pkg === null ? null : (declarationsIn(k).get(obj) ?? null);
  const parts = found === null ? null : fraction(k, found.init, found.iota);
  if (parts === null) return unsupported('this constant amount of permission', node);
  return operation('frac', int(parts[0], src), int(parts[1], src), Perm, src);
}

interface Declared {
  readonly init: ast.Expr;
  readonly iota: bigint;
}

/** Where the constants of all packages are declared. */
function declarationsIn(k: Code): ReadonlyMap<Const, Declared> {
  const known = k.e.memory.get('constants') as ReadonlyMap<Const, Declared> | undefined;
  if (known !== undefined) return known;
  const found = new Map<Const, Declared>();
  for (const file of k.e.files) {
    for (const decl of file.decls) {
      if (decl.kind !== 'GenDecl' || decl.keyword !== 'const') continue;
      let values: readonly ast.Expr[] = [];
      for (const spec of decl.specs) {
        if (spec.kind !== 'ValueSpec') continue;
        // A spec without values repeats those before it.
        if (spec.values.length > 0) values = spec.values;
        for (const [i, name] of spec.names.entries()) {
          const obj = k.e.infos.get(k.e.target)?.defs.get(name);
          const init = values[i];
          if (obj?.kind === 'Const' && init !== undefined) found.set(obj, { init, iota: BigInt(spec.iota) });
        }
      }
    }
  }
  k.e.memory.set('constants', found);
  return found;
}

/** Numerator and denominator of a constant amount. */
function fraction(k: Code, written: ast.Expr, iota: bigint): readonly [bigint, bigint] | null {
  const e = unparen(written);
  if (e.kind === 'CallExpr' && e.args.length === 1) return fraction(k, e.args[0] as ast.Expr, iota);
  if (e.kind !== 'BinaryExpr' || e.op !== '/') return null;
  const [x, y] = [integerAt(k, e.x, iota), integerAt(k, e.y, iota)];
  return x === null || y === null ? null : [x, y];
}

function integerAt(k: Code, written: ast.Expr, iota: bigint): bigint | null {
  const e = unparen(written);
  if (e.kind === 'BinaryExpr') {
    const [x, y] = [integerAt(k, e.x, iota), integerAt(k, e.y, iota)];
    if (x === null || y === null) return null;
    switch (e.op) {
      case '+':
        return x + y;
      case '-':
        return x - y;
      case '*':
        return x * y;
      default:
        return null;
    }
  }
  if (e.kind === 'Ident' && e.name === 'iota' && objectOf(k, e)?.pkg == null) return iota;
  return integerOf(k, e);
}
