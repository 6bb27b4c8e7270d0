// The order in which package variables are initialised, and cycles among their initialisers.

import type { Checker } from './checker.ts';
import { atObject, newError, reportError } from './errors.ts';
import type { Const, DeclInfo, Func, GoObject, Var } from './object.ts';
import { hasInitializer } from './resolver.ts';

/** Computes info.initOrder: repeatedly the object with the fewest open dependencies, in source order. */
export function initOrder(c: Checker): void {
  const queue = dependencyGraph(c.objMap);
  for (let i = (queue.length >> 1) - 1; i >= 0; i--) siftDown(queue, i);

  const emitted = new Set<DeclInfo>();
  for (let n = popNode(queue); n !== null; n = popNode(queue)) {
    // Whatever still depends on something is in a cycle, or depends on one that is reported with its own objects.
    if (n.ndeps > 0) {
      const cycle = findPath(c.objMap, n.obj, n.obj);
      if (cycle !== null) reportCycle(c, cycle);
    }
    for (const p of n.pred ?? []) {
      p.ndeps--;
      if (p.index >= 0) {
        siftUp(queue, p.index);
        siftDown(queue, p.index);
      }
    }
    if (n.obj.kind !== 'Var') continue;
    const info = c.objMap.get(n.obj);
    if (info === undefined || info.init === null || !hasInitializer(info) || emitted.has(info)) continue;
    emitted.add(info);
    c.info.initOrder.push({ lhs: info.lhs ?? [n.obj], rhs: info.init });
  }
}

/** A path of dependencies from `from` to `to`, the last first; or null. */
function findPath(objMap: ReadonlyMap<GoObject, DeclInfo>, from: GoObject, to: GoObject): GoObject[] | null {
  const seen = new Set<GoObject>([from]);
  // A stack of our own: chains of functions can be long.
  const path: { obj: GoObject; deps: GoObject[]; next: number }[] = [
    { obj: from, deps: sortedDeps(objMap, from), next: 0 },
  ];
  for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
    const d = top.deps[top.next++];
    if (d === undefined) {
      path.pop();
    } else if (d === to) {
      return [
        d,
        ...path
          .slice(1)
          .map((step) => step.obj)
          .reverse(),
      ];
    } else if (!seen.has(d)) {
      seen.add(d);
      path.push({ obj: d, deps: sortedDeps(objMap, d), next: 0 });
    }
  }
  return null;
}

function sortedDeps(objMap: ReadonlyMap<GoObject, DeclInfo>, obj: GoObject): GoObject[] {
  const deps = objMap.get(obj)?.deps;
  return deps === null || deps === undefined ? [] : [...deps].sort((a, b) => a.order - b.order);
}

function reportCycle(c: Checker, cycle: readonly GoObject[]): void {
  // Specifications have stricter rules about the order of variables, which report a cycle through functions too.
  if (c.spec !== null && cycle.some((obj) => obj.kind === 'Func')) return;
  let obj = cycle[0] as GoObject;
  if (cycle.length === 1) {
    reportError(c, atObject(obj), 'InvalidInitCycle', `initialization cycle: ${obj.name} refers to itself`);
    return;
  }
  const error = newError(c, 'InvalidInitCycle');
  error.add(atObject(obj), `initialization cycle for ${obj.name}`);
  for (let j = cycle.length - 1; j >= 0; j--) {
    const next = cycle[j] as GoObject;
    error.add(atObject(obj), `${obj.name} refers to ${next.name}`);
    obj = next;
  }
  error.report();
}

interface GraphNode {
  readonly obj: Const | Var | Func;
  /** Those that depend on this one; most objects of a package have none, so sets are made on demand. */
  pred: Set<GraphNode> | null;
  /** Those that this one depends on. */
  succ: Set<GraphNode> | null;
  /** Place in the queue; -1 when it has left it. */
  index: number;
  ndeps: number;
}

/** Notes that `n` depends on `d`. */
function addEdge(n: GraphNode, d: GraphNode): void {
  n.succ ??= new Set();
  n.succ.add(d);
  d.pred ??= new Set();
  d.pred.add(n);
}

function removalCost(n: GraphNode): number {
  return n.pred === null || n.succ === null ? 0 : n.pred.size * n.succ.size;
}

/** Constants and variables with their dependencies, also those through functions, which are left out themselves. */
function dependencyGraph(objMap: ReadonlyMap<GoObject, DeclInfo>): GraphNode[] {
  const nodes = new Map<GoObject, GraphNode>();
  for (const obj of objMap.keys()) {
    if (obj.kind === 'Const' || obj.kind === 'Var' || obj.kind === 'Func') {
      nodes.set(obj, { obj, pred: null, succ: null, index: -1, ndeps: 0 });
    }
  }
  for (const [obj, n] of nodes) {
    const deps = objMap.get(obj)?.deps;
    if (deps === null || deps === undefined) continue;
    for (const dep of deps) {
      const d = nodes.get(dep);
      if (d === undefined) continue;
      addEdge(n, d);
    }
  }

  const graph: GraphNode[] = [];
  const funcs: GraphNode[] = [];
  for (const n of nodes.values()) (n.obj.kind === 'Func' ? funcs : graph).push(n);
  // Removing a function joins all its predecessors with all its successors: the cheap ones first keep that small.
  funcs.sort((a, b) => removalCost(a) - removalCost(b));
  for (const n of funcs) {
    if (n.pred !== null) {
      for (const p of n.pred) {
        if (p === n) continue;
        if (n.succ !== null) for (const s of n.succ) if (s !== n) addEdge(p, s);
        p.succ?.delete(n);
      }
    }
    if (n.succ !== null) for (const s of n.succ) s.pred?.delete(n);
  }

  graph.forEach((n, i) => {
    n.index = i;
    n.ndeps = n.succ === null ? 0 : n.succ.size;
  });
  return graph;
}

// A binary heap of nodes that know their places.

function less(x: GraphNode, y: GraphNode): boolean {
  const xConst = x.obj.kind === 'Const';
  if (xConst !== (y.obj.kind === 'Const')) return xConst;
  return x.ndeps < y.ndeps || (x.ndeps === y.ndeps && x.obj.order < y.obj.order);
}

function swap(queue: GraphNode[], i: number, j: number): void {
  const x = queue[i] as GraphNode;
  const y = queue[j] as GraphNode;
  queue[i] = y;
  queue[j] = x;
  y.index = i;
  x.index = j;
}

function siftUp(queue: GraphNode[], start: number): void {
  let i = start;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!less(queue[i] as GraphNode, queue[parent] as GraphNode)) return;
    swap(queue, i, parent);
    i = parent;
  }
}

function siftDown(queue: GraphNode[], start: number): void {
  let i = start;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= queue.length) return;
    if (child + 1 < queue.length && less(queue[child + 1] as GraphNode, queue[child] as GraphNode)) child++;
    if (!less(queue[child] as GraphNode, queue[i] as GraphNode)) return;
    swap(queue, i, child);
    i = child;
  }
}

function popNode(queue: GraphNode[]): GraphNode | null {
  const first = queue[0];
  if (first === undefined) return null;
  swap(queue, 0, queue.length - 1);
  queue.pop();
  first.index = -1;
  siftDown(queue, 0);
  return first;
}
