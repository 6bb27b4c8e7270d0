// What a run shows to be wrong: which rule it breaks, where, and the run itself as steps that people can follow.

import type { Severity } from '../base/diagnostic.ts';
import { type BlockedRule, blockedHeadline, type Headline } from '../base/headline.ts';
import type { Blocked, Trace } from '../base/trace.ts';
import {
  goroutinesOf,
  objectsOf,
  type Place,
  placeOf,
  type Sites,
  shortFunction,
  valueAt,
  waitOf,
  whyStuck,
} from './cast.ts';
import { type EndLine, type RunRecord, type Site, type Stuck, siteName } from './protocol.ts';
import { stepsOf } from './steps.ts';

export interface FoundBlocked extends Blocked<Place> {
  /** Function and state in the dump of Go's own runtime. */
  readonly state: string;
  readonly stack: string;
}

export interface FoundTrace extends Trace<Place> {
  readonly blocked: readonly FoundBlocked[];
}

/** What a run shows by itself about what was found. */
export type FoundNote = { readonly kind: 'left-behind'; readonly test: string } | { readonly kind: 'early-timer' };

/** One thing that is wrong, shown by one run. */
export interface Found {
  readonly rule: string;
  readonly severity: Severity;
  readonly headline: Headline<Place>;
  /** Null where the run does not say where. */
  readonly place: Place | null;
  /** Equal for findings that are the same news. */
  readonly cause: string;
  readonly trace: FoundTrace;
  readonly notes: readonly FoundNote[];
}

/** What is known of a run besides its record. */
export interface RunOutcome {
  readonly record: RunRecord;
  readonly stdout: string;
  readonly stderr: string;
  /** Null: it was ended by a signal or by us. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

/** Everything that one run shows. A run that is fine, or that was merely cut short, shows nothing. */
export function findingsOf(outcome: RunOutcome, sites: Sites, test: string): readonly Found[] {
  const { record } = outcome;
  if (record.fault !== null || showsNothing(outcome)) return [];
  const run = traceOf(record, sites, test);
  const found: Found[] = [...races(outcome, sites, run)];
  const { end } = record;
  if (end === null) return [...found, ...withoutEnd(outcome, sites, run)];
  switch (end.kind) {
    case 'deadlock':
    case 'leak':
      found.push(...blocked(record, end, sites, run, test));
      break;
    case 'panic':
    case 'fatal':
      // A program that panics because it has waited for too long, or in a test that has failed for that reason, does so
      // because we made the clock go.
      if (!end.early || (!isOwnPanic(end.message) && end.failed.length === 0))
        found.push(panicked(end, sites, run, record));
      break;
    case 'failed':
      // A test that times out by its own clock fails because we made the clock go.
      if (!end.early && !failsByRace(outcome)) found.push(failed(outcome, end, run, test));
      // What a failing test leaves behind is no concern: it ended in the middle.
      break;
    case 'passed':
    case 'skipped':
    case 'limit':
    case 'exit':
    case 'divergence':
      break;
  }
  return found;
}

/** The steps of a run, whether or not anything is wrong with it. */
export function traceOf(record: RunRecord, sites: Sites, test: string): FoundTrace {
  const goroutines = goroutinesOf(record, sites, test);
  return {
    goroutines,
    objects: objectsOf(record, sites),
    steps: stepsOf(record, sites, goroutines),
    blocked: [],
  };
}

/** Most runs are fine: for those no trace is made. */
function showsNothing({ record, stderr }: RunOutcome): boolean {
  switch (record.end?.kind) {
    case 'passed':
    case 'skipped':
    case 'limit':
    case 'exit':
    case 'divergence':
      return !stderr.includes(raceReport);
    default:
      return false;
  }
}

const raceReport = 'WARNING: DATA RACE';

// ---------------------------------------------------------------------------------------------------------------
// Blocked forever

function blocked(record: RunRecord, end: EndLine, sites: Sites, run: FoundTrace, test: string): readonly Found[] {
  const stuck = end.stuck.filter((one) => one.excused === '');
  const all = end.kind === 'deadlock' ? withoutBystanders(groups(stuck), record) : groups(stuck);
  return all.map((group): Found => {
    const { rule, first } = classify(group, end, record);
    const site = sites.get(first.s);
    return {
      rule,
      severity: end.early ? 'warning' : 'error',
      headline: blockedHeadline(rule, run, blockedLine(first, record, sites)),
      place: site === undefined ? placeInStack(first.stack, sites) : placeOf(site, null),
      cause: `blocked ${nameOfSite(site, first.stack, sites)}`,
      trace: { ...run, blocked: group.map((one) => blockedLine(one, record, sites)) },
      notes: [
        ...(end.kind === 'leak' ? [{ kind: 'left-behind', test } as const] : []),
        ...(end.early ? [{ kind: 'early-timer' } as const] : []),
      ],
    };
  });
}

function blockedLine(one: Stuck, record: RunRecord, sites: Sites): FoundBlocked {
  const site = sites.get(one.s);
  return {
    goroutine: one.g,
    operation: waitOf(one),
    object: one.o,
    span: site === undefined ? (placeInStack(one.stack, sites) ?? placeOf(undefined, null)) : placeOf(site, null),
    ...whyStuck(one, record, sites),
    panic: '',
    value: valueAt(site, null),
    state: one.state,
    stack: one.stack,
  };
}

/**
 * Goroutines that wait for the same object, or for a lock that another one of them holds, belong together. A goroutine that waits for a
 * WaitGroup waits for goroutines: for those that are stuck, where there are some.
 */
function groups(stuck: readonly Stuck[]): readonly (readonly Stuck[])[] {
  const result: Stuck[][] = [];
  for (const one of stuck) {
    const near = result.filter((group) => group.some((other) => belongTogether(one, other)));
    const merged = [...near.flat(), one];
    for (const group of near) result.splice(result.indexOf(group), 1);
    result.push(merged);
  }
  const causes = result.filter((group) => !group.every(isWaiter));
  const [cause] = causes;
  if (cause !== undefined) cause.push(...result.filter((group) => group.every(isWaiter)).flat());
  return (cause === undefined ? result : causes).map((group) => group.sort((a, b) => a.g - b.g));
}

/**
 * When the test itself is stuck, goroutines that only wait to be given something, or to be stopped, are so because of it: they are
 * shown beside the first cause, and are no news of their own.
 */
function withoutBystanders(all: readonly (readonly Stuck[])[], record: RunRecord): readonly (readonly Stuck[])[] {
  const isRoot = (one: Stuck): boolean => record.goroutines.get(one.g)?.parent === 0;
  const isBystander = (group: readonly Stuck[]): boolean =>
    group.every((one) => (one.op === 'recv' || one.op === 'select') && one.o + one.arms.length > 0 && !isRoot(one));
  const [cause, ...others] = all.filter((group) => !isBystander(group));
  if (cause === undefined) return all;
  return [[...cause, ...all.filter(isBystander).flat()], ...others];
}

function isWaiter(one: Stuck): boolean {
  return one.op === 'wg-wait';
}

function belongTogether(a: Stuck, b: Stuck): boolean {
  const objects = (one: Stuck): readonly number[] => [one.o, ...one.arms].filter((o) => o !== 0);
  return a.holder === b.g || b.holder === a.g || objects(a).some((o) => objects(b).includes(o)) || a.s === b.s;
}

function classify(group: readonly Stuck[], end: EndLine, record: RunRecord): { rule: BlockedRule; first: Stuck } {
  const head = group[0] as Stuck;
  const nil = group.find((one) => (one.op === 'send' || one.op === 'recv') && one.o === 0);
  if (nil !== undefined) return { rule: 'nil-channel', first: nil };
  const self = group.find((one) => one.holder === one.g && one.g !== 0);
  if (self !== undefined) return { rule: 'double-lock', first: self };
  const cycle = group.find((one) => isInLockCycle(one, group));
  if (cycle !== undefined) return { rule: 'lock-order', first: cycle };
  const isTest = (one: Stuck): boolean => record.goroutines.get(one.g)?.parent === 0;
  const other = group.find((one) => !isTest(one));
  if (end.kind === 'deadlock')
    return { rule: 'global-deadlock', first: group.find((one) => !isWaiter(one)) ?? group.find(isTest) ?? head };
  return { rule: 'goroutine-leak', first: other ?? head };
}

function isInLockCycle(start: Stuck, group: readonly Stuck[]): boolean {
  const seen = new Set<number>();
  let at = start;
  while (at.holder !== 0 && !seen.has(at.g)) {
    seen.add(at.g);
    const { holder } = at;
    const next = group.find((one) => one.g === holder);
    if (next === start) return true;
    if (next === undefined) return false;
    at = next;
  }
  return false;
}

function nameOfSite(site: Site | undefined, stack: string, sites: Sites): string {
  if (site !== undefined) return siteName(site);
  const place = placeInStack(stack, sites);
  return place === null ? '' : `${place.file}:${place.line}`;
}

// ---------------------------------------------------------------------------------------------------------------
// Panics, failures, races

/** Texts of Go's runtime that have a rule of their own. */
const panicRules: readonly (readonly [RegExp, string])[] = [
  [/send on closed channel/, 'send-on-closed'],
  [/close of closed channel/, 'double-close'],
  [/close of nil channel/, 'close-nil'],
  [/negative WaitGroup counter/, 'negative-waitgroup'],
  [/makechan: size out of range/, 'negative-capacity'],
  [/unlock of unlocked/i, 'unlock-unlocked'],
  [/concurrent map/, 'data-race'],
  [/all goroutines are asleep/, 'global-deadlock'],
];

/** A panic that the program itself decided on. */
function isOwnPanic(message: string): boolean {
  return panicRule(message) === 'panic' && !message.startsWith('runtime error: ');
}

export function panicRule(message: string): string {
  return panicRules.find(([pattern]) => pattern.test(message))?.[1] ?? 'panic';
}

function panicked(end: EndLine, sites: Sites, run: FoundTrace, record: RunRecord): Found {
  const rule = panicRule(end.message);
  const site = sites.get(end.s);
  const place = placeInStack(end.stack, sites) ?? (site === undefined ? null : placeOf(site, null));
  const path = record.goroutines.get(end.g)?.path ?? '';
  return {
    rule,
    severity: end.early && rule === 'panic' ? 'warning' : 'error',
    headline: { kind: 'run-panicked', fatal: end.kind === 'fatal', message: firstLine(end.message) },
    place,
    cause: `${rule} ${place === null ? path : `${place.file}:${functionInStack(end.stack, sites)}`} ${firstLine(end.message)}`,
    trace: run,
    notes: end.early ? [{ kind: 'early-timer' }] : [],
  };
}

/** The process ended by an error of Go itself, which nothing in it could report. */
function withoutEnd(outcome: RunOutcome, sites: Sites, run: FoundTrace): readonly Found[] {
  const message = /^(?:fatal error|panic): (.*)$/m.exec(outcome.stderr)?.[1];
  if (message === undefined) return [];
  const rule = panicRule(message);
  const place = placeInStack(outcome.stderr.slice(outcome.stderr.indexOf(message)), sites);
  const last = outcome.record.events.at(-1);
  return [
    {
      rule,
      severity: 'error',
      headline: { kind: 'run-panicked', fatal: true, message: firstLine(message) },
      place: place ?? placeOf(sites.get(last?.s ?? 0), null),
      cause: `${rule} ${place === null ? '' : `${place.file}:${place.line}`} ${firstLine(message)}`,
      trace: run,
      notes: [],
    },
  ];
}

/** The testing package lets a test fail in which the race detector has seen something: the race is reported by itself. */
function failsByRace({ stdout, stderr }: RunOutcome): boolean {
  const lines = [...stdout.matchAll(/^\s+[\w.-]+\.go:\d+: (.*)$/gm)].map(([, text]) => text);
  return stderr.includes(raceReport) && lines.length > 0 && lines.every((text) => text === raceFailure);
}

const raceFailure = 'race detected during execution of test';

function failed(outcome: RunOutcome, end: EndLine, run: FoundTrace, test: string): Found {
  const tests = end.failed.length === 0 ? [test] : end.failed;
  const line = failureIn(outcome.stdout);
  return {
    rule: 'flaky-test',
    severity: 'error',
    headline: { kind: 'test-fails', tests, message: line?.[3] ?? '' },
    place: null,
    cause: `flaky ${tests.join(', ')} ${line === null ? '' : `${line[1]}:${line[2]}`}`,
    trace: run,
    notes: [],
  };
}

/** Where and why a test has failed: what its own file said last, which is where it ended; logs look the same. */
function failureIn(stdout: string): RegExpExecArray | null {
  const lines = [...stdout.matchAll(/^\s*([\w.-]+\.go):(\d+): (.*)$/gm)];
  return lines.findLast((line) => line[1]?.endsWith('_test.go')) ?? lines[0] ?? null;
}

/** Reports of Go's race detector. */
function races(outcome: RunOutcome, sites: Sites, run: FoundTrace): readonly Found[] {
  const found = new Map<string, Found>();
  for (const report of outcome.stderr.split(raceReport).slice(1)) {
    const text = report.slice(0, report.indexOf('=================='));
    const accesses = [...text.matchAll(/^\s*(?:Previous )?(read|write|atomic read|atomic write) at .*? by .*$/gim)];
    const places = accesses.map((access) => placeInStack(text.slice(access.index), sites));
    const [place = null, other = null] = places;
    const key = places.map((one) => (one === null ? '' : `${one.file}:${one.line}`)).sort();
    const cause = `race ${key.join(' ')}`;
    found.set(cause, {
      rule: 'data-race',
      severity: 'error',
      headline: { kind: 'race', other },
      place,
      cause,
      trace: run,
      notes: [],
    });
  }
  return [...found.values()];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Frames that are not the user's: Go's own library, and our runtime. */
const foreign =
  /\/src\/(runtime|sync|testing|internal|time|context|reflect|debug|container|text|index|database|archive)\//;

/** The first place in a stack that is in the user's code: in a file with sites, or else outside Go's own library. */
export function placeInStack(stack: string, sites: Sites): Place | null {
  const own = new Set([...sites.values()].map((site) => site.file));
  let other: Place | null = null;
  for (const match of stack.matchAll(/^\s+(\S+\.go):(\d+)/gm)) {
    const place = { file: match[1] as string, line: Number(match[2]), column: 1 };
    if (own.has(place.file)) return place;
    if (!foreign.test(place.file)) other ??= place;
  }
  return other;
}

function functionInStack(stack: string, sites: Sites): string {
  const at = placeInStack(stack, sites);
  if (at === null) return '';
  const before = stack.slice(0, stack.indexOf(`${at.file}:${at.line}`)).trimEnd();
  return shortFunction(before.slice(before.lastIndexOf('\n') + 1)).replace(/\(.*$/, '');
}
