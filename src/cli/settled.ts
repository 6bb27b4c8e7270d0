// What is reported in the end: severities of the configuration, the baseline, and what a change can affect.

import type { Finding } from '../base/finding.ts';
import type { Report } from '../report/index.ts';
import { type BaselineFlags, withoutKnown, writeBaseline } from './config/baseline.ts';
import { changedSince, onlyAffected } from './config/changed.ts';
import type { SeverityRow } from './config/config.ts';
import { withSeverities } from './config/severities.ts';

/** Flags of commands that report findings of their own. */
export interface SettledFlags extends BaselineFlags {
  readonly severities?: readonly SeverityRow[];
  /** A revision of git. */
  readonly changed?: string;
}

export interface Settled {
  readonly report: Report;
  /** Findings that decide the exit code. */
  readonly findings: readonly Finding[];
}

export function settled(report: Report, flags: SettledFlags): Settled {
  const graded = withSeverities(report, flags.severities);
  if (flags.writeBaseline) {
    writeBaseline(graded, flags);
    return { report: graded, findings: [] };
  }
  const left = withoutKnown(graded, flags);
  const shown = flags.changed === undefined ? left : onlyAffected(left, changedSince(report.folder, flags.changed));
  return { report: shown, findings: shown.findings };
}
