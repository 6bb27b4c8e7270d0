// Which resource an expression names, and the expressions that say which instance of it.
//
// A wand is told by its shape, in which what does not depend on the heap is a hole, and the expressions in the holes:
//
//   acc(P(x + 1)) --* acc(x.f, 1/2)     has the shape   acc(P(_)) --* acc(_.f, _)   and the holes   x + 1,  x,  1/2
//
// Two wands are one resource if they have one shape; two instances are the same if the values in the holes are.

import {
  childrenOf,
  type Expr,
  isPure,
  type LocalDecl,
  type MagicWand,
  type Resource,
  type Type,
} from '../vil/index.ts';
import type { ProgramTable } from './context.ts';
import type { ResourceId } from './heap.ts';
import { typeName } from './sorts.ts';

export interface Location {
  readonly resource: ResourceId;
  /** What the instance's arguments are the values of. */
  readonly args: readonly Expr[];
}

export function locationOf(table: ProgramTable, resource: Resource): Location {
  switch (resource.kind) {
    case 'FieldAccess':
      return { resource: { kind: 'field', name: resource.field }, args: [resource.receiver] };
    case 'PredicateAccess':
      return { resource: { kind: 'predicate', name: resource.predicate }, args: resource.args };
    case 'MagicWand':
      return shapeOf(table, resource);
  }
}

const shapes = new WeakMap<MagicWand, Location>();

function shapeOf(table: ProgramTable, wand: MagicWand): Location {
  let shape = shapes.get(wand);
  if (shape === undefined) {
    const holes: Expr[] = [];
    const left = keyOf(table, wand.left, new Map(), holes);
    const right = keyOf(table, wand.right, new Map(), holes);
    const resource = { kind: 'wand', name: `${left} --* ${right}`, args: holes.map((hole) => hole.type) } as const;
    shape = { resource, args: holes };
    shapes.set(wand, shape);
  }
  return shape;
}

type Bound = ReadonlyMap<string, number>;

/** A text that is the same for the same tree, but for what is in the holes and for the names of bound variables. */
function keyOf(table: ProgramTable, value: unknown, bound: Bound, holes: Expr[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(table, item, bound, holes)).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const node = value as Expr;
  if (node.kind === 'LocalVar') {
    const depth = bound.get(node.name);
    if (depth !== undefined) return `#${depth}`;
  }
  if ('src' in value && 'type' in value && isHole(table, node, bound)) {
    holes.push(node);
    return `_${typeName(node.type)}`;
  }
  if ((node.kind === 'AccField' || node.kind === 'AccPredicate') && node.perm === null) {
    const perm: Expr = { kind: 'PermLit', value: 'write', type: { kind: 'Perm' }, src: node.src };
    return keyOf(table, { ...node, perm }, bound, holes);
  }
  const inner = withBound(bound, boundBy(node));
  const parts = Object.entries(value)
    .filter(([key]) => key !== 'src' && key !== 'type' && key !== 'triggers' && key !== 'annotations')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => {
      if (key === 'vars' || key === 'variable') return `${key}:${declared(part as readonly LocalDecl[] | LocalDecl)}`;
      // What a let binds is not in scope in its value.
      return `${key}:${keyOf(table, part, key === 'value' ? bound : inner, holes)}`;
    });
  return `{${parts.join()}}`;
}

function boundBy(node: Expr): readonly LocalDecl[] {
  switch (node.kind) {
    case 'Forall':
    case 'Exists':
    case 'ForPerm':
      return node.vars;
    case 'Let':
      return [node.variable];
    default:
      return [];
  }
}

function withBound(bound: Bound, decls: readonly LocalDecl[]): Bound {
  if (decls.length === 0) return bound;
  const inner = new Map(bound);
  for (const { name } of decls) inner.set(name, inner.size);
  return inner;
}

function declared(decls: readonly LocalDecl[] | LocalDecl): string {
  const all: readonly { readonly type: Type }[] = Array.isArray(decls) ? decls : [decls as LocalDecl];
  return all.map(({ type }) => typeName(type)).join();
}

/** Whether the value of `e` is that of the moment in which the instance is named, whatever the heap is later. */
function isHole(table: ProgramTable, e: Expr, bound: Bound): boolean {
  return e.kind !== 'PredicateAccess' && isPure(e) && isFixed(table, e, bound, false);
}

/** `isOld`: within an `old`, whose heap does not change. */
function isFixed(table: ProgramTable, e: Expr, bound: Bound, isOld: boolean): boolean {
  const all = (within = isOld) => childrenOf(e).every((child) => isFixed(table, child, bound, within));
  switch (e.kind) {
    case 'LocalVar':
      return !bound.has(e.name);
    case 'PermLit':
      // Each wildcard is an amount of its own.
      return e.value !== 'wildcard';
    case 'FieldAccess':
    case 'CurrentPerm':
    case 'ForPerm':
    case 'Unfolding':
    case 'Applying':
    case 'Asserting':
      return isOld && all();
    case 'FuncApp':
      return (isOld || (table.functions.get(e.func)?.pres.every(isPure) ?? false)) && all();
    case 'Old':
      return e.state.kind !== 'lhs' && all(true);
    default:
      return all();
  }
}
