// Which loops end: a ranking is looked for in each loop by itself.
//
// A range over data ends. A loop `for i := a; i < b; i++` ends if every round moves i towards b, nothing else changes i,
// and b stays what it was. Anything else is left open.

import type { Block, Expr, Local, LoopStmt, Stmt } from '../ir/ir.ts';
import { safeInteger, under } from '../types/index.ts';
import { targetsOf, walkBlock, walkExpr, walkStmtExprs } from './walk.ts';

/** Whether the loop was shown to end, however often its body is run. */
export function terminates(loop: LoopStmt): boolean {
  switch (loop.form) {
    case 'range-int':
    case 'range-array':
    case 'range-slice':
    case 'range-string':
    case 'range-map':
      return true;
    case 'range-chan':
    case 'goto':
      return false;
    case 'for':
      return hasRanking(loop);
  }
}

/** Whether control can leave the loop at all, other than by a panic; not by a condition that no round changes. */
export function hasExit(loop: LoopStmt): boolean {
  const [guard, ...rest] = loop.body.list;
  if (guard?.kind === 'If' && isGuard(guard, loop.label) && isFixed(guard.cond, loop)) {
    return leaves({ kind: 'Block', list: rest }, new Set()) || leaves(loop.next, new Set());
  }
  return leaves(loop.body, new Set()) || leaves(loop.next, new Set());
}

/** Whether a block holds a way out that leads past everything in `inside`. */
function leaves(block: Block, inside: ReadonlySet<string>): boolean {
  for (const stmt of block.list) {
    switch (stmt.kind) {
      case 'Return':
        return true;
      case 'Break':
      case 'Continue':
        if (!inside.has(stmt.label) && stmt.kind === 'Break') return true;
        break;
      case 'If':
        if (leaves(stmt.then, inside) || leaves(stmt.otherwise, inside)) return true;
        break;
      case 'Labelled':
        if (leaves(stmt.body, new Set([...inside, stmt.label]))) return true;
        break;
      case 'Loop': {
        const within = new Set([...inside, stmt.label]);
        if (leaves(stmt.body, within) || leaves(stmt.next, within)) return true;
        break;
      }
      case 'Select':
        for (const { body } of stmt.cases) if (leaves(body, inside)) return true;
        if (stmt.otherwise !== null && leaves(stmt.otherwise, inside)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

/** Whether a statement does nothing but leave the loop, or not. */
function isGuard(stmt: Extract<Stmt, { kind: 'If' }>, label: string): boolean {
  const { then, otherwise } = stmt;
  if (then.list.length + otherwise.list.length !== 1) return false;
  return endsInBreak(then, label) || endsInBreak(otherwise, label);
}

function hasRanking(loop: LoopStmt): boolean {
  return counterOf(loop) !== null;
}

/** A local that each round moves towards a bound which stays what it is, at which the loop ends. */
export interface Counter {
  readonly local: Local;
  readonly bound: Expr;
}

export function counterOf(loop: LoopStmt): Counter | null {
  for (const { local, bound, up } of exitGuard(loop) ?? []) {
    const step = stepOf(loop, local);
    if (step !== null && step !== 0 && step > 0 === up && !wrapsAround(loop, local, bound, step))
      return { local, bound };
  }
  return null;
}

/** The statements between rounds that move such a counter: none of them leaves the range of its type. */
export function stepsOf(loop: LoopStmt): readonly Stmt[] {
  const counter = counterOf(loop);
  return counter === null ? [] : writes({ ...loop, body: { kind: 'Block', list: [] } }, counter.local);
}

/**
 * As `counterOf`, for a counter that literals capture: they may change it as well, so that the loop need not end; but by its own
 * steps it does not pass the bound.
 */
export function capturedCounterOf(loop: LoopStmt): Counter | null {
  for (const { local, bound, up } of exitGuard(loop) ?? []) {
    if (!local.shared || writes({ ...loop, next: { kind: 'Block', list: [] } }, local).length > 0) continue;
    const steps = writes(loop, local).filter((stmt) => stmt.kind !== 'Declare');
    if (steps.length > 0 && steps.every((stmt) => (stepBy(stmt, local) ?? 0) * (up ? 1 : -1) > 0))
      return { local, bound };
  }
  return null;
}

/** By how much a statement changes a local; null where that is not known. */
function stepBy(stmt: Stmt, local: Local): number | null {
  if (stmt.kind !== 'Assign') return null;
  const { value } = stmt;
  if (value.kind !== 'Binary' || (value.op !== '+' && value.op !== '-')) return null;
  if (value.x.kind !== 'LocalRef' || value.x.local !== local || value.y.kind !== 'Const') return null;
  const by = safeInteger(value.y.value);
  return by === null ? null : value.op === '+' ? by : -by;
}

/**
 * Whether a counter of few bits may step over its bound to the other end of its type, as in `for i := uint8(0); i <= last; i++`.
 * 64 bits take centuries, but for a bound at the very end: see `assumesNoOverflow`.
 */
function wrapsAround(loop: LoopStmt, local: Local, bound: Expr, step: number): boolean {
  const range = narrowRange(local);
  if (range === null) return false;
  if (bound.kind === 'Const') {
    const at = safeInteger(bound.value);
    if (at === null) return true;
    // The last value from which a step is made.
    const last = isStrict(loop) ? at - Math.sign(step) : at;
    return last + step > range.max || last + step < range.min;
  }
  return Math.abs(step) !== 1 || !isStrict(loop);
}

/** Whether that a loop ends rests on its counter not wrapping around at the end of 64 bits. */
export function assumesNoOverflow(loop: LoopStmt): boolean {
  const counter = loop.form === 'for' ? counterOf(loop) : null;
  if (counter === null || counter.bound.kind === 'Const') return false;
  return Math.abs(stepOf(loop, counter.local) ?? 1) !== 1 || !isStrict(loop);
}

/** Whether the guard of a loop compares by < or > as long as it goes on, so that no step leads past the bound. */
function isStrict(loop: LoopStmt): boolean {
  for (const stmt of loop.body.list) {
    if (stmt.kind !== 'If') continue;
    let cond = stmt.cond;
    let holds = endsInBreak(stmt.otherwise, loop.label);
    for (; cond.kind === 'Unary' && cond.op === '!'; holds = !holds) cond = cond.x;
    return cond.kind === 'Binary' && (holds ? ['<', '>'] : ['<=', '>=']).includes(cond.op);
  }
  return false;
}

/** The range of a local with fewer than 64 bits, or of one that must not be negative. */
function narrowRange(local: Local): { readonly min: number; readonly max: number } | null {
  const type = under(local.type);
  const found =
    type.kind === 'Basic'
      ? /^(u?)int(8|16|32)$/.exec(type.name.replace(/^byte$/, 'uint8').replace(/^rune$/, 'int32'))
      : null;
  if (found !== null) {
    const bits = Number(found[2]);
    return found[1] === 'u' ? { min: 0, max: 2 ** bits - 1 } : { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 };
  }
  const unsigned = type.kind === 'Basic' && ['uint', 'uint64', 'uintptr'].includes(type.name);
  return unsigned ? { min: 0, max: Number.MAX_SAFE_INTEGER } : null;
}

/**
 * Whether the loop, once entered, is never left: its counter moves away from the bound that would end it, as in
 * `for i := 0; i < n; i--`, and there is no other way out. 64 bits take centuries to wrap around.
 */
export function runsAway(loop: LoopStmt): boolean {
  const [guard, ...rest] = loop.body.list;
  if (loop.form !== 'for' || guard?.kind !== 'If' || !isGuard(guard, loop.label)) return false;
  if (guard.cond.kind !== 'Binary') return false;
  if (leaves({ kind: 'Block', list: rest }, new Set()) || leaves(loop.next, new Set())) return false;
  return candidates(guard.cond, endsInBreak(guard.otherwise, loop.label), loop).some(({ local, up }) => {
    const step = stepOf(loop, local);
    return step !== null && step !== 0 && step > 0 !== up && isWide(local, step > 0);
  });
}

/** Whether counting up or down from any value that passed a guard takes centuries to come back round. */
function isWide(local: Local, up: boolean): boolean {
  const type = under(local.type);
  if (type.kind !== 'Basic') return false;
  return ['int', 'int64'].includes(type.name) || (up && ['uint', 'uint64', 'uintptr'].includes(type.name));
}

interface Candidate extends Counter {
  /** The loop goes on while the local is small. */
  readonly up: boolean;
}

/** What the first statements of the body compare before they leave the loop. */
function exitGuard(loop: LoopStmt): readonly Candidate[] | null {
  for (const stmt of loop.body.list) {
    if (stmt.kind === 'If') {
      const breaksThen = endsInBreak(stmt.then, loop.label);
      const breaksElse = endsInBreak(stmt.otherwise, loop.label);
      if (breaksThen === breaksElse) return null;
      return candidates(stmt.cond, breaksElse, loop);
    }
    if (!isPlain(stmt)) return null;
  }
  return null;
}

function endsInBreak(block: Block, label: string): boolean {
  const last = block.list.at(-1);
  return last !== undefined && last.kind === 'Break' && last.label === label;
}

function isPlain(stmt: Stmt): boolean {
  return stmt.kind === 'Declare' || stmt.kind === 'Assign' || stmt.kind === 'Load' || stmt.kind === 'LenOf';
}

/** `holds`: the loop goes on while the condition is this. */
function candidates(cond: Expr, holds: boolean, loop: LoopStmt): readonly Candidate[] {
  if (cond.kind === 'Unary' && cond.op === '!') return candidates(cond.x, !holds, loop);
  if (cond.kind !== 'Binary') return [];
  const { op, x, y } = cond;
  if (holds && op === '&&') return [...candidates(x, true, loop), ...candidates(y, true, loop)];
  const less = op === '<' || op === '<=';
  const more = op === '>' || op === '>=';
  if (!less && !more) return [];
  const result: Candidate[] = [];
  if (x.kind === 'LocalRef' && isFixed(y, loop)) result.push({ local: x.local, bound: y, up: holds ? less : more });
  if (y.kind === 'LocalRef' && isFixed(x, loop)) result.push({ local: y.local, bound: x, up: holds ? more : less });
  return result;
}

/** Whether an expression has the same value in each round. */
function isFixed(expr: Expr, loop: LoopStmt): boolean {
  let fixed = true;
  walkExpr(expr, (e) => {
    if (e.kind === 'AddrOf') fixed = false;
    if (e.kind === 'LocalRef' && (e.local.shared || writes(loop, e.local).length > 0)) fixed = false;
  });
  return fixed;
}

/** By how much each round changes a local; null where that is not known. */
function stepOf(loop: LoopStmt, local: Local): number | null {
  const next = writes({ ...loop, body: { kind: 'Block', list: [] } }, local);
  const all = writes(loop, local);
  // Per-iteration variables are copied from round to round: only the copy in `next` counts.
  if (local.shared) return null;
  if (next.length === 0 || all.length !== next.length) return null;
  let step: number | null = null;
  for (const stmt of next) {
    const by = stepBy(stmt, local);
    if (by === null) return null;
    step = (step ?? 0) + by;
  }
  return step;
}

/** The statements of a loop that write a local. */
function writes(loop: Pick<LoopStmt, 'body' | 'next'>, local: Local): readonly Stmt[] {
  const result: Stmt[] = [];
  const visit = (stmt: Stmt): void => {
    if (writesLocal(stmt, local)) result.push(stmt);
  };
  walkBlock(loop.body, visit);
  walkBlock(loop.next, visit);
  return result;
}

function writesLocal(stmt: Stmt, local: Local): boolean {
  return stmt.kind === 'Store' ? rootLocal(stmt.place) === local : targetsOf(stmt).includes(local);
}

function rootLocal(place: Extract<Stmt, { kind: 'Store' }>['place']): Local | null {
  if (place.kind === 'LocalPlace') return place.local;
  if (place.kind === 'FieldPlace') return rootLocal(place.base);
  if (place.kind === 'IndexPlace' && place.base.kind === 'array') return rootLocal(place.base.place);
  return null;
}

/** Whether a function changes a parameter of its own, or something in it. */
export function changesLocal(body: Block, local: Local): boolean {
  let found = local.shared;
  walkBlock(body, (stmt) => {
    if (writesLocal(stmt, local)) found = true;
    walkStmtExprs(stmt, (e) => {
      if (e.kind === 'AddrOf' && rootOfAddress(e.place) === local) found = true;
    });
  });
  return found;
}

function rootOfAddress(place: Parameters<typeof rootLocal>[0]): Local | null {
  return rootLocal(place);
}
