// The properties that can be asked for, by name.

import { godelFormulas } from './formula.ts';
import type { StepRule } from './machine.ts';

/** Broken by one step, or by standing before one. */
export const stepRules: readonly StepRule[] = [
  'send-on-closed',
  'double-close',
  'close-nil',
  'nil-channel',
  'negative-capacity',
  'negative-waitgroup',
  'unlock-unlocked',
  'panic',
];

export type GodelProperty = keyof typeof godelFormulas;

export type PropertyName =
  | StepRule
  | 'global-deadlock'
  | 'goroutine-leak'
  | 'double-lock'
  | 'lock-order'
  | 'deadlock-ignoring-main-exit'
  | 'unreceived-message'
  | 'not-live'
  | GodelProperty;

/** What is checked unless something else is asked for. */
export const defaultProperties: readonly PropertyName[] = [
  ...stepRules,
  'global-deadlock',
  'goroutine-leak',
  'double-lock',
  'lock-order',
];

export const allProperties: readonly PropertyName[] = [
  ...defaultProperties,
  'deadlock-ignoring-main-exit',
  'unreceived-message',
  'not-live',
  ...(Object.keys(godelFormulas) as GodelProperty[]),
];

/** The formula of a property that is one; null for others. */
export function formulaOf(name: PropertyName): string | null {
  if (name === 'not-live') return godelFormulas.liveness;
  if (name === 'unreceived-message') return godelFormulas['eventual-reception'];
  return name in godelFormulas ? godelFormulas[name as GodelProperty] : null;
}

/** Whether a property needs the graph of all states, which partial-order reduction would thin out. */
export function needsGraph(name: PropertyName): boolean {
  return name === 'goroutine-leak' || name === 'double-lock' || name === 'lock-order';
}
