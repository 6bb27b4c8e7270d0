// Schedules as files: the named events of one run, which outlive edits that keep the names.

import type { Sites } from './cast.ts';
import { type Alternative, type Choice, choiceOf, type Op, type RunRecord, type Site, siteName } from './protocol.ts';
import { scheduleFault } from './schedule-schema.ts';

export interface ScheduleEvent {
  /** Path of the goroutine, or `clock`. */
  readonly g: string;
  readonly op: Op;
  /** Name of the site: function, operation, ordinal. '' for the clock. */
  readonly site: string;
  readonly arm: number | null;
  readonly with: string;
  /** Arm of a select on the other side. */
  readonly warm: number | null;
  /** Name of the object. */
  readonly object: string;
  /** Where it was when this was written: for people. */
  readonly at: string;
}

export interface ScheduleFile {
  readonly gordian: 'schedule';
  readonly version: 1;
  /** Import path. */
  readonly package: string;
  readonly test: string;
  readonly rule: string;
  readonly message: string;
  readonly cause: string;
  /** Whatever else is random in the run derives from it. */
  readonly seed: number;
  readonly earlyNs: number;
  readonly processors: number;
  readonly race: boolean;
  /** As given to `test`: another choice gives another program. Absent in older files. */
  readonly instrument?: readonly string[];
  readonly allow?: readonly string[];
  readonly tags?: readonly string[];
  /** Whether the test ran as under `go test -short`. */
  readonly short?: boolean;
  readonly events: readonly ScheduleEvent[];
}

export function eventsOf(record: RunRecord, sites: Sites): readonly ScheduleEvent[] {
  return record.events.map((event) => eventOf(event, record, sites));
}

/** The event that it is to take this alternative. */
export function eventOf(taken: Alternative, record: RunRecord, sites: Sites): ScheduleEvent {
  const choice = choiceOf(record, taken);
  const site = sites.get(taken.s);
  return {
    g: choice.g,
    op: choice.op,
    site: site === undefined ? '' : siteName(site),
    arm: choice.arm,
    with: choice.with,
    warm: choice.warm ?? null,
    object: record.objects.get(taken.o)?.name ?? '',
    at: site === undefined ? '' : `${site.file.slice(site.file.lastIndexOf('/') + 1)}:${site.line}`,
  };
}

export function printSchedule(schedule: ScheduleFile): string {
  const { events, ...head } = schedule;
  const lines = events.map((event) => `    ${JSON.stringify(event)}`);
  const text = JSON.stringify(head, null, 2).slice(0, -2);
  return `${text},\n  "events": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Reads a file; a string says what is wrong with it. */
export function parseSchedule(text: string): ScheduleFile | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  return scheduleFault(parsed) ?? (parsed as ScheduleFile);
}

export interface Decisions {
  readonly choices: readonly Choice[];
  /** Index of the first event that names a place which is no longer there; -1 if all are. */
  readonly lost: number;
}

/** The decisions of a schedule in terms of the sites of this build. */
export function decisionsOf(events: readonly ScheduleEvent[], sites: Sites): Decisions {
  const byName = new Map<string, Site>();
  for (const site of sites.values()) byName.set(siteName(site), site);
  const choices: Choice[] = [];
  for (const [i, event] of events.entries()) {
    const site = event.site === '' ? 0 : byName.get(event.site)?.id;
    if (site === undefined) return { choices, lost: i };
    choices.push({
      g: event.g,
      op: event.op,
      site,
      arm: event.arm,
      with: event.with,
      warm: event.warm,
    });
  }
  return { choices, lost: -1 };
}

export interface Difference {
  /** Counted from 0. */
  readonly index: number;
  /** Null: the one run is over where the other goes on. */
  readonly expected: ScheduleEvent | null;
  readonly found: ScheduleEvent | null;
}

/** The first event in which two runs differ; null where they are the same, event by event. */
export function firstDifference(
  expected: readonly ScheduleEvent[],
  found: readonly ScheduleEvent[],
): Difference | null {
  const length = Math.max(expected.length, found.length);
  for (let index = 0; index < length; index++) {
    const a = expected[index] ?? null;
    const b = found[index] ?? null;
    if (a === null || b === null || !sameEvent(a, b)) return { index, expected: a, found: b };
  }
  return null;
}

/** Lines may have moved; everything else has to be the same. */
function sameEvent(a: ScheduleEvent, b: ScheduleEvent): boolean {
  return (
    a.g === b.g &&
    a.op === b.op &&
    a.site === b.site &&
    a.arm === b.arm &&
    a.with === b.with &&
    a.warm === b.warm &&
    a.object === b.object
  );
}
