// Transitions of a run and when two of them depend on each other: what partial-order reduction needs to know of Go.

/**
 * How a transition meets an object:
 * - `use`: it changes the object, or its effect depends on all of the object's state;
 * - `look`: it only reads it, as a load of an atomic or the reader side of a lock;
 * - `offer`: a select that could have used the channel went another way;
 * - `poll`: a select took its default arm because no goroutine was ready at the channel;
 * - `arrive`: afterwards its goroutine waits at the channel, where others can meet it.
 */
export type TouchMode = 'use' | 'look' | 'offer' | 'poll' | 'arrive';

export interface Touch {
  readonly object: string;
  readonly mode: TouchMode;
}

/** The object that stands for everything: ending the process, or letting time go on when nothing else can happen. */
export const everything = '*';

/** One thing that can happen next. */
export interface Transition {
  /** Names it among those that are enabled in one state, and in that state of other runs. */
  readonly key: string;
  /** All that take part, the one that began it first; of a `go` statement also the new goroutine. */
  readonly goroutines: readonly string[];
  readonly touches: readonly Touch[];
}

/** What a goroutine waits to do, whether it can or not. */
export interface Pending {
  readonly goroutine: string;
  readonly touches: readonly Touch[];
}

/** One state of a run, and the transition that was taken there. */
export interface Moment {
  readonly enabled: readonly Transition[];
  /** With all that is known after it: where its goroutines arrived, and whether it ended the process. */
  readonly taken: Transition;
  /** What every goroutine waits to do before it. */
  readonly pending: readonly Pending[];
}

/** A whole run. */
export interface Execution {
  readonly moments: readonly Moment[];
  /** What goroutines were waiting to do at the end. */
  readonly pending: readonly Pending[];
}

const conflicting: Readonly<Record<TouchMode, readonly TouchMode[]>> = {
  use: ['use', 'look', 'offer', 'poll'],
  look: ['use'],
  offer: ['use'],
  poll: ['use', 'arrive'],
  arrive: ['poll'],
};

export function modesConflict(a: TouchMode, b: TouchMode): boolean {
  return conflicting[a].includes(b);
}

/** Whether two lists of touches meet at an object in a way that makes their order matter. */
export function touchesConflict(a: readonly Touch[], b: readonly Touch[]): boolean {
  for (const x of a) {
    if (x.object === everything) return true;
    for (const y of b) {
      if (y.object === everything) return true;
      if (x.object === y.object && modesConflict(x.mode, y.mode)) return true;
    }
  }
  return false;
}

/** Whether exchanging two neighbouring transitions could make a difference. */
export function dependent(a: Transition, b: Transition): boolean {
  return a.goroutines.some((goroutine) => b.goroutines.includes(goroutine)) || touchesConflict(a.touches, b.touches);
}
