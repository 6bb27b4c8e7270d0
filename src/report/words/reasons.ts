// Reasons in words: gaps, assumptions, and why a verdict is not better.
//
// The only place that makes sentences of them. Nothing decides by these sentences.

import { assertNever } from '../../base/assert.ts';
import type { Assumption, AssumptionKind, GapKind, GapReason, OpenReason, OutsideDeed } from '../../base/reasons.ts';
import type { Span } from '../../base/source.ts';
import type { PlaceText } from './names.ts';
import { callsText, fineIfText } from './notes.ts';

type Words = string | ((of: string) => string);

function said(words: Words, of: string): string {
  return typeof words === 'string' ? words : words(of);
}

// ---------------------------------------------------------------------------------------------------------------
// Gaps

const gaps: Readonly<Record<GapKind, Words>> = {
  notFollowed: (of) => `${of} is not analyzed`,
  beyondHorizon: (of) => `${of} is too many calls away to be analyzed`,
  callsAnyTime: (of) => `${of} may call its arguments at any time`,
  mayChange: (of) => `${of} may change its arguments`,
  mayCall: (of) => `${of} may call its arguments`,
  functionsLater: 'a library may call functions later',
  methodsLater: 'a library may call methods of its arguments later',
  functionsInside: 'a library may call functions inside its arguments',
  methodsInside: 'a library may call methods of values inside its arguments',
  append: 'append to a slice that is still in use',
  copy: 'copy from a string',
  thrown: 'the value of a panic is not tracked',
  copied: (of) => `a ${of} is copied`,
  address: 'the address of an element is taken',
  conversion: 'a pointer is converted',
  deferInRange: 'defer in the body of a range over a function',
  putOutside: 'a value is stored in an object from outside',
  withoutHelp: (of) => `nothing else completes ${of}, and callers cannot`,
  lockOrder: (of) => `other callers can take ${of} in the opposite order`,
  readTwice: (of) => `a writer can come between two read locks of ${of}`,
  callsBack: (of) => `${of} holds a function of the package, which may take a lock that is held when it is called`,
  code: (of) => of,
  unknownCall: 'call of an unknown function',
  recursion: 'unbounded recursion',
  computation: 'a long computation between two operations',
  goroutines: 'an unbounded number of goroutines',
  choices: 'too many free choices in one step',
  // Temporaries have no name that the source knows.
  untracked: (of) => `${/^(t\d+|\?|)$/.test(of) ? 'an object' : of} is not tracked`,
  untrackedPointer: 'the target of a pointer is not tracked',
  untrackedSlice: 'a slice is not tracked',
  untrackedMap: 'a map is not tracked',
  sharedElements: 'elements that slices share are not tracked',
};

export function gapText({ kind, of }: GapReason): string {
  return said(gaps[kind], of);
}

// ---------------------------------------------------------------------------------------------------------------
// Assumptions

/** An id, and what it is about. */
const assumptions: Readonly<Record<AssumptionKind, Words>> = {
  'no-overflow': plain('no-overflow'),
  'no-overflow-conversion': 'no-overflow: a conversion to a signed number',
  'no-panic': plain('no-panic'),
  'no-reentry': plain('no-reentry'),
  'common-order': plain('common-order'),
  terminates: plain('terminates'),
  'terminates-calls': 'terminates: a call of one of several functions',
  'terminates-beyond': 'terminates: unanalyzed code',
  environment: (of) => `environment: ${named(of)}`,
  'environment-channel': part('a channel'),
  'environment-lock': part('a lock'),
  'environment-group': part('a WaitGroup'),
  'environment-cond': part('a condition variable'),
  'environment-functions': 'environment: functions that come from outside',
  'environment-calls': (of) => `environment: what ${of} calls`,
  'no-alias': plain('no-alias'),
  'no-data-race': plain('no-data-race'),
  'non-nil': plain('non-nil'),
  constructed: plain('constructed'),
  'no-concurrent-callers': plain('no-concurrent-callers'),
  'no-unsafe': plain('no-unsafe'),
  'test-passes': plain('test-passes'),
  'type-arguments': plain('type-arguments'),
  requires: plain('requires'),
  horizon: (of) => `followed: ${of} functions`,
  values: plain('values'),
  'one-seed': 'one-seed: random numbers and orders of maps',
};

/** Temporaries have no name that the source knows. */
function named(of: string): string {
  return /^([tp]\d+|\?|)$/.test(of) ? 'an object without a name' : of;
}

function plain(id: string): Words {
  return (of) => (of === '' ? id : `${id}: ${of}`);
}

function part(what: string): Words {
  return (of) => `environment: ${what}${of === '' ? '' : ` of ${of}`}`;
}

const assumed: Readonly<Record<AssumptionKind, (of: string) => string>> = {
  'no-overflow': (of) => (of === '' ? 'no arithmetic overflows' : `${of} does not overflow`),
  'no-overflow-conversion': () => 'conversions to signed numbers do not overflow',
  'no-panic': (of) => (of === '' ? 'no operation on untracked values panics' : `${functionText(of)} does not panic`),
  'no-reentry': (of) =>
    `${of === '' ? 'a function from outside' : functionText(of)} does not call back for a lock that is held around it`,
  'common-order': (of) => `callers that hold several ${of} take them in one order`,
  terminates: (of) => (of === '' ? 'every loop ends' : `${functionText(of)} returns`),
  'terminates-calls': () => 'a call of one of several functions returns',
  'terminates-beyond': () => 'unanalyzed code returns',
  environment: (of) => `other code uses ${named(of)} so that operations on it can proceed`,
  'environment-channel': (of) => used('a channel', of),
  'environment-lock': (of) => used('a lock', of),
  'environment-group': (of) => used('a WaitGroup', of),
  'environment-cond': (of) => used('a condition variable', of),
  'environment-functions': () => 'functions from outside return',
  'environment-calls': (of) => `what ${functionText(of)} calls returns`,
  'no-alias': (of) => (of === '' ? 'pointers from outside lead to different objects' : `${of} are different objects`),
  'no-data-race': (of) => (of === '' ? 'there is no data race' : `there is no data race on ${of}`),
  'non-nil': (of) => `${of} is not nil`,
  constructed: (of) => `every ${of} comes from a constructor`,
  'no-concurrent-callers': (of) => `one goroutine at a time uses a ${of}`,
  'no-unsafe': (of) => `${of} keeps the rules of package unsafe`,
  'test-passes': () => 'no test fails on purpose',
  'type-arguments': (of) => `the type arguments are ${of}`,
  requires: (of) => `callers ensure ${of}`,
  horizon: (of) => `only ${of} functions were followed`,
  values: (of) => `only these values were tried: ${of}`,
  'one-seed': () => 'random numbers and orders of maps are those of one run',
};

/** Literals go by the function that they stand in: `p.F$1` is one in p.F. */
function functionText(id: string): string {
  const [around = '', ...literals] = id.split('$');
  return literals.length === 0 ? id : `a function literal in ${around}`;
}

function used(what: string, of: string): string {
  return `other code uses ${what}${of === '' ? '' : ` of ${of}`} so that operations on it can proceed`;
}

/** `p.F does not panic` */
export function assumedText({ kind, of }: Assumption): string {
  return assumed[kind](of);
}

/** `no-panic: p.F` */
export function assumptionText({ kind, of }: Assumption): string {
  return said(assumptions[kind], of);
}

// ---------------------------------------------------------------------------------------------------------------
// Verdicts

/** Why nothing better can be said, and what can be said besides; '' where there is nothing to say. */
export function reasonsText(reasons: readonly OpenReason[], place: PlaceText<Span>): string {
  return reasons
    .map((reason) => reasonText(reason, place))
    .filter((text) => text !== '')
    .join('; ');
}

export function reasonText(reason: OpenReason, place: PlaceText<Span>): string {
  switch (reason.kind) {
    case 'gap':
      return gapText(reason.gap);
    case 'outside':
      return `${reason.rule} is possible only if ${listText(reason.deeds.map(deedText))}`;
    case 'outside-open':
      return `not proved for every caller: ${reasonText(reason.because, place)}`;
    case 'horizon':
      return `followed: ${reason.functions} functions`;
    case 'noValues':
      return 'no values were found that callers may pass';
    case 'freeChoices':
      return 'whether a goroutine stays blocked depends on choices that are made again and again';
    case 'shortestRun':
      return 'only the shortest run to each blocked operation was examined';
    case 'untrackedData':
      return 'depends on values that are not tracked';
    case 'limits':
      return `the search was cut: ${reason.limits.join(', ')}`;
    case 'outOfWork':
      return 'the work limit for all fragments together was reached';
    case 'late':
      return 'the time limit for a search was reached (raise it with --time)';
    case 'interrupted':
      return 'the run was interrupted';
    case 'failed':
      return `Gordian failed: ${reason.message}`;
    case 'fine-if':
      return fineIfText(reason.precondition, reason.complete);
    case 'calls':
      return callsText(reason, place);
    case 'notProved':
      return `not proved for every value: ${causeText(reason.because, place)}`;
    case 'endless':
      return `not proved: ${causeText(reason, place)}`;
    case 'noRun':
      return 'it fails for all values, but no run was found that shows it';
    case 'untrackedValues':
      return 'what was found rests on values that are not tracked';
    case 'disagreement':
      return 'a proof for all values and a run for some of them disagree: this is a bug in Gordian';
    case 'fineInPart': {
      const what = reason.part ? 'the channels and WaitGroups that it makes and keeps are' : 'it is';
      const where = reason.where === null ? '' : ` with ${reason.where}`;
      const ends = reason.loops.length === 0 ? '' : ` if the loops of ${listText(reason.loops)} end`;
      return `${what} fine for every value${where}${ends}`;
    }
    case 'message':
      return reason.text;
    default:
      return assertNever(reason, 'reason');
  }
}

function deedText({ kind, of }: OutsideDeed): string {
  switch (kind) {
    case 'nil':
      return `${of} is nil`;
    case 'others':
      return `${of} is changed meanwhile`;
    case 'closed':
      return `${of} is closed by another call`;
    case 'unnamed':
      return 'a value from outside is chosen';
    default:
      return assertNever(kind, 'deed');
  }
}

function causeText(reason: OpenReason, place: PlaceText<Span>): string {
  return reason.kind === 'endless' ? 'a loop that may not end' : reasonText(reason, place);
}

/** `f, g and h` */
function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length <= 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
