// Places in data of any form: found by their shape, so that what holds them need not be known.

import type { SourceSet, Span } from './source.ts';

export function isSpan(value: object): value is Span {
  return Object.keys(value).length === 2 && 'pos' in value && 'end' in value;
}

/** The same data with every place in it moved. Data is made of lists and plain objects. */
export function moveSpans<T>(value: T, move: (span: Span) => Span): T {
  const moved = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(moved);
    if (typeof item !== 'object' || item === null) return item;
    if (isSpan(item)) return move(item);
    return Object.fromEntries(Object.entries(item).map(([key, part]) => [key, moved(part)]));
  };
  return moved(value) as T;
}

/** Moves places from one set of files to another one, to which files are added that it does not have. */
export function intoSet(from: SourceSet, to: SourceSet): (span: Span) => Span {
  return (span) => {
    const file = from.fileOf(span.pos);
    if (file === null) return span;
    const same = to.named(file.path) ?? to.add(file.path, file.text);
    return { pos: span.pos - file.base + same.base, end: span.end - file.base + same.base };
  };
}
