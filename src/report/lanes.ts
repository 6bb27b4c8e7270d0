// A run as lanes: one column for each goroutine, time downwards, every step with its file and line.

import type { Span } from '../base/source.ts';
import { goroutineOf, shownSteps, type Trace, type TraceStep } from '../base/trace.ts';
import { columnWidth, escapeText } from './escape.ts';
import { placesIn, type ShownIn } from './places.ts';
import { goroutineName, laneName, stepText } from './words.ts';

/** More goroutines than this are listed instead: lanes would be too narrow. */
const maxLanes = 6;
/** Narrower lanes than this are no help: the steps are listed then. */
const minWidth = 12;
/** Of longer runs the beginning and the end are shown. */
const maxSteps = 40;
/** Between two lanes. */
const gap = 2;

interface Cell {
  /** Null for what was left out. */
  readonly lane: number | null;
  readonly place: string;
  readonly text: string;
}

/** `columns` is the room there is. */
export function lanes(report: ShownIn, trace: Trace, columns: number): readonly string[] {
  const all = shownSteps(trace);
  const ids = [...new Set(all.map((step) => step.goroutine))].sort((a, b) => order(a) - order(b));
  if (ids.length === 0) return [];
  const place = placesIn(report, [
    ...all.map(({ span }) => span),
    ...trace.goroutines.flatMap(({ created }) => (created === null ? [] : [created])),
  ]);
  const cells = shortened(all).map(
    (step): Cell =>
      step === null
        ? { lane: null, place: '', text: '...' }
        : { lane: ids.indexOf(step.goroutine), place: place(step.span), text: stepText(trace, step, place) },
  );
  const left = Math.max(...cells.map((cell) => widthOf(cell.place))) + gap;
  const heads = ids.map((id) => laneName(goroutineOf(trace, id), place));
  const room = columns - left;
  const fair = Math.floor(room / ids.length);
  if (ids.length > maxLanes || (ids.length > 1 && fair < minWidth)) {
    const rows = cells.map(
      ({ lane, place: at, text }) => `${pad(at, left)}${lane === null ? '' : short(ids, lane)}${text}`,
    );
    return [...legend(trace, ids, place), ...rows].map((row) => escapeText(row.trimEnd()));
  }
  // A lane is as wide as its steps need and its share allows; a step may reach into the lanes beside it, which are empty there.
  const strides = ids.map((_, lane) => {
    const own = cells.filter((cell) => cell.lane === lane).map((cell) => widthOf(cell.text));
    return Math.min(fair, Math.max(minWidth, widthOf(heads[lane] ?? ''), ...own) + gap);
  });
  const starts = strides.map((_, lane) => strides.slice(0, lane).reduce((sum, stride) => sum + stride, 0));
  const fits = heads.every((head, lane) => widthOf(head) + gap <= (strides[lane] ?? 0) || lane === heads.length - 1);
  const names = fits ? heads : ids.map((id) => laneNumber(id));
  const rows = [...(fits ? [] : legend(trace, ids, place))];
  rows.push(
    `${' '.repeat(left)}${names.map((name, lane) => pad(cut(name, room - (starts[lane] ?? 0)), strides[lane] ?? 0)).join('')}`,
  );
  for (const { lane, place: at, text } of cells) {
    const start = lane === null ? 0 : (starts[lane] ?? 0);
    const [first = '', ...more] = split(text, room - start);
    rows.push(`${pad(at, left)}${' '.repeat(start)}${first}`);
    for (const line of more) rows.push(`${' '.repeat(left + start + gap)}${line}`);
  }
  return rows.map((row) => escapeText(row.trimEnd()));
}

/** The clock comes last. */
function order(id: number): number {
  return id === 0 ? Number.MAX_SAFE_INTEGER : id;
}

function laneNumber(id: number): string {
  return id === 0 ? 'clock' : `g${id}`;
}

function short(ids: readonly number[], lane: number): string {
  return `${laneNumber(ids[lane] ?? 0)}: `;
}

/** Which goroutine each number is. */
function legend(trace: Trace, ids: readonly number[], place: (at: Span) => string): readonly string[] {
  const width = Math.max(...ids.map((id) => laneNumber(id).length)) + gap;
  return ids
    .filter((id) => id !== 0)
    .map((id) => `${pad(laneNumber(id), width)}${goroutineName(goroutineOf(trace, id), place)}`);
}

/** Null stands for what was left out. */
function shortened(steps: readonly TraceStep[]): readonly (TraceStep | null)[] {
  if (steps.length <= maxSteps) return steps;
  return [...steps.slice(0, maxSteps / 2), null, ...steps.slice(-maxSteps / 2)];
}

/** A step on lines of a width: what it changes goes to a second line where both do not fit on one. */
function split(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const at = text.indexOf('  ');
  if (at < 0) return [cut(text, width)];
  return [cut(text.slice(0, at), width), cut(text.slice(at + 2), width - gap)];
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnWidth(character);
  return width;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  for (const character of text) {
    if (widthOf(shown) + columnWidth(character) > width - 1) break;
    shown += character;
  }
  return `${shown}…`;
}
