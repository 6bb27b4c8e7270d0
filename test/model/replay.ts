// Runs the schedule of a counterexample on the naive engine.

import type { CommProgram } from '../../src/comm/comm.ts';
import type { ModelTrace } from '../../src/model/index.ts';
import { initialStates, type NState, newNaive, stepsFrom } from './naive.ts';

export interface Replayed {
  readonly state: NState;
  /** Faults of the last step, or of the start. */
  readonly faults: readonly string[];
}

/** The state at the end of a run, or in words why it does not exist. */
export function replay(
  program: CommProgram,
  params: readonly (number | boolean)[],
  root: string,
  trace: ModelTrace,
): Replayed | string {
  const naive = newNaive(program, params, root);
  const begin = initialStates(naive).find((o) => o.choices.join() === trace.start.join());
  if (begin === undefined) return `no start with choices ${trace.start.join()}`;
  let { state, faults }: Replayed = begin;
  for (const [i, step] of trace.schedule.entries()) {
    const next = stepsFrom(naive, state).find(
      ({ how, choices }) =>
        how.mover === step.mover &&
        // A timer is named differently here: by its place in the heap.
        (step.mover === -1 || how.partner === step.partner) &&
        how.moverCase === step.moverCase &&
        how.partnerCase === step.partnerCase &&
        choices.join() === step.choices.join(),
    );
    if (next === undefined) return `step ${i} is not possible: ${JSON.stringify(step)}`;
    ({ state, faults } = next);
  }
  return { state, faults };
}
