// Tickers that nothing stops. Before Go 1.23 the runtime keeps such a ticker as long as the process lives.
//
// One that a function keeps to itself must be stopped before it returns; one in a field, by some function of the module, if the value has
// a method that ends it.

import type { Span } from '../../base/source.ts';
import type { Expr, Function as IrFunction, Local, Stmt } from '../../ir/ir.ts';
import { lookupFieldOrMethod, under } from '../../types/index.ts';
import type { Package } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import type { FlowProgram } from '../program.ts';
import { functionsInSight } from '../shared-objects.ts';
import { walkBlock, walkStmtExprs } from '../walk.ts';
import { fieldKey } from '../writes.ts';
import { ValueNames } from './value-names.ts';
import { waysThrough } from './ways.ts';

export interface LostTicker {
  readonly kind: 'ticker';
  readonly fn: IrFunction;
  /** Where it is made. */
  readonly span: Span;
}

/** From this version on what nothing refers to is collected, stopped or not. */
const collected = 23;

/** What becomes of a ticker in the function that makes it. */
type Fate =
  | { readonly kind: 'own' }
  | { readonly kind: 'field'; readonly key: string; readonly struct: Type }
  /** It is stopped, or others have it. */
  | { readonly kind: 'other' };

export function lostTickers(
  program: FlowProgram,
  functions: readonly IrFunction[],
  packageOf: (fn: IrFunction) => Package | null,
): readonly LostTicker[] {
  const made: { readonly fn: IrFunction; readonly span: Span; readonly fate: Fate }[] = [];
  for (const fn of functions) {
    // What a test leaves behind ends with it.
    if (fn.body === null || !isOld(packageOf(fn)) || isTest(program, fn)) continue;
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static' || stmt.callee.func.id !== 'time.NewTicker') return;
      const [target] = stmt.targets;
      const fate: Fate = target === undefined || target === null ? { kind: 'own' } : fateOf(fn, target);
      made.push({ fn, span: stmt.span, fate });
    });
  }
  if (made.length === 0) return [];
  const stopped = stoppedFields(program);
  return made.flatMap(({ fn, span, fate }): readonly LostTicker[] => {
    const one: LostTicker = { kind: 'ticker', fn, span };
    if (fate.kind === 'own') return !ranges(fn) && (waysThrough(program, fn, {})?.exits.length ?? 0) > 0 ? [one] : [];
    if (fate.kind === 'other' || stopped.has(fate.key)) return [];
    return endingMethods.some((name) => hasMethod(fate.struct, name)) ? [one] : [];
  });
}

/** Whether a function goes through the ticks of some ticker and nothing ends that: the channel of a ticker is never closed. */
function ranges({ body }: IrFunction): boolean {
  let found = false;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind !== 'Loop' || stmt.form !== 'range-chan') return;
      let ends = 0;
      let isOfTimes = false;
      walkBlock(stmt.body, (inner) => {
        if (inner.kind === 'Return' || (inner.kind === 'Break' && inner.label === stmt.label)) ends++;
        if (inner.kind === 'Recv') isOfTimes ||= isTime(inner.chan.type);
      });
      // One is for the end of the channel.
      found ||= isOfTimes && ends <= 1;
    });
  return found;
}

function isTime(type: Type): boolean {
  const chan = under(type);
  return chan.kind === 'Chan' && chan.elem.kind === 'Named' && chan.elem.obj.pkg?.path === 'time';
}

function isTest(program: FlowProgram, fn: IrFunction): boolean {
  return program.sources.fileOf(fn.span.pos)?.path.endsWith('_test.go') ?? false;
}

function isOld(pkg: Package | null): boolean {
  const minor = /^go1\.(\d+)/.exec(pkg?.goVersion ?? '')?.[1];
  return minor !== undefined && Number(minor) < collected;
}

const endingMethods: readonly string[] = [
  'Close',
  'Stop',
  'Shutdown',
  'Release',
  'Destroy',
  'close',
  'stop',
  'shutdown',
];

function hasMethod(struct: Type, name: string): boolean {
  const pkg = struct.kind === 'Named' ? struct.obj.pkg : null;
  return lookupFieldOrMethod(struct, true, pkg, name, false).obj?.kind === 'Func';
}

function isTicker(type: Type): boolean {
  return (
    type.kind === 'Pointer' &&
    type.elem.kind === 'Named' &&
    type.elem.obj.pkg?.path === 'time' &&
    type.elem.obj.name === 'Ticker'
  );
}

function fateOf(fn: IrFunction, target: Local): Fate {
  const same = new Set([target]);
  let fate: Fate = { kind: 'own' };
  const isIt = (expr: Expr): boolean => expr.kind === 'LocalRef' && same.has(expr.local);
  if (fn.body === null || target.role === 'result') return { kind: 'other' };
  walkBlock(fn.body, (stmt) => {
    if (fate.kind === 'other') return;
    if ((stmt.kind === 'Declare' || stmt.kind === 'Assign') && isIt(stmt.value)) {
      if (stmt.local.role === 'result') fate = { kind: 'other' };
      else same.add(stmt.local);
      return;
    }
    // What a literal does with it is not looked at.
    if (stmt.kind === 'Closure' && stmt.captured.some((local) => same.has(local))) {
      fate = { kind: 'other' };
      return;
    }
    if (stmt.kind === 'Store' && isIt(stmt.value)) {
      const { place } = stmt;
      fate =
        place.kind === 'FieldPlace'
          ? { kind: 'field', key: fieldKey(place.base.type, place.index), struct: place.base.type }
          : { kind: 'other' };
      return;
    }
    if (passesOn(stmt, isIt)) {
      fate = { kind: 'other' };
      return;
    }
    walkStmtExprs(stmt, (expr) => {
      if (expr.kind !== 'Struct') return;
      expr.fields.forEach((value, i) => {
        if (isIt(value)) fate = { kind: 'field', key: fieldKey(expr.type, i), struct: expr.type };
      });
    });
  });
  return fate;
}

/** Whether a statement stops it, or gives it to others. */
function passesOn(stmt: Stmt, isIt: (expr: Expr) => boolean): boolean {
  switch (stmt.kind) {
    case 'Call':
    case 'Go':
    case 'Defer': {
      const isReset = stmt.callee.kind === 'static' && stmt.callee.func.id === 'time.(*Ticker).Reset';
      return !isReset && stmt.args.some((arg) => isIt(arg) || (arg.kind === 'MakeInterface' && isIt(arg.x)));
    }
    case 'Send':
    case 'MapSet':
      return isIt(stmt.value);
    case 'Append':
      return stmt.elems.kind === 'elems' && stmt.elems.list.some(isIt);
    default:
      return false;
  }
}

/** The fields of which a ticker is stopped somewhere, or taken to somewhere else. */
function stoppedFields(program: FlowProgram): ReadonlySet<string> {
  const found = new Set<string>();
  for (const fn of functionsInSight(program)) {
    if (fn.body === null) continue;
    const names = new ValueNames(fn);
    walkBlock(fn.body, (stmt) => {
      // A method value, or a ticker that is read to be used elsewhere.
      if (stmt.kind === 'Closure') {
        for (const local of stmt.captured) {
          const key = isTicker(local.type)
            ? names.keyOf({ kind: 'LocalRef', local, type: local.type, span: local.span })
            : null;
          if (key !== null) found.add(key);
        }
      }
      if (stmt.kind !== 'Call' && stmt.kind !== 'Defer' && stmt.kind !== 'Go') return;
      for (const arg of stmt.args) {
        if (!isTicker(arg.type)) continue;
        const key = names.keyOf(arg);
        if (key !== null) found.add(key);
      }
    });
  }
  return found;
}
