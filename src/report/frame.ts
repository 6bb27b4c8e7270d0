// Code frames: the lines around a span, with carets under it.

import type { SourceFile, Span } from '../base/source.ts';
import { columnWidth, escapeCharacter } from './escape.ts';

const tabWidth = 4;
/** Longer lines are cut to a window around the span. */
const maxColumns = 120;
const lead = 40;

/** One line of a frame. `number` is null under a line of source, where the carets stand. */
export interface FrameLine {
  readonly number: number | null;
  readonly text: string;
}

/** The line of the span's start with carets, and up to `before` and `after` lines of context. */
export function codeFrame(file: SourceFile, span: Span, before: number, after: number): readonly FrameLine[] {
  const starts = file.lines();
  const offset = Math.min(span.pos - file.base, file.text.length);
  const line = lineAt(starts, offset);
  const result: FrameLine[] = [];
  for (let i = line - before; i <= line + after; i++) {
    if (i < 0 || i >= starts.length) continue;
    if (i !== line) {
      if (i < line || i < starts.length - 1 || (starts[i] as number) < file.text.length) {
        result.push({ number: i + 1, text: expand(file.text, starts[i] as number, lineEnd(file, i), 0, 0).text });
      }
      continue;
    }
    const start = starts[i] as number;
    const end = lineEnd(file, i);
    const from = Math.min(offset, end);
    const to = Math.min(Math.max(span.end - file.base, from), end);
    const shown = expand(file.text, start, end, from, to);
    result.push({ number: i + 1, text: shown.text });
    result.push({ number: null, text: ' '.repeat(shown.from) + '^'.repeat(Math.max(1, shown.to - shown.from)) });
  }
  return trimBlank(result);
}

function lineAt(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((starts[mid] as number) <= offset) low = mid;
    else high = mid - 1;
  }
  return low;
}

/** The offset behind a line's last character, without its line break. */
function lineEnd(file: SourceFile, line: number): number {
  const starts = file.lines();
  let end = line + 1 < starts.length ? (starts[line + 1] as number) - 1 : file.text.length;
  if (end > (starts[line] as number) && file.text.charCodeAt(end - 1) === 0x0d) end--;
  return end;
}

interface Expanded {
  readonly text: string;
  /** Columns of the marked range. */
  readonly from: number;
  readonly to: number;
}

/** A line as shown, tabs and hidden characters expanded, cut to a window, with the columns of `[from, to)`. */
function expand(text: string, start: number, end: number, from: number, to: number): Expanded {
  let first = start;
  if (from - start > maxColumns - lead) {
    first = from - lead;
    // Never split a pair of surrogates.
    if (isLowSurrogate(text.charCodeAt(first))) first--;
  }
  let shown = first > start ? '…' : '';
  let column = shown.length;
  let fromColumn = column;
  let toColumn = column;
  let i = first;
  for (; i < end; ) {
    if (i <= from) fromColumn = column;
    if (i <= to) toColumn = column;
    const character = String.fromCodePoint(text.codePointAt(i) as number);
    if (column >= maxColumns) break;
    if (character === '\t') {
      const spaces = tabWidth - (column % tabWidth);
      shown += ' '.repeat(spaces);
      column += spaces;
    } else {
      const escaped = escapeCharacter(character);
      shown += escaped;
      column += escaped === character ? columnWidth(character) : escaped.length;
    }
    i += character.length;
  }
  if (i <= from) fromColumn = column;
  if (i <= to || to > i) toColumn = column;
  return { text: i < end ? `${shown}…` : shown.trimEnd(), from: fromColumn, to: toColumn };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Drops blank context at both ends. */
function trimBlank(lines: readonly FrameLine[]): readonly FrameLine[] {
  const caret = lines.findIndex((line) => line.number === null);
  let first = 0;
  let last = lines.length - 1;
  while (first < caret - 1 && (lines[first] as FrameLine).text === '') first++;
  while (last > caret && (lines[last] as FrameLine).text === '') last--;
  return lines.slice(first, last + 1);
}
