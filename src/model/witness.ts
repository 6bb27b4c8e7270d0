// Why a formula does not hold: the shortest run to a state that breaks it, and what is stuck there.

import { must } from '../base/assert.ts';
import { blockedHeadline, type Headline } from '../base/headline.ts';
import { isLocal } from '../base/operation.ts';
import { objectOf } from '../base/trace.ts';
import type { Site } from '../comm/comm.ts';
import { unlimited } from './budget.ts';
import { type Config, Op } from './component.ts';
import { explain } from './explain.ts';
import type { Formula } from './formula.ts';
import { invariantOf, statesOf } from './formula-eval.ts';
import { configAt, goroutines } from './graph.ts';
import type { Search } from './search.ts';
import { vectorOf } from './table.ts';
import { type ModelTrace, tell } from './trace.ts';

export interface Witness {
  readonly site: Site;
  readonly headline: Headline<Site>;
  readonly trace: ModelTrace;
}

/**
 * A formula `always f` is broken by the first state without f; any other one by the initial state. Goroutines there that
 * never communicate again are reported as blocked.
 */
export function witness(s: Search, name: string, formula: Formula, root: Site): Witness {
  const inner = invariantOf(formula);
  // It was evaluated before, within the budget.
  const holds = must(statesOf(s, inner ?? formula, unlimited()));
  const bad = inner === null ? s.initial.findIndex(({ state }) => holds[state] === 0) : holds.indexOf(0);
  const state = inner === null ? (s.initial[Math.max(bad, 0)]?.state ?? 0) : Math.max(bad, 0);
  const { steps, start, opening, schedule, scene } = tell(s, state, null);
  const labels = labelsFrom(s, state);
  const stuck: number[] = [];
  for (let g = 0; g < goroutines(s, state); g++) {
    const config = configAt(s, state, g);
    if (config !== 0 && isStuck(s.machine.comps.list[config] as Config, labels)) stuck.push(g);
  }
  const { blocked, first } = explain(scene, stuck, false);
  const at = blocked[first];
  const left = unreceived(s, state, labels);
  const { goroutines: who, objects } = scene.cast;
  const leftObject = left < 0 ? 0 : scene.cast.objectAt(vectorOf(s.table, state), left);
  const trace: ModelTrace = { goroutines: who, objects, steps, blocked, start, opening, schedule };
  const last = steps.findLast((step) => !isLocal(step.operation));
  const site = at?.span ?? last?.span ?? root;
  if (at !== undefined) return { site, headline: blockedHeadline('formula', trace, at), trace };
  const object = objectOf(trace, leftObject);
  if (object !== null) return { site, headline: { kind: 'unreceived', object }, trace };
  return { site, headline: { kind: 'formula', name }, trace };
}

/** Whether a goroutine stands before a communication on channels that no step from here on uses. */
function isStuck(config: Config, labels: ReadonlySet<number>): boolean {
  const { op, slot, cases, hasDefault } = config.operation;
  if (op === Op.send || op === Op.recv) return slot > 0 && !labels.has(slot);
  if (op !== Op.select || hasDefault) return false;
  return cases.every((one) => one.slot >= 0 && !labels.has(one.slot));
}

/** The slot of a channel that holds a value and is never used again; -1 if there is none. */
function unreceived(s: Search, state: number, labels: ReadonlySet<number>): number {
  const vec = vectorOf(s.table, state);
  for (let slot = 1; slot <= (vec[0] as number); slot++) {
    const object = s.machine.comps.list[vec[slot] as number];
    if (object?.kind === 'chan' && object.buffer.length > 0 && !labels.has(slot)) return slot;
  }
  return -1;
}

/** Slots of the channels that steps of some run from a state communicate on. */
function labelsFrom(s: Search, state: number): ReadonlySet<number> {
  const labels = new Set<number>();
  const seen = new Uint8Array(s.table.count);
  const stack = [state];
  seen[state] = 1;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (let k = s.edgeStarts[at] as number; k < (s.edgeStarts[at + 1] as number); k++) {
      labels.add(s.labels[k] as number);
      const target = s.targets[k] as number;
      if (seen[target] === 1) continue;
      seen[target] = 1;
      stack.push(target);
    }
  }
  return labels;
}
