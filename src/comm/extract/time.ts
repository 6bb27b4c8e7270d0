// Timers and tickers: the environment sends on their channels, so that no goroutine stands for them.

import { must } from '../../base/assert.ts';
import { noWhy } from '../../base/reasons.ts';
import type { Function as IrFunction } from '../../ir/ir.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Expr, TimerStmt } from '../comm.ts';
import { procUsed } from './proc.ts';
import { shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  type ClassInfo,
  emit,
  ifElse,
  int,
  load,
  nil,
  someValue,
  store,
  structClass,
  temp,
  unknown,
  variable,
} from './state.ts';
import { zeroValue } from './values.ts';

const known: ReadonlySet<string> = new Set([
  'time.After',
  'time.Tick',
  'time.NewTimer',
  'time.NewTicker',
  'time.(*Timer).Stop',
  'time.(*Timer).Reset',
  'time.(*Ticker).Stop',
  'time.(*Ticker).Reset',
]);

/** Functions of package time that are done here instead of by their models. */
export function isTimerFunction(fn: IrFunction): boolean {
  return known.has(fn.id);
}

export function timerCall(b: Builder, fn: IrFunction, args: readonly Expr[]): readonly Expr[] {
  const [recv = unknown(noWhy)] = args;
  switch (fn.id) {
    case 'time.After':
      return [startedChannel(b, 'once')];
    case 'time.Tick':
      return [startedChannel(b, 'ticker')];
    case 'time.NewTimer':
      return [newTimer(b, fn, 'once')];
    case 'time.NewTicker':
      return [newTimer(b, fn, 'ticker')];
    case 'time.(*Ticker).Stop':
      stop(b, field(b, recv, ownerOf(b, fn), 'c'));
      return [];
    case 'time.(*Ticker).Reset': {
      const chan = field(b, recv, ownerOf(b, fn), 'c');
      stop(b, chan);
      emit(b, { kind: 'timer', op: 'ticker', chan, rank: null, target: null, site: b.site });
      return [];
    }
    default:
      return [ofTimer(b, fn, args)];
  }
}

/** Stop and Reset of a Timer. One that calls a function is a goroutine, and does what its model says. */
function ofTimer(b: Builder, fn: IrFunction, args: readonly Expr[]): Expr {
  const [recv = unknown(noWhy)] = args;
  const owner = ownerOf(b, fn);
  const was = temp(b);
  ifElse(
    b,
    binary('==', field(b, recv, owner, 'call'), nil),
    () => {
      const chan = field(b, recv, owner, 'c');
      assign(b, was, stop(b, chan));
      if (fn.name === 'Reset') emit(b, { kind: 'timer', op: 'once', chan, rank: null, target: null, site: b.site });
    },
    () => {
      const callee = { kind: 'proc', proc: procUsed(b, fn) } as const;
      emit(b, { kind: 'call', callee, args, targets: [was], site: b.site });
    },
  );
  return variable(was);
}

function ownerOf(b: Builder, fn: IrFunction): ClassInfo {
  const type = must((must(fn.obj).type as Signature).recv).type as Type;
  const shape = shapeOf(type);
  return structClass(b.x, shape.kind === 'pointer' ? shape.elem : type);
}

function field(b: Builder, object: Expr, owner: ClassInfo, name: string): Expr {
  const index = owner.fields.findIndex((f) => f.name === name);
  return index < 0 ? someValue(name) : load(b, { kind: 'field', object, class: owner.index, field: index });
}

function startedChannel(b: Builder, op: TimerStmt['op']): Expr {
  const target = temp(b);
  emit(b, { kind: 'chan', target, capacity: int(1), label: 'timer', site: b.site });
  emit(b, { kind: 'timer', op, chan: variable(target), rank: null, target: null, site: b.site });
  return variable(target);
}

function newTimer(b: Builder, fn: IrFunction, op: TimerStmt['op']): Expr {
  const result = fn.results[0]?.type as Type;
  const shape = shapeOf(result);
  const type = shape.kind === 'pointer' ? shape.elem : result;
  const owner = structClass(b.x, type);
  const record = zeroValue(b, type, 'timer');
  const chan = startedChannel(b, op);
  for (const name of ['C', 'c']) {
    const index = owner.fields.findIndex((f) => f.name === name);
    if (index >= 0) store(b, { kind: 'field', object: record, class: owner.index, field: index }, chan);
  }
  return record;
}

function stop(b: Builder, chan: Expr): Expr {
  const target = temp(b);
  emit(b, { kind: 'timer', op: 'stop', chan, rank: null, target, site: b.site });
  return variable(target);
}
