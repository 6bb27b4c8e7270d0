// One run of a program, as a model checker, a solver or a recording found it.

import type { Span } from './source.ts';

/** One synchronisation step of one goroutine. */
export interface TraceStep {
  readonly goroutine: string;
  readonly operation: string;
  readonly object: string;
  readonly span: Span;
  readonly effect: string;
}

/** A goroutine that can never move again. */
export interface Blocked {
  readonly goroutine: string;
  readonly operation: string;
  readonly span: Span;
  readonly because: string;
  readonly freedBy: string;
}

export interface Trace {
  readonly steps: readonly TraceStep[];
  readonly blocked: readonly Blocked[];
}
