// Floating-point numbers: values of which nothing is known but that equal operands have equal results.
//
//   value float64 = $Float64      [x + y] = $floatAdd([x], [y])      [x == y] = $floatEqual([x], [y]), since NaN != NaN

import type * as ast from '../../syntax/nodes.ts';
import { valueString } from '../../types/index.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { applyDomain, Bool, decl, domainType, eq, Int, not } from '../core/build.ts';
import { constantOf, expr, exprAs, source } from '../core/code.ts';
import type { Encoder, TypeEncoding } from '../core/context.ts';
import { addDomainFunction } from '../core/growing-domains.ts';
import { unsupported } from '../core/unsupported.ts';
import { leaf } from './representations.ts';

const names: Partial<Readonly<Record<ast.BinaryOp, string>>> = { '+': 'Add', '-': 'Sub', '*': 'Mul', '/': 'Div' };

function floatsOf(domain: string): TypeEncoding {
  const type = domainType(domain);
  const call = (e: Encoder, name: string, args: readonly Expr[], result: Type, src: Source): Expr => {
    const func = `${domain}$${name}`;
    addDomainFunction(
      e,
      domain,
      func,
      args.map((arg, i) => decl(`x${i}`, arg.type, noSource)),
      result,
    );
    return applyDomain(domain, func, args, [], result, src);
  };
  const constant = (e: Encoder, text: string, src: Source): Expr => {
    const known = (e.memory.get(domain) as Map<string, string> | undefined) ?? new Map<string, string>();
    e.memory.set(domain, known);
    const name = known.get(text) ?? `c${known.size}`;
    known.set(text, name);
    return call(e, name, [], type, src);
  };
  const compute = (e: Encoder, op: ast.BinaryOp, x: Expr, y: Expr, node: ast.NodeBase, src: Source): Expr => {
    const name = names[op];
    if (name !== undefined) return call(e, name, [x, y], type, src);
    switch (op) {
      case '<':
        return call(e, 'Less', [x, y], Bool, src);
      case '>':
        return call(e, 'Less', [y, x], Bool, src);
      case '<=':
        return call(e, 'AtMost', [x, y], Bool, src);
      case '>=':
        return call(e, 'AtMost', [y, x], Bool, src);
      default:
        return unsupported(`the operator ${op} on floating-point numbers`, node);
    }
  };
  return leaf({
    value: (e) => {
      constant(e, '0', noSource);
      return type;
    },
    zero: (e, _, src) => constant(e, '0', src),
    constant: (k, node) => {
      const value = constantOf(k, node);
      return value === null ? null : constant(k.e, valueString(value), source(k, node));
    },
    equal: (e, _, left, right, ghost, src) =>
      ghost ? eq(left, right, src) : call(e, 'Equal', [left, right], Bool, src),
    binary: (k, node, t) => compute(k.e, node.op, exprAs(k, node.x, t), exprAs(k, node.y, t), node, source(k, node)),
    combine: (k, op, left, right, _, node) => compute(k.e, op, left, right, node, source(k, node)),
    unary: (k, node) => {
      const x = expr(k, node.x);
      if (node.op === '+') return x;
      if (node.op === '!') return not(x, source(k, node));
      return call(k.e, 'Neg', [x], type, source(k, node));
    },
    convert: (k, x, _, __, node) => {
      const value = expr(k, x);
      const from = value.type.kind === 'Domain' ? value.type.name : value.type.kind;
      return call(k.e, `From${from}`, [value], type, source(k, node));
    },
  });
}

export const float32 = floatsOf('$Float32');
export const float64 = floatsOf('$Float64');

/** An integer made of a floating-point number. */
export const truncated: NonNullable<TypeEncoding['convert']> = (k, x, _, __, node) => {
  const value = expr(k, x);
  if (value.type.kind !== 'Domain') return unsupported('this conversion', node);
  const domain = value.type.name;
  addDomainFunction(k.e, domain, `${domain}$Truncated`, [decl('x', value.type, noSource)], Int);
  return applyDomain(domain, `${domain}$Truncated`, [value], [], Int, source(k, node));
};
