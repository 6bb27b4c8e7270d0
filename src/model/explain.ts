// Why goroutines are blocked for ever, what would have freed them, and which rule that breaks.

import { must } from '../base/assert.ts';
import { type Component, type Config, Op, panicking } from './component.ts';
import { vectorOf } from './table.ts';
import { callsOf, isRecovering } from './thread.ts';
import { forEver, labelOf, type ModelBlocked, procOf, type Scene, wording } from './trace.ts';

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

/** Who waits for something is told before who is written to wait for ever; among these, the preferred one. */
function firstToTell(
  waiting: readonly Waiting[],
  blocked: readonly ModelBlocked[],
  isPreferred: (one: Waiting) => boolean,
): number {
  const candidates = waiting.map((_, i) => i).filter((i) => must(blocked[i]).operation !== forEver);
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
  const { search: s } = scene;
  const words = wording(s, vec, one.config, -1);
  const config = s.machine.comps.list[one.config] as Config;
  const { op, slot, cases, value } = config.operation;
  const object = slot > 0 ? (s.machine.comps.list[vec[slot] as number] as Component) : null;
  const name = words.object;
  const unwinding = config.frames.find((frame) => frame.mode === panicking)?.panic ?? -1;
  const panic = s.machine.faults[unwinding] ?? null;
  const say = (because: string, freedBy: string): ModelBlocked => ({
    ...words,
    goroutine: scene.names[one.who] ?? '',
    proc: procOf(config),
    calls: callsOf(s.machine, config),
    recovering: isRecovering(s.machine, config),
    because: panic === null ? because : `${because}, while it panics: ${panic.what}`,
    freedBy,
    panic,
  });
  switch (op) {
    case Op.send: {
      const full = object?.kind === 'chan' && object.capacity > 0;
      return say(
        full
          ? `the buffer of ${name} is full and nobody receives from it any more`
          : `nobody receives from ${name} any more`,
        full
          ? `a receive from ${name}, or room for one more value in its buffer`
          : `a receive from ${name}, or a buffer of ${name} with room`,
      );
    }
    case Op.recv:
      return say(
        `${name} is empty, and nobody sends on it or closes it any more`,
        `a send on ${name}, or close(${name})`,
      );
    case Op.select: {
      const wants = cases
        .filter((x) => x.slot > 0)
        .map((x) => `${x.send ? 'a receive from' : 'a send on'} ${labelOf(s, vec[x.slot] as number)}`);
      return say(
        'none of its cases can become ready any more',
        [...new Set(wants)].join(', or ') || 'nothing: all its channels are nil',
      );
    }
    case Op.never:
      return value === 1
        ? say('the channel is nil: the operation blocks for ever', 'a channel that was made before')
        : say('a select without a case that could become ready blocks for ever', 'nothing');
    case Op.lock:
    case Op.rlock:
    case Op.lockWait:
      return lockWords(scene, one, name, object, say);
    case Op.wait: {
      const left = object?.kind === 'waitgroup' ? object.count : null;
      return say(
        `the counter of ${name} is ${left ?? 'not known'} and nobody calls Done any more`,
        left === 1 ? `one more ${name}.Done()` : `${left ?? 'more'} more calls of ${name}.Done()`,
      );
    }
    case Op.parked:
      return say(
        `nobody calls Signal or Broadcast on ${name} any more`,
        `a Signal or Broadcast on ${name} after it began to wait`,
      );
    default:
      return say('it cannot go on', '');
  }
}

function lockWords(
  scene: Scene,
  one: Waiting,
  name: string,
  object: Component | null,
  say: (because: string, freedBy: string) => ModelBlocked,
): ModelBlocked {
  const holders = scene.holders.get(one.lock) ?? [];
  const op = (scene.search.machine.comps.list[one.config] as Config).operation.op;
  if (op === Op.rlock && object?.kind === 'rwmutex' && object.writer === 1) {
    const self = holders.includes(one.who) ? ', and this goroutine holds the read lock that the writer waits for' : '';
    return say(
      `a writer waits for ${name}, which keeps new readers out${self}`,
      `${name}.RUnlock() by the readers there are`,
    );
  }
  const read = object?.kind === 'rwmutex' && object.readers > 0;
  const release = `${name}.${read ? 'RUnlock' : 'Unlock'}()`;
  if (holders.includes(one.who))
    return say(`it holds ${read ? `the read lock of ${name}` : name} itself`, `${release} before this`);
  const names = holders.map((who) => scene.names[who] ?? '').join(', ');
  return say(
    names === ''
      ? `${name} is locked and nobody unlocks it any more`
      : `${name} is held by ${names}, which does not unlock it any more`,
    release,
  );
}
