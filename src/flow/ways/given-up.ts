// Goroutines that send a result which the function that started them may not wait for: more of them than the channel has room for.
//
// The channel is the function's own, and nothing else receives from it. On some way out it has been received from less often than
// goroutines were started that send on it, buffer included: the last of these wait forever.

import type { Span } from '../../base/source.ts';
import type { Expr, GoInstr, Function as IrFunction, Stmt } from '../../ir/ir.ts';
import { callGraphOf } from '../call-graph.ts';
import type { FlowProgram } from '../program.ts';
import { sharedObjects } from '../shared-objects.ts';
import { blocksOf, walkBlock } from '../walk.ts';
import { channelSites, type Site } from './channel-sites.ts';
import { startedLiteral, type Way, waysThrough } from './ways.ts';

export interface GivenUp {
  readonly kind: 'given-up';
  readonly fn: IrFunction;
  /** The send that nothing receives. */
  readonly span: Span;
  /** The way out on which that is so. */
  readonly left: Span;
  readonly made: Span;
  readonly room: number;
}

export function givenUp(program: FlowProgram, functions: readonly IrFunction[]): readonly GivenUp[] {
  const found: GivenUp[] = [];
  for (const fn of functions) {
    if (fn.body === null) continue;
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind !== 'MakeChan') return;
      const one = resultGivenUp(program, fn, stmt);
      if (one !== null) found.push(one);
    });
  }
  return found;
}

function resultGivenUp(
  program: FlowProgram,
  fn: IrFunction,
  made: Extract<Stmt, { kind: 'MakeChan' }>,
): GivenUp | null {
  const { target: local, span, cap } = made;
  const shared = sharedObjects(program);
  const group = shared.of({ kind: 'LocalRef', local, type: local.type, span });
  const room = roomOf(cap);
  if (group === null || room === null || shared.isKept(group)) return null;
  const others = shared.others(group);
  const uses = channelSites(program).get(group);
  if (others.receive || uses === undefined || uses.made.length !== 1) return null;
  const isHere = (site: Site): boolean => site.fn.id === fn.id;
  if (!uses.receives.every(isHere) || uses.receives.length === 0 || uses.closes.some(isHere)) return null;
  // A loop that may not be entered, or that counts what it receives, says nothing about ways that pass it by.
  if (uses.receives.some((site) => site.loops.some((loop) => !isInside(loop, made) && isCounted(loop)))) return null;
  const senders = uses.sends.filter(({ alternatives }) => alternatives === 0);
  if (senders.length === 0 || uses.sends.some(isHere)) return null;
  const sendsOf = (stmt: GoInstr): Site | null => sentBy(program, fn, stmt, senders);
  let inLoop = false;
  const visit = (list: readonly Stmt[], loop: boolean): void => {
    for (const stmt of list) {
      if (stmt.kind === 'Go' && loop && sendsOf(stmt) !== null) inLoop = true;
      for (const block of blocksOf(stmt)) visit(block.list, loop || stmt.kind === 'Loop');
    }
  };
  if (fn.body !== null) visit(fn.body.list, false);
  if (inLoop && !uses.made.every((one) => isInLoop(fn, one))) return null;
  const mark = (way: Way, what: string, at: Span): Way => ({
    ...way,
    marks: new Map([...way.marks, [what, at] as const]),
  });
  const isOurs = (chan: Expr): boolean => shared.of(chan) === group;
  const walked = waysThrough(program, fn, {
    visit: (stmt, way) => {
      if (stmt === made)
        return { ...way, marks: new Map([...way.marks].filter(([name]) => !/^(sent|got) /.test(name))) };
      if (stmt.kind === 'Go' && sendsOf(stmt) !== null) return mark(way, `sent ${stmt.span.pos}`, stmt.span);
      if (stmt.kind === 'Recv' && isOurs(stmt.chan)) return mark(way, `got ${stmt.span.pos}`, stmt.span);
      return way;
    },
    chosen: (stmt, index, way) => {
      const comm = index === null ? undefined : stmt.cases[index]?.comm;
      return comm?.kind === 'recv' && isOurs(comm.chan) ? mark(way, `got ${comm.span.pos}`, comm.span) : way;
    },
  });
  for (const { way, span: left } of walked?.exits ?? []) {
    const names = [...way.marks.keys()];
    const sent = names.filter((name) => name.startsWith('sent '));
    const got = names.filter((name) => name.startsWith('got '));
    const last = sent.at(-1);
    if (last === undefined || sent.length - got.length <= room) continue;
    const start = startAt(fn, way.marks.get(last));
    const site = start === null ? null : sendsOf(start);
    if (site !== null) return { kind: 'given-up', fn, span: site.span, left, made: span, room };
  }
  return null;
}

/** How many values it has room for; null where that is not stated. */
function roomOf(cap: Expr | null): number | null {
  if (cap === null || cap.kind === 'Zero') return 0;
  return cap.kind === 'Const' && cap.value.kind === 'int' ? Number(cap.value.num) : null;
}

function startAt({ body }: IrFunction, at: Span | undefined): GoInstr | null {
  let found: GoInstr | null = null;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Go' && stmt.span.pos === at?.pos) found = stmt;
    });
  return found;
}

/** Calls are followed so deep from what is started to the send. */
const maxDepth = 3;

/** The send that a go statement leads to. */
function sentBy(program: FlowProgram, fn: IrFunction, stmt: GoInstr, senders: readonly Site[]): Site | null {
  const { callee } = stmt;
  const id = callee.kind === 'static' ? callee.func.id : (startedLiteral(program, fn, stmt)?.fn.id ?? null);
  if (id === null) return null;
  const { callees } = callGraphOf(program);
  let reached = new Set([id]);
  for (let depth = 0; depth <= maxDepth; depth++) {
    const site = senders.find((one) => reached.has(one.fn.id));
    if (site !== undefined) return site;
    reached = new Set([...reached].flatMap((one) => [...(callees.get(one) ?? [])]));
  }
  return null;
}

/** A loop that its condition can end at once. */
function isCounted({ body, form }: Extract<Stmt, { kind: 'Loop' }>): boolean {
  if (form !== 'for') return true;
  const branch = body.list.find(({ kind }) => kind === 'If' || kind === 'Select' || kind === 'Recv');
  return branch?.kind === 'If' && [...branch.then.list, ...branch.otherwise.list].some(({ kind }) => kind === 'Break');
}

function isInside(loop: Stmt, wanted: Stmt): boolean {
  let found = false;
  for (const block of blocksOf(loop))
    walkBlock(block, (stmt) => {
      if (stmt === wanted) found = true;
    });
  return found;
}

function isInLoop({ body }: IrFunction, wanted: Stmt): boolean {
  let found = false;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Loop' && isInside(stmt, wanted)) found = true;
    });
  return found;
}
