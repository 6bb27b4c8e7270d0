// A report in the format that flags ask for, for the place that it goes to.

import { reportPage } from '../driver/index.ts';
import { type Report, render } from '../report/index.ts';
import { formatOf, type ReportFlags } from './flags.ts';
import { terminalAt, UsageError, wantsColor } from './output.ts';

/** The report as text; only terminals have colors and a width. */
export function rendered(report: Report, flags: Pick<ReportFlags, 'format' | 'json' | 'color' | 'out'>): string {
  const format = formatOf(flags);
  const terminal = flags.out === undefined ? terminalAt(1) : null;
  if (format === 'html' && terminal !== null) throw new UsageError('--format html: give a file with --out');
  const page = format === 'html' ? reportPage() : '';
  if (page === null) throw new UsageError('--format html: the page is missing; run npm run build');
  return render(report, format, wantsColor(flags.color, flags.out), terminal?.columns, page);
}
