// Values while a communication program is followed symbolically, on its way to VirGo: expressions over parameters, and references.

import { must } from '../base/assert.ts';
import { isKnownToProgram, type Why, why } from '../base/reasons.ts';
import type { BinOp, Expr } from '../comm/comm.ts';
import { bitOperation, isBitOp, joined, textOf } from '../comm/index.ts';

/** What a variable or field holds. */
export type Val =
  /** Over parameters, and atoms `#n` that stand for counters of loops. */
  | { readonly kind: 'expr'; readonly expr: Expr }
  /** Anything. `lossy`: the program knows it, and only we do not; then a failure may be one that the program rules out. */
  | Unknown
  | { readonly kind: 'nil' }
  | { readonly kind: 'atom'; readonly value: string }
  | { readonly kind: 'chan'; readonly index: number }
  | { readonly kind: 'timer'; readonly index: number }
  | { readonly kind: 'group'; readonly index: number }
  | { readonly kind: 'rwlock'; readonly index: number }
  | { readonly kind: 'record'; readonly id: number }
  /** Its size lies in a cell, as fields of records do. */
  | { readonly kind: 'map'; readonly id: number }
  | { readonly kind: 'array'; readonly length: Val; readonly element: Val }
  | { readonly kind: 'func'; readonly proc: number; readonly captured: readonly Val[] };

export interface Unknown {
  readonly kind: 'unknown';
  readonly why: Why;
  readonly lossy: boolean;
  /** One value, whatever it is: as a number it is a parameter of its own. Left out where it may differ from use to use. */
  readonly id?: number;
}

/** Where the numbers of those parameters begin while a program is followed. */
export const freshParams = 1_000_000;

/** A number that is unknown but stays what it is, as an expression. */
export function asNumber(v: Val): Val {
  if (v.kind !== 'unknown' || v.id === undefined) return v;
  return { kind: 'expr', expr: { kind: 'param', index: freshParams + v.id } };
}

export const nil: Val = { kind: 'nil' };

export function lost(reason: Why): Val {
  return { kind: 'unknown', why: reason, lossy: true };
}

export function constant(value: number | boolean): Val {
  return {
    kind: 'expr',
    expr: typeof value === 'number' ? { kind: 'int', value } : { kind: 'bool', value },
  };
}

export function sameVal(a: Val, b: Val): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** What holds one or the other. */
export function joinVal(a: Val, b: Val): Val {
  if (sameVal(a, b)) return a;
  if (a.kind === 'unknown' && b.kind === 'unknown') {
    return { kind: 'unknown', why: a.why, lossy: a.lossy || b.lossy };
  }
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', length: joinVal(a.length, b.length), element: joinVal(a.element, b.element) };
  }
  return lost(why('path'));
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

/** A sum of multiples of terms that are no sums, plus a constant. */
interface Sum {
  readonly parts: Map<string, { readonly factor: number; readonly term: Expr }>;
  constant: number;
}

function addTo(sum: Sum, e: Expr, factor: number): void {
  switch (e.kind) {
    case 'int':
      sum.constant += factor * e.value;
      return;
    case 'unary':
      if (e.op === '-') {
        addTo(sum, e.x, -factor);
        return;
      }
      break;
    case 'binary':
      if (e.op === '+' || e.op === '-') {
        addTo(sum, e.x, factor);
        addTo(sum, e.y, e.op === '+' ? factor : -factor);
        return;
      }
      if (e.op === '*' && e.x.kind === 'int') {
        addTo(sum, e.y, factor * e.x.value);
        return;
      }
      if (e.op === '*' && e.y.kind === 'int') {
        addTo(sum, e.x, factor * e.y.value);
        return;
      }
      break;
    default:
      break;
  }
  const key = JSON.stringify(e);
  const total = (sum.parts.get(key)?.factor ?? 0) + factor;
  if (total === 0) sum.parts.delete(key);
  else sum.parts.set(key, { factor: total, term: e });
}

function binary(op: BinOp, x: Expr, y: Expr): Expr {
  return { kind: 'binary', op, x, y };
}

function int(value: number): Expr {
  return { kind: 'int', value: value === 0 ? 0 : value };
}

/** The same number, with equal terms put together. */
export function simplifyNumber(e: Expr): Expr {
  const sum: Sum = { parts: new Map(), constant: 0 };
  addTo(sum, e, 1);
  let result: Expr | null = null;
  // Positive terms first, so that nothing starts with a sign.
  const parts = [...sum.parts.values()].sort((a, b) => Math.sign(b.factor) - Math.sign(a.factor));
  for (const { factor, term } of parts) {
    const size = Math.abs(factor);
    const scaled = size === 1 ? term : binary('*', int(size), term);
    if (result === null) result = factor > 0 ? scaled : binary('-', int(0), scaled);
    else result = binary(factor > 0 ? '+' : '-', result, scaled);
  }
  if (result === null) return int(sum.constant);
  if (sum.constant === 0) return result;
  return binary(sum.constant > 0 ? '+' : '-', result, int(Math.abs(sum.constant)));
}

/** The counter of a loop that an expression mentions, and how often: null for none, or several. */
export function counterIn(e: Expr): { readonly name: string; readonly factor: number; readonly rest: Expr } | null {
  const sum: Sum = { parts: new Map(), constant: 0 };
  addTo(sum, e, 1);
  const found = [...sum.parts].filter(([, { term }]) => mentionsCounter(term));
  const [only] = found;
  if (found.length !== 1 || only === undefined || only[1].term.kind !== 'atom') return null;
  const { factor, term } = only[1];
  return { name: term.value, factor, rest: simplifyNumber(binary('-', e, binary('*', int(factor), term))) };
}

export function mentionsCounter(e: Expr): boolean {
  if (e.kind === 'unary') return mentionsCounter(e.x);
  if (e.kind === 'binary') return mentionsCounter(e.x) || mentionsCounter(e.y);
  return e.kind === 'atom';
}

const arithmetic = '+-*/%';

function isNumber(v: Val): v is Val & { readonly kind: 'expr' } {
  return v.kind === 'expr' && v.expr.kind !== 'bool' && !isComparison(v.expr);
}

export function isComparison(e: Expr): boolean {
  return (e.kind === 'binary' && !arithmetic.includes(e.op)) || (e.kind === 'unary' && e.op === '!');
}

export function unaryVal(op: '!' | '-', operand: Val): Val {
  const x = op === '-' ? asNumber(operand) : operand;
  if (x.kind === 'unknown') return { kind: 'unknown', why: x.why, lossy: x.lossy };
  if (op === '-') {
    return isNumber(x)
      ? { kind: 'expr', expr: simplifyNumber({ kind: 'unary', op, x: x.expr }) }
      : lost(why('computed'));
  }
  if (x.kind === 'nil') return constant(true);
  if (x.kind !== 'expr') return lost(why('computed'));
  if (x.expr.kind === 'bool') return constant(!x.expr.value);
  if (x.expr.kind === 'unary' && x.expr.op === '!') return { kind: 'expr', expr: x.expr.x };
  return { kind: 'expr', expr: { kind: 'unary', op: '!', x: x.expr } };
}

/** The zero value of an unnamed type is nil, 0 and false at once. */
function zeroAsNumber(v: Val): Val {
  return v.kind === 'nil' ? constant(0) : v;
}

function zeroAsBool(v: Val): Val {
  return v.kind === 'nil' ? constant(false) : v;
}

export function binaryVal(op: BinOp, x0: Val, y0: Val): Val {
  if (op === '&&' || op === '||') return logical(op, zeroAsBool(x0), zeroAsBool(y0));
  if (op === '++' || op === '.<') return onTexts(op, x0, y0);
  const [left, right] = numbersIn(op, x0, y0);
  if (left.kind === 'unknown' || right.kind === 'unknown') {
    const lossy = (left.kind === 'unknown' && left.lossy) || (right.kind === 'unknown' && right.lossy);
    return { kind: 'unknown', why: left.kind === 'unknown' ? left.why : (right as Unknown).why, lossy };
  }
  if (op === '==' || op === '!=') {
    const same = equality(left, right);
    return op === '==' ? same : unaryVal('!', same);
  }
  const [x, y] = [zeroAsNumber(left), zeroAsNumber(right)];
  if (!isNumber(x) || !isNumber(y)) return lost(why('computed'));
  if (isBitOp(op)) {
    const result = x.expr.kind === 'int' && y.expr.kind === 'int' ? bitOperation(op, x.expr.value, y.expr.value) : null;
    return result === null ? lost(why('computed')) : constant(result);
  }
  return numeric(op, x.expr, y.expr);
}

function onTexts(op: '++' | '.<', x: Val, y: Val): Val {
  const [a, b] = [x, y].map((v) => (v.kind === 'nil' ? '' : v.kind === 'atom' ? textOf(v.value) : null));
  if (a === null || a === undefined || b === null || b === undefined) return lost(why('text'));
  if (op === '.<') return constant(a < b);
  const both = joined(a, b);
  return both === null ? lost(why('text')) : { kind: 'atom', value: both };
}

/** Both sides; where the operation is one on numbers, unknown ones as parameters of their own. */
function numbersIn(op: BinOp, x: Val, y: Val): readonly [Val, Val] {
  if (op === '==' || op === '!=') return isNumber(x) ? [x, asNumber(y)] : isNumber(y) ? [asNumber(x), y] : [x, y];
  const [a, b] = [asNumber(x), asNumber(y)];
  // A sum of which one side is not known says nothing.
  return a.kind === 'unknown' || b.kind === 'unknown' ? [x, y] : [a, b];
}

function logical(op: '&&' | '||', x: Val, y: Val): Val {
  const decides = op === '||';
  for (const [a, b] of [
    [x, y],
    [y, x],
  ] as const) {
    if (a.kind === 'expr' && a.expr.kind === 'bool') return a.expr.value === decides ? constant(decides) : b;
  }
  if (x.kind === 'expr' && y.kind === 'expr') return { kind: 'expr', expr: binary(op, x.expr, y.expr) };
  const lossy = [x, y].some((v) => v.kind !== 'expr' && (v.kind !== 'unknown' || v.lossy));
  // One side may still decide: which of them it is cannot be said without the other.
  return { kind: 'unknown', why: x.kind === 'unknown' ? x.why : why('condition'), lossy: lossy || x.kind !== y.kind };
}

function equality(x: Val, y: Val): Val {
  if (x.kind === 'nil' || y.kind === 'nil') {
    const other = x.kind === 'nil' ? y : x;
    if (other.kind === 'nil') return constant(true);
    if (other.kind !== 'expr') return other.kind === 'array' ? lost(why('slice')) : constant(false);
    if (other.expr.kind === 'bool') return constant(!other.expr.value);
    if (isComparison(other.expr)) return unaryVal('!', other);
    return numeric('==', other.expr, int(0));
  }
  if (x.kind === 'expr' && y.kind === 'expr') {
    if (isNumber(x) && isNumber(y)) return numeric('==', x.expr, y.expr);
    if (sameVal(x, y)) return constant(true);
    if (x.expr.kind === 'bool') return x.expr.value ? y : unaryVal('!', y);
    if (y.expr.kind === 'bool') return y.expr.value ? x : unaryVal('!', x);
    return { kind: 'expr', expr: binary('==', x.expr, y.expr) };
  }
  if (x.kind === 'atom' && y.kind === 'atom') return constant(x.value === y.value);
  if (x.kind !== y.kind) return x.kind === 'expr' || y.kind === 'expr' ? lost(why('computed')) : constant(false);
  if (x.kind === 'array' || x.kind === 'map' || x.kind === 'func') return lost(why('computed'));
  return constant(sameVal(x, y));
}

function numeric(op: BinOp, x: Expr, y: Expr): Val {
  if (arithmetic.includes(op)) {
    if (op === '/' || op === '%') {
      if (x.kind === 'int' && y.kind === 'int' && y.value !== 0) {
        return constant((op === '/' ? Math.trunc(x.value / y.value) : x.value % y.value) + 0);
      }
      return { kind: 'expr', expr: binary(op, x, y) };
    }
    return { kind: 'expr', expr: simplifyNumber(binary(op, x, y)) };
  }
  const difference = simplifyNumber(binary('-', x, y));
  // Of `n + 1 > n` it is said with the proof that it is taken not to wrap around.
  const sure = (x.kind === 'int' && y.kind === 'int') || (difference.kind === 'int' && difference.value === 0);
  if (difference.kind === 'int' && sure) return constant(compare(op, difference.value));
  return { kind: 'expr', expr: binary(op, x, y) };
}

function compare(op: BinOp, difference: number): boolean {
  switch (op) {
    case '==':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    default:
      return difference >= 0;
  }
}

/** `e` without counters of loops, else null. */
export function closedExpr(v: Val): Expr | null {
  return v.kind === 'expr' && !mentionsCounter(v.expr) ? v.expr : null;
}

export function numberOf(v: Val | undefined): number | null {
  const value = must(v);
  return value.kind === 'expr' && value.expr.kind === 'int' ? value.expr.value : null;
}

/** What an expression of comm is, with these variables. */
export function evaluate(vars: readonly Val[], e: Expr): Val {
  switch (e.kind) {
    case 'int':
    case 'bool':
    case 'param':
      return { kind: 'expr', expr: e };
    case 'atom':
      return { kind: 'atom', value: e.value };
    case 'nil':
      return nil;
    case 'unknown':
      return { kind: 'unknown', why: e.why, lossy: isKnownToProgram(e.why) };
    case 'var':
      return vars[e.index] ?? nil;
    case 'unary':
      return unaryVal(e.op, evaluate(vars, e.x));
    case 'binary':
      return binaryVal(e.op, evaluate(vars, e.x), evaluate(vars, e.y));
    case 'func':
      return { kind: 'func', proc: e.proc, captured: e.captured.map((c) => evaluate(vars, c)) };
  }
}
