// Comments as the tree holds them: only their places are kept, and their text is cut out of the file when asked for.

import type { Pos, SourceFile } from '../base/source.ts';
import type { Comment, CommentGroup } from './nodes.ts';

class LazyComment implements Comment {
  readonly pos: Pos;
  readonly end: Pos;
  readonly #source: SourceFile;

  constructor(source: SourceFile, pos: Pos, end: Pos) {
    this.pos = pos;
    this.end = end;
    this.#source = source;
  }

  get text(): string {
    const { base, text } = this.#source;
    const slice = text.slice(this.pos - base, this.end - base);
    return slice.includes('\r') ? slice.replaceAll('\r', '') : slice;
  }
}

/** A group whose comments become objects on first use: most files have far more comments than anyone reads. */
export class LazyCommentGroup implements CommentGroup {
  readonly pos: Pos;
  readonly end: Pos;
  readonly #source: SourceFile;
  #list: readonly Comment[] | null = null;

  constructor(source: SourceFile, pos: Pos, end: Pos) {
    this.pos = pos;
    this.end = end;
    this.#source = source;
  }

  get list(): readonly Comment[] {
    this.#list ??= commentsIn(this.#source, this.pos, this.end);
    return this.#list;
  }
}

/** The comments between two places, where nothing else stands but white space. */
function commentsIn(source: SourceFile, pos: Pos, end: Pos): Comment[] {
  const { base, text } = source;
  const limit = end - base;
  const comments: Comment[] = [];
  for (let start = text.indexOf('/', pos - base); start >= 0 && start < limit; ) {
    let stop = limit;
    if (text.charAt(start + 1) === '*') {
      const close = text.indexOf('*/', start + 2);
      if (close >= 0 && close + 2 < limit) stop = close + 2;
    } else {
      const newline = text.indexOf('\n', start);
      if (newline >= 0 && newline < limit) stop = newline;
      if (stop < limit && text.charAt(stop - 1) === '\r') stop--;
    }
    comments.push(new LazyComment(source, base + start, base + stop));
    start = text.indexOf('/', stop);
  }
  return comments;
}
