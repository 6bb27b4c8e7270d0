// A run as lanes: one column for each goroutine, time downwards.

import type { Trace, TraceStep } from '../base/trace.ts';
import { columnWidth, escapeText } from './escape.ts';
import { type Report, shownPosition } from './report.ts';

/** More goroutines than this are listed instead: lanes would be too narrow. */
const maxLanes = 4;
const maxWidth = 44;
/** Narrower lanes than this are no help: the steps are listed then. */
const minWidth = 16;
/** Of longer runs the beginning and the end are shown. */
const maxSteps = 40;

/** `columns` is the room there is. */
export function lanes(report: Pick<Report, 'sources' | 'folder'>, trace: Trace, columns: number): readonly string[] {
  const names = [...new Set(trace.steps.map((step) => step.goroutine))];
  if (names.length === 0) return [];
  const steps = shortened(trace.steps);
  const room = Math.floor((columns + 2) / names.length) - 2;
  if (names.length > maxLanes || (names.length > 1 && room < minWidth)) {
    return steps.map((step) => escapeText(step === null ? '...' : `${step.goroutine}: ${stepText(report, step)}`));
  }
  const cells = steps.map((step) =>
    step === null ? null : { lane: names.indexOf(step.goroutine), text: stepText(report, step) },
  );
  const widths = names.map((name, lane) => {
    const texts = cells.flatMap((cell) => (cell !== null && cell.lane === lane ? [cell.text] : []));
    return Math.min(maxWidth, Math.max(room, minWidth), Math.max(...[name, ...texts].map((text) => widthOf(text))));
  });
  const rows = [
    names
      .map((name, lane) => padded(name, widths[lane] as number))
      .join('  ')
      .trimEnd(),
  ];
  for (const cell of cells) {
    if (cell === null) rows.push('...');
    else
      rows.push(
        names
          .map((_, lane) => padded(lane === cell.lane ? cell.text : '', widths[lane] as number))
          .join('  ')
          .trimEnd(),
      );
  }
  return rows.map(escapeText);
}

/** Null stands for what was left out. */
function shortened(steps: readonly TraceStep[]): readonly (TraceStep | null)[] {
  if (steps.length <= maxSteps) return steps;
  return [...steps.slice(0, maxSteps / 2), null, ...steps.slice(-maxSteps / 2)];
}

function stepText(report: Pick<Report, 'sources' | 'folder'>, step: TraceStep): string {
  const line = shownPosition(report, step.span)?.line;
  const what = `${step.operation} ${step.object}`.trim();
  return line === undefined ? what : `${line}: ${what}`;
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnWidth(character);
  return width;
}

function padded(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  let shown = '';
  for (const character of text) {
    if (widthOf(shown) + columnWidth(character) > width - 1) break;
    shown += character;
  }
  return `${shown}…${' '.repeat(Math.max(0, width - widthOf(shown) - 1))}`;
}
