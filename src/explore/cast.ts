// A record in the vocabulary that all engines share: goroutines and objects by number, operations, and why goroutines are stuck.

import {
  type Goroutine,
  type ObjectKind,
  type Operation,
  type OperationKind,
  operation,
  type SharedObject,
} from '../base/operation.ts';
import type { BlockReason, Remedy, WaitingCase } from '../base/trace.ts';
import type { Op, ObjectKind as RecordKind, RunRecord, Site, Stuck } from './protocol.ts';

/** Sites of a build by number. */
export type Sites = ReadonlyMap<number, Site>;

/** A place in a file, as people read it. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function placeOf(site: Site | undefined, arm: number | null): Place {
  if (site === undefined) return { file: '', line: 0, column: 0 };
  const at = arm !== null && arm >= 0 ? (site.arms[arm] ?? site) : site;
  return { file: site.file, line: at.line, column: at.column };
}

/** The value that a send sends, as written; '' for what sends nothing. */
export function valueAt(site: Site | undefined, arm: number | null): string {
  const at = arm !== null && arm >= 0 ? site?.arms[arm] : site;
  return at?.op === 'send' ? (at.value ?? '') : '';
}

/** The goroutines of a run. Roots are tests, which have numbers, the main function, and callbacks of code outside our control. */
export function goroutinesOf(record: RunRecord, sites: Sites, test: string): readonly Goroutine<Place>[] {
  const clock: Goroutine<Place> = { id: 0, kind: 'clock', function: '', created: null };
  const all = [...record.goroutines.values()].map(({ g, parent, s, path }): Goroutine<Place> => {
    if (parent === 0) {
      const isCallback = path.startsWith('x');
      const name = /^\d+$/.test(path) ? test : isCallback ? '' : 'main';
      return { id: g, kind: isCallback ? 'callback' : 'root', function: name, created: null };
    }
    const site = sites.get(s);
    // The label of a `go` statement with a literal is its text.
    const isNamed = site !== undefined && site.label !== '' && !/^func\b/.test(site.label);
    const created = site === undefined ? null : placeOf(site, null);
    return { id: g, kind: 'go', function: isNamed ? site.label : '', created };
  });
  return [clock, ...all];
}

const kinds: Readonly<Record<RecordKind, ObjectKind>> = {
  chan: 'channel',
  mutex: 'mutex',
  rwmutex: 'rwmutex',
  waitgroup: 'waitgroup',
  cond: 'cond',
  once: 'once',
  atomic: 'atomic',
  map: 'map',
  timer: 'timer',
  test: 'test',
};

/** The objects of a run, each called as the operation that used it first calls it. */
export function objectsOf(record: RunRecord, sites: Sites): readonly SharedObject<Place>[] {
  const used = new Map<number, string>();
  const note = (o: number, label: string): void => {
    if (o !== 0 && label !== '' && !used.has(o)) used.set(o, label);
  };
  for (const { o, s, op, arm } of record.events) note(o, labelAt(sites.get(s), op === 'select' ? arm : null));
  for (const { o, s, arms } of record.end?.stuck ?? []) {
    note(o, labelAt(sites.get(s), null));
    for (const [i, object] of arms.entries()) note(object, labelAt(sites.get(s), i));
  }
  const seen = new Map<string, number>();
  return [...record.objects.values()].map(({ o, kind, s }): SharedObject<Place> => {
    const site = sites.get(s);
    const label = used.get(o) ?? labelAt(site, null);
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    const name = label === '' || count === 1 ? label : `${label} #${count}`;
    return { id: o, kind: kinds[kind], name, label, made: site === undefined ? null : placeOf(site, null) };
  });
}

function labelAt(site: Site | undefined, arm: number | null): string {
  if (site === undefined) return '';
  if (arm !== null && arm >= 0) return site.arms[arm]?.label ?? '';
  return site.op === 'go' ? '' : site.label;
}

/** `example.com/p/q.(*T).M.func1` as `q.(*T).M.func1`. */
export function shortFunction(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** All but a select, which depends on the arm; null for steps that say nothing which the steps around them do not. */
const operations: Readonly<Record<Exclude<Op, 'select'>, OperationKind | null>> = {
  start: null,
  go: 'go',
  make: 'make',
  send: 'send',
  recv: 'receive',
  close: 'close',
  lock: 'lock',
  'lock-wait': 'lock-wait',
  unlock: 'unlock',
  rlock: 'rlock',
  runlock: 'runlock',
  trylock: 'trylock',
  tryrlock: 'tryrlock',
  'wg-add': 'wg-add',
  'wg-done': 'wg-done',
  'wg-wait': 'wg-wait',
  'cond-wait': 'cond-wait',
  'cond-wake': 'cond-wake',
  'cond-signal': 'cond-signal',
  'cond-broadcast': 'cond-broadcast',
  once: 'once-do',
  'atomic-load': 'atomic-load',
  'atomic-store': 'atomic-store',
  'atomic-rmw': 'atomic-update',
  sleep: 'sleep',
  timer: 'timer-start',
  fire: 'timer-fire',
  yield: null,
  test: null,
  return: null,
};

/** What a step does; `arm` is that of a select, null for one that waits. */
export function operationOf(op: Op, site: Site | undefined, arm: number | null): Operation | null {
  if (op === 'select') {
    if (arm === null) return operation('select');
    if (arm < 0) return operation('select-default');
    return operation(site?.arms[arm]?.op === 'send' ? 'send' : 'receive', { inSelect: true });
  }
  const kind = operations[op];
  return kind === null ? null : operation(kind);
}

/** What a goroutine that is stuck waits in: one that was not woken still waits. */
export function waitOf({ op, o }: Stuck): Operation {
  if ((op === 'send' || op === 'recv') && o === 0) return operation('nil-channel');
  if (op === 'cond-wake') return operation('cond-wait');
  if (op === 'lock-wait') return operation('lock');
  return operationOf(op, undefined, null) ?? operation('outside');
}

export interface Why {
  readonly because: BlockReason;
  readonly freedBy: readonly Remedy[];
}

/** Why a goroutine can never move again, and what would have helped. */
export function whyStuck(stuck: Stuck, record: RunRecord, sites: Sites): Why {
  const object = stuck.o;
  switch (stuck.op) {
    case 'send': {
      if (object === 0) return { because: { kind: 'nil-channel' }, freedBy: [{ kind: 'make-channel' }] };
      const capacity = record.objects.get(object)?.cap ?? 0;
      return {
        because: capacity > 0 ? { kind: 'buffer-full', capacity } : { kind: 'no-receiver' },
        freedBy: [
          { kind: 'receive', object },
          { kind: 'buffer', object, larger: capacity > 0 },
        ],
      };
    }
    case 'recv':
      if (object === 0) return { because: { kind: 'nil-channel' }, freedBy: [{ kind: 'make-channel' }] };
      return {
        because: { kind: 'no-sender' },
        freedBy: [
          { kind: 'send', object },
          { kind: 'close', object },
        ],
      };
    case 'select': {
      const arms = sites.get(stuck.s)?.arms ?? [];
      const cases = arms.map((arm, i): WaitingCase => ({ send: arm.op === 'send', object: stuck.arms[i] ?? 0 }));
      if (cases.every((one) => one.object === 0)) return { because: { kind: 'no-cases' }, freedBy: [] };
      const wanted = cases.filter((one) => one.object !== 0);
      return {
        because: { kind: 'no-case', cases },
        freedBy: wanted.map((one): Remedy => ({ kind: one.send ? 'receive' : 'send', object: one.object })),
      };
    }
    case 'lock':
    case 'lock-wait':
    case 'rlock': {
      const itself = stuck.holder === stuck.g && stuck.holder !== 0;
      return {
        because: itself
          ? { kind: 'held-by-itself', read: false }
          : { kind: 'held', by: stuck.holder === 0 ? [] : [stuck.holder], read: false },
        freedBy: [{ kind: 'unlock', object, read: false, when: itself ? 'before' : 'by-holder' }],
      };
    }
    case 'wg-wait':
      return { because: { kind: 'counter', count: null }, freedBy: [{ kind: 'done', object, count: null }] };
    case 'cond-wait':
    case 'cond-wake':
      return { because: { kind: 'no-signal' }, freedBy: [{ kind: 'signal', object }] };
    case 'once':
      return { because: { kind: 'once-running' }, freedBy: [{ kind: 'return-from-once', object }] };
    default:
      return { because: { kind: 'unknown' }, freedBy: [] };
  }
}
