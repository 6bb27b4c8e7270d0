// Quantifiers that can be executed: each variable runs over numbers between bounds, the elements of a collection, or a small type.
//
// Bounds are read off what guards the body: of `forall i int :: 0 <= i && i < n ==> e` and `exists i int :: 0 <= i && i < n && e` they are
// 0 and n. The guard stays in what is evaluated, so a bound need not be all that it says.

import { must } from '../base/assert.ts';
import { tableOf } from '../base/named.ts';
import type { Span } from '../base/source.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { constant, isInteger, isUnsigned, Typ, under } from '../types/index.ts';
import type { Var } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import { binary, blockOf, constExpr, declareVar, emit, newTemp, ref } from './build.ts';
import type { GhostDomain } from './ghost.ts';
import type { Expr } from './ir.ts';
import { expr } from './lower-expr.ts';
import { coerce, mathOf, NotExecutable } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

export function quantifier(fn: Fn, e: ast.QuantExpr, span: Span): Expr {
  const vars: Var[] = [];
  for (const name of e.vars.list.flatMap((field) => field.names)) {
    const obj = fn.info.defs.get(name);
    if (obj?.kind === 'Var') vars.push(obj);
  }
  const guards = e.word === 'forall' ? antecedents(e.x) : conjuncts(e.x);
  return over(fn, e, vars, 0, guards, span);
}

/** The quantifier over the variables from the `at`th on. */
function over(
  fn: Fn,
  e: ast.QuantExpr,
  vars: readonly Var[],
  at: number,
  guards: readonly ast.Expr[],
  span: Span,
): Expr {
  const v = vars[at];
  if (v === undefined) return expr(fn, e.x);
  const open = new Set(vars.slice(at));
  let domain: GhostDomain | null = null;
  const before = blockOf(fn, () => {
    domain = domainOf(fn, v, open, guards, span);
  });
  const variable = declareVar(fn, v, 'var', span);
  let cond: Expr | null = null;
  const body = blockOf(fn, () => {
    cond = over(fn, e, vars, at + 1, guards, span);
  });
  const target = newTemp(fn, Typ.bool, span);
  const { word } = e;
  emit(fn, {
    kind: 'Ghost',
    op: {
      kind: 'quantify',
      word,
      target,
      variable,
      domain: must<GhostDomain>(domain),
      before,
      body,
      cond: must<Expr>(cond),
    },
    span,
  });
  return ref(target, span);
}

function domainOf(fn: Fn, v: Var, open: ReadonlySet<Var>, guards: readonly ast.Expr[], span: Span): GhostDomain {
  const type = v.type as Type;
  let low: ast.Expr | null = null;
  let high: ast.Expr | null = null;
  let afterLow = false;
  let withHigh = false;
  for (const guard of guards) {
    if (
      guard.kind === 'SpecBinaryExpr' &&
      guard.op === 'elem' &&
      isVar(fn, guard.x, v) &&
      !mentions(fn, guard.y, open)
    ) {
      const of = expr(fn, guard.y);
      if (under(of.type).kind === 'Map' || mathOf(of.type) !== null) return { kind: 'elements', of };
    }
    if (guard.kind !== 'BinaryExpr') continue;
    const bound = isVar(fn, guard.x, v) ? guard.y : isVar(fn, guard.y, v) ? guard.x : null;
    if (bound === null || mentions(fn, bound, open)) continue;
    const op = bound === guard.y ? guard.op : mirrored.get(guard.op);
    if (op === '==' && isInteger(type)) {
      [low, afterLow, high, withHigh] = [bound, false, bound, true];
      break;
    }
    if ((op === '>=' || op === '>') && low === null) [low, afterLow] = [bound, op === '>'];
    if ((op === '<=' || op === '<') && high === null) [high, withHigh] = [bound, op === '<='];
  }
  const one = (x: Expr, add: boolean): Expr =>
    add ? binary('+', x, constExpr(constant.makeInt(1), type, span), type, span) : x;
  if (isInteger(type) && high !== null && (low !== null || isUnsigned(type))) {
    const zero = constExpr(constant.makeInt(0), type, span);
    const from = low === null ? zero : one(coerce(expr(fn, low), type), afterLow);
    return { kind: 'range', low: from, high: one(coerce(expr(fn, high), type), withHigh) };
  }
  const u = under(type);
  const isSmall = u.kind === 'Basic' && (u.basic === 'bool' || u.basic === 'int8' || u.basic === 'uint8');
  if (isSmall) return { kind: 'type' };
  throw new NotExecutable('quantifier-without-bounds');
}

const mirrored = tableOf<string>({ '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' });

function isVar(fn: Fn, e: ast.Expr, v: Var): boolean {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  return x.kind === 'Ident' && fn.info.uses.get(x) === v;
}

function mentions(fn: Fn, e: ast.Expr, vars: ReadonlySet<Var>): boolean {
  let found = false;
  walk(e, (node) => {
    const obj = node.kind === 'Ident' ? fn.info.uses.get(node) : undefined;
    if (obj?.kind === 'Var' && vars.has(obj)) found = true;
    return !found;
  });
  return found;
}

/** The parts of a conjunction. */
export function conjuncts(e: ast.Expr): readonly ast.Expr[] {
  if (e.kind === 'ParenExpr') return conjuncts(e.x);
  if (e.kind === 'BinaryExpr' && e.op === '&&') return [...conjuncts(e.x), ...conjuncts(e.y)];
  return [e];
}

/** What an implication, or a chain of them, presupposes. */
function antecedents(e: ast.Expr): readonly ast.Expr[] {
  if (e.kind === 'ParenExpr') return antecedents(e.x);
  if (e.kind !== 'SpecBinaryExpr' || e.op !== '==>') return [];
  return [...conjuncts(e.x), ...antecedents(e.y)];
}
