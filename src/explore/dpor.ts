// Dynamic partial-order reduction: every order of dependent transitions is run, few others are.
//
// Flanagan and Godefroid's algorithm with sleep sets, for transitions in which several goroutines take part (a send
// together with its receive) and of which a goroutine can have several (the arms of a select). Wherever a goroutine is
// chosen at a state, all enabled transitions in which it takes part are run there, and those of its partners; a select
// counts as offering what it did not choose. The README of this folder has the argument why nothing is missed.

import { happensBefore, type Order } from './happens-before.ts';
import type { Random } from './random.ts';
import { dependent, type Execution, everything, type Moment, type Transition, touchesConflict } from './transition.ts';

interface Node {
  readonly depth: number;
  readonly parent: Node | null;
  /** What leads here from the parent; '' at the root. */
  readonly key: string;
  readonly enabled: readonly Transition[];
  /** Transitions whose orders before all others are covered elsewhere. */
  readonly sleep: readonly Transition[];
  /** Taken here in some run that was observed, in order, with all that is known of them. */
  readonly done: Transition[];
  /** Handed out or observed. */
  readonly begun: Set<string>;
  /** To be handed out. */
  readonly todo: Set<string>;
  running: number;
  readonly children: Map<string, Node>;
}

/** A search over the runs of one test. */
export interface Systematic {
  /** The transitions that the next run begins with; null where there is none now: more may come by observing. */
  readonly next: () => readonly string[] | null;
  /** What a run did that was told to begin with `prefix`. */
  readonly observe: (prefix: readonly string[], execution: Execution) => void;
  /** A run that was handed out and gave nothing: the search can no longer be complete. */
  readonly lost: (prefix: readonly string[], reason: string) => void;
  /** Nothing is left to run. */
  readonly exhausted: () => boolean;
  /** Why not all is covered although nothing is left; '' where all is. */
  readonly gap: () => string;
  /** Runs that turned out to repeat others. */
  readonly redundant: () => number;
}

/** Open ends beyond which the search goes depth first only, so that they do not take up the memory. */
const manyOpen = 2000;

/**
 * With `random`, every other run begins where chance says, which shows what is far apart earlier; all that depth first
 * would run is run in the end. A transition asleep was done at that state before, and what was done before is never
 * asleep below it because of something done later: whose turn it is does not matter.
 */
export function newSystematic(random: Random | null = null): Systematic {
  const open: Node[] = [];
  let root: Node | null = null;
  let begun = false;
  let outstanding = 0;
  let gap = '';
  let redundant = 0;

  const nodeAt = (keys: readonly string[]): Node | null => {
    let node = root;
    for (const key of keys) node = node?.children.get(key) ?? null;
    return node;
  };

  const schedule = (node: Node, keys: readonly string[]): void => {
    for (const key of keys) {
      if (node.begun.has(key) || node.sleep.some((asleep) => asleep.key === key)) continue;
      node.begun.add(key);
      if (node.todo.size === 0) open.push(node);
      node.todo.add(key);
    }
  };

  /** Finished parts of the tree are forgotten: only what is on the way to open ends takes memory. */
  const release = (from: Node): void => {
    let node: Node | null = from;
    while (node !== null && node.parent !== null) {
      if (node.todo.size > 0 || node.running > 0 || node.children.size > 0) return;
      node.parent.children.delete(node.key);
      node = node.parent;
    }
  };

  const observe = (prefix: readonly string[], execution: Execution): void => {
    outstanding--;
    const from = prefix.length === 0 ? null : nodeAt(prefix.slice(0, -1));
    if (from !== null) from.running--;
    const diverged = prefix.findIndex((key, depth) => execution.moments[depth]?.taken.key !== key);
    if (diverged >= 0) {
      gap ||= `the run did not repeat: step ${diverged + 1} was not ${prefix[diverged] ?? ''}`;
      if (from !== null) release(from);
      return;
    }
    const { moments } = execution;
    let at: Node | null = null;
    /** Transitions that the search has walked along. */
    const path: Node[] = [];
    let length = 0;
    for (const moment of moments) {
      const known: Node | null =
        at === null ? root : (at.children.get((moments[length - 1] as Moment).taken.key) ?? null);
      const fresh = known === null;
      const node: Node =
        known ?? newNode(at, length === 0 ? null : (moments[length - 1] as Moment).taken, moment.enabled);
      if (fresh) {
        if (at === null) root = node;
        else at.children.set(node.key, node);
      } else if (node.enabled.length !== moment.enabled.length) {
        gap ||= `the run did not repeat: other choices were possible at step ${length + 1}`;
      }
      path.push(node);
      at = node;
      const { key } = moment.taken;
      if (node.sleep.some((asleep) => asleep.key === key)) {
        redundant++;
        // What the process went on with is covered elsewhere; something else here may not be.
        const awake = moment.enabled.find((one) => !node.sleep.some((asleep) => asleep.key === one.key));
        if (awake !== undefined) schedule(node, involving(node, awake.goroutines[0] as string));
        break;
      }
      if (!node.done.some((other) => other.key === key)) node.done.push(moment.taken);
      node.begun.add(key);
      // Begun elsewhere, it may be handed out again through another run that went this way by itself.
      if (node.todo.delete(key) && node.todo.size === 0) open.splice(open.indexOf(node), 1);
      if (fresh) schedule(node, involving(node, moment.taken.goroutines[0] as string));
      length++;
    }
    findRaces(path, execution, length, Math.max(0, prefix.length - 1), schedule);
    if (at !== null) release(at);
    if (from !== null) release(from);
  };

  return {
    next: () => {
      if (!begun) {
        begun = true;
        outstanding++;
        return [];
      }
      const anywhere = random !== null && open.length < manyOpen && random.below(2) === 0;
      const best = anywhere ? random.below(open.length) : deepest(open);
      const node = open[best];
      if (node === undefined) return null;
      const [key] = node.todo;
      node.todo.delete(key as string);
      if (node.todo.size === 0) open.splice(best, 1);
      node.running++;
      outstanding++;
      return [...keysTo(node), key as string];
    },
    observe,
    lost: (prefix, reason) => {
      outstanding--;
      gap ||= reason;
      const from = prefix.length === 0 ? null : nodeAt(prefix.slice(0, -1));
      if (from !== null) {
        from.running--;
        release(from);
      }
    },
    exhausted: () => begun && outstanding === 0 && open.length === 0,
    gap: () => gap,
    redundant: () => redundant,
  };
}

function newNode(parent: Node | null, taken: Transition | null, enabled: readonly Transition[]): Node {
  const sleep: Transition[] = [];
  if (parent !== null && taken !== null) {
    for (const asleep of [...parent.sleep, ...parent.done])
      if (asleep.key !== taken.key && !dependent(asleep, taken)) sleep.push(asleep);
  }
  return {
    depth: parent === null ? 0 : parent.depth + 1,
    parent,
    key: taken?.key ?? '',
    enabled,
    sleep,
    done: [],
    begun: new Set(),
    todo: new Set(),
    running: 0,
    children: new Map(),
  };
}

function deepest(open: readonly Node[]): number {
  let best = -1;
  for (const [i, node] of open.entries()) if (best < 0 || node.depth >= (open[best] as Node).depth) best = i;
  return best;
}

function keysTo(node: Node): string[] {
  const keys: string[] = [];
  for (let at: Node = node; at.parent !== null; at = at.parent) keys.push(at.key);
  return keys.reverse();
}

/**
 * The enabled transitions in which a goroutine takes part, those in which their other participants do, and so on:
 * taking one of them ends the chance for the others.
 */
function involving(node: Node, goroutine: string): string[] {
  const reached = new Set([goroutine]);
  const found = new Set<Transition>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const one of node.enabled) {
      if (found.has(one) || !one.goroutines.some((name) => reached.has(name))) continue;
      found.add(one);
      for (const name of one.goroutines) reached.add(name);
    }
  }
  return [...found].map((one) => one.key);
}

type Schedule = (node: Node, keys: readonly string[]) => void;

/**
 * Looks for transitions that could have come before another one that they depend on, and has that order run.
 * States up to and including `known` were looked at when another run passed them.
 */
function findRaces(
  path: readonly Node[],
  execution: Execution,
  length: number,
  known: number,
  schedule: Schedule,
): void {
  const run = execution.moments.slice(0, length).map((moment) => moment.taken);
  const order = happensBefore(run);
  for (let k = known + 1; k <= length; k++) {
    const last = run[k - 1] as Transition;
    const pending = execution.moments[k]?.pending ?? (k === length ? execution.pending : []);
    for (const { goroutine, touches } of pending) {
      if (last.goroutines.includes(goroutine)) {
        const i = lastRace(run, order, k, goroutine, (one) => touchesConflict(one.touches, touches));
        if (i >= 0) reverse(path, run, order, i, goroutine, k, schedule);
      } else if (touchesConflict(last.touches, touches)) {
        reverse(path, run, order, k - 1, goroutine, k, schedule);
      }
    }
  }
  // Where a goroutine arrived is known only after the transition; a default arm may have been taken just before.
  for (let k = known; k < length; k++) {
    const taken = run[k] as Transition;
    const arrivals = taken.touches.filter((touch) => touch.mode === 'arrive' && touch.object !== everything);
    if (arrivals.length === 0) continue;
    for (const goroutine of taken.goroutines) {
      const i = lastRace(run, order, k, goroutine, (one) => touchesConflict(one.touches, arrivals));
      if (i >= 0) reverse(path, run, order, i, goroutine, k, schedule);
    }
  }
}

function lastRace(
  run: readonly Transition[],
  order: Order,
  length: number,
  goroutine: string,
  conflicts: (one: Transition) => boolean,
): number {
  for (let i = length - 1; i >= 0; i--) {
    const one = run[i] as Transition;
    if (one.goroutines.includes(goroutine) || !conflicts(one)) continue;
    if (!order.beforeNext(i, goroutine, length)) return i;
  }
  return -1;
}

/** Has `goroutine`, or what its next step after `length` transitions needs, come before transition i. */
function reverse(
  path: readonly Node[],
  run: readonly Transition[],
  order: Order,
  i: number,
  goroutine: string,
  length: number,
  schedule: Schedule,
): void {
  const node = path[i] as Node;
  const own = involving(node, goroutine);
  if (own.length > 0) {
    schedule(node, own);
    return;
  }
  let best: readonly string[] | null = null;
  for (let j = i + 1; j < length; j++) {
    if (!order.beforeNext(j, goroutine, length)) continue;
    for (const helper of (run[j] as Transition).goroutines) {
      const keys = involving(node, helper);
      if (keys.length === 0) continue;
      if (keys.every((key) => node.begun.has(key))) return;
      if (best === null || keys.length < best.length) best = keys;
    }
  }
  schedule(node, best ?? node.enabled.map((one) => one.key));
}
