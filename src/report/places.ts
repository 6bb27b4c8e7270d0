// Places as sentences and lanes name them: `ask.go:13`, with folders only where two files share a name.

import type { Span } from '../base/source.ts';
import { type Report, shownPath } from './report.ts';

export type ShownIn = Pick<Report, 'sources' | 'folder'>;

/** Names places by file and line; `spans` are those that will be named beside one another. */
export function placesIn(report: ShownIn, spans: readonly Span[]): (at: Span) => string {
  const paths = new Set<string>();
  for (const span of spans) {
    const path = report.sources.fileOf(span.pos)?.path;
    if (path !== undefined) paths.add(path);
  }
  const shared = new Set<string>();
  const seen = new Set<string>();
  for (const path of paths) (seen.has(baseName(path)) ? shared : seen).add(baseName(path));
  return (at) => {
    const position = report.sources.position(at.pos);
    if (position === null || at.pos === 0) return '';
    const base = baseName(position.file);
    return `${shared.has(base) ? shownPath(report.folder, position.file) : base}:${position.line}`;
  };
}

/** Names places by file and line, as in a headline. */
export function placeIn(report: ShownIn): (at: Span) => string {
  return placesIn(report, []);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
