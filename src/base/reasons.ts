// Why something is not known, and what is taken for granted: data that analyses decide by. report/words/reasons.ts makes words of it.
//
// `of` is always text of the program (an expression, a function, a type), never a sentence; '' where the kind says all.

import type { Span } from './source.ts';

// ---------------------------------------------------------------------------------------------------------------
// Why a value is `?`, and why a choice is free

/** What the analyzed program knows about a value that is not tracked. */
export type Standing =
  /** Any value may come: it is from outside, or nothing is known about it. */
  | 'open'
  /** A part of a state that the program keeps consistent: not every value comes about together with every other. */
  | 'state'
  /** The program's own: what is done with it is no matter of the environment, and nothing is proved past it. */
  | 'lost';

export const whyKinds = [
  /** Nothing is to be said. */
  'none',
  /** The Go expression `of`, or the call `of` of a function. */
  'value',
  /** `len(of)`: never negative. */
  'length',
  /** Some value of the type `of`; the type of a value from outside; a value of another type than the one asked for. */
  'type',
  'anyType',
  'otherType',
  /** What code from outside gives, an argument that the function `of` from outside gives, what unanalyzed code may change. */
  'outside',
  'argument',
  'changed',
  /** A choice: the value `of` from outside is something (first branch), or nil. */
  'nil',
  /** A choice: what others have stored in `of` meanwhile; the first branch is what was there. */
  'others',
  /** A choice: others have not closed `of` yet (first branch), or have. */
  'closedByOthers',
  /** A choice: `of` gives no error (first branch), or one. */
  'error',
  /** A choice: a value from outside is none of those that the program has (first branch), or the one asked for. */
  'other',
  /** A choice: the operation `of` panics because of data (first branch), or does not. */
  'panic',
  /** A choice: a cleanup that the program registered runs, or does not. */
  'cleanup',
  /** A choice: the function `of` from outside calls its argument; a library calls the methods `of`. */
  'callback',
  'library',
  /** Which part of a slice, element, entry or key of a map, implementation, function, argument or case is meant. */
  'slicePart',
  'element',
  'entry',
  'key',
  'nextKey',
  'implementation',
  'function',
  'whichArgument',
  'case',
  /** Whether a compare-and-swap succeeds. */
  'swap',
  /** A number that counts on and on: not lost, only kept small. `of`: the bound that its loop compares it with. */
  'growing',
  /** Whether a loop with very many rounds has reached the bound `of`. */
  'rounds',
  /** A constant beyond those that are exact; a number that is; one that its new type may have no room for. */
  'large',
  'tooLarge',
  'noRoom',
  'number',
  /** What was thrown; a recovered value. */
  'thrown',
  'recover',
  /** A comparison of values of the type `of`; of pointers to elements; whether an interface holds a nil pointer. */
  'comparison',
  'pointers',
  'nilPointer',
  /** A pointer that was converted; the lock behind a sync.Locker. */
  'conversion',
  'locker',
  /** Whether a channel is closed, a lock was free, a timer was stopped, has fired, still runs. */
  'closed',
  'lockFree',
  'timerStopped',
  'timerFired',
  'timerRuns',
  'atomic',
  /** What VirGo cannot say: a value that depends on the path, computed, text, memory, results, what loops change. */
  'path',
  'computed',
  'text',
  'slice',
  'field',
  'shared',
  'received',
  'result',
  'keys',
  'captured',
  'deferred',
  'return',
  'loop',
  'condition',
  /** A silent step of a MiGo program. */
  'tau',
] as const;

export type WhyKind = (typeof whyKinds)[number];

export interface Why {
  readonly kind: WhyKind;
  readonly of: string;
  readonly standing: Standing;
}

export function why(kind: WhyKind, of = '', standing: Standing = 'open'): Why {
  return { kind, of, standing };
}

export const noWhy: Why = why('none');

/** The Go expression `text`; without one there is nothing to say. */
export function goValue(text: string, standing: Standing = 'open'): Why {
  return why(text === '' ? 'none' : 'value', text, standing);
}

/** The same reason for something of another standing. */
export function withStanding(reason: Why, standing: Standing): Why {
  return reason.standing === standing ? reason : { ...reason, standing };
}

/** What stands there in the source, as a Go expression; null if it is not an expression. */
export function goText({ kind, of }: Why): string | null {
  if (kind === 'value') return of;
  return kind === 'length' ? `len(${of})` : null;
}

export function sameWhy(a: Why, b: Why): boolean {
  return a.kind === b.kind && a.of === b.of && a.standing === b.standing;
}

/** Whether the program knows the value, and only the analysis does not: not every value of it comes about. */
export function isKnownToProgram({ kind, standing }: Why): boolean {
  return standing === 'lost' || kind === 'large';
}

// ---------------------------------------------------------------------------------------------------------------
// Gaps: operations that no analysis follows

export const gapKinds = [
  /** The function `of` is not followed: it has no body in sight, or keeps what it is given. */
  'notFollowed',
  /** The function `of` would be followed if more functions were: what is missing is bounded. */
  'beyondHorizon',
  /** The function `of` calls what it is given at any time; may change what it is given; may call it. */
  'callsAnyTime',
  'mayChange',
  'mayCall',
  /** A library may call functions, or methods of what it is given, later; or what lies in its arguments. */
  'functionsLater',
  'methodsLater',
  'functionsInside',
  'methodsInside',
  /** An append to a slice that is still in use, a copy from a string, what is thrown, a copied `of` (RWMutex, WaitGroup). */
  'append',
  'copy',
  'thrown',
  'copied',
  /** The address of an element is taken; a pointer is converted; a deferred call in the body of a range over a function. */
  'address',
  'conversion',
  'deferInRange',
  /** What is put into an object from outside. */
  'putOutside',
  /** The operation `of` waits for something that nothing else in the module does, and no caller can do. */
  'withoutHelp',
  /** Others take the locks `of` in another order; a writer can come between two read locks of `of`. */
  'lockOrder',
  'readTwice',
  /** A function that the module has put into `of` may take a lock that is held where it is called. */
  'callsBack',
  /** Code that could not be translated: `of` is the message of `ir`. */
  'code',
  /** Met by the model checker: a call of an unknown function, too deep a recursion, a long computation, too many goroutines,
   * too many free choices in one step. */
  'unknownCall',
  'recursion',
  'computation',
  'goroutines',
  'choices',
  /**
   * An operation on an untracked object of the program's own, which the variable `of` holds; on what a pointer leads to, on a slice or map
   * that is not tracked; on elements that slices share.
   */
  'untracked',
  'untrackedPointer',
  'untrackedSlice',
  'untrackedMap',
  'sharedElements',
] as const;

export type GapKind = (typeof gapKinds)[number];

export interface GapReason {
  readonly kind: GapKind;
  readonly of: string;
}

export function gapReason(kind: GapKind, of = ''): GapReason {
  return { kind, of };
}

// ---------------------------------------------------------------------------------------------------------------
// Assumptions that a verdict rests on

export const assumptionKinds = [
  /** No arithmetic leaves its type: of `of`, of all; no conversion does. */
  'no-overflow',
  'no-overflow-conversion',
  /** The function `of` does not panic for some data. */
  'no-panic',
  /** The function `of` from outside, which is called with a lock held, does not call back for that lock. */
  'no-reentry',
  /** Where several locks `of` are held at once, all callers take them in one order of the values that they lie in. */
  'common-order',
  /** The function `of` returns; so do calls of one of several functions; so does what lies beyond the horizon. */
  'terminates',
  'terminates-calls',
  'terminates-beyond',
  /** Others use the object `of` so that operations on it can go on. */
  'environment',
  /** The same of a channel, lock, WaitGroup or condition variable without a name that lies in `of`, or anywhere. */
  'environment-channel',
  'environment-lock',
  'environment-group',
  'environment-cond',
  /** The same of functions that come from outside; of what the function `of` calls. */
  'environment-functions',
  'environment-calls',
  'no-alias',
  'no-data-race',
  /** The value `of` from outside is not nil, where nil would panic. */
  'non-nil',
  /** Values of the type `of` come from its constructors: none is a zero value or a literal. */
  'constructed',
  /** One goroutine at a time uses a value of the type `of`, which does not synchronize. */
  'no-concurrent-callers',
  /** The function `of` does not break the rules of package unsafe. */
  'no-unsafe',
  /** No test fails on purpose. */
  'test-passes',
  /** A generic function was looked at with the type arguments `of`. */
  'type-arguments',
  /** Callers give what the condition `of` asks for. */
  'requires',
  /** Only `of` functions were followed: such a program proves nothing. */
  'horizon',
  /** Only the values `of` were tried: `n = 1, 2`. */
  'values',
  /** A test ran with one choice of random numbers and orders of maps. */
  'one-seed',
] as const;

export type AssumptionKind = (typeof assumptionKinds)[number];

export interface Assumption {
  readonly kind: AssumptionKind;
  readonly of: string;
}

export function assumption(kind: AssumptionKind, of = ''): Assumption {
  return { kind, of };
}

/** All of them, each once, in the order in which they came. */
export function allAssumptions(...lists: readonly Iterable<Assumption>[]): readonly Assumption[] {
  const found = new Map<string, Assumption>();
  for (const list of lists) for (const one of list) assume(found, one.kind, one.of);
  return [...found.values()];
}

/** Assumptions by what they are, while they are being collected. */
export type Assumptions = Map<string, Assumption>;

export function assume(into: Assumptions, kind: AssumptionKind, of = ''): void {
  const key = `${kind} ${of}`;
  if (!into.has(key)) into.set(key, { kind, of });
}

export function assumes(list: Iterable<Assumption>, kind: AssumptionKind): boolean {
  for (const one of list) if (one.kind === kind) return true;
  return false;
}

// ---------------------------------------------------------------------------------------------------------------
// Why a verdict is not better

/** The calls of a function that needs something: how many give it, break it, or may do either. */
export interface CallTally {
  readonly established: number;
  readonly broken: number;
  readonly open: readonly Span[];
}

/** What callers and other goroutines would have to do for something to go wrong. */
export interface OutsideDeed {
  /** The expression `of` is nil; others change it; they close it; they do something that has no name. */
  readonly kind: 'nil' | 'others' | 'closed' | 'unnamed';
  readonly of: string;
}

export type OpenReason =
  | { readonly kind: 'gap'; readonly gap: GapReason }
  /** Nothing goes wrong as callers usually behave; this is what they would have to do, and the rule that is then broken. */
  | { readonly kind: 'outside'; readonly rule: string; readonly deeds: readonly OutsideDeed[] }
  /** The same, but whether something goes wrong if callers do whatever they may was not found out, because of that. */
  | { readonly kind: 'outside-open'; readonly because: OpenReason }
  /** Only so many functions were followed. */
  | { readonly kind: 'horizon'; readonly functions: string }
  /** No values were found that callers may give. */
  | { readonly kind: 'noValues' }
  /** With some free choices made forever a goroutine stays blocked, with others it goes on. */
  | { readonly kind: 'freeChoices' }
  /** Only the shortest run to each blocked place was looked at. */
  | { readonly kind: 'shortestRun' }
  /** Values that are not tracked decide. */
  | { readonly kind: 'untrackedData' }
  /** A search was cut by these limits. */
  | { readonly kind: 'limits'; readonly limits: readonly string[] }
  /** The work limit for all fragments together was reached; the user ended the run; a backstop in time cut it. */
  | { readonly kind: 'outOfWork' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'late' }
  /** Gordian failed. */
  | { readonly kind: 'failed'; readonly message: string }
  /** It does not happen under this condition; not `complete`: of the values that were tried. */
  | { readonly kind: 'fine-if'; readonly precondition: string; readonly complete: boolean }
  | ({ readonly kind: 'calls' } & CallTally)
  /** Small values are fine, but it was not proved for every value. */
  | { readonly kind: 'notProved'; readonly because: OpenReason }
  /** A loop may not end; whether it was taken to end in what is said besides. */
  | { readonly kind: 'endless' }
  /** It fails for all values, but no run was found that shows it; what was found rests on values that are not followed. */
  | { readonly kind: 'noRun' }
  | { readonly kind: 'untrackedValues' }
  /** A proof for all values and a run for some of them disagree. */
  | { readonly kind: 'disagreement' }
  /**
   * Proved beside the verdict: fine for every value (that satisfies `where`), if the loops of these functions end. `part`: only the channels
   * and WaitGroups that the root makes and keeps are.
   */
  | {
      readonly kind: 'fineInPart';
      readonly part: boolean;
      readonly where: string | null;
      readonly loops: readonly string[];
    }
  /** What an engine reported: a solver, a translation, a test run. */
  | { readonly kind: 'message'; readonly text: string };
