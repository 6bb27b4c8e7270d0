// Timers and tickers while a communication program is followed symbolically; see from-comm.ts.
//
// A timer that runs may fire at any time, so a case on it may be taken at any time. Once it was taken, or stopped, nothing may ever come
// again; a reset lets it run again. Where paths differ in that, or a stop came too late, something may come or not: both are followed.

import { must } from '../base/assert.ts';
import { why } from '../base/reasons.ts';
import type { Expr, Site, Stmt } from '../comm/comm.ts';
import { type Frame, type Machine, NotVirgo, type State } from './follow.ts';
import { constant, evaluate, lost, type Val } from './values.ts';
import type { VirgoBlock, VirgoStmt } from './virgo.ts';

function stateCell(timer: number): string {
  return `t${timer}`;
}

/** Whether something comes from a timer: for certain at some time, never, or possibly. */
export type TimerState = 'runs' | 'done' | 'unknown';

export function timerState(s: State, timer: number): TimerState {
  const v = s.cells.get(stateCell(timer));
  if (v?.kind !== 'expr' || v.expr.kind !== 'bool') return 'unknown';
  return v.expr.value ? 'runs' : 'done';
}

/** What comes from a timer was taken. A ticker goes on. */
export function takeFromTimer(m: Machine, f: Frame, s: State, timer: number, site: Site): void {
  const { ticker, thread } = must(m.timers[timer]);
  if (thread !== f.thread) throw new NotVirgo('a timer of another goroutine', site);
  if (!ticker) s.cells.set(stateCell(timer), constant(false));
}

/** Waits forever. */
function never(site: Site): VirgoStmt {
  return { kind: 'select', cases: [], otherwise: null, site };
}

/** Either of two, and which one is not known. */
export function eitherWay(m: Machine, then: VirgoBlock, otherwise: VirgoBlock, site: Site): VirgoStmt {
  m.exact = false;
  return { kind: 'if', cond: { kind: 'unknown', why: why('timerRuns') }, then, otherwise, site };
}

/** A plain receive from a timer, before it is taken. Null where it never comes to an end. */
export function waitForTimer(m: Machine, s: State, chan: Expr, out: VirgoStmt[], site: Site): State | null {
  const v = evaluate(s.vars, chan);
  const state = v.kind === 'timer' ? timerState(s, v.index) : 'runs';
  if (state === 'runs') return s;
  if (state === 'unknown') {
    out.push(eitherWay(m, [], [never(site)], site));
    return s;
  }
  out.push(never(site));
  return null;
}

export function execTimer(m: Machine, f: Frame, s: State, stmt: Stmt & { readonly kind: 'timer' }): State {
  const chan = evaluate(s.vars, stmt.chan);
  if (chan.kind === 'timer' && must(m.timers[chan.index]).thread !== f.thread) {
    throw new NotVirgo('a timer of another goroutine', stmt.site);
  }
  if (stmt.op === 'stop') {
    if (chan.kind !== 'timer' && chan.kind !== 'nil') throw new NotVirgo('a timer that is not known', stmt.site);
    // It may have fired before, and then that is still to come.
    if (chan.kind === 'timer') s.cells.set(stateCell(chan.index), lost(why('timerFired')));
    if (stmt.target !== null) s.vars[stmt.target] = { kind: 'unknown', why: why('timerFired'), lossy: false };
    return s;
  }
  if (chan.kind === 'timer') {
    const { ticker } = must(m.timers[chan.index]);
    if (ticker !== (stmt.op === 'ticker')) throw new NotVirgo('a timer that becomes a ticker', stmt.site);
    s.cells.set(stateCell(chan.index), constant(true));
    return s;
  }
  if (chan.kind !== 'chan') throw new NotVirgo('a timer on a channel that is not known', stmt.site);
  m.timers.push({ ticker: stmt.op === 'ticker', thread: f.thread });
  m.timerChannels.add(chan.index);
  const timer: Val = { kind: 'timer', index: m.timers.length - 1 };
  s.cells.set(stateCell(timer.index), constant(true));
  const swap = (v: Val): Val => (v.kind === 'chan' && v.index === chan.index ? timer : v);
  s.vars = s.vars.map(swap);
  for (const [key, value] of s.cells) s.cells.set(key, swap(value));
  return s;
}
