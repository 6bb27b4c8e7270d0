// When a client of a package keeps what a verdict assumes: one row for each kind of assumption.
//
// A client is a program that calls a package; its facts are what it does that assumptions speak of. What a client alone does not decide
// (whether others use a channel, whether data panics) is asked of what a run shows: then the run says nothing against the verdict.

import type { Assumption, AssumptionKind } from '../../../src/base/reasons.ts';

/** What a client does that an assumption may exclude. */
export interface ClientFacts {
  /** Types of which it uses one value in several goroutines. */
  readonly concurrent: ReadonlySet<string>;
  /** Types of which it uses zero values or literals although constructors exist. */
  readonly unconstructed: ReadonlySet<string>;
  /** It passes numbers close to the limits of their types. */
  readonly extreme: boolean;
  /** It passes one object in two places. */
  readonly alias: boolean;
  /** It writes exported fields or package variables while others run. */
  readonly racing: boolean;
  /** Its callbacks call back into the package. */
  readonly reenters: boolean;
  /** Its callbacks panic; they always return otherwise. */
  readonly callbacksPanic: boolean;
}

/** What goes wrong in a run. */
export interface Trouble {
  readonly rule: string;
  /** The goroutine at fault is blocked on a lock, on something that others have to use, or not at all: it panics. */
  readonly waits: 'lock' | 'other' | 'no';
  /** The client made the object, the package did, or it is nil. */
  readonly object: 'client' | 'own' | 'nil';
  /** The object is one that no client can reach, directly or by a call. */
  readonly hidden: boolean;
}

interface Row {
  /** Whether a client with these facts breaks the assumption about `of`; left out: no client can. */
  readonly broken?: (of: string, facts: ClientFacts) => boolean;
  /** Whether trouble of this kind is what the assumption excludes; left out: it never is. */
  readonly excuses?: (of: string, trouble: Trouble) => boolean;
}

/** The last name in an expression: `Pool` of `*pool.Pool`. */
function lastName(of: string): string {
  return /(\w+)\W*$/.exec(of)?.[1] ?? of;
}

/**
 * Objects of the environment: the client has to make them, and others to use them so that operations go on. Where the package made one,
 * callers can help only those that wait for it, and only by calls that use it: a lock that is left held, or a panic, is the package's own.
 */
const environment: Row = {
  excuses: (_, { object, waits, hidden }) => !hidden && (object !== 'own' || waits === 'other'),
};

const rows: Readonly<Record<AssumptionKind, Row>> = {
  'no-overflow': { broken: (_, { extreme }) => extreme },
  'no-overflow-conversion': { broken: (_, { extreme }) => extreme },
  'no-panic': { broken: (_, { callbacksPanic }) => callbacksPanic },
  'no-reentry': { broken: (_, { reenters }) => reenters },
  'common-order': { broken: (_, { concurrent }) => concurrent.size > 0 },
  // What clients give returns.
  terminates: {},
  'terminates-calls': {},
  'terminates-beyond': {},
  environment,
  'environment-channel': environment,
  'environment-lock': environment,
  'environment-group': environment,
  'environment-cond': environment,
  'environment-functions': environment,
  'environment-calls': environment,
  'no-alias': { broken: (_, { alias }) => alias },
  'no-data-race': { broken: (_, { racing }) => racing },
  // The package itself would have to break these.
  'no-unsafe': {},
  'test-passes': {},
  // Clients leave generic functions alone.
  'type-arguments': {},
  // Not known for a client; what rests on it is not attacked.
  requires: { broken: () => true },
  horizon: { broken: () => true },
  values: { broken: () => true },
  'one-seed': {},
  // Nil that matters shows as an operation on nil: dereferences end the process, and are no trouble of ours.
  'non-nil': { excuses: (_, { object }) => object === 'nil' },
  constructed: { broken: (of, { unconstructed }) => unconstructed.has(lastName(of)) },
  'no-concurrent-callers': { broken: (of, { concurrent }) => concurrent.has(lastName(of)) },
};

/** Whether a client with these facts keeps all of the assumptions. */
export function keeps(assumptions: readonly Assumption[], facts: ClientFacts): boolean {
  return assumptions.every(({ kind, of }) => rows[kind].broken?.(of, facts) !== true);
}

/** Whether one of the assumptions excludes what happened. */
export function excused(assumptions: readonly Assumption[], trouble: Trouble): boolean {
  return assumptions.some(({ kind, of }) => rows[kind].excuses?.(of, trouble) === true);
}
