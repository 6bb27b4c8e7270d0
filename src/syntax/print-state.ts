// The state of the printer, and the few things that declarations, statements and expressions share.

import type { CommentGroup } from './nodes.ts';

export class Printer {
  text = '';
  indent = 0;
}

/** Begins a new line. */
export function newline(p: Printer): void {
  p.text += `\n${'\t'.repeat(p.indent)}`;
}

/** Prints comments on lines of their own, and begins the line of what they document. */
export function printDoc(p: Printer, doc: CommentGroup | null): void {
  if (doc === null) return;
  for (const comment of doc.list) {
    p.text += comment.text;
    newline(p);
  }
}
