// The properties that can be asked for, by name.

import { tableOf } from '../base/named.ts';
import type { CommProgram, Stmt } from '../comm/comm.ts';
import { visitProgram } from '../comm/index.ts';
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

/** The statements of which a program needs one to break a property at all. */
const neededFor = tableOf<readonly Stmt['kind'][]>({
  'send-on-closed': ['close'],
  'double-close': ['close'],
  'close-nil': ['close'],
  'negative-capacity': ['chan'],
  'negative-waitgroup': ['waitgroup'],
  'unlock-unlocked': ['lock', 'cond'],
  'double-lock': ['lock', 'cond'],
  'lock-order': ['lock', 'cond'],
});

/**
 * Whether nothing in a program could break a property, whatever its values are and however far a search came. Functions that are found
 * by their values may turn out not to be known, and then do anything.
 */
export function isImpossible(program: CommProgram, name: string): boolean {
  const needed = neededFor.get(name);
  if (needed === undefined) return false;
  let possible = false;
  visitProgram(program, (stmt) => {
    possible ||= needed.includes(stmt.kind) || ('callee' in stmt && stmt.callee.kind !== 'proc');
  });
  return !possible;
}
