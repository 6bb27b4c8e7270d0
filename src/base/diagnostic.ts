// The one shape in which every phase and engine reports something to the user.

import type { Span } from './source.ts';

export type Severity = 'error' | 'warning' | 'note';

/** A second place that explains a diagnostic. */
export interface Related {
  readonly span: Span;
  readonly message: string;
}

/** A change of text that would resolve a diagnostic. */
export interface Fix {
  readonly message: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

export interface Diagnostic {
  /** A rule's name (`goroutine-leak`) or an error code of the front end (`UndeclaredName`). */
  readonly rule: string;
  readonly severity: Severity;
  /** Null where there is no place in a source file: an unreadable file, a pattern without match. */
  readonly span: Span | null;
  readonly message: string;
  readonly related: readonly Related[];
  readonly notes: readonly string[];
  readonly fixes: readonly Fix[];
}

/** A diagnostic with nothing but its essentials. */
export function diagnostic(
  rule: string,
  span: Span | null,
  message: string,
  extra: Partial<Pick<Diagnostic, 'severity' | 'related' | 'notes' | 'fixes'>> = {},
): Diagnostic {
  return { rule, severity: 'error', span, message, related: [], notes: [], fixes: [], ...extra };
}
