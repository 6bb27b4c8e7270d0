// From a run that another engine tells to directions for the real program: its steps as operations to wait for.

import type { Sites } from './names.ts';
import type { Op, OpPattern, Site } from './protocol.ts';
import { newRandom } from './random.ts';
import { type Assignment, anyTime, type Strategy } from './strategy.ts';

/** A step of the run to follow, as places are shown to people. */
export interface Direction {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The operation in words: `send`, `select receive`, `lock`. */
  readonly operation: string;
}

export interface Directions {
  readonly patterns: readonly OpPattern[];
  /** Steps that no instrumented place stands for. */
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

/** Words of an operation, and the operations of the runtime that they can stand for. */
const words: readonly (readonly [RegExp, readonly Op[]])[] = [
  [/^select/, ['select', 'recv', 'send']],
  [/send/, ['send', 'select']],
  [/receive/, ['recv', 'select']],
  [/close/, ['close']],
  [/read-unlock|runlock|RUnlock/, ['runlock']],
  [/read-lock|rlock|RLock/, ['rlock']],
  [/unlock/i, ['unlock', 'runlock']],
  [/lock/i, ['lock', 'rlock']],
  [/^(wait|Wait)$/, ['wg-wait', 'cond-wait']],
  [/wait|park/i, ['wg-wait', 'cond-wait']],
  [/^done$|^Done|^Add|^add/, ['wg-add', 'wg-done']],
  [/signal/i, ['cond-signal']],
  [/broadcast/i, ['cond-broadcast']],
  [/atomic/, ['atomic-load', 'atomic-store', 'atomic-rmw']],
  [/sleep/, ['sleep']],
];

function opsOf(operation: string): readonly Op[] {
  return words.find(([pattern]) => pattern.test(operation))?.[1] ?? [];
}

function fits(operation: string, op: Op): boolean {
  return opsOf(operation).includes(op);
}

function isSchedulable(operation: string): boolean {
  return opsOf(operation).length > 0;
}

function armOf(step: Direction, site: Site): number | null {
  if (site.op !== 'select') return null;
  if (step.operation === 'select default') return -1;
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
