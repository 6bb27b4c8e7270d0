// Declarations and assignments.
//
//   [x = e]         x := [e]
//   [x, y = e, f]   what the left sides point at, then all values, then all stores, as in Go
//   [x op= e]       x := [x] op [e], where x is found once
//   [var x T]       var x: value T; x := zero_T                  or in memory, if x is shared: allocated

import type * as ast from '../../syntax/nodes.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import {
  converted,
  encodingOf,
  exprAs,
  initialize,
  isBlank,
  keep,
  objectOf,
  place,
  read,
  source,
  store,
  typeOf,
  unparen,
} from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { originOf } from '../core/origins.ts';
import { unsupported } from '../core/unsupported.ts';
import { pair, type Typed } from '../expressions/calls.ts';

export function assignment(k: Code, node: ast.AssignStmt): void {
  if (node.op !== '=' && node.op !== ':=') {
    compound(k, node);
    return;
  }
  const { lhs, rhs } = node;
  if (rhs.length === 1 && lhs.length > 1) {
    assignValues(k, node, settledPair(k, rhs[0] as ast.Expr, node));
    return;
  }
  if (lhs.length === 1) {
    const [left, right] = [lhs[0] as ast.Expr, rhs[0] as ast.Expr];
    const to = target(k, left, node.op, node);
    const value = exprAs(k, right, wanted(k, to, right));
    finish(k, to, value, node);
    return;
  }
  const src = source(k, node);
  const targets = lhs.map((e) => settled(k, target(k, e, node.op, node), node));
  const values = rhs.map((e, i) => keep(k, exprAs(k, e, wanted(k, targets[i] as Target, e)), 'tmp', src));
  for (const [i, to] of targets.entries()) finish(k, to, values[i] as Expr, node);
}

/** Assigns values that are known already to the left sides, or declares these. */
export function assignValues(
  k: Code,
  node: ast.NodeBase & { readonly lhs: readonly ast.Expr[]; readonly op: ast.AssignOp },
  values: readonly Typed[],
): void {
  const { lhs } = node;
  if (values.length !== lhs.length) unsupported('this assignment', node);
  const found = lhs.map((e) => target(k, e, node.op, node));
  const targets = found.length === 1 ? found : found.map((to) => settled(k, to, node));
  for (const [i, to] of targets.entries()) put(k, to, values[i] as Typed, node);
}

type Target =
  | { readonly kind: 'place'; readonly place: Place }
  /** A variable that is declared here. */
  | { readonly kind: 'new'; readonly id: ast.Ident }
  | { readonly kind: 'blank' };

function target(k: Code, written: ast.Expr, op: ast.AssignOp, node: ast.NodeBase): Target {
  const e = unparen(written);
  if (isBlank(e)) return { kind: 'blank' };
  if (op === ':=' && e.kind === 'Ident' && k.info.defs.get(e)?.kind === 'Var') return { kind: 'new', id: e };
  const at = place(k, e);
  if (at.kind === 'value') return unsupported('an assignment to this', node);
  return { kind: 'place', place: at };
}

/** The type as which the value is wanted. */
function wanted(k: Code, to: Target, value: ast.Expr): GoType {
  if (to.kind === 'place') return to.place.type;
  const obj = to.kind === 'new' ? objectOf(k, to.id) : null;
  return obj?.type ?? typeOf(k, value);
}

function put(k: Code, to: Target, value: Typed, node: ast.NodeBase): void {
  const type =
    to.kind === 'place' ? to.place.type : to.kind === 'new' ? (objectOf(k, to.id)?.type ?? value.type) : value.type;
  finish(k, to, converted(k, value.value, value.type, type, node), node);
}

function finish(k: Code, to: Target, value: Expr, node: ast.NodeBase): void {
  const src = source(k, node);
  switch (to.kind) {
    case 'blank':
      if (value.kind !== 'LocalVar') keep(k, value, 'blank', src);
      return;
    case 'new':
      define(k, to.id, value, node);
      return;
    case 'place':
      store(k, to.place, value, src);
      return;
  }
}

function define(k: Code, id: ast.Ident, value: Expr, node: ast.NodeBase): void {
  const v = objectOf(k, id);
  if (v?.kind !== 'Var') unsupported('this variable', id);
  // Failures are blamed at the statement, but for those that have a name of their own.
  const hasNames = (originOf(k.e.origins, value.src)?.meanings.length ?? 0) > 0;
  initialize(k, v, hasNames ? value : { ...value, src: source(k, node) });
}

/** A target of which nothing changes until it is stored to. */
function settled(k: Code, to: Target, node: ast.NodeBase): Target {
  return to.kind === 'place' ? { kind: 'place', place: fixed(k, to.place, node) } : to;
}

/** A place whose address and indices are computed now. */
export function fixed(k: Code, at: Place, node: ast.NodeBase): Place {
  const src = source(k, node);
  switch (at.kind) {
    case 'memory':
      return { ...at, address: keep(k, at.address, 'at', src) };
    case 'part':
      return {
        ...at,
        of: fixed(k, at.of, node),
        part: at.part.settled((index) => keep(k, index, 'index', src)),
      };
    default:
      return at;
  }
}

function compound(k: Code, node: ast.AssignStmt): void {
  const [left, right] = [node.lhs[0] as ast.Expr, node.rhs[0] as ast.Expr];
  const op = node.op.slice(0, -1) as ast.BinaryOp;
  update(k, left, op, (type) => exprAs(k, right, op === '<<' || op === '>>' ? typeOf(k, right) : type), node);
}

/** `x++`, `x--` */
export function incDec(k: Code, node: ast.IncDecStmt): void {
  const src = source(k, node);
  update(
    k,
    node.x,
    node.op === '++' ? '+' : '-',
    () => ({ kind: 'IntLit', value: 1n, type: { kind: 'Int' }, src }),
    node,
  );
}

function update(
  k: Code,
  left: ast.Expr,
  op: ast.BinaryOp,
  right: (type: GoType) => Expr,
  node: ast.AssignStmt | ast.IncDecStmt,
): void {
  const at = place(k, unparen(left));
  if (at.kind === 'value' || at.kind === 'blank') unsupported('an assignment to this', node);
  const encoding = encodingOf(k, at.type);
  const src = source(k, node);
  const value = right(at.type);
  const current = read(k, at, src);
  const combine = encoding.combine;
  if (combine === undefined) unsupported(`the operator ${op}= on this operand`, node);
  store(k, at, combine(k, op, current, value, at.type, node), src);
}

/** Several values, all computed before one is assigned. */
function settledPair(k: Code, e: ast.Expr, node: ast.NodeBase): readonly Typed[] {
  return pair(k, e).map(({ value, type }) => ({
    value: value.kind === 'LocalVar' ? value : keep(k, value, 'tmp', source(k, node)),
    type,
  }));
}

/** `var x T = e` in a function */
export function declaration(k: Code, node: ast.DeclStmt): void {
  const { decl } = node;
  if (decl.kind !== 'GenDecl') unsupported('this declaration', node);
  for (const spec of decl.specs) if (spec.kind === 'ValueSpec' && decl.keyword === 'var') variables(k, spec, node);
}

function variables(k: Code, spec: ast.ValueSpec, node: ast.NodeBase): void {
  const targets = spec.names.map((id): Target => (isBlank(id) ? { kind: 'blank' } : { kind: 'new', id }));
  const { values } = spec;
  if (values.length === 1 && targets.length > 1) {
    const several = settledPair(k, values[0] as ast.Expr, node);
    if (several.length !== targets.length) unsupported('this declaration', node);
    for (const [i, to] of targets.entries()) put(k, to, several[i] as Typed, node);
    return;
  }
  const declared = spec.type === null ? null : typeOf(k, spec.type);
  const made = values.map((e, i) => {
    const value = exprAs(k, e, declared ?? wanted(k, targets[i] as Target, e));
    // A later value may have effects, and the names are declared only after all values.
    return values.length === 1 ? value : keep(k, value, 'tmp', source(k, node));
  });
  for (const [i, to] of targets.entries()) {
    const type = declared ?? (to.kind === 'new' ? (objectOf(k, to.id)?.type as GoType) : null);
    const value = made[i] ?? (type === null ? null : encodingOf(k, type).zero(k.e, type, source(k, node)));
    if (value === null) unsupported('this declaration', node);
    finish(k, to, value, node);
  }
}
