// Rewriting a file by splicing text into it: what is not touched stays as it was, comments, directives and lines included.

import { positionIn, type SourceFile } from '../base/source.ts';

/** A piece of an edit: new text, or a range of the original, with the edits inside it carried out. */
export type Piece = string | { readonly from: number; readonly to: number };

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly pieces: readonly Piece[];
}

/** Edits of one file, at offsets in its text. Outer nodes are to be edited before inner ones, as a walk does by itself. */
export class Edits {
  readonly #file: SourceFile;
  readonly #edits: Edit[] = [];
  #sorted: Edit[] | null = null;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** `at` is a Pos. At the same place, what was inserted first comes first. */
  insert(at: number, text: string): void {
    this.#edits.push({ from: at - this.#file.base, to: at - this.#file.base, pieces: [text] });
  }

  /** Replaces a range by pieces, whose ranges are Pos too. Edits in the range survive only inside the pieces. */
  replace(from: number, to: number, pieces: readonly Piece[]): void {
    const base = this.#file.base;
    const moved = pieces.map((piece) =>
      typeof piece === 'string' ? piece : { from: piece.from - base, to: piece.to - base },
    );
    this.#edits.push({ from: from - base, to: to - base, pieces: moved });
  }

  /** The line feeds of a range of the original: what takes its place must have as many. */
  newlines(from: number, to: number): string {
    const text = this.#file.text.slice(from - this.#file.base, to - this.#file.base);
    return '\n'.repeat(text.split('\n').length - 1);
  }

  /** A directive that makes the compiler believe that what follows stands at `at`. */
  lineDirective(at: number): string {
    const { line, column } = positionIn(this.#file, at - this.#file.base);
    return `/*line :${line}:${column}*/`;
  }

  render(): string {
    this.#sorted = this.#edits
      .map((edit, index) => ({ edit, index }))
      .sort((a, b) => a.edit.from - b.edit.from || a.index - b.index)
      .map(({ edit }) => edit);
    return this.#range(0, this.#file.text.length, null);
  }

  #range(from: number, to: number, inside: Edit | null): string {
    const edits = this.#sorted ?? [];
    let out = '';
    let at = from;
    for (let i = this.#firstAt(from); i < edits.length; i++) {
      const edit = edits[i] as Edit;
      if (edit.from > to) break;
      if (edit === inside || edit.from < at || edit.to > to) continue;
      // A range that begins where the edit around it does must not take that edit's neighbours along.
      if (inside !== null && edit.from <= inside.from && edit.to >= inside.to) continue;
      out += this.#file.text.slice(at, edit.from);
      for (const piece of edit.pieces)
        out += typeof piece === 'string' ? piece : this.#range(piece.from, piece.to, edit);
      at = edit.to;
    }
    return out + this.#file.text.slice(at, to);
  }

  #firstAt(from: number): number {
    const edits = this.#sorted ?? [];
    let low = 0;
    let high = edits.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((edits[mid] as Edit).from < from) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}
