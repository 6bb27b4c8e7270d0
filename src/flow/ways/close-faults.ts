// Channels that a type's methods can close twice, although the code means to close them once.
//
// - `unguarded`: one place asks a flag before it closes and sets it, another sets it and does not ask.
// - `racy`: whether the channel was closed is asked without a lock, so that two callers can both be told that it was not.
// - `stays`: the channel is closed if its field is not nil, and on some way out the field keeps it.

import type { Span } from '../../base/source.ts';
import type { Expr, Function as IrFunction, Place, Stmt } from '../../ir/ir.ts';
import { under } from '../../types/index.ts';
import { callGraphOf } from '../call-graph.ts';
import type { FlowProgram } from '../program.ts';
import { walkBlock } from '../walk.ts';
import { type Frame, type Way, waysThrough } from './ways.ts';

export interface CloseFault {
  readonly kind: 'unguarded' | 'racy' | 'stays';
  readonly fn: IrFunction;
  /** The close. */
  readonly span: Span;
  /** What else there is to see: the other close, what asks, or the way out. */
  readonly other: Span;
}

/** A close on one way, with the flags of the same value: fields that were false, and fields that are set. */
interface Closing {
  readonly fn: IrFunction;
  readonly span: Span;
  /** The field that holds the channel. */
  readonly key: string;
  readonly asked: ReadonlySet<string>;
  readonly set: ReadonlySet<string>;
}

export function closeFaults(program: FlowProgram, functions: readonly IrFunction[]): readonly CloseFault[] {
  const found: CloseFault[] = [];
  const closings: Closing[] = [];
  for (const fn of functions) {
    if (fn.body === null || !closesField(fn)) continue;
    found.push(...inFunction(program, fn, closings));
  }
  for (const one of closings) {
    if (found.some(({ span }) => span.pos === one.span.pos)) continue;
    const guarded = closings.find(
      (other) =>
        other.key === one.key &&
        other.span.pos !== one.span.pos &&
        [...other.asked].some((flag) => one.set.has(flag) && !one.asked.has(flag)),
    );
    const always = closings.filter(({ span }) => span.pos === one.span.pos);
    const isSometimesAsked =
      guarded !== undefined && always.some(({ asked }) => [...guarded.asked].some((flag) => asked.has(flag)));
    if (guarded === undefined || isSometimesAsked) continue;
    found.push({ kind: 'unguarded', fn: one.fn, span: one.span, other: guarded.span });
  }
  return found;
}

function closesField({ body }: IrFunction): boolean {
  let found = false;
  if (body !== null)
    walkBlock(body, (stmt) => {
      found ||=
        stmt.kind === 'Close' ||
        (stmt.kind === 'Defer' && stmt.callee.kind === 'builtin' && stmt.callee.name === 'close');
    });
  return found;
}

function inFunction(program: FlowProgram, fn: IrFunction, closings: Closing[]): readonly CloseFault[] {
  const found: CloseFault[] = [];
  const pending: { readonly name: string; readonly span: Span }[] = [];
  const mark = (way: Way, what: string, at: Span): Way => ({
    ...way,
    marks: new Map([...way.marks, [what, at] as const]),
  });
  const closed = (chan: Expr, span: Span, way: Way, frame: Frame): Way => {
    const name = frame.names.of(chan);
    const key = frame.names.keyOf(chan);
    if (name === null || key === null) return way;
    const base = name.slice(0, name.lastIndexOf('.'));
    if (base === '') return way;
    const flagOf = (fact: string): string | null =>
      fact.startsWith(`${base}.`) ? (frame.names.fields.get(fact) ?? null) : null;
    const asked = new Set<string>();
    for (const [fact, holds] of way.facts) {
      const flag = holds ? null : flagOf(fact);
      if (flag !== null && !way.marks.has(`store ${fact}`)) asked.add(flag);
    }
    for (const mark of way.marks.keys())
      if (mark.startsWith(`asked ${base}.`)) asked.add(frame.names.fields.get(mark.slice(6)) ?? '');
    const set = new Set<string>();
    for (const mark of way.marks.keys()) {
      const flag = mark.startsWith('store ') ? flagOf(mark.slice(6)) : null;
      if (flag !== null) set.add(flag);
    }
    closings.push({ fn, span, key, asked, set });
    const isNilAsked = way.facts.get(`${name} == =zero`) === false;
    if (isNilAsked) pending.push({ name, span });
    if (!found.some(({ kind }) => kind === 'racy') && isRacy(fn, frame, way, name, asked))
      found.push({ kind: 'racy', fn, span, other: span });
    return mark(way, `closed ${name}`, span);
  };
  const walked = waysThrough(program, fn, {
    allFacts: true,
    visit: (stmt, way, frame) => {
      if (stmt.kind === 'Close') return closed(stmt.chan, stmt.span, way, frame);
      if (mayOrder(program, stmt)) return mark(way, 'ordered', stmt.span);
      if (stmt.kind !== 'Store') return way;
      const name = frame.names.place(stmt.place);
      if (name === null) return way;
      const isTrue = stmt.value.kind === 'Const' && stmt.value.value.kind === 'bool' && stmt.value.value.val;
      let after: Way = { ...way, marks: new Map([...way.marks].filter(([mark]) => mark !== `closed ${name}`)) };
      if (isBool(stmt.place)) {
        if (isTrue && way.facts.get(name) === false) after = mark(after, `asked ${name}`, stmt.span);
        if (isTrue) after = mark(after, `store ${name}`, stmt.span);
      }
      return after;
    },
    ends: (stmt, way, frame) => {
      const [chan] = stmt.args;
      const isClose = stmt.callee.kind === 'builtin' && stmt.callee.name === 'close' && chan !== undefined;
      return isClose ? closed(chan, stmt.span, way, frame) : way;
    },
    chosen: (stmt, index, way, frame) => {
      if (index !== null) return mark(way, 'ordered', stmt.span);
      // What was not received by then was not closed, says the default.
      return stmt.cases.reduce((w, { comm }) => {
        const name = comm.kind === 'recv' ? frame.names.of(comm.chan) : null;
        return name === null ? w : mark(w, `open ${name}`, stmt.span);
      }, way);
    },
  });
  // Asked for nil, closed, and on one way out set to nil, on another not.
  for (const { name, span } of pending) {
    const exits = walked?.exits.filter(({ way }) => way.marks.get(`closed ${name}`) !== undefined) ?? [];
    const clears = clearsField(fn, name, walked?.frame ?? null);
    const [left] = exits;
    if (clears && left !== undefined) found.push({ kind: 'stays', fn, span, other: left.span });
  }
  return found;
}

function isBool(place: Place): boolean {
  const type = under(place.type);
  return type.kind === 'Basic' && type.name === 'bool';
}

/** Whether the function has a statement that sets the field to nil. */
function clearsField({ body }: IrFunction, name: string, frame: Frame | null): boolean {
  let found = false;
  if (body !== null && frame !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Store' && stmt.value.kind === 'Zero' && frame.names.place(stmt.place) === name) found = true;
    });
  return found;
}

/** What may keep others out: a channel can be used as a lock, and so can what is called. */
function mayOrder(program: FlowProgram, stmt: Stmt): boolean {
  if (stmt.kind === 'Send' || stmt.kind === 'Recv') return true;
  if (stmt.kind !== 'Call') return false;
  if (stmt.callee.kind === 'static') return callGraphOf(program).synchronising.has(stmt.callee.func.id);
  return stmt.callee.kind !== 'builtin';
}

/** Methods that end something: others may call them at any time, and more than one of them. */
const endings =
  /^(Close|Stop|Shutdown|Cancel|Cleanup|Kill|Finish|Terminate|Disconnect|Destroy|Reset|Abort|Release|Unsubscribe)/;

/**
 * Whether the question whether it was closed is asked without a lock, in a method that others call. A function that takes some lock on
 * the way may rely on it.
 */
function isRacy(fn: IrFunction, frame: Frame, way: Way, name: string, asked: ReadonlySet<string>): boolean {
  if (frame.depth > 0 || fn.obj === null || !endings.test(fn.obj.name) || !/^P0\./.test(name)) return false;
  if (way.held.length > 0 || way.marks.has('ordered')) return false;
  if ([...way.marks.keys()].some((mark) => mark.startsWith('released '))) return false;
  return way.marks.has(`open ${name}`) || asked.size > 0;
}
