// A counter system while it is made: graphs of places and edges whose sums are not known yet.

import { must } from '../base/assert.ts';
import type { Site } from '../comm/comm.ts';
import { add, ge, int, ite, mul, sub, sum, type Term, type Var } from '../smt/index.ts';
import type { VirgoProgram } from '../virgo/virgo.ts';
import type { ChannelCounts, Cycle, Edge, EdgeKind, GroupCounts, LockCounts, Register, Transition } from './system.ts';

export interface DraftPlace {
  readonly process: number;
  readonly site: Site;
  readonly end: boolean;
  readonly plus: Term[];
  readonly minus: Term[];
  /** How many loops of the process this is in: indices of drafted loops. */
  readonly loops: readonly number[];
}

export interface DraftEdge extends Edge {
  /** Over the state, besides tokens and what the kind of the edge needs. */
  readonly extra: () => Term;
  readonly sets: Transition['sets'];
  /** Of a select with default: two such do not meet. */
  readonly hasty: boolean;
  /** Taken at most once. */
  readonly once: boolean;
}

export interface DraftLoop {
  readonly lo: Term;
  readonly hi: Term;
  readonly step: number;
  readonly register: number | null;
  readonly single: boolean;
  readonly head: number;
  enter: Var | null;
  body: Var | null;
  exit: Var | null;
  regular: boolean;
}

export interface Draft {
  readonly program: VirgoProgram;
  readonly params: readonly Var[];
  readonly processes: { name: string; many: boolean; start: number; end: number; site: Site }[];
  readonly places: DraftPlace[];
  readonly edges: DraftEdge[];
  readonly registers: Register[];
  readonly loops: DraftLoop[];
  readonly cycles: Cycle[];
  readonly exits: Term[];
  readonly fails: { readonly place: number; readonly what: string; readonly site: Site }[];
  readonly capacity: (Term | null)[];
  readonly groups: Set<number>;
  readonly locks: Set<number>;
  readonly closes: ReadonlySet<number>;
  exact: boolean;
}

/** Rounds done: arrivals at the head besides the first. */
export function loopRounds(d: Draft, loop: DraftLoop): Term {
  return sub(sum([int(0), ...must(d.places[loop.head]).plus]), must(loop.enter));
}

export function loopValue(d: Draft, loop: DraftLoop): Term {
  if (loop.register !== null) return must(d.registers[loop.register]).value;
  return add(loop.lo, mul(int(loop.step), loopRounds(d, loop)));
}

export function channelCounts(d: Draft, chan: number): ChannelCounts {
  const total = (kind: EdgeKind['kind']): Term =>
    sum([
      int(0),
      ...d.edges.filter((e) => e.what.kind === kind && 'chan' in e.what && e.what.chan === chan).map((e) => e.count),
    ]);
  return {
    capacity: d.capacity[chan] ?? int(0),
    sent: total('send'),
    received: total('recv'),
    closed: total('close'),
    mutex: must(d.program.channels[chan]).mutex,
  };
}

export function groupCounts(d: Draft, group: number): GroupCounts {
  const parts = d.edges.flatMap((e) => {
    if (e.what.kind !== 'add' || e.what.group !== group) return [];
    // A product of two unknowns only where it must be.
    const { delta } = e.what;
    return [e.once && delta.kind !== 'int' ? ite(ge(e.count, int(1)), delta, int(0)) : mul(delta, e.count)];
  });
  return { counter: sum([int(0), ...parts]) };
}

export function lockCounts(d: Draft, lock: number): LockCounts {
  const total = (kind: EdgeKind['kind']): Term =>
    sum([
      int(0),
      ...d.edges.filter((e) => e.what.kind === kind && 'lock' in e.what && e.what.lock === lock).map((e) => e.count),
    ]);
  const unlocked = total('unlock');
  return {
    claimed: sub(total('announce'), unlocked),
    held: sub(total('acquire'), unlocked),
    readers: sub(total('rlock'), total('runlock')),
  };
}
