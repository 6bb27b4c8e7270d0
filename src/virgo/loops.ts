// Counted loops of `comm`: what they count, from where, to where.

import { tableOf } from '../base/named.ts';
import type { Expr, LoopStmt, Stmt } from '../comm/comm.ts';
import { blocksOf } from '../comm/index.ts';
import { closedExpr, counterIn, evaluate, simplifyNumber, type Val } from './values.ts';

/** Variables of the procedure that a block assigns, with the statements that do. */
export function assigned(block: readonly Stmt[], found: Map<number, Stmt[]>): Map<number, Stmt[]> {
  const note = (target: number | null, stmt: Stmt): void => {
    if (target !== null) found.set(target, [...(found.get(target) ?? []), stmt]);
  };
  for (const stmt of block) {
    switch (stmt.kind) {
      case 'assign':
      case 'new':
      case 'load':
      case 'array':
      case 'chan':
      case 'lock':
      case 'timer':
      case 'atomic':
      case 'recover':
        note(stmt.target, stmt);
        break;
      case 'map':
      case 'recv':
        note(stmt.target, stmt);
        note(stmt.ok, stmt);
        break;
      case 'call':
        for (const target of stmt.targets) note(target, stmt);
        break;
      case 'select':
        for (const { comm } of stmt.cases) if (comm.kind === 'recv') assigned([comm], found);
        break;
      case 'store':
        if (stmt.place.kind === 'element' && stmt.place.array.kind === 'var') note(stmt.place.array.index, stmt);
        break;
      default:
        break;
    }
    for (const inner of blocksOf(stmt)) assigned(inner, found);
  }
  return found;
}

export interface Widening {
  readonly left: Expr | null;
  /** Whether it is a conversion: sums and products are seen in what is left of the program, conversions are not. */
  readonly converts: boolean;
}

/**
 * Numbers are kept small for the model checker; here they may grow, and what may wrap around is said with the verdict. What is left to
 * be asked of one that must not be negative is whether it is: null where nothing is.
 */
export function widening(stmt: Stmt & { readonly kind: 'if' }): Widening | null {
  const [only] = stmt.then;
  if (stmt.then.length !== 1 || stmt.otherwise.length > 0 || only?.kind !== 'assign') return null;
  if (only.value.kind !== 'unknown') return null;
  if (only.value.why.kind === 'growing' && only.value.why.of === '') return { left: null, converts: false };
  const { cond } = stmt;
  const converts = only.value.why.kind === 'noRoom';
  if ((!converts && only.value.why.kind !== 'tooLarge') || cond.kind !== 'binary' || cond.op !== '||') return null;
  const { x } = cond;
  return { left: x.kind === 'binary' && x.y.kind === 'int' && x.y.value < 0 ? null : x, converts };
}

/** Counters of a loop, by the atom that stands for them. */
export type Counters = ReadonlyMap<string, { readonly variable: number; readonly step: number; readonly first: Val }>;

export interface Head {
  readonly lo: Expr;
  readonly hi: Expr;
  readonly step: number;
  /** What is compared in the first test and in the last. */
  readonly tested: readonly Expr[];
  /** What is left of the loop's body. */
  readonly body: readonly Stmt[];
}

/** What holds where a comparison does not. */
const flipped = tableOf<string>({ '<': '>=', '<=': '>', '>': '<=', '>=': '<' });

/** The test of a counted loop: `if i < hi {} else { break }` at its beginning. `read` tells what memory holds, or how long a slice is. */
export function loopHead(
  stmt: LoopStmt,
  vars: readonly Val[],
  counters: Counters,
  read: (vars: Val[], stmt: Stmt & { readonly kind: 'load' | 'array' }) => Val,
): Head | null {
  // What is computed before the test has no effect of its own.
  const known = [...vars];
  let at = 0;
  for (; at < stmt.body.length; at++) {
    const step = stmt.body[at];
    if (step?.kind === 'assign') known[step.target] = evaluate(known, step.value);
    else if (step?.kind === 'load' || (step?.kind === 'array' && step.op === 'len'))
      known[step.target] = read(known, step);
    else if (step?.kind === 'if' && widening(step)?.left === null) continue;
    else if (step?.kind !== 'yield') break;
  }
  const first = stmt.body[at];
  const rest = stmt.body.slice(at + 1);
  if (first?.kind !== 'if') return null;
  const leaves = (block: readonly Stmt[]): boolean => {
    const [only] = block;
    return block.length === 1 && only?.kind === 'branch' && only.op === 'break' && only.label === stmt.label;
  };
  const negated = leaves(first.then);
  if (!negated && !leaves(first.otherwise)) return null;
  const cond = evaluate(known, first.cond);
  if (cond.kind !== 'expr' || cond.expr.kind !== 'binary') return null;
  const op = negated ? flipped.get(cond.expr.op) : cond.expr.op;
  if (op === undefined || !'< <= > >='.split(' ').includes(op)) return null;
  // The loop goes on while `difference` is positive, or not negative.
  const [x, y] = op === '<' || op === '<=' ? [cond.expr.y, cond.expr.x] : [cond.expr.x, cond.expr.y];
  const difference: Expr = { kind: 'binary', op: '-', x, y };
  const found = counterIn(difference);
  const counter = found === null ? undefined : counters.get(found.name);
  if (found === null || counter === undefined || Math.abs(found.factor) !== 1) return null;
  const begin = closedExpr(counter.first);
  if (begin === null || Math.sign(found.factor) === Math.sign(counter.step)) return null;
  // rest + factor * i > 0, with i = first + step * round: from 0 on, while |step| * round < rest + factor * first (+ 1).
  const scaled: Expr = { kind: 'binary', op: '*', x: { kind: 'int', value: found.factor }, y: begin };
  const bound: Expr = { kind: 'binary', op: '+', x: found.rest, y: scaled };
  const extra: Expr = { kind: 'int', value: op === '<=' || op === '>=' ? 1 : 0 };
  const ascending = counter.step > 0;
  const total = simplifyNumber({ kind: 'binary', op: '+', x: bound, y: extra });
  const lo: Expr = ascending ? begin : { kind: 'int', value: 0 };
  const hi = ascending ? simplifyNumber({ kind: 'binary', op: '+', x: total, y: begin }) : total;
  const kept = negated ? first.otherwise : first.then;
  const step = Math.abs(counter.step);
  // The variable goes past the end, by less than a step: up to hi + step - 1, or down to first - total - step + 1.
  const past: Expr = { kind: 'int', value: step - 1 };
  const last: Expr = ascending
    ? { kind: 'binary', op: '+', x: hi, y: past }
    : { kind: 'binary', op: '-', x: { kind: 'binary', op: '-', x: begin, y: total }, y: past };
  const tested = [begin, last].flatMap((value) =>
    // The variable itself is computed, too, whatever it is compared as.
    [value, ...[x, y].map((side) => withCounter(side, found.name, value))].map(simplifyNumber),
  );
  return { lo, hi, step, tested, body: [...stmt.body.slice(0, at), ...kept, ...rest] };
}

/** `e` with a value for the counter. */
function withCounter(e: Expr, name: string, value: Expr): Expr {
  if (e.kind === 'atom') return e.value === name ? value : e;
  if (e.kind === 'unary') return { ...e, x: withCounter(e.x, name, value) };
  return e.kind === 'binary' ? { ...e, x: withCounter(e.x, name, value), y: withCounter(e.y, name, value) } : e;
}
