// What an engine says about a fragment and a property. None returns a boolean.

import type { Span } from './source.ts';
import type { Trace } from './trace.ts';

export type Verdict =
  /** For every input and every schedule, under the assumptions listed. */
  | { readonly kind: 'proved'; readonly assumptions: readonly string[] }
  /** Proved whenever the precondition, a Go expression over the parameters, holds. */
  | {
      readonly kind: 'conditional';
      readonly precondition: string;
      readonly weakest: boolean;
      readonly assumptions: readonly string[];
    }
  /** No violation up to the bounds named. */
  | { readonly kind: 'bounded'; readonly bounds: Readonly<Record<string, readonly number[]>> }
  /** A run that violates the property; `confirmed` once the real program was driven into it. */
  | { readonly kind: 'violated'; readonly trace: Trace; readonly confirmed: boolean }
  /** Given up honestly. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly at: Span | null };
