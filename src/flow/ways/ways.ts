// The ways through a function: which locks are held on each, what has happened on it, and what is known about conditions.
//
// Both sides of a condition are taken unless the way says which. Literals that are called or deferred where they stand are part
// of the way; calls of other functions do to locks what their summaries say. There are never more ways than a limit: what is
// found on one is so whatever the others do.

import type { Span } from '../../base/source.ts';
import type {
  Block,
  Callee,
  CallInstr,
  DeferInstr,
  Expr,
  GoInstr,
  Function as IrFunction,
  Local,
  Stmt,
} from '../../ir/ir.ts';
import { localFunctions } from '../call-graph.ts';
import { guardsOf } from '../guards.ts';
import { neverNil } from '../never-nil-places.ts';
import { neverReturns } from '../never-returns.ts';
import { type FlowProgram, functionOf } from '../program.ts';
import { targetsOf, walkBlock } from '../walk.ts';
import { answer, assume, conditionOf, type Facts, forgetting, forgettingField } from './conditions.ts';
import { type LockCall, lockCall } from './lock-calls.ts';
import { mentions, translated, ValueNames } from './value-names.ts';

/** A lock that is held on a way. */
export interface HeldLock {
  /** By the names of `value-names.ts`. */
  readonly name: string;
  /** Its field or variable, by the names of `writes.ts`; null for others. */
  readonly key: string | null;
  readonly shared: boolean;
  readonly span: Span;
}

interface Deferred {
  readonly stmt: DeferInstr;
  readonly frame: Frame;
  /** What the lock was called when its release was deferred. */
  readonly name: string | null;
}

export interface Way {
  readonly held: readonly HeldLock[];
  /** Locks that were released and not taken before: a caller's. */
  readonly released: readonly HeldLock[];
  /** What has happened, by names that the client chooses, and where. */
  readonly marks: ReadonlyMap<string, Span>;
  readonly facts: Facts;
  readonly deferred: readonly Deferred[];
}

/** Where a way leaves the function. */
export interface Exit {
  readonly way: Way;
  readonly span: Span;
  /** By a return statement, or by the end of the text. */
  readonly stated: boolean;
}

/** What a call does to locks, as the caller has them: those that it leaves held, and those that it releases. */
export interface Effect {
  readonly takes: readonly HeldLock[];
  readonly releases: readonly HeldLock[];
  /** Of these it is not known what becomes of them. */
  readonly unsure: readonly string[];
}

export interface Client {
  /** All answers are kept, not only those that are asked for again. */
  readonly allFacts?: boolean;
  /** What a call does to locks; names as the called function has them. Null for nothing. */
  readonly effectOf?: (fn: IrFunction) => Effect | null;
  /** A lock is taken. */
  readonly takes?: (way: Way, lock: HeldLock) => void;
  /** A function is called that is followed no further; `roots` are the names of what it is given. */
  readonly calls?: (span: Span, fn: IrFunction, way: Way, roots: ReadonlyMap<string, string>) => void;
  /** What a statement marks; `of` names values as the outermost function has them. */
  readonly visit?: (stmt: Stmt, way: Way, frame: Frame) => Way;
  /** The same for the case of a select that is chosen; null for its default. */
  readonly chosen?: (stmt: Extract<Stmt, { kind: 'Select' }>, index: number | null, way: Way, frame: Frame) => Way;
  /** What a deferred call marks when it runs. */
  readonly ends?: (stmt: DeferInstr, way: Way, frame: Frame) => Way;
}

/** One function body on the way: the function itself, or a literal in it. */
export interface Frame {
  readonly fn: IrFunction;
  readonly names: ValueNames;
  readonly depth: number;
  /** Names of called functions' parameters as this frame has them. */
  readonly rootsOf: (
    callee: IrFunction,
    args: readonly Expr[],
    closure: Extract<Stmt, { kind: 'Closure' }> | null,
  ) => ReadonlyMap<string, string>;
}

/** More ways than this are not followed at once. */
const mostWays = 40;

/** Literals inside literals are followed so deep. */
const maxDepth = 3;

/** A loop is gone through so often, or until nothing new comes of it. */
const maxRounds = 3;

interface Flow {
  readonly falls: readonly Way[];
  readonly breaks: ReadonlyMap<string, readonly Way[]>;
  readonly continues: ReadonlyMap<string, readonly Way[]>;
}

const noFlow: Flow = { falls: [], breaks: new Map(), continues: new Map() };

const start: Way = { held: [], released: [], marks: new Map(), facts: new Map(), deferred: [] };

/** All ways out of a function; null where it has no body. */
export function waysThrough(program: FlowProgram, fn: IrFunction, client: Client): Walked | null {
  if (fn.body === null) return null;
  return new Walker(program, client).through(fn, fn.body);
}

export interface Walked {
  readonly exits: readonly Exit[];
  /** Locks of which it is not known what became of them. */
  readonly unsure: ReadonlySet<string>;
  readonly frame: Frame;
  /** There were more ways than were followed. */
  readonly cut: boolean;
  /** Literals that are part of the ways. */
  readonly inside: ReadonlySet<string>;
}

class Walker {
  readonly #program: FlowProgram;
  readonly #client: Client;
  readonly #unsure = new Set<string>();
  /** By frame: what was left by return statements so far. */
  readonly #returns = new Map<Frame, Exit[]>();
  readonly #conditions = new Map<Frame, ReadonlySet<string> | null>();
  readonly #insideIds = new Set<string>();
  #frames = 0;
  #cut = false;

  constructor(program: FlowProgram, client: Client) {
    this.#program = program;
    this.#client = client;
  }

  through(fn: IrFunction, body: Block): Walked {
    const frame = this.#frame(fn, null, 0);
    const exits = this.#body(frame, body, [start]);
    return { exits, unsure: this.#unsure, frame, cut: this.#cut, inside: this.#insideIds };
  }

  #frame(fn: IrFunction, given: ReadonlyMap<Local, string> | null, depth: number): Frame {
    const names = new ValueNames(fn, given, depth === 0 ? '' : `${++this.#frames}_`, neverNil(this.#program));
    const frame: Frame = {
      fn,
      names,
      depth,
      rootsOf: (callee, args, closure) => rootsOf(names, callee, args, closure),
    };
    this.#returns.set(frame, []);
    return frame;
  }

  /** Ways out of a body, deferred calls done. */
  #body(frame: Frame, body: Block, ways: readonly Way[]): readonly Exit[] {
    const inside = ways.map((way) => ({ ...way, deferred: [] }));
    const end = this.#block(frame, body, inside);
    const last: Span = { pos: Math.max(frame.fn.span.pos, frame.fn.span.end - 1), end: frame.fn.span.end };
    const exits: Exit[] = [
      ...(this.#returns.get(frame) ?? []),
      ...end.falls.map((way) => ({ way, span: last, stated: false })),
    ];
    this.#returns.set(frame, []);
    const outer = ways[0]?.deferred ?? [];
    const found: Exit[] = [];
    for (const exit of exits) {
      let after: readonly Way[] = [exit.way];
      for (const one of [...exit.way.deferred].reverse()) {
        after = after.flatMap((way) => this.#deferred(one, { ...way, deferred: [] }));
      }
      for (const way of this.#few(after)) found.push({ ...exit, way: { ...way, deferred: outer } });
    }
    return found;
  }

  #deferred({ stmt, frame, name }: Deferred, way: Way): readonly Way[] {
    const lock = lockCall(stmt);
    if (lock !== null) return [this.#lock(way, lock, name, frame, stmt.span)];
    return this.#run(frame, stmt, this.#client.ends?.(stmt, way, frame) ?? way);
  }

  #block(frame: Frame, { list }: Block, from: readonly Way[]): Flow {
    const breaks = new Map<string, Way[]>();
    const continues = new Map<string, Way[]>();
    let ways = from;
    for (const stmt of list) {
      if (ways.length === 0) break;
      const flow = this.#stmt(frame, stmt, ways);
      for (const [label, list] of flow.breaks) breaks.set(label, [...(breaks.get(label) ?? []), ...list]);
      for (const [label, list] of flow.continues) continues.set(label, [...(continues.get(label) ?? []), ...list]);
      ways = this.#few(flow.falls);
    }
    return { falls: ways, breaks, continues };
  }

  /** The same ways only once, and not more than can be followed. */
  #few(ways: readonly Way[]): readonly Way[] {
    if (ways.length < 2) return ways;
    const seen = new Map<string, Way>();
    for (const way of ways) {
      const key = keyOfWay(way);
      if (!seen.has(key)) seen.set(key, way);
    }
    const found = [...seen.values()];
    if (found.length <= mostWays) return found;
    this.#cut = true;
    // Ways with other locks or marks first: facts alone make the fewest differences.
    const kinds = new Map<string, Way[]>();
    for (const way of found) {
      const key = keyOfWay({ ...way, facts: new Map() });
      kinds.set(key, [...(kinds.get(key) ?? []), way]);
    }
    const picked: Way[] = [];
    for (let i = 0; picked.length < mostWays; i++) {
      const before = picked.length;
      for (const list of kinds.values()) {
        const one = list[i];
        if (one !== undefined && picked.length < mostWays) picked.push(one);
      }
      if (picked.length === before) break;
    }
    return picked;
  }

  #stmt(frame: Frame, stmt: Stmt, ways: readonly Way[]): Flow {
    const { visit } = this.#client;
    const here = visit === undefined ? ways : ways.map((way) => visit(stmt, way, frame));
    switch (stmt.kind) {
      case 'If': {
        const condition = conditionOf(frame.names, stmt.cond);
        const isKept = condition.kind === 'named' && this.#isAskedAgain(frame, condition.name);
        const yes: Way[] = [];
        const no: Way[] = [];
        for (const way of here) {
          const known = answer(way.facts, condition);
          if (known !== false) yes.push(isKept ? { ...way, facts: assume(way.facts, condition, true) } : way);
          if (known !== true) no.push(isKept ? { ...way, facts: assume(way.facts, condition, false) } : way);
        }
        return joined([this.#block(frame, stmt.then, yes), this.#block(frame, stmt.otherwise, no)]);
      }
      case 'Loop':
        return this.#loop(frame, stmt, here);
      case 'Labelled': {
        const flow = this.#block(frame, stmt.body, here);
        return leaving(flow, stmt.label, flow.falls);
      }
      case 'Select': {
        const flows = stmt.cases.map(({ body, comm }, i) => {
          const targets = comm.kind === 'recv' ? [comm.value, comm.ok].filter((one) => one !== null) : [];
          const chosen = here.map((way) => {
            const after = targets.reduce((w, local) => written(w, frame.names.token(local)), way);
            return this.#client.chosen?.(stmt, i, after, frame) ?? after;
          });
          return this.#block(frame, body, chosen);
        });
        if (stmt.otherwise !== null) {
          const chosen = here.map((way) => this.#client.chosen?.(stmt, null, way, frame) ?? way);
          flows.push(this.#block(frame, stmt.otherwise, chosen));
        }
        return joined(flows);
      }
      case 'Break':
        return { ...noFlow, breaks: new Map([[stmt.label, here]]) };
      case 'Continue':
        return { ...noFlow, continues: new Map([[stmt.label, here]]) };
      case 'Return': {
        const list = this.#returns.get(frame) ?? [];
        for (const way of here) list.push({ way, span: stmt.span, stated: true });
        return noFlow;
      }
      case 'Panic':
      case 'Fault':
        return noFlow;
      case 'Defer': {
        const lock = lockCall(stmt);
        const receiver = lock?.receiver ?? null;
        const name = receiver === null ? null : frame.names.of(receiver);
        return falls(
          here.map((way) =>
            way.deferred.some((one) => one.stmt === stmt)
              ? way
              : { ...way, deferred: [...way.deferred, { stmt, frame, name }] },
          ),
        );
      }
      case 'Call':
        return falls(here.flatMap((way) => this.#call(frame, stmt, way)));
      case 'Declare':
      case 'Assign': {
        const token = frame.names.token(stmt.local);
        const known = this.#isAskedAgain(frame, token) ? givenFacts(frame.names, token, stmt.value) : [];
        return falls(
          here.map((way) => {
            const after = written(way, token);
            return known.length === 0 ? after : { ...after, facts: new Map([...after.facts, ...known]) };
          }),
        );
      }
      case 'Store': {
        const name = frame.names.place(stmt.place);
        const index = stmt.place.kind === 'FieldPlace' ? stmt.place.index : null;
        return falls(
          here.map((way) => {
            const { place } = stmt;
            // A new object in the place of one that may be locked.
            const moved =
              name === null ? way : { ...way, held: way.held.filter((lock) => !lock.name.startsWith(`${name}.`)) };
            const facts =
              index !== null && place.kind === 'FieldPlace' ? forgettingField(moved.facts, index) : moved.facts;
            const after = { ...moved, facts: name === null ? facts : forgetting(facts, name) };
            if (name === null || stmt.value.kind !== 'Const' || stmt.value.value.kind !== 'bool') return after;
            return { ...after, facts: new Map([...after.facts, [name, stmt.value.value.val]]) };
          }),
        );
      }
      default: {
        const targets = targetsOf(stmt).filter((local) => frame.names.definitionOf(local)?.kind !== 'Load');
        if (targets.length === 0) return falls(here);
        return falls(here.map((way) => targets.reduce((w, local) => written(w, frame.names.token(local)), way)));
      }
    }
  }

  #loop(frame: Frame, stmt: Extract<Stmt, { kind: 'Loop' }>, from: readonly Way[]): Flow {
    const seen = new Set<string>();
    const left: Way[] = [];
    const breaks = new Map<string, Way[]>();
    const continues = new Map<string, Way[]>();
    let ways = from;
    for (let round = 0; round < maxRounds && ways.length > 0; round++) {
      const fresh = ways.filter((way) => !seen.has(keyOfWay(way)));
      for (const way of fresh) seen.add(keyOfWay(way));
      if (fresh.length === 0) break;
      const body = this.#block(frame, stmt.body, fresh);
      for (const [label, list] of body.breaks) {
        if (label === stmt.label) left.push(...list);
        else breaks.set(label, [...(breaks.get(label) ?? []), ...list]);
      }
      for (const [label, list] of body.continues) {
        if (label !== stmt.label) continues.set(label, [...(continues.get(label) ?? []), ...list]);
      }
      const again = this.#few([...body.falls, ...(body.continues.get(stmt.label) ?? [])]);
      const next = this.#block(frame, stmt.next, again);
      for (const [label, list] of next.breaks) {
        if (label === stmt.label) left.push(...list);
        else breaks.set(label, [...(breaks.get(label) ?? []), ...list]);
      }
      ways = next.falls;
    }
    return { falls: this.#few(left), breaks, continues };
  }

  #call(frame: Frame, stmt: CallInstr, way: Way): readonly Way[] {
    const lock = lockCall(stmt);
    const targets = stmt.targets.filter((one) => one !== null);
    const after = targets.reduce((w, local) => written(w, frame.names.token(local)), way);
    if (lock === null) return this.#run(frame, stmt, after);
    const name = lock.receiver === null ? null : frame.names.of(lock.receiver);
    if (!lock.tries) return [this.#lock(after, lock, name, frame, stmt.span)];
    const [target] = targets;
    if (target === undefined) return [after];
    const token = frame.names.token(target);
    const taken = this.#lock(after, lock, name, frame, stmt.span);
    return [
      { ...taken, facts: new Map([...taken.facts, [token, true]]) },
      { ...after, facts: new Map([...after.facts, [token, false]]) },
    ];
  }

  /** A call that is no operation on a lock, now or deferred. */
  #run(frame: Frame, stmt: CallInstr | DeferInstr, way: Way): readonly Way[] {
    const { callee, args } = stmt;
    if (callee.kind === 'value') {
      const literal = this.#literal(frame, callee);
      if (literal !== null) return this.#inside(frame, literal.fn, literal.closure, args, way);
      // A literal of the function around this one may release what is held here.
      if (callee.func.kind !== 'LocalRef' || callee.func.local.role !== 'capture') return [way];
      for (const { name } of way.held) this.#unsure.add(name);
      return [{ ...way, held: [] }];
    }
    if (callee.kind !== 'static') return callee.kind === 'builtin' && callee.name === 'panic' ? [] : [way];
    const fn = functionOf(this.#program, callee.func);
    // What a test leaves behind when it fails does not matter.
    if (/^testing\.\(\*common\)\.(Error|Fail)/.test(fn.id) || neverReturns(this.#program, fn)) return [];
    const roots = frame.rootsOf(fn, args, null);
    this.#client.calls?.(stmt.span, fn, way, roots);
    const effect = this.#client.effectOf?.(fn) ?? null;
    if (effect === null) return [way];
    const move = (locks: readonly HeldLock[]): readonly HeldLock[] =>
      locks.flatMap((lock) => {
        const name = translated(lock.name, roots);
        return name === null ? [] : [{ ...lock, name, span: stmt.span }];
      });
    let after = way;
    for (const name of effect.unsure) {
      const own = translated(name, roots);
      if (own === null) continue;
      this.#unsure.add(own);
      after = { ...after, held: after.held.filter((lock) => lock.name !== own) };
    }
    for (const lock of move(effect.releases)) after = released(after, lock, this.#unsure);
    for (const lock of move(effect.takes)) after = { ...after, held: [...after.held, lock] };
    return [after];
  }

  #literal(
    frame: Frame,
    callee: Extract<Callee, { kind: 'value' }>,
  ): { readonly fn: IrFunction; readonly closure: Extract<Stmt, { kind: 'Closure' }> | null } | null {
    if (callee.func.kind !== 'LocalRef' || frame.depth >= maxDepth) return null;
    const { local } = callee.func;
    const refs = localFunctions(frame.fn).of(local);
    const [ref] = refs ?? [];
    if (ref === undefined || refs?.length !== 1) return null;
    const fn = functionOf(this.#program, ref);
    if (fn.origin !== 'literal' || fn.body === null) return null;
    let closure: Extract<Stmt, { kind: 'Closure' }> | null = null;
    if (frame.fn.body !== null)
      walkBlock(frame.fn.body, (stmt) => {
        if (stmt.kind === 'Closure' && stmt.func.id === ref.id) closure = stmt;
      });
    return { fn, closure };
  }

  #inside(
    frame: Frame,
    fn: IrFunction,
    closure: Extract<Stmt, { kind: 'Closure' }> | null,
    args: readonly Expr[],
    way: Way,
  ): readonly Way[] {
    if (fn.body === null) return [way];
    const given = new Map<Local, string>();
    fn.params.forEach((param, i) => {
      const arg = args[i];
      const name = arg === undefined ? null : frame.names.of(arg);
      given.set(param, name ?? `L${++this.#frames}p${i};`);
    });
    fn.captures.forEach((capture, i) => {
      const outer = closure?.captured[i];
      given.set(capture, outer === undefined ? `L${++this.#frames}c${i};` : frame.names.token(outer));
    });
    this.#insideIds.add(fn.id);
    const inner = this.#frame(fn, given, frame.depth + 1);
    return this.#body(inner, fn.body, [way]).map((exit) => exit.way);
  }

  #lock(way: Way, lock: LockCall, name: string | null, frame: Frame, span: Span): Way {
    if (name === null) return way;
    const key = lock.receiver === null ? null : frame.names.keyOf(lock.receiver);
    const one: HeldLock = { name, key, shared: lock.shared, span };
    if (!lock.takes) return released(way, one, this.#unsure);
    this.#client.takes?.(way, one);
    return this.#taken({ ...way, facts: this.#lasting(way.facts, frame) }, one);
  }

  #taken(way: Way, one: HeldLock): Way {
    // A second time blocks: it is reported there, and the way goes on as if it were held once.
    if (way.held.some((held) => held.name === one.name && !(held.shared && one.shared))) return way;
    return { ...way, held: [...way.held, one] };
  }

  /** What is known of values that nothing writes: others may have changed the rest while the lock was theirs. */
  #lasting(facts: Facts, { names }: Frame): Facts {
    const fields = [...facts.keys()].filter((name) => name.includes('.'));
    if (fields.length === 0) return facts;
    const guards = guardsOf(this.#program);
    const changes = fields.filter((name) =>
      (name.match(/[PCLG][^\s()[\]]*/g) ?? []).some((path) => {
        for (let at = path.indexOf('.'); at > 0; at = path.indexOf('.', at + 1)) {
          const end = path.indexOf('.', at + 1);
          const key = names.fields.get(end < 0 ? path : path.slice(0, end));
          if (key === undefined || guards.get(key)?.kind !== 'fixed') return true;
        }
        return false;
      }),
    );
    return changes.length === 0 ? facts : new Map([...facts].filter(([name]) => !changes.includes(name)));
  }

  /** Whether knowing the answer to a condition can tell anything later: it is asked in another place, or assigned. */
  #isAskedAgain(frame: Frame, name: string): boolean {
    if (this.#client.allFacts === true) return true;
    let again = this.#conditions.get(frame);
    if (again === undefined) {
      again = frame.depth === 0 ? repeatedConditions(frame) : null;
      this.#conditions.set(frame, again);
    }
    return again === null || again.has(subjectOf(name)) || /^P\d+$/.test(subjectOf(name));
  }
}

/** What is known of a local that is given a constant. */
function givenFacts(names: ValueNames, token: string, value: Expr): readonly (readonly [string, boolean])[] {
  if (value.kind === 'Zero')
    return [
      [token, false],
      [`${token} == =zero`, true],
    ];
  if (value.kind !== 'Const') return [];
  if (value.value.kind === 'bool') return [[token, value.value.val]];
  return [[`${token} == ${names.of(value) ?? ''}`, true]];
}

/** What a condition is about: `x` of `x == 1`. */
function subjectOf(name: string): string {
  const at = name.indexOf(' == =');
  return at < 0 ? name : name.slice(0, at);
}

function repeatedConditions({ fn, names }: Frame): ReadonlySet<string> | null {
  const times = new Map<string, number>();
  const count = (name: string): void => {
    times.set(name, (times.get(name) ?? 0) + 1);
  };
  if (fn.body === null) return new Set();
  let hasLiterals = false;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind === 'If') {
      const condition = conditionOf(names, stmt.cond);
      if (condition.kind === 'named') count(subjectOf(condition.name));
    } else if (stmt.kind === 'Closure') hasLiterals = true;
    else if (stmt.kind === 'Declare' || stmt.kind === 'Assign') {
      if (stmt.value.kind === 'Const' || stmt.value.kind === 'Zero') count(names.token(stmt.local));
    }
  });
  if (hasLiterals) return null;
  return new Set([...times].flatMap(([name, n]) => (n > 1 ? [name] : [])));
}

function rootsOf(
  names: ValueNames,
  callee: IrFunction,
  args: readonly Expr[],
  closure: Extract<Stmt, { kind: 'Closure' }> | null,
): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  callee.params.forEach((_, i) => {
    const arg = args[i];
    const name = arg === undefined ? null : names.of(arg);
    if (name !== null) roots.set(`P${i}`, name);
  });
  closure?.captured.forEach((local, i) => {
    roots.set(`C${i}`, names.token(local));
  });
  return roots;
}

/** A lock is released: the one with that name, or one of the same kind under another name, of which nothing is known then. */
function released(way: Way, lock: HeldLock, unsure: Set<string>): Way {
  const at = way.held.findLastIndex((held) => held.name === lock.name && held.shared === lock.shared);
  if (at >= 0) {
    const marks = new Map([...way.marks, [releasedMark(lock.name), lock.span] as const]);
    return { ...way, held: way.held.filter((_, i) => i !== at), marks };
  }
  const alike = way.held.findLastIndex(
    (held) => held.shared === lock.shared && (held.key === lock.key || held.key === null || lock.key === null),
  );
  if (alike >= 0) {
    unsure.add((way.held[alike] as HeldLock).name);
    unsure.add(lock.name);
    return { ...way, held: way.held.filter((_, i) => i !== alike) };
  }
  if (way.released.some(({ name }) => name === lock.name)) return way;
  return { ...way, released: [...way.released, lock] };
}

/** A local has a new value: what was known by its name is not known now. */
function written(way: Way, token: string): Way {
  const facts = forgetting(way.facts, token);
  const held = way.held.filter(({ name }) => !mentions(name, token));
  return held.length === way.held.length && facts === way.facts ? way : { ...way, facts, held };
}

/** The mark of a lock that was taken and released. */
export function releasedMark(name: string): string {
  return `released ${name}`;
}

function falls(ways: readonly Way[]): Flow {
  return { ...noFlow, falls: ways };
}

function joined(flows: readonly Flow[]): Flow {
  const breaks = new Map<string, Way[]>();
  const continues = new Map<string, Way[]>();
  for (const flow of flows) {
    for (const [label, list] of flow.breaks) breaks.set(label, [...(breaks.get(label) ?? []), ...list]);
    for (const [label, list] of flow.continues) continues.set(label, [...(continues.get(label) ?? []), ...list]);
  }
  return { falls: flows.flatMap((flow) => flow.falls), breaks, continues };
}

function leaving(flow: Flow, label: string, more: readonly Way[]): Flow {
  const breaks = new Map([...flow.breaks].filter(([name]) => name !== label));
  return { falls: [...more, ...(flow.breaks.get(label) ?? [])], breaks, continues: flow.continues };
}

function keyOfWay({ held, released, marks, facts, deferred }: Way): string {
  return [
    held.map(({ name, shared }) => `${name}${shared}`).join(),
    released.map(({ name }) => name).join(),
    [...marks.keys()].sort().join(),
    [...facts]
      .map(([name, value]) => `${name}${value}`)
      .sort()
      .join(),
    deferred.map(({ stmt }) => stmt.span.pos).join(),
  ].join('|');
}

/** The literal that a go statement starts, with the names of what it captures; null where it is none. */
export function startedLiteral(
  program: FlowProgram,
  fn: IrFunction,
  stmt: GoInstr,
): { readonly fn: IrFunction; readonly closure: Extract<Stmt, { kind: 'Closure' }> } | null {
  if (stmt.callee.kind !== 'value' || stmt.callee.func.kind !== 'LocalRef' || fn.body === null) return null;
  const [ref] = localFunctions(fn).of(stmt.callee.func.local) ?? [];
  if (ref === undefined) return null;
  let closure = null as Extract<Stmt, { kind: 'Closure' }> | null;
  walkBlock(fn.body, (one) => {
    if (one.kind === 'Closure' && one.func.id === ref.id) closure = one;
  });
  return closure === null ? null : { fn: functionOf(program, ref), closure };
}

/** The function that a go statement starts; null where that is not known. */
export function startedId(program: FlowProgram, fn: IrFunction, stmt: GoInstr): string | null {
  if (stmt.callee.kind === 'static') return stmt.callee.func.id;
  return startedLiteral(program, fn, stmt)?.fn.id ?? null;
}

/** A way on which something more has happened. */
export function marked(way: Way, what: string, at: Span): Way {
  return { ...way, marks: new Map([...way.marks, [what, at] as const]) };
}
