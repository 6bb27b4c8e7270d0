// The input of every renderer: what a run found, and what is needed to name places.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Member } from '../base/member.ts';
import type { RuleTable } from '../base/rules.ts';
import type { Position, SourceSet, Span } from '../base/source.ts';

export interface Report {
  readonly version: string;
  readonly sources: SourceSet;
  /** The folder that paths are shown relative to: absolute, with `/`, without one at its end. */
  readonly folder: string;
  /** The root of the repository that holds `folder`; `folder` itself where there is none. Tools that collect results want paths from there. */
  readonly repository?: string;
  /** What kept packages from being analysed: unreadable input, syntax and type errors. */
  readonly problems: readonly Diagnostic[];
  /** What was checked as one. */
  readonly fragments: readonly Fragment[];
  readonly findings: readonly Finding[];
  /** What was proved of annotated packages; absent: nothing was asked. */
  readonly members?: readonly Member[];
  /** What is known about the rules that problems name. */
  readonly rules: RuleTable;
  /** Findings that a directive in the source silences. */
  readonly silenced?: readonly Finding[];
  /** Whether particular properties were asked for: then the answers of each fragment are shown. */
  readonly asked?: boolean;
  /** Whether to say how each finding and each verdict came about. */
  readonly verbose?: boolean;
  /** Whether to leave out the summary. */
  readonly quiet?: boolean;
  /** Whether to say how long each fragment took. */
  readonly timings?: boolean;
  /** The result is that of an earlier run that read the same. */
  readonly cached?: boolean;
  /** How long the run took; left out where reports must not differ from run to run. */
  readonly milliseconds?: number;
}

/** The path as the user would write it: relative where the file is inside `folder`. */
export function shownPath(folder: string, path: string): string {
  const inside = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(inside) ? path.slice(inside.length) : path;
}

/** Where a span starts, with the path as shown; null where it has no place. */
export function shownPosition(report: Pick<Report, 'sources' | 'folder'>, span: Span | null): Position | null {
  if (span === null) return null;
  const position = report.sources.position(span.pos);
  if (position === null) return null;
  return { ...position, file: shownPath(report.folder, position.file) };
}

/** The lines of a message: the checker's may have further ones with tabs before them, as Go's have: `have (int)`. */
export function messageLines({ message }: Diagnostic): readonly string[] {
  return message.split('\n\t').map((line) => line.trimStart());
}
