// Edits of a file's text that take ghost code out, and leave every line where it was.

import type { Pos, SourceFile } from '../base/source.ts';

interface Edit {
  readonly pos: Pos;
  readonly end: Pos;
  readonly text: string;
}

export class Edits {
  readonly source: SourceFile;
  readonly #list: Edit[] = [];

  constructor(source: SourceFile) {
    this.source = source;
  }

  /** The text between two places. */
  text(pos: Pos, end: Pos): string {
    return this.source.text.slice(pos - this.source.base, end - this.source.base);
  }

  /** Takes out what stands inside a line. */
  remove(pos: Pos, end: Pos): void {
    this.replace(pos, end, '');
  }

  replace(pos: Pos, end: Pos, text: string): void {
    this.#list.push({ pos, end, text });
  }

  /** Takes out a statement, a declaration or a clause: line breaks stay, a semicolon after it does not. */
  removeLines(pos: Pos, end: Pos): void {
    const semicolon = /^[ \t]*;/.exec(this.text(end, this.source.base + this.source.length));
    const last = end + (semicolon?.[0].length ?? 0);
    this.replace(pos, last, this.text(pos, last).replace(/[^\n]/g, ''));
  }

  /** Takes elements out of a list, each with a comma beside it. */
  removeElements(list: readonly { readonly pos: Pos; readonly end: Pos }[], gone: (index: number) => boolean): void {
    let kept = false;
    for (const [i, element] of list.entries()) {
      if (!gone(i)) {
        kept = true;
        continue;
      }
      const before = list[i - 1];
      const after = list[i + 1];
      if (kept && before !== undefined) this.remove(before.end, element.end);
      else this.remove(element.pos, after?.pos ?? element.end);
    }
  }

  /** Whether a place is in what is taken out. */
  isRemoved(pos: Pos): boolean {
    return this.#list.some((edit) => edit.pos <= pos && pos < edit.end);
  }

  /** The text with all edits made; where one lies inside another, the outer one counts. */
  apply(): string {
    const { text, base } = this.source;
    const list = [...this.#list].sort((a, b) => a.pos - b.pos || b.end - a.end);
    let result = '';
    let at = base;
    for (const edit of list) {
      if (edit.pos < at) continue;
      result += text.slice(at - base, edit.pos - base) + edit.text;
      at = edit.end;
    }
    return result + text.slice(at - base);
  }
}
