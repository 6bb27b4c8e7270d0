// Integers of every size and `integer`: Int, unbounded; overflow.ts has the ranges of types. Division is Go's, towards zero; bits are uninterpreted.
//
//   [x / y] = goDiv([x], [y])     [x % y] = goMod([x], [y])       which require y != 0
//   [x << y] = shiftLeft([x], [y])                              which requires y >= 0
//   [x & y] = bitAnd([x], [y])                                  and the like: nothing is known about them

import type * as ast from '../../syntax/nodes.ts';
import { intOf, Typ, toInt } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { BinaryOp, Expr, Source, Function as VilFunction } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { apply, Bool, cond, decl, Int, int, local, operation, relation } from '../core/build.ts';
import { constantOf, expr, source, typeOf } from '../core/code.ts';
import type { Code, Encoder } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { truncated } from './floats.ts';
import { fitting, type Operand } from './overflow.ts';
import { leaf } from './representations.ts';

export const integers = leaf({
  value: () => Int,
  zero: (_, __, src) => int(0, src),
  constant: (k, node) => {
    const value = constantOf(k, node);
    if (value === null) return null;
    const whole = toInt(value);
    return whole.kind === 'int' ? int(intOf(whole), source(k, node)) : null;
  },
  convert: truncated,
  binary: (k, node) => {
    const [x, y] = [operand(k, node.x), operand(k, node.y)];
    const [left, right] = [
      { value: x, type: typeOf(k, node.x) },
      { value: y, type: typeOf(k, node.y) },
    ];
    return sized(k, node.op, left, right, typeOf(k, node), node);
  },
  combine: (k, op, x, y, type, node) => {
    const right = { value: y, type: op === '<<' ? Typ['untyped int'] : type };
    return sized(k, op, { value: x, type }, right, type, node);
  },
  unary: (k, node) => {
    const src = source(k, node);
    const x = expr(k, node.x);
    const type = typeOf(k, node);
    switch (node.op) {
      case '+':
        return x;
      case '-': {
        const negated = ([of]: readonly Expr[]): Expr => ({
          kind: 'Unary',
          op: 'neg',
          operand: of as Expr,
          type: Int,
          src,
        });
        return fitting(k, [{ value: x, type }], negated, type, node);
      }
      case '^':
        return apply(helper(k.e, 'bitNot', bits('bitNot', 1)), [x], Int, src);
      default:
        return unsupported(`the operator ${node.op} on integers`, node);
    }
  },
});

/** An operand, which may be a constant without a type. */
function operand(k: Code, e: ast.Expr): Expr {
  const value = constantOf(k, e) === null ? null : (integers.constant?.(k, e, typeOf(k, e)) ?? null);
  return value ?? expr(k, e);
}

const direct: Partial<Readonly<Record<ast.BinaryOp, BinaryOp>>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** `left op right` as Go computes it, in the range of its type. */
function sized(k: Code, op: ast.BinaryOp, left: Operand, right: Operand, type: GoType, node: ast.NodeBase): Expr {
  const make = ([x, y]: readonly Expr[]): Expr => arithmetic(k, op, x as Expr, y as Expr, node);
  switch (op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '<<':
      return fitting(k, [left, right], make, type, node);
    default:
      // What has no more bits than its operands fits where they do.
      return make([left.value, right.value]);
  }
}

/** `left op right` of two Ints. */
export function arithmetic(k: Code, op: ast.BinaryOp, left: Expr, right: Expr, node: ast.NodeBase): Expr {
  const src = source(k, node);
  const own = direct[op];
  if (own !== undefined) {
    const type = own === 'add' || own === 'sub' || own === 'mul' ? Int : Bool;
    return operation(own, left, right, type, src);
  }
  const call = (name: string, made: VilFunction, special: Source = src): Expr =>
    apply(helper(k.e, name, made), [left, right], Int, special);
  switch (op) {
    case '/':
      return call('goDiv', division());
    case '%':
      return call('goMod', remainder());
    case '<<':
    case '>>': {
      const meanings = [{ on: 'application.precondition', key: 'shift_precondition_error', reasons: [] }] as const;
      const name = op === '<<' ? 'shiftLeft' : 'shiftRight';
      return call(name, shift(name), source(k, node, { meanings }));
    }
    case '&':
      return call('bitAnd', bits('bitAnd', 2));
    case '|':
      return call('bitOr', bits('bitOr', 2));
    case '^':
      return call('bitXor', bits('bitXor', 2));
    case '&^':
      return call('bitClear', bits('bitClear', 2));
    default:
      return unsupported(`the operator ${op} on integers`, node);
  }
}

function helper(e: Encoder, name: string, made: VilFunction): string {
  if (!e.helpers.has(name)) e.helpers.set(name, made);
  return name;
}

const left = local('left', Int, noSource);
const right = local('right', Int, noSource);
const zero = int(0, noSource);

function binaryHelper(name: string, pres: readonly Expr[], body: Expr | null): VilFunction {
  const params = [decl('left', Int, noSource), decl('right', Int, noSource)];
  const measures = [{ kind: 'WildcardMeasure', condition: null, src: noSource }] as const;
  return { kind: 'Function', name, params, type: Int, pres, posts: [], measures, body, src: noSource };
}

// function goDiv(l, r) requires r != 0 { 0 <= l ? l \ r : -(-l \ r) }
function division(): VilFunction {
  const minus = (x: Expr): Expr => ({ kind: 'Unary', op: 'neg', operand: x, type: Int, src: noSource });
  const quotient = (x: Expr): Expr => operation('div', x, right, Int, noSource);
  const body = cond(relation('le', zero, left, noSource), quotient(left), minus(quotient(minus(left))), noSource);
  return binaryHelper('goDiv', [relation('ne', right, zero, noSource)], body);
}

// function goMod(l, r) requires r != 0 { 0 <= l || l % r == 0 ? l % r : l % r - |r| }
function remainder(): VilFunction {
  const rest = operation('mod', left, right, Int, noSource);
  const negative: Expr = { kind: 'Unary', op: 'neg', operand: right, type: Int, src: noSource };
  const size = cond(relation('le', zero, right, noSource), right, negative, noSource);
  const exact = relation('eq', rest, zero, noSource);
  const body = cond(
    relation('or', relation('le', zero, left, noSource), exact, noSource),
    rest,
    operation('sub', rest, size, Int, noSource),
    noSource,
  );
  return binaryHelper('goMod', [relation('ne', right, zero, noSource)], body);
}

function shift(name: string): VilFunction {
  return binaryHelper(name, [relation('ge', right, zero, noSource)], null);
}

function bits(name: string, arity: 1 | 2): VilFunction {
  const made = binaryHelper(name, [], null);
  return { ...made, params: made.params.slice(0, arity) };
}
