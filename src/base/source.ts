// Source files and positions. A `Pos` names one place in all loaded files at once, so nodes need a number only.

/**
 * A place in some file of a SourceSet: the file's base plus an offset in UTF-16 code units.
 * 0 (`noPos`) means "no place".
 */
export type Pos = number;

export const noPos: Pos = 0;

/** A half-open range of places in one file. */
export interface Span {
  readonly pos: Pos;
  readonly end: Pos;
}

/** A place as people read it. Lines and columns count from 1; columns count bytes, as Go's tools do. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One file's text, and where its places begin. */
export interface SourceFile {
  readonly path: string;
  /** A released file's text is read again on first use. */
  readonly text: string;
  /** The Pos of the first character. */
  readonly base: Pos;
  /** Length of the text in UTF-16 code units, known without the text. */
  readonly length: number;
  /** Offsets at which lines start; computed on first use. */
  readonly lines: () => Int32Array;
}

/** A file whose text can be dropped and read again. Places of a file that has changed since then are approximate. */
class TextFile implements SourceFile {
  readonly path: string;
  readonly base: Pos;
  readonly length: number;
  #text: string | null;
  #reload: (() => string) | null = null;
  #lines: Int32Array | null = null;

  constructor(path: string, text: string, base: Pos) {
    this.path = path;
    this.base = base;
    this.length = text.length;
    this.#text = text;
  }

  get text(): string {
    this.#text ??= this.#reload?.() ?? '';
    return this.#text;
  }

  readonly lines = (): Int32Array => {
    this.#lines ??= lineStarts(this.text);
    return this.#lines;
  };

  release(reload: () => string): void {
    this.#text = null;
    this.#lines = null;
    this.#reload = reload;
  }
}

/** All files of one run. Positions and node ids are handed out so that they never collide within a set. */
export class SourceSet {
  readonly #files: SourceFile[] = [];
  readonly #byPath = new Map<string, SourceFile>();
  #nextBase: Pos = 1;
  #nextId = 1;
  #last: SourceFile | null = null;

  add(path: string, text: string): SourceFile {
    const file = new TextFile(path, text, this.#nextBase);
    this.#nextBase += text.length + 1;
    this.#files.push(file);
    this.#byPath.set(path, file);
    return file;
  }

  files(): readonly SourceFile[] {
    return this.#files;
  }

  /** The file with this path, the last one if there are several. */
  named(path: string): SourceFile | null {
    return this.#byPath.get(path) ?? null;
  }

  /** Drops the text of a file until it is asked for; `reload` then gives it again, or '' if it is gone. */
  release(file: SourceFile, reload: () => string): void {
    if (file instanceof TextFile) file.release(reload);
  }

  /** The first node id that no file has used. The parser takes ids from here on and gives back the next free one. */
  takeIds(count: (firstId: number) => number): void {
    this.#nextId = count(this.#nextId);
  }

  /** The file that holds `pos`, or null for noPos and places beyond all files. The end of a file belongs to it. */
  fileOf(pos: Pos): SourceFile | null {
    const last = this.#last;
    if (last !== null && pos >= last.base && pos <= last.base + last.length) return last;
    let low = 0;
    let high = this.#files.length - 1;
    while (low <= high) {
      const mid = (low + high) >> 1;
      const file = this.#files[mid] as SourceFile;
      if (pos < file.base) high = mid - 1;
      else if (pos > file.base + file.length) low = mid + 1;
      else {
        this.#last = file;
        return file;
      }
    }
    return null;
  }

  position(pos: Pos): Position | null {
    const file = this.fileOf(pos);
    return file === null ? null : positionIn(file, pos - file.base);
  }
}

/** Line and byte column of an offset in a file. */
export function positionIn(file: SourceFile, offset: number): Position {
  const line = lineOf(file, offset);
  const start = file.lines()[line - 1] as number;
  return { file: file.path, line, column: utf8Length(file.text, start, offset) + 1 };
}

/** The line of an offset, counted from 1. */
export function lineOf(file: SourceFile, offset: number): number {
  const lines = file.lines();
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((lines[mid] as number) <= offset) low = mid;
    else high = mid - 1;
  }
  return low + 1;
}

function lineStarts(text: string): Int32Array {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return Int32Array.from(starts);
}

/** How many bytes `text[start, end)` takes in UTF-8. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && i + 1 < end) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}
