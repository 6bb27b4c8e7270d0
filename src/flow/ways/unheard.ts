// Operations that wait with a lock held, where what would end the wait asks for that lock, or comes only once.

import type { Span } from '../../base/source.ts';
import type { Block, Function as IrFunction } from '../../ir/ir.ts';
import type { FlowProgram } from '../program.ts';
import { type Group, sharedObjects, waitGroupMethod } from '../shared-objects.ts';
import { walkBlock } from '../walk.ts';
import { channelSites, type Site, type Uses } from './channel-sites.ts';
import { type LockTakings, lockTakings } from './lock-faults.ts';
import { type HeldLock, waysThrough } from './ways.ts';

export interface Unheard {
  /** With a lock held that who ends the wait takes; that one who receives once takes. */
  readonly kind: 'holds' | 'holds-once';
  readonly fn: IrFunction;
  readonly span: Span;
  /** Where the lock was taken. */
  readonly other: Span;
  /** What ends the wait. */
  readonly ends: Span;
}

export function unheardSends(program: FlowProgram, functions: readonly IrFunction[]): readonly Unheard[] {
  const found: Unheard[] = [];
  const takings = lockTakings(program);
  for (const fn of functions) {
    if (fn.body === null || !waits(fn.body)) continue;
    found.push(...heldAtWaits(program, fn, takings));
  }
  return found;
}

function waits(body: Block): boolean {
  let found = false;
  walkBlock(body, (stmt) => {
    found ||=
      stmt.kind === 'Send' || stmt.kind === 'Recv' || (stmt.kind === 'Call' && waitGroupMethod(stmt.callee) === 'Wait');
  });
  return found;
}

interface Wait {
  readonly kind: 'send' | 'receive' | 'wait';
  readonly group: Group;
  readonly name: string;
  readonly span: Span;
}

/** Operations that wait with a lock of the same value held. */
function heldAtWaits(program: FlowProgram, fn: IrFunction, takings: LockTakings): readonly Unheard[] {
  const shared = sharedObjects(program);
  const found = new Map<number, Unheard>();
  waysThrough(program, fn, {
    effectOf: takings.effectOf,
    visit: (stmt, way, { names }) => {
      if (way.held.length === 0) return way;
      const expr =
        stmt.kind === 'Send' || stmt.kind === 'Recv'
          ? stmt.chan
          : stmt.kind === 'Call' && waitGroupMethod(stmt.callee) === 'Wait'
            ? stmt.args[0]
            : undefined;
      const group = expr === undefined ? null : shared.of(expr);
      const name = expr === undefined ? null : names.of(expr);
      if (group === null || name === null || found.has(stmt.span.pos)) return way;
      const kind = stmt.kind === 'Send' ? 'send' : stmt.kind === 'Recv' ? 'receive' : 'wait';
      for (const lock of way.held) {
        if (baseOf(lock.name) !== baseOf(name) || lock.key === null) continue;
        const one = blocked(program, fn, { kind, group, name, span: stmt.span }, lock, takings);
        if (one !== null) found.set(stmt.span.pos, one);
      }
      return way;
    },
  });
  return [...found.values()];
}

function baseOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('.'), 0));
}

function blocked(
  program: FlowProgram,
  fn: IrFunction,
  { kind, group, span }: Wait,
  lock: HeldLock,
  takings: LockTakings,
): Unheard | null {
  const shared = sharedObjects(program);
  const uses = channelSites(program).get(group);
  const others = shared.others(group);
  if (uses === undefined || (kind === 'send' ? others.receive : others.give)) return null;
  const completers =
    kind === 'send' ? uses.receives : kind === 'receive' ? [...uses.sends, ...uses.closes] : uses.dones;
  const [first] = completers;
  if (first === undefined || (kind === 'send' && uses.closes.length > 0)) return null;
  // Who ends the wait may be kept from it by the lock: in each round of a loop around it, or before its deferred end.
  const needs = (site: Site): boolean =>
    site.fn.id !== fn.id &&
    takings.of(site.fn).some((one) => one.key === lock.key && !(one.shared && lock.shared) && isInLoop(site, one.span));
  if (completers.every(needs)) return { kind: 'holds', fn, span, other: lock.span, ends: first.span };
  if (kind !== 'send' || !isBounded(uses)) return null;
  // Each receives once, and may have done so: a function that sends again waits with the lock.
  const once = completers.every((site) => site.loops.length === 0 && site.alternatives === 0 && site.fn.id !== fn.id);
  const isRepeated = fn.obj !== null && fn.params.length === 1 && uses.sends.length === 1;
  return once && isRepeated && !clears(fn, span)
    ? { kind: 'holds-once', fn, span, other: lock.span, ends: first.span }
    : null;
}

/** Whether a place is in a loop that the site is in, or that it follows as a deferred call does. */
function isInLoop({ fn, stmt, loops }: Site, at: Span): boolean {
  let found = loops.some((loop) => loop.span.pos <= at.pos && at.pos < loop.span.end);
  if (stmt.kind === 'Defer' && fn.body !== null)
    walkBlock(fn.body, (one) => {
      if (one.kind === 'Loop' && one.span.pos <= at.pos && at.pos < one.span.end) found = true;
    });
  return found;
}

function isBounded({ made }: Uses): boolean {
  return made.length > 0 && made.every(({ cap }) => cap === null || cap.kind === 'Zero' || cap.kind === 'Const');
}

/** Whether a function stores something behind a place: it may be that the channel is not used again. */
function clears({ body }: IrFunction, at: Span): boolean {
  let found = false;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Store' && stmt.place.kind === 'FieldPlace')
        found ||= stmt.span.pos > at.pos || stmt.value.kind === 'Zero';
    });
  return found;
}
