// Range over functions: the body becomes a function that the iterator calls.
//
// A state guards the body against iterators that call it when they must not; a code says how control leaves the loop
// if not at its end, and is looked at behind the call of the iterator:
//
//   state = ready; code = 0
//   iterator(func(k, v) bool {
//     if state != ready { fault }
//     state = running; BODY; state = ready; return true
//   })
//   if state == running { fault }
//   state = over; if code == 1 { exit 1 } ...
//
// In BODY, `continue` is `state = ready; return true`; every other way out sets state = done and returns false.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { Typ } from '../types/index.ts';
import { newParam } from '../types/object.ts';
import type { Signature, Type } from '../types/type.ts';
import {
  assign,
  binary,
  blockOf,
  boolConst,
  captureLocal,
  core,
  emit,
  emptyBlock,
  intConst,
  newLocal,
  newTemp,
  ref,
  spanOf,
} from './build.ts';
import type { Expr, Local } from './ir.ts';
import { emitCall } from './lower-call.ts';
import { expr } from './lower-expr.ts';
import { closureOf, finishRangeBody, newFn } from './lower-func.ts';
import { setVariables } from './lower-range.ts';
import { branch, returnFrom, stmtList } from './lower-stmt.ts';
import type { Exit, Fn, RangeFunc } from './lowerer.ts';

/** States of the loop. */
const ready = 0;
const running = 1;
const done = 2;
const over = 3;

const continued = 'range function continued iteration after';
const faults: readonly (readonly [state: number, message: string])[] = [
  [running, `${continued} loop body panic`],
  [done, `${continued} function for loop body returned false`],
  [over, `${continued} whole loop exit`],
];

export function rangeOverFunc(fn: Fn, s: ast.RangeStmt, sig: Signature, name: string | null): void {
  const span = spanOf(s);
  const yieldType = must(sig.params.vars[0]?.type, 'yield') as Type;
  const yieldSig = core(yieldType) as Signature;
  const iterator = expr(fn, s.x);
  const loop: RangeFunc = {
    state: newTemp(fn, Typ.int, span, true),
    code: newTemp(fn, Typ.int, span, true),
    exits: [],
  };
  emit(fn, { kind: 'Declare', local: loop.state, value: intConst(ready, span), span });
  emit(fn, { kind: 'Declare', local: loop.code, value: intConst(0, span), span });
  const body = loopBody(fn, s, yieldType, yieldSig, loop, name, span);
  const callee = iterator.kind === 'FuncRef' ? ({ kind: 'static', func: iterator.func } as const) : null;
  emitCall(fn, callee ?? { kind: 'value', func: iterator }, [body], [], span);
  const missed = 'range function recovered a loop body panic and did not resume panicking';
  ifState(fn, loop.state, running, span, () => emit(fn, { kind: 'Fault', message: missed, span }));
  assign(fn, loop.state, intConst(over, span), span);
  for (const [i, exit] of loop.exits.entries()) {
    ifState(fn, loop.code, i + 1, span, () => {
      if (exit.kind === 'return') returnFrom(fn, span);
      else branch(fn, exit.kind, exit.label, span);
    });
  }
}

function ifState(fn: Fn, local: Local, value: number, span: Span, then: () => void): void {
  const cond = binary('==', ref(local), intConst(value, span), Typ.bool, span);
  emit(fn, { kind: 'If', cond, then: blockOf(fn, then), otherwise: emptyBlock, span });
}

function loopBody(
  fn: Fn,
  s: ast.RangeStmt,
  type: Type,
  sig: Signature,
  loop: RangeFunc,
  name: string | null,
  span: Span,
): Expr {
  fn.counters.literals++;
  const { lowerer, info, pkg, smap, sharing, node } = fn;
  const id = `${fn.counters.base}$${fn.counters.literals}`;
  const inner = newFn(lowerer, { id, info, pkg, smap, sharing, node, outer: fn, rangeFunc: loop, span });
  const params = sig.params.vars.map((v, i) => {
    return newLocal(inner, `p${i}`, v.type as Type, 'param', false, newParam(pkg, `p${i}`, v.type as Type), span);
  });
  inner.results = [newLocal(inner, 'r', sig.results.vars[0]?.type ?? Typ.bool, 'result', false, null, span)];
  inner.targets.push({ kind: 'range-func', name, loop });
  const state = captureLocal(inner, loop.state);
  for (const [value, message] of faults) {
    ifState(inner, state, value, span, () => emit(inner, { kind: 'Fault', message, span }));
  }
  assign(inner, state, intConst(running, span), span);
  setVariables(inner, s, [
    params[0] === undefined ? null : ref(params[0]),
    params[1] === undefined ? null : ref(params[1]),
  ]);
  stmtList(inner, s.body.list);
  leaveBody(inner, 'continue', span);
  return closureOf(fn, inner, finishRangeBody(inner, params), type, span);
}

/** Ends one iteration: `continue`, `break`, or an exit to somewhere outside the loop. */
export function leaveBody(fn: Fn, how: 'continue' | 'break' | Exit, span: Span): void {
  const loop = must(fn.rangeFunc, 'range over a function');
  const goesOn = how === 'continue';
  assign(fn, captureLocal(fn, loop.state), intConst(goesOn ? ready : done, span), span);
  if (typeof how !== 'string') assign(fn, captureLocal(fn, loop.code), intConst(codeOf(loop, how), span), span);
  assign(fn, must(fn.results[0]), boolConst(goesOn, span), span);
  emit(fn, { kind: 'Return', span });
}

function codeOf(loop: RangeFunc, exit: Exit): number {
  const label = exit.kind === 'return' ? null : exit.label;
  const known = loop.exits.findIndex((e) => e.kind === exit.kind && (e.kind === 'return' ? null : e.label) === label);
  return known >= 0 ? known + 1 : loop.exits.push(exit);
}
