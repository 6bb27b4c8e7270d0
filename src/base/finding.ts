// What `check` says about fragments of a program, and what it finds in them: data for every renderer.

import type { Diagnostic, Related, Severity } from './diagnostic.ts';
import type { Headline } from './headline.ts';
import type { Named } from './named.ts';
import type { Assumption, CallTally, OpenReason, Why } from './reasons.ts';
import type { Span } from './source.ts';
import { noTrace, type Trace } from './trace.ts';

/** A part of a program that was checked as one: a function with everything that it starts and calls. */
export interface Fragment {
  readonly function: string;
  readonly package: string;
  readonly span: Span;
  /** Values from outside that decide what happens, as Go expressions. */
  readonly parameters: readonly string[];
  readonly verdict: 'proved' | 'conditional' | 'bounded' | 'violated' | 'unknown';
  /** Null but for `conditional`. */
  readonly precondition: string | null;
  readonly weakest: boolean;
  readonly bounds: Named<readonly number[]>;
  /** Verdicts by property. */
  readonly properties: Named<string>;
  readonly assumptions: readonly Assumption[];
  /** Why nothing better can be said, and what can be said besides. */
  readonly reasons: readonly OpenReason[];
  readonly states: number;
  readonly ms: number;
}

/** What was not known and was chosen freely. */
export type ChoiceReason =
  /** A call gives an error, or none. */
  | { readonly kind: 'error'; readonly call: string; readonly fails: boolean }
  | { readonly kind: 'condition'; readonly text: string; readonly holds: boolean }
  /** The operation as written, where nothing more is known. */
  | { readonly kind: 'operation'; readonly text: string }
  | { readonly kind: 'other'; readonly why: Why };

/** A free choice that a run relied on: what was not known, and where. */
export interface FreeChoice {
  readonly span: Span;
  readonly reason: ChoiceReason;
}

/** How something else relates to a finding. */
export type RelatedReason =
  | { readonly kind: 'called-here' }
  | { readonly kind: 'arguments-passed' }
  | { readonly kind: 'required-here' }
  | { readonly kind: 'first-close' }
  | { readonly kind: 'started-here' }
  | { readonly kind: 'made-here' }
  | { readonly kind: 'counter-raised' }
  | { readonly kind: 'locked-here' }
  /** Where a called function takes the lock. */
  | { readonly kind: 'locked-inside' }
  | { readonly kind: 'left-here' }
  | { readonly kind: 'done-here' }
  | { readonly kind: 'closed-here' }
  | { readonly kind: 'used-here' }
  /** The operation at which a goroutine then waits. */
  | { readonly kind: 'waits-here' }
  | { readonly kind: 'skipped-here' }
  | { readonly kind: 'other-order' }
  | { readonly kind: 'sent-here' }
  /** What would end the wait. */
  | { readonly kind: 'would-end' }
  /** What a call leads to. */
  | { readonly kind: 'leads-to'; readonly headline: Headline }
  | { readonly kind: 'same-cause'; readonly headline: Headline };

export type RelatedPlace = Related<RelatedReason>;

/** Why a finding could not be shown on the real program. */
export type NotConfirmed =
  | { readonly kind: 'no-test' }
  | { readonly kind: 'problem'; readonly text: string }
  /** What went wrong instead: rules with lines. */
  | {
      readonly kind: 'not-reached';
      readonly schedules: number;
      readonly instead: readonly { readonly rule: string; readonly line: number }[];
    };

/** What else there is to know about a finding. */
export type Note =
  /** It does not happen under a condition: for all values, or for those that were tried. */
  | { readonly kind: 'fine-if'; readonly precondition: string; readonly complete: boolean }
  /** The run depends on values that are not tracked. */
  | { readonly kind: 'untracked-values' }
  /** What the calls in sight do about the condition. */
  | ({ readonly kind: 'calls' } & CallTally)
  /** Seen on a way through a single function: conditions on it are supposed to go together. */
  | { readonly kind: 'one-way' }
  | { readonly kind: 'left-behind'; readonly test: string }
  | { readonly kind: 'early-timer' }
  | { readonly kind: 'first-shown'; readonly schedule: number; readonly test: string }
  | { readonly kind: 'also-in'; readonly test: string }
  | { readonly kind: 'replay'; readonly path: string }
  | { readonly kind: 'not-stored'; readonly problem: string }
  | { readonly kind: 'confirmed'; readonly schedules: number; readonly test: string }
  | { readonly kind: 'not-confirmed'; readonly reason: NotConfirmed };

/** What a finding can go through; `check/gradings.ts` and `check/passes.ts` have the rows and their order. */
export type PassName =
  /** Finds it, in a fragment. */
  | 'search'
  | 'worth'
  | 'untracked'
  | 'purpose'
  | 'prove'
  | 'calls'
  | 'tried'
  | 'certain'
  | 'ways'
  /** At calls. */
  | 'ignore-calls'
  | 'merge'
  | 'cause'
  | 'ignore'
  | 'confirm';

/** Where what a goroutine suffers from comes from, and how a finding reads there. */
export interface Cause {
  readonly span: Span;
  readonly message: Headline;
  readonly related: readonly RelatedPlace[];
}

/** What a pass did to a finding. */
export type FindingChange =
  /** Told where it comes from. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'found'; readonly severity: Severity }
  | { readonly kind: 'severity'; readonly from: Severity; readonly to: Severity }
  | { readonly kind: 'notes' }
  /** So many others have the same cause. */
  | { readonly kind: 'merged'; readonly places: number }
  | { readonly kind: 'confirmed' };

export interface HistoryStep {
  readonly pass: PassName;
  readonly change: FindingChange;
}

export interface Finding extends Diagnostic<Headline, RelatedReason, Note> {
  /** The operation at fault. */
  readonly span: Span;
  /** The root of the fragment. */
  readonly function: string;
  /** Values of the parameters with which it happens. */
  readonly valuation: Named<number | boolean>;
  readonly choices: readonly FreeChoice[];
  readonly confirmed: boolean;
  readonly trace: Trace;
  /** Where it is reported in the end, while it is still listed where it shows. */
  readonly cause?: Cause;
  /** For what is reported at its cause: where it shows. */
  readonly shows?: Span;
  /** Of a finding that is silenced: by what, and why. */
  readonly silencedBy?: { readonly kind: 'directive' | 'baseline' | 'configuration'; readonly reason: string };
  /** What made it what it is, in order. Left out where a single engine did. */
  readonly history?: readonly HistoryStep[];
}

/** A finding with nothing but its essentials. `root` is the function that its fragment begins with. */
export function finding(
  rule: string,
  span: Span,
  message: Headline,
  root: string,
  extra: Partial<Omit<Finding, 'rule' | 'span' | 'message' | 'function'>> = {},
): Finding {
  return {
    rule,
    severity: 'error',
    span,
    message,
    related: [],
    notes: [],
    fixes: [],
    function: root,
    valuation: [],
    choices: [],
    confirmed: false,
    trace: noTrace,
    ...extra,
  };
}
