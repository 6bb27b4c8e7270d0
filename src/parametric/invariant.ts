// What holds in every state of a counter system: the invariant of Figures 7, 12 and 13, in terms of counts.
//
// Flow takes the place of the paper's case distinctions over program counters: that no place holds fewer than zero tokens says
// that an operation was done before the next one was. `sure` parts hold by construction (obligations are checked all the same);
// `maybe` parts are guesses, of which the largest set that is inductive together is kept.

import { add, and, eq, ge, implies, int, ite, le, lt, max, mul, sub, sum, type Term, True } from '../smt/index.ts';
import type { LoopCounts, System } from './system.ts';

export interface Conjunct {
  readonly name: string;
  readonly term: Term;
}

export interface Templates {
  readonly sure: readonly Conjunct[];
  readonly maybe: readonly Conjunct[];
}

export function templates(system: System): Templates {
  const sure: Conjunct[] = [];
  const maybe: Conjunct[] = [];
  const say = (name: string, term: Term): void => {
    if (term !== True) sure.push({ name, term });
  };
  system.edges.forEach((edge, i) => {
    say(`count ${i}`, ge(edge.count, int(0)));
    if (edge.when !== True) say(`condition of ${i}`, implies(ge(edge.count, int(1)), edge.when));
    const { what } = edge;
    if (what.kind === 'make') {
      const capacity = system.channels[what.chan]?.capacity ?? int(0);
      say(`capacity ${what.chan}`, implies(ge(edge.count, int(1)), ge(capacity, int(0))));
    }
    if (what.kind === 'drained') {
      const c = system.channels[what.chan];
      if (c !== undefined) {
        say(`drained ${i}`, implies(ge(edge.count, int(1)), and(ge(c.closed, int(1)), eq(c.sent, c.received))));
      }
    }
    if (what.kind === 'wait') {
      const counter = system.groups[what.group]?.counter ?? int(0);
      maybe.push({ name: `after wait ${i}`, term: implies(ge(edge.count, int(1)), eq(counter, int(0))) });
    }
  });
  system.places.forEach((place, i) => {
    say(`place ${i}`, ge(place.tokens, int(0)));
  });
  system.channels.forEach((c, i) => {
    const inside = sub(c.sent, c.received);
    say(`channel ${i}`, and(ge(inside, int(0)), le(inside, max(c.capacity, int(0)))));
    say(`closed ${i}`, le(c.closed, int(1)));
  });
  system.groups.forEach((g, i) => {
    say(`waitgroup ${i}`, ge(g.counter, int(0)));
  });
  system.locks.forEach(({ claimed, held, readers }, i) => {
    say(`lock ${i}`, and(ge(held, int(0)), le(held, claimed), le(claimed, int(1)), ge(readers, int(0))));
    say(`lock ${i} apart`, implies(ge(held, int(1)), le(readers, int(0))));
  });
  system.loops.forEach((loop, i) => {
    if (loop.register === null) countedOnce(loop, i, say);
    else countedOften(loop, i, say, maybe);
  });
  // Flow alone would allow iterations of a loop that are never reached.
  system.cycles.forEach(({ entered, begun }, i) => {
    say(`cycle ${i}`, implies(ge(begun, int(1)), ge(entered, int(1))));
  });
  return { sure, maybe };
}

/** `i - lo` is `step` times the rounds done, and there is no round with `i >= hi`. */
function countedOnce(loop: LoopCounts, i: number, say: (name: string, term: Term) => void): void {
  const last = add(loop.lo, mul(int(loop.step), sub(loop.begun, int(1))));
  say(`loop ${i} rounds`, implies(ge(loop.begun, int(1)), lt(last, loop.hi)));
  say(`loop ${i} end`, implies(ge(loop.finished, int(1)), ge(loop.value, loop.hi)));
}

/** A loop inside a loop: the rounds of finished entries, and those of the one that is under way. */
function countedOften(loop: LoopCounts, i: number, say: (name: string, term: Term) => void, maybe: Conjunct[]): void {
  say(`loop ${i} low`, implies(ge(loop.inside, int(1)), le(loop.lo, loop.value)));
  say(`loop ${i} busy`, implies(ge(loop.busy, int(1)), lt(loop.value, loop.hi)));
  const top = max(loop.lo, add(loop.hi, int(loop.step - 1)));
  say(`loop ${i} high`, implies(ge(loop.inside, int(1)), le(loop.value, top)));
  if (loop.step !== 1) return;
  const trips = max(sub(loop.hi, loop.lo), int(0));
  const current = ite(ge(loop.inside, int(1)), sub(loop.value, loop.lo), int(0));
  if (loop.regular) {
    maybe.push({ name: `loop ${i} total`, term: eq(loop.rounds, sum([mul(trips, loop.finished), current])) });
  }
}
