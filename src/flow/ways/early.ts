// What a function does too early for goroutines that it has started: it raises a counter that one of them may be waiting for already,
// or closes a channel on which one of them may still send.

import type { Span } from '../../base/source.ts';
import type { Expr, GoInstr, Function as IrFunction } from '../../ir/ir.ts';
import { callGraphOf } from '../call-graph.ts';
import type { FlowProgram } from '../program.ts';
import { type Group, sharedObjects, waitGroupMethod } from '../shared-objects.ts';
import { walkBlock } from '../walk.ts';
import { channelSites, type Site } from './channel-sites.ts';
import { lockCall } from './lock-calls.ts';
import { marked, startedId, type Way, waysThrough } from './ways.ts';

export interface Early {
  /** An Add behind the start of who waits; a close behind the start of who sends. */
  readonly kind: 'early-wait' | 'early-close';
  readonly fn: IrFunction;
  readonly span: Span;
  readonly started: Span;
  /** The Wait, or the send. */
  readonly other: Span;
}

/** Calls are followed so deep from what is started. */
const maxDepth = 6;

export function earlyOperations(program: FlowProgram, functions: readonly IrFunction[]): readonly Early[] {
  const found: Early[] = [];
  for (const fn of functions) {
    const { adds, closes, starts, lowers } = usesOf(program, fn);
    if (starts.length === 0) continue;
    for (const group of adds) if (!lowers.has(group)) found.push(...lateAdds(program, fn, group));
    for (const group of closes) found.push(...earlyCloses(program, fn, group));
  }
  return found;
}

interface OwnUses {
  readonly adds: ReadonlySet<Group>;
  readonly closes: ReadonlySet<Group>;
  readonly lowers: ReadonlySet<Group>;
  readonly starts: readonly GoInstr[];
}

function usesOf(program: FlowProgram, { body }: IrFunction): OwnUses {
  const shared = sharedObjects(program);
  const adds = new Set<Group>();
  const closes = new Set<Group>();
  const lowers = new Set<Group>();
  const starts: GoInstr[] = [];
  const add = (to: Set<Group>, expr: Expr | undefined): void => {
    const group = expr === undefined ? null : shared.of(expr);
    if (group !== null) to.add(group);
  };
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Go') starts.push(stmt);
      if (stmt.kind === 'Close') add(closes, stmt.chan);
      if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return;
      if (stmt.callee.kind === 'builtin' && stmt.callee.name === 'close') add(closes, stmt.args[0]);
      const method = waitGroupMethod(stmt.callee);
      if (method === 'Add') add(adds, stmt.args[0]);
      if (method === 'Done') add(lowers, stmt.args[0]);
    });
  return { adds, closes, lowers, starts };
}

function lateAdds(program: FlowProgram, fn: IrFunction, group: Group): readonly Early[] {
  const shared = sharedObjects(program);
  const waits = channelSites(program).get(group)?.waits ?? [];
  const starter = (stmt: GoInstr): Site | null => {
    const id = startedId(program, fn, stmt);
    return waits.find((site) => site.fn.id === id && waitsAtOnce(program, site)) ?? null;
  };
  const found = new Map<number, Early>();
  waysThrough(program, fn, {
    visit: (stmt, way) => {
      if (stmt.kind === 'Go' && starter(stmt) !== null) return marked(way, `waits ${stmt.span.pos}`, stmt.span);
      if (stmt.kind !== 'Call' || waitGroupMethod(stmt.callee) !== 'Add') return way;
      const [wg] = stmt.args;
      if (wg === undefined || shared.of(wg) !== group) return way;
      for (const [name, started] of way.marks) {
        if (name !== `waits ${started.pos}`) continue;
        const start = startAt(fn, started);
        const site = start === null ? null : starter(start);
        if (site !== null)
          found.set(stmt.span.pos, { kind: 'early-wait', fn, span: stmt.span, started, other: site.span });
      }
      return way;
    },
  });
  return [...found.values()];
}

/** Whether nothing has to happen before a goroutine comes to its Wait. */
function waitsAtOnce(program: FlowProgram, { fn, span, loops }: Site): boolean {
  let free = loops.length === 0;
  if (fn.body !== null)
    walkBlock(fn.body, (stmt) => {
      if (stmt.span.pos >= span.pos) return;
      const isCall = stmt.kind === 'Call' && stmt.callee.kind === 'static';
      if (stmt.kind === 'Recv' || stmt.kind === 'Select' || stmt.kind === 'Loop' || stmt.kind === 'Return')
        free = false;
      if (isCall && callGraphOf(program).synchronising.has(stmt.callee.func.id)) free = false;
    });
  return free;
}

function earlyCloses(program: FlowProgram, fn: IrFunction, group: Group): readonly Early[] {
  const shared = sharedObjects(program);
  const sites = channelSites(program);
  const uses = sites.get(group);
  // Where one variable holds one channel or the other, it is not known which is closed.
  if (uses === undefined || shared.isKept(group) || uses.sends.length === 0 || uses.made.length !== 1) return [];
  const reach = new Map<GoInstr, ReadonlySet<string>>();
  const reachOf = (stmt: GoInstr): ReadonlySet<string> => {
    let found = reach.get(stmt);
    if (found === undefined) reach.set(stmt, (found = reachedFrom(program, startedId(program, fn, stmt))));
    return found;
  };
  const sender = (stmt: GoInstr): Site | null => uses.sends.find((site) => reachOf(stmt).has(site.fn.id)) ?? null;
  const started = (way: Way): readonly GoInstr[] =>
    [...way.marks].flatMap(([name, at]) => (name === `sends ${at.pos}` ? (startAt(fn, at) ?? []) : []));
  /** What the goroutine may do last of all. */
  const isDoneBy = (way: Way, done: readonly Site[]): boolean =>
    started(way).some((stmt) => {
      const own = reachedFrom(program, startedId(program, fn, stmt), false);
      return done.some((site) => own.has(site.fn.id));
    });
  const forget = (way: Way): Way => ({
    ...way,
    marks: new Map([...way.marks].filter(([name, at]) => name !== `sends ${at.pos}`)),
  });
  const received = (chan: Expr, way: Way): Way => {
    const other = shared.of(chan);
    const uses = other === null ? undefined : sites.get(other);
    return uses !== undefined && isDoneBy(way, [...uses.sends, ...uses.closes]) ? forget(way) : way;
  };
  const found = new Map<number, Early>();
  const closed = (chan: Expr | undefined, span: Span, way: Way): Way => {
    if (chan === undefined || shared.of(chan) !== group) return way;
    for (const stmt of started(way)) {
      const site = sender(stmt);
      if (site !== null) found.set(span.pos, { kind: 'early-close', fn, span, started: stmt.span, other: site.span });
    }
    return way;
  };
  waysThrough(program, fn, {
    visit: (stmt, way) => {
      if (stmt.kind === 'Go' && sender(stmt) !== null) return marked(way, `sends ${stmt.span.pos}`, stmt.span);
      if (stmt.kind === 'Recv') return received(stmt.chan, way);
      if (stmt.kind === 'Close') return closed(stmt.chan, stmt.span, way);
      if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static' || lockCall(stmt) !== null) return way;
      // It may wait for them, or count how many are left.
      const { id } = stmt.callee.func;
      return callGraphOf(program).synchronising.has(id) || /^sync\/atomic\./.test(id) ? forget(way) : way;
    },
    chosen: (stmt, index, way) => {
      const comm = index === null ? undefined : stmt.cases[index]?.comm;
      return comm?.kind === 'recv' ? received(comm.chan, way) : way;
    },
    ends: (stmt, way) => {
      if (stmt.callee.kind === 'builtin' && stmt.callee.name === 'close') return closed(stmt.args[0], stmt.span, way);
      return waitGroupMethod(stmt.callee) === 'Wait' ? forget(way) : way;
    },
  });
  return [...found.values()];
}

/** What may be called from a function: of callbacks and through interfaces, all that there is. */
function reachedFrom(program: FlowProgram, id: string | null, any = true): ReadonlySet<string> {
  const { callees, indirect } = callGraphOf(program);
  const reached = new Set(id === null ? [] : [id]);
  let last = [...reached];
  for (let depth = 0; depth < maxDepth && last.length > 0; depth++) {
    const next: string[] = [];
    for (const one of last)
      for (const callee of callees.get(one) ?? []) {
        if (reached.has(callee) || (!any && indirect.has(callee))) continue;
        reached.add(callee);
        next.push(callee);
      }
    last = next;
  }
  return reached;
}

function startAt({ body }: IrFunction, at: Span): GoInstr | null {
  let found: GoInstr | null = null;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Go' && stmt.span.pos === at.pos) found = stmt;
    });
  return found;
}
