// The counter system of a VirGo program: what `parametric` proves things about. Plain data; encode.ts makes it.
//
// Every process is a graph of places and edges, and the state is how often each edge was taken. All else is a sum of such counts:
// the processes that stand at a place, the messages in a channel, the counter of a WaitGroup. A process that is started in a loop
// needs no more than one that is started once: its places hold several tokens. (The paper has a program counter for each process
// instead, and commutes `for { go ... }` to `go { for ... }`, which is sound for few bodies only.)

import type { Site } from '../comm/comm.ts';
import type { Term, Var } from '../smt/index.ts';
import type { VirgoProgram } from '../virgo/virgo.ts';

export interface System {
  readonly program: VirgoProgram;
  /** In the order of the program's parameters. */
  readonly params: readonly Var[];
  /** What is known about parameters: `len(files) >= 0`. */
  readonly known: Term;
  readonly processes: readonly Process[];
  readonly places: readonly Place[];
  readonly edges: readonly Edge[];
  /** Counters of loops that are entered more than once, with their first values. */
  readonly registers: readonly Register[];
  readonly transitions: readonly Transition[];
  readonly faults: readonly Fault[];
  /** Holds in states in which the whole program has ended: nothing more moves, and nothing is wrong. */
  readonly ended: Term;
  readonly channels: readonly ChannelCounts[];
  readonly groups: readonly GroupCounts[];
  readonly locks: readonly LockCounts[];
  readonly loops: readonly LoopCounts[];
  readonly cycles: readonly Cycle[];
  /** Whether every run of the system is a run of the VirGo program. */
  readonly exact: boolean;
}

export interface Process {
  readonly name: string;
  /** Started more than once. */
  readonly many: boolean;
  readonly start: number;
  readonly end: number;
  readonly site: Site;
}

export interface Place {
  readonly process: number;
  readonly site: Site;
  /** How many processes stand here, in terms of the counts of edges. */
  readonly tokens: Term;
  /** The end of a process, which may stand there. */
  readonly end: boolean;
}

/** One step of one process. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  /** How often it was taken. */
  readonly count: Var;
  /** Over parameters only: without it the edge is never taken. */
  readonly when: Term;
  readonly what: EdgeKind;
  readonly site: Site;
}

export type EdgeKind =
  | { readonly kind: 'local' }
  | { readonly kind: 'start'; readonly process: number }
  | { readonly kind: 'make' | 'send' | 'recv' | 'drained' | 'close'; readonly chan: number }
  | { readonly kind: 'add'; readonly group: number; readonly delta: Term }
  | { readonly kind: 'wait'; readonly group: number }
  /** A writer says that it comes, then waits until no reader is left: two steps. */
  | { readonly kind: 'announce' | 'acquire' | 'unlock' | 'rlock' | 'runlock'; readonly lock: number };

export interface Register {
  readonly value: Var;
  readonly first: Term;
}

/** One edge, or the two of a rendezvous, taken together where `guard` holds. */
export interface Transition {
  readonly name: string;
  readonly edges: readonly number[];
  /** Over parameters and the state; the presence of tokens is part of it. */
  readonly guard: Term;
  readonly sets: readonly { readonly register: number; readonly value: Term }[];
  readonly site: Site;
}

/** A state that must not be reached. */
export interface Fault {
  readonly rule: string;
  readonly when: Term;
  readonly site: Site;
}

export interface ChannelCounts {
  readonly capacity: Term;
  readonly sent: Term;
  readonly received: Term;
  readonly closed: Term;
  /** A mutex: a receive from an empty one is an error. */
  readonly mutex: boolean;
}

export interface GroupCounts {
  readonly counter: Term;
}

/** Of a read-write lock. */
export interface LockCounts {
  /** Writers that hold it or have said that they come. */
  readonly claimed: Term;
  /** Writers that hold it. */
  readonly held: Term;
  readonly readers: Term;
}

export interface LoopCounts {
  readonly lo: Term;
  readonly hi: Term;
  readonly step: number;
  /** The value of the loop's variable. */
  readonly value: Term;
  /** Its register, or null where the value follows from counts. */
  readonly register: number | null;
  readonly entered: Term;
  /** Rounds begun, rounds finished, and times that the loop came to its end by counting. */
  readonly begun: Term;
  readonly rounds: Term;
  readonly finished: Term;
  /** Tokens within. */
  readonly inside: Term;
  /** Tokens past the test of the loop. */
  readonly busy: Term;
  /** Whether it is left by counting only. */
  readonly regular: boolean;
  /** Whether it is entered at most once. */
  readonly single: boolean;
}

/** Of any loop: nothing is begun in it before it was entered. */
export interface Cycle {
  readonly entered: Var;
  readonly begun: Var;
  /** Known to be left, each time that it is entered. */
  readonly ends: boolean;
}
