// Fairness of loops that were shown to end: a run that goes round such a loop forever without leaving it does not exist.
//
// Nodes are pairs of a state and a goroutine that may stay blocked there. An end component is a strongly connected set of
// nodes in which each action of each node keeps an edge inside; free choices can keep a run in it forever. It is good if
// each loop that goes round in it is also left in it: otherwise the edges that go round are given up, and what remains is
// looked at again. A goroutine stays if a good end component, or a state without any step, says so.
//
// There can be millions of pairs, so that everything is numbers in typed arrays: sets are labels of nodes.

import { type Budget, spend } from './budget.ts';
import { configAt, indexOfConfig } from './graph.ts';
import type { Search } from './search.ts';

interface Pairs {
  readonly s: Search;
  readonly count: number;
  readonly state: Int32Array;
  readonly goroutine: Int32Array;
  /** Where the edges of each node begin; they stand in the order of the state's edges. */
  readonly starts: Int32Array;
  /** The node that an edge leads to, or -1. */
  readonly to: Int32Array;
  /** The label of the set that each node is in now. */
  readonly label: Int32Array;
  labels: number;
  readonly order: Order;
}

/** What the search for strongly connected sets needs for each node. */
interface Order {
  readonly index: Int32Array;
  readonly low: Int32Array;
  readonly onStack: Uint8Array;
  readonly stack: Int32Array;
  readonly calls: Int32Array;
  readonly next: Int32Array;
}

interface Part {
  readonly nodes: Int32Array;
  readonly banned: number;
}

/** The part of `stays` that is in good end components or states without steps; null where that takes too long. */
export function fairStays(s: Search, stays: Int32Array, budget: Budget): Int32Array | null {
  const p = pairsOf(s, stays);
  const good = new Uint8Array(p.count);
  const work: Part[] = [{ nodes: Int32Array.from({ length: p.count }, (_, node) => node), banned: 0 }];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    if (!spend(budget, 0)) return null;
    const { banned } = part;
    endComponents(p, part, budget, (component) => {
      const bad = unleft(p, component, banned);
      if (bad === 0) for (const node of component) good[node] = 1;
      else work.push({ nodes: component, banned: banned | bad });
    });
  }
  const result = new Int32Array(stays.length);
  for (let node = 0; node < p.count; node++) {
    if (good[node] === 0) continue;
    const g = p.goroutine[node] as number;
    const at = (p.state[node] as number) * s.words + (g >> 5);
    result[at] = (result[at] as number) | (1 << (g & 31));
  }
  return result;
}

/** Loops that go round within a labelled set and are never left in it. */
function unleft(p: Pairs, component: Int32Array, banned: number): number {
  const { s } = p;
  const label = p.label[component[0] as number] as number;
  let rounds = 0;
  let exits = 0;
  for (const node of component) {
    const from = p.starts[node] as number;
    const first = s.edgeStarts[p.state[node] as number] as number;
    for (let k = from; k < (p.starts[node + 1] as number); k++) {
      const e = first + k - from;
      if (!usable(p, k, e, label, banned)) continue;
      rounds |= s.rounds[e] ?? 0;
      exits |= s.exits[e] ?? 0;
    }
  }
  return rounds & ~exits;
}

/** Whether an edge stays in a set, and does more than to go round banned loops. */
function usable(p: Pairs, k: number, e: number, label: number, banned: number): boolean {
  const to = p.to[k] as number;
  if (to < 0 || p.label[to] !== label) return false;
  return banned === 0 || ((p.s.rounds[e] ?? 0) & ~(p.s.exits[e] ?? 0) & banned) === 0;
}

function pairsOf(s: Search, stays: Int32Array): Pairs {
  const { words } = s;
  const states = s.table.count;
  // The first node of each state: its goroutines follow in order.
  const firsts = new Int32Array(states + 1);
  let count = 0;
  let edges = 0;
  for (let state = 0; state < states; state++) {
    firsts[state] = count;
    let here = 0;
    for (let w = 0; w < words; w++) for (let m = stays[state * words + w] as number; m !== 0; m &= m - 1) here++;
    count += here;
    edges += here * ((s.edgeStarts[state + 1] as number) - (s.edgeStarts[state] as number));
  }
  const state = new Int32Array(count);
  const goroutine = new Int32Array(count);
  const starts = new Int32Array(count + 1);
  const to = new Int32Array(edges);
  let node = 0;
  let at = 0;
  for (let here = 0; here < states; here++) {
    for (let w = 0; w < words; w++) {
      for (let m = stays[here * words + w] as number; m !== 0; m &= m - 1) {
        const g = w * 32 + 31 - Math.clz32(m & -m);
        state[node] = here;
        goroutine[node] = g;
        starts[node++] = at;
        const config = configAt(s, here, g);
        for (let e = s.edgeStarts[here] as number; e < (s.edgeStarts[here + 1] as number); e++) {
          const target = s.targets[e] as number;
          to[at++] = nodeOf(stays, words, firsts, target, indexOfConfig(s, target, config));
        }
      }
    }
  }
  starts[count] = at;
  const order: Order = {
    index: new Int32Array(count),
    low: new Int32Array(count),
    onStack: new Uint8Array(count),
    stack: new Int32Array(count),
    calls: new Int32Array(count),
    next: new Int32Array(count),
  };
  return { s, count, state, goroutine, starts, to, label: new Int32Array(count), labels: 0, order };
}

/** The node of a goroutine that stays in a state, or -1. */
function nodeOf(stays: Int32Array, words: number, firsts: Int32Array, state: number, g: number): number {
  if (g < 0) return -1;
  const at = state * words + (g >> 5);
  const bit = 1 << (g & 31);
  if (((stays[at] as number) & bit) === 0) return -1;
  let node = firsts[state] as number;
  for (let w = state * words; w < at; w++) for (let m = stays[w] as number; m !== 0; m &= m - 1) node++;
  for (let m = (stays[at] as number) & (bit - 1); m !== 0; m &= m - 1) node++;
  return node;
}

/** Finds maximal end components within a set, without edges that only go round banned loops. Nodes without steps count. */
function endComponents(p: Pairs, part: Part, budget: Budget, found: (component: Int32Array) => void): void {
  const { banned } = part;
  const work: Int32Array[] = [part.nodes];
  for (let nodes = work.pop(); nodes !== undefined; nodes = work.pop()) {
    const label = ++p.labels;
    spend(budget, (nodes.length * (p.count + p.to.length)) / p.count);
    for (const node of nodes) p.label[node] = label;
    stronglyConnected(p, nodes, label, banned, (stack, from, to) => {
      const inside = ++p.labels;
      for (let k = from; k < to; k++) p.label[stack[k] as number] = inside;
      let kept = 0;
      for (let k = from; k < to; k++) if (keepsActions(p, stack[k] as number, inside, banned)) kept++;
      if (kept === to - from) found(stack.slice(from, to));
      else if (kept > 0) work.push(stack.slice(from, to).filter((node) => keepsActions(p, node, inside, banned)));
    });
  }
}

/** Whether each action of a node has an edge that stays inside. */
function keepsActions(p: Pairs, node: number, label: number, banned: number): boolean {
  const from = p.starts[node] as number;
  const first = p.s.edgeStarts[p.state[node] as number] as number;
  let kept = true;
  for (let k = from; k < (p.starts[node + 1] as number); k++) {
    const e = first + k - from;
    if (p.s.begins[e] === 1) {
      if (!kept) return false;
      kept = false;
    }
    kept ||= usable(p, k, e, label, banned);
  }
  return kept;
}

/**
 * Tarjan's algorithm without recursion, on the edges that stay in a labelled set. Each strongly connected set is given as
 * a piece of the stack; `visit` may label its nodes anew, for nothing leads back to them.
 */
function stronglyConnected(
  p: Pairs,
  nodes: Int32Array,
  label: number,
  banned: number,
  visit: (stack: Int32Array, from: number, to: number) => void,
): void {
  const { index, low, onStack, stack, calls, next } = p.order;
  const { starts, to, s } = p;
  for (const node of nodes) index[node] = 0;
  let height = 0;
  let numbered = 0;
  for (const root of nodes) {
    if (index[root] !== 0) continue;
    let depth = 0;
    calls[0] = root;
    index[root] = ++numbered;
    low[root] = numbered;
    next[root] = starts[root] as number;
    stack[height++] = root;
    onStack[root] = 1;
    while (depth >= 0) {
      const node = calls[depth] as number;
      const from = starts[node] as number;
      const end = starts[node + 1] as number;
      const first = s.edgeStarts[p.state[node] as number] as number;
      let k = next[node] as number;
      let into = -1;
      for (; k < end; k++) {
        if (!usable(p, k, first + k - from, label, banned)) continue;
        const target = to[k] as number;
        if (index[target] === 0) {
          into = target;
          break;
        }
        if (onStack[target] === 1 && (index[target] as number) < (low[node] as number))
          low[node] = index[target] as number;
      }
      if (into >= 0) {
        next[node] = k + 1;
        calls[++depth] = into;
        index[into] = ++numbered;
        low[into] = numbered;
        next[into] = starts[into] as number;
        stack[height++] = into;
        onStack[into] = 1;
        continue;
      }
      depth--;
      if (depth >= 0) {
        const parent = calls[depth] as number;
        if ((low[node] as number) < (low[parent] as number)) low[parent] = low[node] as number;
      }
      if (low[node] !== index[node]) continue;
      const top = height;
      while (stack[height - 1] !== node) onStack[stack[--height] as number] = 0;
      onStack[stack[--height] as number] = 0;
      visit(stack, height, top);
    }
  }
}
