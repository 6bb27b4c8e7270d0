// Whether every run of a counter system is finite. Only then does "stuck" mean blocked forever, and only then is anything proved.
//
// An edge is bounded if in every run it is taken finitely often. That holds for the rounds of a counted loop, for receives where all
// sends are bounded, for sends where all receives are (the channel holds no more than its capacity), for closing, and for every edge
// that lies on no cycle of edges not yet known to be bounded, in a process that is started by bounded edges only. If the least
// fixed point has all edges, all runs are finite.

import { must } from '../base/assert.ts';
import type { System } from './system.ts';

/** A place in a loop that may not end, or null. */
export function endlessPlace(system: System): number | null {
  const bounded = boundedEdges(system);
  const open = system.edges.findIndex((_, i) => !bounded.has(i));
  return open < 0 ? null : must(system.edges[open]).from;
}

function boundedEdges(system: System): ReadonlySet<number> {
  const bounded = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    const add = (edge: number): void => {
      if (bounded.has(edge)) return;
      bounded.add(edge);
      changed = true;
    };
    const all = (kind: 'send' | 'recv', chan: number): boolean =>
      system.edges.every((e, i) => e.what.kind !== kind || e.what.chan !== chan || bounded.has(i));
    system.edges.forEach((edge, i) => {
      const { what } = edge;
      if (what.kind === 'close') add(i);
      if (what.kind === 'recv' && all('send', what.chan)) add(i);
      if (what.kind === 'send' && all('recv', what.chan)) add(i);
      // Each entry has finitely many rounds, so finitely many entries have, too.
      const cycle = system.cycles.find((c) => c.begun === edge.count && c.ends);
      if (cycle !== undefined) {
        const entry = system.edges.findIndex((e) => e.count === cycle.entered);
        if (bounded.has(entry)) add(i);
      }
    });
    const started = new Set<number>([0]);
    system.processes.forEach((_, p) => {
      const starts = system.edges.flatMap((e, i) => (e.what.kind === 'start' && e.what.process === p ? [i] : []));
      if (p > 0 && starts.every((i) => bounded.has(i))) started.add(p);
    });
    for (const p of started) for (const edge of acyclicEdges(system, p, bounded)) add(edge);
  }
  return bounded;
}

/** Edges of a process that lie on no cycle of edges that are not bounded. */
function acyclicEdges(system: System, process: number, bounded: ReadonlySet<number>): readonly number[] {
  const own = system.edges.flatMap((edge, i) => (system.places[edge.from]?.process === process ? [i] : []));
  const next = new Map<number, number[]>();
  for (const i of own) {
    if (bounded.has(i)) continue;
    const { from, to } = must(system.edges[i]);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  return own.filter((i) => {
    if (bounded.has(i)) return false;
    const { from, to } = must(system.edges[i]);
    return !reaches(next, to, from);
  });
}

function reaches(next: ReadonlyMap<number, readonly number[]>, from: number, to: number): boolean {
  const seen = new Set<number>([from]);
  const work = [from];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (at === to) return true;
    for (const place of next.get(at) ?? []) {
      if (seen.has(place)) continue;
      seen.add(place);
      work.push(place);
    }
  }
  return false;
}
