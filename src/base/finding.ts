// What `check` says about fragments of a program, and what it finds in them: data for every renderer.

import type { Related, Severity } from './diagnostic.ts';
import type { Span } from './source.ts';
import type { Trace } from './trace.ts';

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
  readonly bounds: Readonly<Record<string, readonly number[]>>;
  /** Verdicts by property. */
  readonly properties: Readonly<Record<string, string>>;
  readonly assumptions: readonly string[];
  /** Why nothing better can be said; '' where there is nothing to explain. */
  readonly reason: string;
  readonly states: number;
  readonly ms: number;
}

/** A free choice that a run relied on: what was not known, and where. */
export interface FreeChoice {
  readonly span: Span;
  readonly why: string;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The operation at fault. */
  readonly span: Span;
  /** The root of the fragment. */
  readonly function: string;
  /** Values of the parameters with which it happens. */
  readonly valuation: Readonly<Record<string, number | boolean>>;
  readonly choices: readonly FreeChoice[];
  readonly confirmed: boolean;
  readonly trace: Trace;
  readonly related: readonly Related[];
  readonly notes: readonly string[];
}
