// Whole runs taken again: the result of a check with everything that it was read from.

import type { Host } from '../../base/host.ts';
import { SourceSet, type Span } from '../../base/source.ts';
import { isSpan } from '../../base/spans.ts';
import type { CheckResult } from '../../check/index.ts';
import { decodeSource } from '../../syntax/index.ts';
import { type Answer, stillAnswers } from '../host/recording-host.ts';
import type { CacheStore } from './store.ts';

interface Kept {
  readonly answers: readonly Answer[];
  /** Files that places are in; their text only where the host does not have it. */
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
  /** A CheckResult without its sources, spans as `{ at: [file, start, end] }`. */
  readonly result: unknown;
}

/** The result of an earlier run, if everything that it was read from is what it was. */
export function recall(store: CacheStore, key: string, host: Host): CheckResult | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Kept;
    if (!stillAnswers(host, kept.answers)) return null;
    const sources = new SourceSet();
    const bases = kept.files.map((file) => sources.add(file.path, file.text ?? textOf(host, file.path)).base);
    const result = decode(kept.result, bases) as Omit<CheckResult, 'sources'>;
    return { ...result, sources };
  } catch {
    // Written by a version that had another form in mind.
    return null;
  }
}

export function remember(
  store: CacheStore,
  key: string,
  host: Host,
  answers: readonly Answer[],
  { sources, ...rest }: CheckResult,
): void {
  const indices = new Map<string, number>();
  const files: { path: string; text: string | null }[] = [];
  const placeOf = (span: Span): readonly [number, number, number] => {
    const file = sources.fileOf(span.pos);
    if (file === null) return [-1, span.pos, span.end];
    let index = indices.get(file.path);
    if (index === undefined) {
      index = files.length;
      indices.set(file.path, index);
      files.push({ path: file.path, text: isAt(host, file.path, file.text) ? null : file.text });
    }
    return [index, span.pos - file.base, span.end - file.base];
  };
  const kept: Kept = { answers, result: encode(rest, placeOf), files };
  store.put(key, JSON.stringify(kept));
}

function textOf(host: Host, path: string): string {
  return decodeSource(host.readFile(path)).text;
}

function isAt(host: Host, path: string, text: string): boolean {
  try {
    return textOf(host, path) === text;
  } catch {
    return false;
  }
}

function encode(value: unknown, placeOf: (span: Span) => readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((item) => encode(item, placeOf));
  if (typeof value !== 'object' || value === null) return value;
  if (isSpan(value)) return { at: placeOf(value) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item, placeOf)]));
}

function decode(value: unknown, bases: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((item) => decode(item, bases));
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && 'at' in value && Array.isArray(value.at)) {
    const [file, start, end] = value.at as [number, number, number];
    const base = file < 0 ? 0 : (bases[file] ?? 0);
    return { pos: base + start, end: base + end };
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item, bases)]));
}
