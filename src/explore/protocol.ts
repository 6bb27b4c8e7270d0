// What `gordian test` and an instrumented program say to each other: a plan goes in, a record comes out.
//
// The plan is one JSON document. The record is a sequence of JSON lines, each written before the step it tells of is
// carried out, so that it survives panics, fatal errors and os.Exit. The Go side is runtime/plan.go and runtime/record.go.

export const protocolVersion = 1;

/**
 * Environment of an instrumented program.
 *
 * `GORDIAN_PLAN`: the plan itself (text that starts with `{`), or `@` and the path of a file that holds it. Without it
 * the program runs as if it were not instrumented.
 * `GORDIAN_RECORD`: where the record goes: `fd:3,SECRET` for an inherited descriptor, else a path.
 * `GORDIAN_ALONE`: not empty where GOMAXPROCS was set for the controlled program only, and not by the user.
 */
export const environment = { plan: 'GORDIAN_PLAN', record: 'GORDIAN_RECORD', alone: 'GORDIAN_ALONE' } as const;

/** Exit codes of a controlled run. A failed test keeps `go test`'s own 1, a panic Go's own 2. */
export const exitCodes = { passed: 0, failed: 1, panic: 2, stuck: 88, divergence: 89, limit: 90 } as const;

// ---------------------------------------------------------------------------------------------------------------
// Sites: places in the source, numbered by the instrumentation

/** What a goroutine can do at a scheduling point. */
export type Op =
  /** First step of a goroutine. */
  | 'start'
  /** Only a site: `go` is no step of its own, the new goroutine exists from here on. */
  | 'go'
  /** Only a site: a channel is made. */
  | 'make'
  | 'send'
  | 'recv'
  | 'close'
  /** A select; the record says which arm (-1: default). */
  | 'select'
  | 'lock'
  /** A writer that found readers: from here on it keeps new readers out; `lock` follows. */
  | 'lock-wait'
  | 'unlock'
  | 'rlock'
  | 'runlock'
  | 'trylock'
  | 'tryrlock'
  | 'wg-add'
  | 'wg-done'
  | 'wg-wait'
  /** Gives up the lock and joins the queue; `cond-wake` is the end of the wait, `lock` follows. */
  | 'cond-wait'
  | 'cond-wake'
  | 'cond-signal'
  | 'cond-broadcast'
  | 'once'
  /** Atomic operations, sync.Map, sync.Pool. */
  | 'atomic-load'
  | 'atomic-store'
  | 'atomic-rmw'
  | 'sleep'
  /** Stop, Reset and creation of timers and tickers. */
  | 'timer'
  /** The earliest timer fires: taken by the clock, not by a goroutine. */
  | 'fire'
  /** runtime.Gosched. */
  | 'yield'
  /** A subtest: t.Run, t.Parallel, the end of the function of a test. */
  | 'test'
  /** A goroutine comes back from waiting outside our control. */
  | 'return';

/** A place where something can be scheduled. `id` counts from 1 in one build; everything else is stable across builds. */
export interface Site {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Function that contains it, as Go names it: `example.com/p.(*T).M.func1`. */
  readonly function: string;
  readonly op: Op;
  /** Counts sites with this operation in this function, from 0. */
  readonly ordinal: number;
  /** What is operated on, as written (`s.mu`, `done`); '' where there is nothing. */
  readonly label: string;
  /** Arms of a select in source order: 'send' or 'recv', with place and label. Empty for other operations. */
  readonly arms: readonly SiteArm[];
  /** Arms of a select include a default. */
  readonly hasDefault: boolean;
  /** Of a send: the value as written, where it is short. */
  readonly value?: string;
}

export interface SiteArm {
  readonly op: 'send' | 'recv';
  readonly line: number;
  readonly column: number;
  readonly label: string;
  /** Of a send: the value as written, where it is short. */
  readonly value?: string;
}

/** The name of a site that survives edits elsewhere: `function op#ordinal`. */
export function siteName(site: Site): string {
  return `${site.function} ${site.op}#${site.ordinal}`;
}

// ---------------------------------------------------------------------------------------------------------------
// Plan

/**
 * One decision, by name. `g` is a goroutine's path (`0` the test, `0.2` the third goroutine that it started), `op` and
 * `site` the operation that it stands at, `arm` the arm of a select (null elsewhere; -1 the default), `with` the path of
 * the goroutine on the other side of a rendezvous, or '' if there is none. For the clock `g` is `clock`, `site` 0.
 */
export interface Choice {
  readonly g: string;
  readonly op: Op;
  readonly site: number;
  readonly arm: number | null;
  readonly with: string;
  /** Arm that a select on the other side takes; null where that is no select, absent where any will do. */
  readonly warm?: number | null;
}

/** An operation to wait for: at a site, by any goroutine unless `g` names one, on any object unless `object` names one. */
export interface OpPattern {
  readonly site: number;
  /** Null: whatever the site does. */
  readonly op: Op | null;
  /** Path of the goroutine; null for any. */
  readonly g: string | null;
  /** Name of the object; null for any. */
  readonly object: string | null;
  /** Arm of a select; null for any. */
  readonly arm: number | null;
  /** The how manieth time, from 1, that this is done in the run; null for any. */
  readonly nth: number | null;
}

/** What decides once a prefix, a chain or directions are used up. */
export type BasicStrategy =
  /** Runs on while it can; then the goroutine that was started first. */
  | { readonly kind: 'first' }
  | { readonly kind: 'random' }
  /** Random priorities, lowered at `depth - 1` random decisions among the first `length`. */
  | { readonly kind: 'pct'; readonly depth: number; readonly length: number }
  /** Partial-order sampling: random priorities for operations, drawn again for those in conflict with the one taken. */
  | { readonly kind: 'pos' };

export type StrategySpec =
  | BasicStrategy
  /**
   * Takes exactly these decisions. A step with a single alternative needs none: a choice is used only where there is
   * more than one (`strict: false`), or at every step (`strict: true`). One that fits no alternative ends the run as a divergence.
   */
  | {
      readonly kind: 'prefix';
      readonly choices: readonly Choice[];
      readonly strict: boolean;
      readonly then: BasicStrategy;
    }
  /**
   * Keeps goroutines at operations of the chain until their predecessors have happened, as long as something else can
   * run; the end says how many took effect in order.
   */
  | { readonly kind: 'chain'; readonly ops: readonly OpPattern[]; readonly then: BasicStrategy }
  /** Like a chain, but prefers goroutines on the way to the next step, and says which step could not be taken. */
  | { readonly kind: 'directed'; readonly steps: readonly OpPattern[]; readonly then: BasicStrategy };

export interface Limits {
  /** Scheduling steps of one run. */
  readonly steps: number;
  /** How far virtual time may go, in milliseconds: timers that wait for longer count as waiting forever. */
  readonly virtualMs: number;
  /** Real time of one run, in milliseconds. */
  readonly wallMs: number;
  /** How often tickers may fire while the test does not move, and a tenth of how often the timers of one goroutine may. */
  readonly ticks: number;
  /** Real milliseconds after which a goroutine that has not come back counts as blocked outside our control. */
  readonly uncontrolledMs: number;
}

export const defaultLimits: Limits = {
  steps: 1_000_000,
  virtualMs: 100 * 365 * 24 * 3600 * 1000,
  wallMs: 20_000,
  ticks: 1000,
  uncontrolledMs: 200,
};

export interface Plan {
  readonly version: typeof protocolVersion;
  /** Below 2^32. Everything random derives from it, the numbers of math/rand and the order of maps included. */
  readonly seed: number;
  readonly strategy: StrategySpec;
  readonly limits: Limits;
  /** `end`: only the end (and what is uncontrolled). `events`: what happened. `full`: also what else could have. */
  readonly record: 'end' | 'events' | 'full';
  /**
   * A timer whose virtual time is at most so far away may fire although goroutines could still run: the strategy then
   * chooses. 0: time passes only when nothing else can.
   */
  readonly earlyNs: number;
  /** Goroutines that may stay at the end of a test: patterns of the function they run (`*` stands for anything). */
  readonly allow: readonly string[];
  /** Processors that the program sees (runtime.NumCPU, GOMAXPROCS). */
  readonly processors: number;
  /** When virtual time starts, in milliseconds since 1970: part of the schedule, because programs seed from the clock. */
  readonly epochMs?: number;
}

// ---------------------------------------------------------------------------------------------------------------
// Record

export type ObjectKind =
  | 'chan'
  | 'mutex'
  | 'rwmutex'
  | 'waitgroup'
  | 'cond'
  | 'once'
  | 'atomic'
  | 'map'
  | 'timer'
  | 'test';

/** An alternative of a step. Numbers of goroutines and objects are those of the lines that introduced them; 0 is none. */
export interface Alternative {
  readonly g: number;
  readonly op: Op;
  readonly o: number;
  readonly s: number;
  /** Arm of a select; null for other operations. */
  readonly arm: number | null;
  /** Goroutine on the other side; 0 if there is none. A rendezvous belongs to the sender: this is the receiver. */
  readonly with: number;
  /** Site at which the goroutine on the other side stands; 0 if there is none. */
  readonly ws: number;
  /** Arm that a select on the other side takes; null if that is no select. */
  readonly warm: number | null;
  /** Of a select, at level `full`: the objects of all arms, 0 for nil channels. */
  readonly arms?: readonly number[];
  /** Of a select on the other side, at level `full`: likewise. */
  readonly warms?: readonly number[];
}

export interface HeadLine {
  readonly t: 'head';
  readonly v: number;
  readonly go: string;
  readonly race: boolean;
}

/** A goroutine exists. Number 1 is the test (path `0`), the clock has number 0. */
export interface GoroutineLine {
  readonly t: 'g';
  readonly g: number;
  /** 0 for roots: the test, callbacks from code outside our control. */
  readonly parent: number;
  readonly path: string;
  /** Site of the `go` statement; 0 for roots. */
  readonly s: number;
  /** How many steps of the record came before: what reads a record counts them. */
  readonly after?: number;
}

/** An object is made, or seen for the first time. Its name: path of the goroutine that did so, `#`, a number there. */
export interface ObjectLine {
  readonly t: 'o';
  readonly o: number;
  readonly kind: ObjectKind;
  readonly name: string;
  /** Capacity of a channel, else 0. */
  readonly cap: number;
  /** Site that made it, or that used it first: its label says how the program calls it. */
  readonly s: number;
  /** Of a context: the one above it, with which it ends. */
  readonly of?: number;
}

/** One step. The `o` of a select is the channel of the arm that was taken. */
export interface EventLine extends Alternative {
  readonly t: 'e';
  /** Counts from 1. */
  readonly i: number;
  /** How many alternatives there were; 1 if there was nothing to decide. */
  readonly n: number;
  /** What could have been taken, in the runtime's order, the one taken included; only at level `full`, and if n > 1. */
  readonly alts?: readonly Alternative[];
  /** Goroutines that wait for something that is not there, with what they wait for; only at level `full`. */
  readonly blocked?: readonly Alternative[];
  /** Of `trylock` and `tryrlock`: whether the lock was taken. */
  readonly ok?: boolean;
}

/** Virtual time has moved, in nanoseconds since the start. */
export interface TimeLine {
  readonly t: 'time';
  readonly now: number;
}

/** A goroutine is in something that is not under control: the same schedule need not give the same run. */
export interface UncontrolledLine {
  readonly t: 'uncontrolled';
  readonly g: number;
  readonly stack: string;
}

/** Remarks of the runtime about itself: a primitive that did not do what its shadow said. */
export interface DefectLine {
  readonly t: 'defect';
  readonly message: string;
}

export type EndKind =
  | 'passed'
  | 'failed'
  | 'skipped'
  | 'panic'
  /** An error that Go does not let a program survive, seen before it happened: unlock of unlocked. */
  | 'fatal'
  /** The test itself is stuck, or nothing at all can move. */
  | 'deadlock'
  /** The test is over, and goroutines that it started can never move again. */
  | 'leak'
  /** A limit of the plan was reached: `message` says which. */
  | 'limit'
  /** os.Exit was called. */
  | 'exit'
  /** The plan does not fit: `message` says at which choice and what was there instead. */
  | 'divergence';

/** A goroutine that can never move again. */
export interface Stuck {
  readonly g: number;
  readonly path: string;
  readonly op: Op;
  readonly o: number;
  readonly object: string;
  readonly s: number;
  /** Of a select: the objects of all arms (0 for nil channels). */
  readonly arms: readonly number[];
  /** The goroutine's part of the real runtime's dump, after it was let into its real operation: state and frames. */
  readonly stack: string;
  /** The state that the real runtime gives it (`chan receive`, `sync.Mutex.Lock`); '' if it did not block. */
  readonly state: string;
  /** Goroutine that holds the lock waited for; 0 if none or not known. */
  readonly holder: number;
  /** The test's allow-list, or a rule for goroutines that live as long as the program, excuses it. '' if not. */
  readonly excused: string;
}

export interface EndLine {
  readonly t: 'end';
  readonly kind: EndKind;
  readonly message: string;
  /** Of a panic or fatal error: the goroutine, its stack, and the site that it was last seen at. */
  readonly g: number;
  readonly s: number;
  readonly stack: string;
  readonly steps: number;
  /** Virtual nanoseconds. */
  readonly now: number;
  /** Also with other kinds than deadlock and leak: what was stuck then. */
  readonly stuck: readonly Stuck[];
  /** Of a divergence: what could have been taken. */
  readonly alts?: readonly Alternative[];
  /** Of chains and directions: how many operations happened in order; -1 without. */
  readonly effect: number;
  /** Some decision or value was not under control. */
  readonly uncontrolled: boolean;
  /** Timers, sleeps or deadlines were set. */
  readonly timed: boolean;
  /** Random numbers or orders of maps were drawn from the seed. */
  readonly random: boolean;
  /** A timer fired although goroutines could still run. */
  readonly early: boolean;
  /** Name of the (sub)tests that failed. */
  readonly failed: readonly string[];
}

export type RecordLine =
  | HeadLine
  | GoroutineLine
  | ObjectLine
  | EventLine
  | TimeLine
  | UncontrolledLine
  | DefectLine
  | EndLine;

/** Why a record cannot be believed: a line that the runtime did not write, or lines that are missing. */
export type RecordFault = { readonly kind: 'foreign'; readonly text: string } | { readonly kind: 'gap' };

/** A whole record. `end` is null if the program ended without one: a fatal error of Go, a signal, a kill. */
export interface RunRecord {
  /** Null: all of it comes from the runtime. Otherwise it ends before the first doubtful line. */
  readonly fault: RecordFault | null;
  readonly head: HeadLine | null;
  readonly goroutines: ReadonlyMap<number, GoroutineLine>;
  readonly objects: ReadonlyMap<number, ObjectLine>;
  readonly events: readonly EventLine[];
  readonly uncontrolled: readonly UncontrolledLine[];
  readonly defects: readonly DefectLine[];
  readonly end: EndLine | null;
}

/**
 * Reads a record. A last line that was cut off is left out. Lines begin with the secret of the run and their number, so
 * that what the program itself writes to the descriptor is not taken for the runtime's; '' where there is no secret.
 */
export function parseRecord(text: string, secret = ''): RunRecord {
  const goroutines = new Map<number, GoroutineLine>();
  const objects = new Map<number, ObjectLine>();
  const events: EventLine[] = [];
  const uncontrolled: UncontrolledLine[] = [];
  const defects: DefectLine[] = [];
  let head: HeadLine | null = null;
  let end: EndLine | null = null;
  let fault: RecordFault | null = null;
  for (const [i, line] of text.split('\n').slice(0, -1).entries()) {
    const parsed = parseLine(line, secret, i);
    if (!('t' in parsed)) {
      fault = parsed;
      break;
    }
    switch (parsed.t) {
      case 'head':
        head = parsed;
        break;
      case 'g':
        goroutines.set(parsed.g, { ...parsed, after: events.length });
        break;
      case 'o':
        objects.set(parsed.o, parsed);
        break;
      case 'e':
        events.push(parsed);
        break;
      case 'uncontrolled':
        uncontrolled.push(parsed);
        break;
      case 'defect':
        defects.push(parsed);
        break;
      case 'end':
        end ??= parsed;
        break;
      case 'time':
        break;
    }
  }
  if (fault !== null) end = null;
  return { fault, head, goroutines, objects, events, uncontrolled, defects, end };
}

const longestShown = 60;

function parseLine(line: string, secret: string, nth: number): RecordLine | RecordFault {
  const begin = line.indexOf('{');
  const foreign: RecordFault = { kind: 'foreign', text: line.slice(0, longestShown) };
  if (begin < secret.length || !line.startsWith(secret)) return foreign;
  if (secret !== '' && line.slice(secret.length, begin) !== String(nth)) return { kind: 'gap' };
  try {
    return JSON.parse(line.slice(begin)) as RecordLine;
  } catch {
    return foreign;
  }
}

/** The decision of an event, by name: what a `prefix` plan takes. */
export function choiceOf(record: RunRecord, event: Alternative): Choice {
  const path = (g: number): string => (g === 0 ? '' : (record.goroutines.get(g)?.path ?? ''));
  return {
    g: event.g === 0 ? 'clock' : path(event.g),
    op: event.op,
    site: event.s,
    arm: event.arm,
    with: path(event.with),
    warm: event.warm,
  };
}
