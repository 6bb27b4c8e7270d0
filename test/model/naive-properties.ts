// Properties of a naive graph, by the definitions, with brute force.

import type { NGraph } from './naive.ts';

export interface NaiveVerdicts {
  readonly faults: ReadonlySet<string>;
  readonly deadlock: boolean;
  /** A state without steps in which some goroutine is left. */
  readonly stuck: boolean;
  readonly leak: 'violated' | 'proved' | 'unknown';
  /** Sites of goroutines that are blocked forever where the process need not end. */
  readonly leakSites: ReadonlySet<string>;
}

export function naiveVerdicts(g: NGraph): NaiveVerdicts {
  let deadlock = false;
  let stuck = false;
  g.states.forEach((s, i) => {
    if (s.over !== '' || (g.edges[i] ?? []).length > 0) return;
    if (s.gs.some((x) => x !== null)) stuck = true;
    if (s.gs.some((x) => x?.root)) deadlock = true;
  });
  const most = Math.max(0, ...g.states.map((s) => s.gs.length));
  let violated = false;
  let proved = true;
  const leakSites = new Set<string>();
  for (let id = 0; id < most; id++) {
    const forEver = blockedForEver(g, id);
    const stays = staying(g, id);
    stays.forEach((yes, i) => {
      if (!yes) return;
      proved = false;
      if (forEver[i]) {
        violated = true;
        leakSites.add(g.states[i]?.gs[id]?.site ?? '');
      }
    });
  }
  return { faults: g.faults, deadlock, stuck, leak: violated ? 'violated' : proved ? 'proved' : 'unknown', leakSites };
}

function alive(g: NGraph, i: number, id: number): boolean {
  const x = g.states[i]?.gs[id];
  return x !== null && x !== undefined;
}

function blockedForEver(g: NGraph, id: number): boolean[] {
  const can = g.states.map((_, i) => (g.edges[i] ?? []).some((e) => e.movers.includes(id)));
  for (let changed = true; changed; ) {
    changed = false;
    g.states.forEach((_, i) => {
      if (!can[i] && (g.edges[i] ?? []).some((e) => can[e.to] && alive(g, e.to, id))) {
        can[i] = true;
        changed = true;
      }
    });
  }
  return g.states.map((_, i) => alive(g, i, id) && !can[i]);
}

/** Largest set in which goroutine id cannot move and each action keeps an edge inside, without edges that `skip` names. */
function largest(
  g: NGraph,
  id: number,
  start: readonly boolean[],
  skip: (rounds: readonly number[], exits: readonly number[]) => boolean,
): boolean[] {
  const inside = start.slice();
  for (let changed = true; changed; ) {
    changed = false;
    g.states.forEach((_, i) => {
      if (!inside[i]) return;
      const actions = new Map<number, boolean>();
      let moves = false;
      for (const e of g.edges[i] ?? []) {
        if (e.movers.includes(id)) moves = true;
        actions.set(e.action, (actions.get(e.action) ?? false) || (inside[e.to] === true && !skip(e.rounds, e.exits)));
      }
      if (moves || [...actions.values()].includes(false)) {
        inside[i] = false;
        changed = true;
      }
    });
  }
  return inside;
}

function staying(g: NGraph, id: number): boolean[] {
  const living = g.states.map((s, i) => s.over === '' && alive(g, i, id));
  const plain = largest(g, id, living, () => false);
  if (g.loops.length === 0 || !plain.includes(true)) return plain;
  // Each set of loops that from some time on never go round; all others must be left whenever they go round.
  const good = g.states.map(() => false);
  for (let subset = 0; subset < 1 << g.loops.length; subset++) {
    const never = g.loops.filter((_, k) => (subset & (1 << k)) !== 0);
    const skip = (rounds: readonly number[], exits: readonly number[]): boolean =>
      rounds.some((l) => never.includes(l) && !exits.includes(l));
    let inside = largest(g, id, living, skip);
    // Split into strongly connected parts until each is closed.
    const work: boolean[][] = [inside];
    for (let part = work.pop(); part !== undefined; part = work.pop()) {
      inside = largest(g, id, part, skip);
      const left = new Set<number>();
      inside.forEach((yes, i) => {
        if (yes) left.add(i);
      });
      if (left.size === 0) continue;
      const reach = reachability(g, left, skip);
      const components: number[][] = [];
      while (left.size > 0) {
        const [first] = left;
        const component = [...left].filter(
          (i) => i === first || (reach(first as number, i) && reach(i, first as number)),
        );
        components.push(component);
        for (const i of component) left.delete(i);
      }
      for (const component of components) {
        const only = g.states.map((_, i) => component.includes(i));
        const closed = largest(g, id, only, skip);
        if (component.every((i) => closed[i])) {
          const rounds = new Set<number>();
          const exits = new Set<number>();
          for (const i of component) {
            for (const e of g.edges[i] ?? []) {
              if (!component.includes(e.to) || skip(e.rounds, e.exits)) continue;
              for (const l of e.rounds) rounds.add(l);
              for (const l of e.exits) exits.add(l);
            }
          }
          if ([...rounds].every((l) => exits.has(l))) for (const i of component) good[i] = true;
        } else if (closed.includes(true)) work.push(closed);
      }
    }
  }
  return good;
}

function reachability(
  g: NGraph,
  nodes: ReadonlySet<number>,
  skip: (r: readonly number[], e: readonly number[]) => boolean,
) {
  const from = new Map<number, Set<number>>();
  for (const start of nodes) {
    const seen = new Set<number>();
    const work = [start];
    for (let i = work.pop(); i !== undefined; i = work.pop()) {
      for (const e of g.edges[i] ?? []) {
        if (!nodes.has(e.to) || seen.has(e.to) || skip(e.rounds, e.exits)) continue;
        seen.add(e.to);
        work.push(e.to);
      }
    }
    from.set(start, seen);
  }
  return (a: number, b: number): boolean => from.get(a)?.has(b) === true;
}
