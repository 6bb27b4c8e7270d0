// The one shape in which every phase and engine reports something to the user.

import type { Span } from './source.ts';

export type Severity = 'error' | 'warning' | 'note';

/** A second place that explains a diagnostic. */
export interface Related<Message = string> {
  readonly span: Span;
  readonly message: Message;
}

/** A change of text that would resolve a diagnostic. */
export interface Fix {
  readonly message: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/**
 * What is wrong, in sentences where the phase that reports it makes them itself; a `Finding` has data in their place, of which
 * `report` makes sentences.
 */
export interface Diagnostic<Message = string, Relation = string, Note = string> {
  /** A rule's name (`goroutine-leak`) or an error code of the front end (`UndeclaredName`). */
  readonly rule: string;
  readonly severity: Severity;
  /** Null where there is no place in a source file: an unreadable file, a pattern without match. */
  readonly span: Span | null;
  readonly message: Message;
  readonly related: readonly Related<Relation>[];
  readonly notes: readonly Note[];
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
