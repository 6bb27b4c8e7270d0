// Operators that mean several things: which one is meant follows from the types around it, else from the order in the table.

import type { Span } from '../../base/source.ts';
import { type Trail, type Ty, undo, unify } from './types.ts';

/** One meaning of an operator: types that must be equal if it is the one. */
export interface Meaning<T> {
  readonly value: T;
  readonly equations: readonly (readonly [Ty, Ty])[];
}

interface Choice {
  readonly at: Span;
  /** Null until the operands have been seen. */
  meanings: readonly Meaning<unknown>[] | null;
  chosen: unknown;
}

export interface Choices {
  readonly trail: Trail;
  /** Outer operators before inner ones: an earlier one's first meaning wins where several combinations are possible. */
  open: Choice[];
}

export function createChoices(): Choices {
  return { trail: [], open: [] };
}

/** Holds the operator's place in the order while its operands are read. */
export function reserve(choices: Choices, at: Span): Choice {
  const choice: Choice = { at, meanings: null, chosen: null };
  choices.open.push(choice);
  return choice;
}

/** Gives the meanings; the result can be asked for once `settle` has succeeded. */
export function choose<T>(choices: Choices, choice: Choice, meanings: readonly Meaning<T>[]): () => T {
  choice.meanings = meanings;
  narrow(choices, choice);
  return () => choice.chosen as T;
}

function holds(meaning: Meaning<unknown>, trail: Trail): boolean {
  return meaning.equations.every(([left, right]) => unify(left, right, trail));
}

/** Drops meanings that have become impossible, and takes the last one left. False if there is none. */
function narrow(choices: Choices, choice: Choice): boolean {
  if (choice.meanings === null) return true;
  const { trail } = choices;
  const possible = choice.meanings.filter((meaning) => {
    const length = trail.length;
    const fits = holds(meaning, trail);
    undo(trail, length);
    return fits;
  });
  const [only, ...others] = possible;
  if (only === undefined) return false;
  if (others.length === 0) {
    holds(only, trail);
    choice.chosen = only.value;
    choices.open = choices.open.filter((other) => other !== choice);
  }
  return true;
}

/** Decides everything that is open. Null, or the place of an operator that no meaning fits. */
export function settle(choices: Choices): Span | null {
  for (;;) {
    const before = choices.open;
    for (const choice of before) {
      if (!narrow(choices, choice)) return choice.at;
    }
    if (choices.open.length < before.length) continue;
    const [first, ...rest] = choices.open;
    if (first === undefined) return null;
    return guess(choices, first, rest);
  }
}

/** Takes the first meaning under which everything else can be decided. */
function guess(choices: Choices, first: Choice, rest: readonly Choice[]): Span | null {
  let failure: Span = first.at;
  for (const meaning of first.meanings ?? []) {
    const length = choices.trail.length;
    if (holds(meaning, choices.trail)) {
      first.chosen = meaning.value;
      choices.open = [...rest];
      const failed = settle(choices);
      if (failed === null) return null;
      failure = failed;
    }
    undo(choices.trail, length);
  }
  choices.open = [first, ...rest];
  return failure;
}
