// Fairness of loops that were shown to end: a run that goes round such a loop for ever without leaving it does not exist.
//
// Nodes are pairs of a state and a goroutine that may stay blocked there. An end component is a strongly connected set of
// nodes in which each action of each node keeps an edge inside; free choices can keep a run in it for ever. It is good if
// each loop that goes round in it is also left in it: otherwise the edges that go round are given up, and what remains is
// looked at again. A goroutine stays if a good end component, or a state without any step, says so.

import { configAt, indexOfConfig } from './graph.ts';
import type { Search } from './search.ts';

interface Graph {
  /** State of each node, and edges to nodes as rows: target, action, rounds, exits. */
  readonly states: number[];
  readonly edges: { readonly to: number; readonly action: number; readonly rounds: number; readonly exits: number }[][];
  readonly goroutine: number[];
}

/** The part of `stays` that is in good end components or states without steps. */
export function fairStays(s: Search, stays: Int32Array): Int32Array {
  const graph = pairGraph(s, stays);
  const good = new Uint8Array(graph.states.length);
  const all = graph.states.map((_, node) => node);
  const work: { readonly nodes: readonly number[]; readonly banned: number }[] = [{ nodes: all, banned: 0 }];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    for (const component of endComponents(graph, part.nodes, part.banned)) {
      let rounds = 0;
      let exits = 0;
      const inside = new Set(component);
      for (const node of component) {
        for (const e of graph.edges[node] as Graph['edges'][number]) {
          if (!inside.has(e.to) || (e.rounds & ~e.exits & part.banned) !== 0) continue;
          rounds |= e.rounds;
          exits |= e.exits;
        }
      }
      const bad = rounds & ~exits;
      if (bad === 0) for (const node of component) good[node] = 1;
      else work.push({ nodes: component, banned: part.banned | bad });
    }
  }
  const result = new Int32Array(stays.length);
  graph.states.forEach((state, node) => {
    if (good[node] === 0) return;
    const g = graph.goroutine[node] as number;
    const at = state * s.words + (g >> 5);
    result[at] = (result[at] as number) | (1 << (g & 31));
  });
  return result;
}

function pairGraph(s: Search, stays: Int32Array): Graph {
  const { words } = s;
  const ids = new Map<number, number>();
  const wide = words * 32;
  const graph: Graph = { states: [], edges: [], goroutine: [] };
  for (let state = 0; state < s.table.count; state++) {
    for (let g = 0; g < wide; g++) {
      if (((stays[state * words + (g >> 5)] as number) & (1 << (g & 31))) === 0) continue;
      ids.set(state * wide + g, graph.states.length);
      graph.states.push(state);
      graph.goroutine.push(g);
    }
  }
  for (let node = 0; node < graph.states.length; node++) {
    const state = graph.states[node] as number;
    const config = configAt(s, state, graph.goroutine[node] as number);
    const edges: Graph['edges'][number] = [];
    let action = -1;
    for (let e = s.edgeStarts[state] as number; e < (s.edgeStarts[state + 1] as number); e++) {
      if (s.begins[e] === 1) action++;
      const target = s.targets[e] as number;
      const h = indexOfConfig(s, target, config);
      const to = h < 0 ? undefined : ids.get(target * wide + h);
      edges.push({ to: to ?? -1, action, rounds: s.rounds[e] ?? 0, exits: s.exits[e] ?? 0 });
    }
    graph.edges.push(edges);
  }
  return graph;
}

/** Maximal end components within `nodes`, without edges that only go round banned loops. Nodes without steps count. */
function endComponents(graph: Graph, nodes: readonly number[], banned: number): number[][] {
  const found: number[][] = [];
  const work: (readonly number[])[] = [nodes];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    const components = stronglyConnected(graph, part, banned);
    for (const component of components) {
      const inside = new Set(component);
      const kept = component.filter((node) => keepsActions(graph, node, inside, banned));
      if (kept.length === component.length) {
        if (component.length > 0) found.push(component);
      } else if (kept.length > 0) work.push(kept);
    }
  }
  return found;
}

function usable(e: Graph['edges'][number][number], inside: ReadonlySet<number>, banned: number): boolean {
  return inside.has(e.to) && (e.rounds & ~e.exits & banned) === 0;
}

function keepsActions(graph: Graph, node: number, inside: ReadonlySet<number>, banned: number): boolean {
  let last = -1;
  let kept = true;
  for (const e of graph.edges[node] as Graph['edges'][number]) {
    if (e.action !== last) {
      if (!kept) return false;
      kept = false;
      last = e.action;
    }
    kept ||= usable(e, inside, banned);
  }
  return kept;
}

/** Tarjan's algorithm without recursion, on the edges that stay inside `nodes`. */
function stronglyConnected(graph: Graph, nodes: readonly number[], banned: number): number[][] {
  const inside = new Set(nodes);
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const onStack = new Set<number>();
  const stack: number[] = [];
  const found: number[][] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const calls: { node: number; next: number }[] = [{ node: root, next: 0 }];
    while (calls.length > 0) {
      const call = calls[calls.length - 1] as { node: number; next: number };
      const { node } = call;
      if (call.next === 0) {
        index.set(node, index.size);
        low.set(node, index.get(node) as number);
        stack.push(node);
        onStack.add(node);
      }
      const edges = graph.edges[node] as Graph['edges'][number];
      let descended = false;
      while (call.next < edges.length) {
        const e = edges[call.next++] as Graph['edges'][number][number];
        if (!usable(e, inside, banned)) continue;
        if (!index.has(e.to)) {
          calls.push({ node: e.to, next: 0 });
          descended = true;
          break;
        }
        if (onStack.has(e.to)) low.set(node, Math.min(low.get(node) as number, index.get(e.to) as number));
      }
      if (descended) continue;
      // `next` stays 0 for a node without edges: it is entered once only.
      calls.pop();
      const parent = calls[calls.length - 1];
      if (parent !== undefined) low.set(parent.node, Math.min(low.get(parent.node) as number, low.get(node) as number));
      if (low.get(node) === index.get(node)) {
        const component: number[] = [];
        for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
          onStack.delete(n);
          component.push(n);
          if (n === node) break;
        }
        found.push(component);
      }
    }
  }
  return found;
}
