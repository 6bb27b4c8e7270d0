// The state of the printer, and the few things that declarations, statements and expressions share.

import type { CommentGroup } from './nodes.ts';

export interface PrintOptions {
  /** How specifications are written: as tokens, as in .gobra files, or in comments, as in Go files. */
  readonly specifications?: 'tokens' | 'annotations';
}

export class Printer {
  text = '';
  indent = 0;
  /** Specifications go into comments. */
  readonly annotate: boolean;
  /** In such a comment. */
  inside = false;

  constructor(options: PrintOptions) {
    this.annotate = options.specifications === 'annotations';
  }
}

/** Prints something of the specification language, between the marks of an annotation if there has to be one. */
export function printAnnotation(p: Printer, print: () => void): void {
  if (!p.annotate || p.inside) {
    print();
    return;
  }
  p.text += '/*@ ';
  p.inside = true;
  print();
  p.inside = false;
  p.text += ' @*/';
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
