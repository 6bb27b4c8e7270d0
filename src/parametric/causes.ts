// Sharpens the invariant where counts alone allow what causality forbids: an effect before its cause.
//
// The counts of a state may balance although no order of steps leads there: a message that is received before it is sent, and
// pays for itself later. Let B be edges that were never taken in such a state, and follow the program without them, ignoring how
// often things are used up. Edges D that this never reaches need one of B first. "If no edge of B was taken, none of D was" is then
// inductive: every edge of D starts at a place, or needs a message, that only edges of D and B provide.

import { must } from '../base/assert.ts';
import { ge, int, le, or, sum, type Var } from '../smt/index.ts';
import type { Conjunct } from './invariant.ts';
import type { System } from './system.ts';

/** A conjunct that excludes the state with these counts, or null where causality has nothing against it. */
export function missingCause(system: System, count: (v: Var) => bigint): Conjunct | null {
  const unused = new Set<number>();
  system.edges.forEach((edge, i) => {
    if (count(edge.count) === 0n) unused.add(i);
  });
  const uncaused = (without: ReadonlySet<number>): number | undefined => {
    const fired = reachedWithout(system, without);
    return system.edges.findIndex((edge, i) => count(edge.count) > 0n && !fired.has(i));
  };
  const found = uncaused(unused);
  if (found === undefined || found < 0) return null;
  // The fewer edges are assumed not to be taken, the more the conjunct says.
  const needed = new Set(unused);
  for (const edge of unused) {
    needed.delete(edge);
    if (reachedWithout(system, needed).has(found)) needed.add(edge);
  }
  const fired = reachedWithout(system, needed);
  const counts = (edges: readonly number[]) => sum([int(0), ...edges.map((e) => must(system.edges[e]).count)]);
  const dead = system.edges.map((_, i) => i).filter((i) => !fired.has(i) && !needed.has(i));
  const name = `cause of ${dead.join(' ')}`;
  return { name, term: or(ge(counts([...needed]), int(1)), le(counts(dead), int(0))) };
}

/** Edges that can be taken at all without these, if nothing is ever used up and all conditions hold. */
function reachedWithout(system: System, without: ReadonlySet<number>): ReadonlySet<number> {
  const fired = new Set<number>();
  const marked = new Set<number>([must(system.processes[0]).start]);
  const sent = new Set<number>();
  const closed = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const { edges } of system.transitions) {
      if (edges.every((e) => fired.has(e))) continue;
      const able = edges.every((e) => {
        const { from, what } = must(system.edges[e]);
        if (without.has(e) || !marked.has(from)) return false;
        if (edges.length > 1) return true;
        if (what.kind === 'recv') return sent.has(what.chan);
        return what.kind !== 'drained' || closed.has(what.chan);
      });
      if (!able) continue;
      changed = true;
      for (const e of edges) {
        const { to, what } = must(system.edges[e]);
        fired.add(e);
        marked.add(to);
        if (what.kind === 'start') marked.add(must(system.processes[what.process]).start);
        if (what.kind === 'send') sent.add(what.chan);
        if (what.kind === 'close') closed.add(what.chan);
      }
    }
  }
  return fired;
}
