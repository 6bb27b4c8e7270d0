// Why goroutines are blocked forever, what would have freed them, and which rule that breaks.

import { must } from '../base/assert.ts';
import type { BlockReason, Remedy, WaitingCase } from '../base/trace.ts';
import { type Component, type Config, Op, panicking } from './component.ts';
import { vectorOf } from './table.ts';
import { callsOf, isRecovering } from './thread.ts';
import { type ModelBlocked, procOf, type Scene, standsBefore } from './trace.ts';

export type BlockRule = 'global-deadlock' | 'goroutine-leak' | 'double-lock' | 'lock-order';

interface Waiting {
  readonly who: number;
  readonly config: number;
  /** The lock that it waits for, or 0. */
  readonly lock: number;
}

export interface Explanation {
  readonly blocked: readonly ModelBlocked[];
  readonly rule: BlockRule;
  /** Index into `blocked` of the goroutine to report. */
  readonly first: number;
}

/** Explains the goroutines at the given positions of a scene's state. */
export function explain(scene: Scene, positions: readonly number[], deadlock: boolean): Explanation {
  const { search: s, state } = scene;
  const vec = vectorOf(s.table, state);
  const base = (vec[0] as number) + 1;
  const waiting = positions.map((position): Waiting => {
    const config = vec[base + position] as number;
    const { op, slot } = (s.machine.comps.list[config] as Config).operation;
    const isLock = op === Op.lock || op === Op.rlock || op === Op.lockWait;
    return { who: must(scene.who[position]), config, lock: isLock ? slot : 0 };
  });
  const blocked = waiting.map((one) => describe(scene, vec, one));
  const self = waiting.findIndex((one) => one.lock > 0 && (scene.holders.get(one.lock) ?? []).includes(one.who));
  if (self >= 0) return { blocked, rule: 'double-lock', first: self };
  const cycle = lockCycle(scene, waiting);
  if (cycle >= 0) return { blocked, rule: 'lock-order', first: cycle };
  const isRoot = (one: Waiting): boolean => s.machine.comps.isRoot[one.config] === true;
  return {
    blocked,
    rule: deadlock ? 'global-deadlock' : 'goroutine-leak',
    first: firstToTell(waiting, blocked, (one) => isRoot(one) === deadlock),
  };
}

/** What waits for something is reported before what is written to wait forever; among these, the preferred one. */
function firstToTell(
  waiting: readonly Waiting[],
  blocked: readonly ModelBlocked[],
  isPreferred: (one: Waiting) => boolean,
): number {
  const candidates = waiting.map((_, i) => i).filter((i) => must(blocked[i]).operation.kind !== 'block-forever');
  const among = candidates.length > 0 ? candidates : waiting.map((_, i) => i);
  return among.find((i) => isPreferred(must(waiting[i]))) ?? among[0] ?? 0;
}

/** The index of a goroutine in a cycle of goroutines that each wait for a lock which the next one holds; or -1. */
function lockCycle(scene: Scene, waiting: readonly Waiting[]): number {
  for (let start = 0; start < waiting.length; start++) {
    const seen = new Set<number>();
    let at = start;
    for (;;) {
      const one = waiting[at];
      if (one === undefined || one.lock === 0) break;
      seen.add(at);
      const holders = scene.holders.get(one.lock) ?? [];
      const next = waiting.findIndex((other) => other.lock > 0 && holders.includes(other.who));
      if (next === start) return start;
      if (next < 0 || seen.has(next)) break;
      at = next;
    }
  }
  return -1;
}

function describe(scene: Scene, vec: Int32Array, one: Waiting): ModelBlocked {
  const { search: s, cast } = scene;
  const config = s.machine.comps.list[one.config] as Config;
  const unwinding = s.machine.faults[config.frames.find((frame) => frame.mode === panicking)?.panic ?? -1] ?? null;
  const { operation, object, span, value } = standsBefore(s, cast, vec, one.config, -1);
  return {
    goroutine: cast.idOf(one.who),
    operation,
    object,
    span,
    ...whyBlocked(scene, vec, one, config, object),
    panic: unwinding?.what ?? '',
    value,
    proc: procOf(config),
    calls: callsOf(s.machine, config),
    recovering: isRecovering(s.machine, config),
    unwinding,
  };
}

interface Why {
  readonly because: BlockReason;
  readonly freedBy: readonly Remedy[];
}

function whyBlocked(scene: Scene, vec: Int32Array, one: Waiting, config: Config, object: number): Why {
  const { search: s, cast } = scene;
  const { op, slot, cases, value } = config.operation;
  const component = slot > 0 ? (s.machine.comps.list[vec[slot] as number] as Component) : null;
  switch (op) {
    case Op.send: {
      const capacity = component?.kind === 'chan' ? component.capacity : 0;
      return {
        because: capacity > 0 ? { kind: 'buffer-full', capacity } : { kind: 'no-receiver' },
        freedBy: [
          { kind: 'receive', object },
          { kind: 'buffer', object, larger: capacity > 0 },
        ],
      };
    }
    case Op.recv:
      return {
        because: { kind: 'no-sender' },
        freedBy: [
          { kind: 'send', object },
          { kind: 'close', object },
        ],
      };
    case Op.select: {
      const waiting = cases.map(
        (x): WaitingCase => ({ send: x.send, object: x.slot === 0 ? 0 : cast.objectAt(vec, x.slot) }),
      );
      // Channels that are not known are never what a goroutine is stuck at.
      const wanted = waiting.filter((_, i) => must(cases[i]).slot > 0);
      const freedBy = wanted.map((x): Remedy => ({ kind: x.send ? 'receive' : 'send', object: x.object }));
      return { because: { kind: 'no-case', cases: waiting }, freedBy: withoutTwice(freedBy) };
    }
    case Op.never:
      return value === 1
        ? { because: { kind: 'nil-channel' }, freedBy: [{ kind: 'make-channel' }] }
        : { because: { kind: 'no-cases' }, freedBy: [] };
    case Op.lock:
    case Op.rlock:
    case Op.lockWait:
      return whyLocked(scene, one, object, component);
    case Op.wait: {
      const count = component?.kind === 'waitgroup' ? component.count : null;
      return { because: { kind: 'counter', count }, freedBy: [{ kind: 'done', object, count }] };
    }
    case Op.parked:
      return { because: { kind: 'no-signal' }, freedBy: [{ kind: 'signal', object }] };
    default:
      return { because: { kind: 'unknown' }, freedBy: [] };
  }
}

function withoutTwice(remedies: readonly Remedy[]): readonly Remedy[] {
  const texts = remedies.map((one) => JSON.stringify(one));
  return remedies.filter((_, i) => texts.indexOf(must(texts[i])) === i);
}

function whyLocked(scene: Scene, one: Waiting, object: number, component: Component | null): Why {
  const holders = scene.holders.get(one.lock) ?? [];
  const op = (scene.search.machine.comps.list[one.config] as Config).operation.op;
  const itself = holders.includes(one.who);
  if (op === Op.rlock && component?.kind === 'rwmutex' && component.writer === 1) {
    return {
      because: { kind: 'writer-waits', reads: itself },
      freedBy: [{ kind: 'unlock', object, read: true, when: itself ? 'before' : 'by-holder' }],
    };
  }
  const read = component?.kind === 'rwmutex' && component.readers > 0;
  if (itself) {
    return {
      because: { kind: 'held-by-itself', read },
      freedBy: [{ kind: 'unlock', object, read, when: 'before' }],
    };
  }
  return {
    because: { kind: 'held', by: holders.map((who) => scene.cast.idOf(who)), read },
    freedBy: [{ kind: 'unlock', object, read, when: 'by-holder' }],
  };
}
