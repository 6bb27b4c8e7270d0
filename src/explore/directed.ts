// From a run that another engine tells to directions for the real program: its steps as operations to wait for.

import type { Operation, OperationKind } from '../base/operation.ts';
import type { Sites } from './cast.ts';
import type { Op, OpPattern, Site } from './protocol.ts';
import { newRandom } from './random.ts';
import { type Assignment, anyTime, type Strategy } from './strategy.ts';

/** A step of the run to follow. */
export interface Direction {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly operation: Operation;
}

export interface Directions {
  readonly patterns: readonly OpPattern[];
  /** Steps at places that are not instrumented. */
  readonly unmatched: readonly Direction[];
}

export function directionsTo(steps: readonly Direction[], sites: Sites): Directions {
  const byLine = new Map<string, Site[]>();
  for (const site of sites.values()) {
    const lines = new Set([site.line, ...site.arms.map((arm) => arm.line)]);
    for (const line of lines) {
      const key = `${site.file}:${line}`;
      byLine.set(key, [...(byLine.get(key) ?? []), site]);
    }
  }
  const patterns: OpPattern[] = [];
  const unmatched: Direction[] = [];
  for (const step of steps) {
    const here = byLine.get(`${step.file}:${step.line}`) ?? [];
    const fitting = here.filter((site) => fits(step.operation, site.op));
    const near = [...(fitting.length > 0 ? fitting : [])].sort(
      (a, b) => Math.abs(a.column - step.column) - Math.abs(b.column - step.column),
    );
    const [site] = near;
    if (site === undefined) {
      if (isSchedulable(step.operation)) unmatched.push(step);
      continue;
    }
    patterns.push({ site: site.id, op: null, g: null, object: null, arm: armOf(step, site), nth: null });
  }
  return { patterns, unmatched };
}

const sends: readonly Op[] = ['send', 'select'];
const receives: readonly Op[] = ['recv', 'select'];
const waits: readonly Op[] = ['wg-wait', 'cond-wait'];

/** The operations of the runtime that a step of another engine can be; none for those that no scheduling point has. */
const fitting: Readonly<Record<OperationKind, readonly Op[]>> = {
  go: [],
  return: [],
  exit: [],
  panic: [],
  fatal: [],
  make: [],
  send: sends,
  receive: receives,
  close: ['close'],
  select: ['select', 'recv', 'send'],
  'select-default': ['select', 'recv', 'send'],
  'block-forever': ['select'],
  'nil-channel': [],
  lock: ['lock', 'rlock'],
  unlock: ['unlock', 'runlock'],
  rlock: ['rlock'],
  runlock: ['runlock'],
  trylock: ['trylock', 'tryrlock'],
  tryrlock: ['tryrlock'],
  'lock-wait': ['lock', 'rlock'],
  'wg-add': ['wg-add', 'wg-done'],
  'wg-done': ['wg-add', 'wg-done'],
  'wg-wait': waits,
  'cond-wait': waits,
  'cond-wake': waits,
  'cond-signal': ['cond-signal'],
  'cond-broadcast': ['cond-broadcast'],
  'once-do': [],
  'once-end': [],
  cancel: [],
  'timer-start': [],
  'timer-stop': [],
  'timer-fire': [],
  sleep: ['sleep'],
  atomic: ['atomic-load', 'atomic-store', 'atomic-rmw'],
  'atomic-load': ['atomic-load'],
  'atomic-store': ['atomic-store'],
  'atomic-update': ['atomic-rmw'],
  yield: [],
  test: [],
  outside: [],
};

function opsOf({ kind, inSelect }: Operation): readonly Op[] {
  return inSelect ? fitting.select : fitting[kind];
}

function fits(operation: Operation, op: Op): boolean {
  return opsOf(operation).includes(op);
}

function isSchedulable(operation: Operation): boolean {
  return opsOf(operation).length > 0;
}

function armOf(step: Direction, site: Site): number | null {
  if (site.op !== 'select') return null;
  if (step.operation.kind === 'select-default') return -1;
  const at = site.arms.findIndex((arm) => arm.line === step.line);
  return at < 0 ? null : at;
}

/** Follows the directions, first as they are, then with chance around them, timers on time and early. */
export function newDirected(directions: Directions, seed: number): Strategy {
  const random = newRandom(seed);
  let count = 0;
  return {
    name: 'directed',
    next: () => {
      const turn = count++;
      const steps = directions.patterns;
      const then = turn < 2 ? ({ kind: 'first' } as const) : ({ kind: 'random' } as const);
      const assignment: Assignment = {
        spec: turn % 3 === 2 ? then : { kind: 'directed', steps, then },
        seed: random.seed(),
        record: 'events',
        earlyNs: turn % 2 === 0 ? anyTime : 0,
      };
      return assignment;
    },
    observe: () => {},
    completeness: () => ({ kind: 'open' }),
  };
}
