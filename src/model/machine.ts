// What one search shares: the compiled program, its parameters, the tables, and what was noticed on the way.

import type { GapReason, Why } from '../base/reasons.ts';
import type { Gap, RootKind, Site } from '../comm/comm.ts';
import type { ProgramCode } from './code.ts';
import { type ComponentTable, newComponentTable } from './component.ts';
import { boolValue, intValue, newValueTable, type Value } from './value.ts';

/** Rules that a single step breaks. */
export type StepRule =
  | 'send-on-closed'
  | 'double-close'
  | 'close-nil'
  | 'nil-channel'
  | 'negative-capacity'
  | 'negative-waitgroup'
  | 'unlock-unlocked'
  | 'panic';

export interface Fault {
  readonly rule: StepRule;
  readonly what: string;
  readonly site: Site;
}

/** A free choice that a step relied on. */
export interface Choice {
  readonly site: Site;
  readonly why: Why;
  readonly branch: number;
  readonly of: number;
}

/** What a goroutine does by itself between two operations, as far as a trace shows it. `by` is the goroutine: -1 for the one that moves, else an index into `spawned`. */
export type LocalEvent =
  /** The next one of the goroutines in `spawned`. */
  | { readonly kind: 'go'; readonly by: number; readonly site: Site; readonly proc: number }
  | { readonly kind: 'return'; readonly by: number; readonly site: Site };

/** What a goroutine does from one operation to its next. */
export interface Result {
  /** Its next configuration; 0 if it has ended. */
  readonly config: number;
  /** Goroutines that it started, in order; 0 for one that ended at once. */
  readonly spawned: readonly number[];
  /** Slots and their new components in turn. */
  readonly writes: readonly number[];
  /** Slots that the goroutine no longer refers to, as bits; bit 31 stands for all slots from 31 on. */
  readonly drops: number;
  /** Loops that were shown to end: those that went round, those that were left. */
  readonly rounds: number;
  readonly exits: number;
  /** Indices into `faults` of the machine. */
  readonly faults: readonly number[];
  readonly choices: readonly Choice[];
  /** In order; nothing depends on them but traces. */
  readonly events: readonly LocalEvent[];
}

/** Results by what the run asked of the state: the component in a slot, or which slots are free. */
export type RunNode =
  | { readonly kind: 'done'; readonly results: readonly Result[] }
  /** ask > 0: the component in that slot; ask < 0: the free slot number -ask, counted from 1. */
  | { readonly kind: 'ask'; readonly ask: number; readonly answers: Map<number, RunNode> };

export interface Machine {
  readonly code: ProgramCode;
  readonly root: RootKind;
  readonly params: readonly Value[];
  readonly comps: ComponentTable;
  readonly runs: (Map<number, RunNode> | undefined)[];
  /** Instructions interpreted so far, for limits of time. */
  work: number;
  readonly faults: Fault[];
  readonly faultKeys: Map<string, number>;
  readonly gaps: Map<string, Gap>;
  /** Operations on objects of the program's own that are not tracked: they were let happen, and nothing is proved. */
  readonly untracked: Map<string, Gap>;
  /** Names of objects of the environment. */
  readonly environment: Set<string>;
  /** Whether a map with several keys was iterated in one order only. */
  oneOrder: boolean;
}

/** A machine for one valuation of the program's parameters. */
export function newMachine(code: ProgramCode, root: RootKind, valuation: readonly (number | boolean)[]): Machine {
  const comps = newComponentTable(newValueTable());
  return {
    code,
    root,
    params: valuation.map((v) => (typeof v === 'number' ? intValue(comps.values, v) : boolValue(v))),
    comps,
    runs: [],
    work: 0,
    faults: [],
    faultKeys: new Map(),
    gaps: new Map(),
    untracked: new Map(),
    environment: new Set(),
    oneOrder: false,
  };
}

/** The index of a fault. */
export function faultIndex(m: Machine, rule: StepRule, what: string, site: Site): number {
  const key = `${rule} ${site.file}.${site.start}.${site.end} ${what}`;
  let index = m.faultKeys.get(key);
  if (index === undefined) {
    index = m.faults.push({ rule, what, site }) - 1;
    m.faultKeys.set(key, index);
  }
  return index;
}

/** Notes that something could not be followed. */
export function noteGap(m: Machine, reason: GapReason, site: Site): void {
  m.gaps.set(gapKey(reason, site), { reason, site });
}

/** Notes an operation on something of the program's own that is not tracked. */
export function noteUntracked(m: Machine, reason: GapReason, site: Site): void {
  m.untracked.set(gapKey(reason, site), { reason, site });
}

/** The same for the same gap at the same place. */
export function gapKey({ kind, of }: GapReason, site: Site): string {
  return `${kind} ${of} ${site.file}.${site.start}`;
}
