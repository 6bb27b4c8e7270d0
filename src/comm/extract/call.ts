// Calls: of functions in sight, of primitives, of opaque functions, through values and interfaces; go and defer.

import { gapReason, goValue, noWhy, type Why, why, withStanding } from '../../base/reasons.ts';
import { type Behaviour, behaviourOf, functionOf, isModelled, isNeverNil, sourceText } from '../../flow/index.ts';
import type { CallInstr, DeferInstr, GoInstr, Expr as IrExpr, Function as IrFunction } from '../../ir/ir.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Callee, Expr, LockStmt } from '../comm.ts';
import { countedLoop } from './body.ts';
import { condition, enqueue, isCondMethod, park } from './cond.ts';
import { keyValue, methodRows } from './dispatch.ts';
import { environmentValue, havoc, isError, parameter } from './env.ts';
import { formatted, verbsAt } from './formats.ts';
import { callMethods, mayKeepFunctions } from './library.ts';
import { oneAnswer } from './one-answer.ts';
import { afterLock, afterWait, beforeAtomic, beforeClose } from './others.ts';
import { procUsed } from './proc.ts';
import { isInPlace, shapeOf } from './shape.ts';
import {
  type Builder,
  block,
  choose,
  emit,
  int,
  load,
  newVar,
  procFor,
  someValue,
  store,
  synthetic,
  temp,
  unknown,
  variable,
} from './state.ts';
import { handedOver, keeps, strange } from './strange.ts';
import { isTimerFunction, timerCall } from './time.ts';
import { emitOwnValue, emitValue, overwrite, writeLocal, zeroValue } from './values.ts';

export function callInstr(b: Builder, s: CallInstr): void {
  const answer = oneAnswer(b, s, () => call(b, s)[0] ?? unknown(noWhy));
  const results = answer === null ? call(b, s) : [answer];
  s.targets.forEach((target, i) => {
    const v = results[i];
    if (target !== null && v !== undefined) writeLocal(b, target, v);
  });
}

/** What a call of a function gives, as it is written there. */
export function callOf(fn: IrFunction, text = `${fn.name}()`): Why {
  // The model of cleanups asks by it whether one runs: models/runtime/cleanup.go.
  return fn.id === 'runtime.cleanupRuns' ? why('cleanup') : goValue(text);
}

/** The results of a call; those that are not used may be missing. */
function call(b: Builder, s: CallInstr): readonly Expr[] {
  const { site } = b;
  if (s.callee.kind === 'builtin' && s.callee.name === 'close') beforeClose(b, s.args[0]);
  if (s.callee.kind === 'builtin') return builtin(b, s.callee.name, s.args);
  let { callee: called } = s;
  if (s.callee.kind === 'static') {
    const fn = formatted(b.x, functionOf(b.x.flow, s.callee.func), s, b.at ?? site);
    called = { kind: 'static', func: fn };
    const behaviour = behaviourOf(b.x.flow, fn);
    if (behaviour.kind === 'atomic') beforeAtomic(b, s.args[0]);
    const direct = directCall(b, fn, behaviour, s.args, callOf(fn, sourceText(b.x.flow, s.span)));
    if (behaviour.kind === 'primitive' && takesLock.has(behaviour.name)) afterLock(b, s.args[0]);
    if (isCondMethod(b.x, fn) && fn.name === 'Wait') afterWait(b, s.args[0]);
    if (direct !== null) return direct;
  }
  const callee = calleeOf(b, called);
  const args = s.args.map((arg) => emitValue(b, arg));
  const targets = s.targets.map((target) => (target === null ? null : temp(b)));
  const made = { kind: 'call', callee, args, targets, site } as const;
  emit(b, isWrapper(b.fn) ? { ...made, through: true } : made);
  return targets.map((target) => (target === null ? unknown(noWhy) : variable(target)));
}

const takesLock: ReadonlySet<string> = new Set([
  'mutex.lock',
  'rwmutex.lock',
  'rwmutex.rlock',
  'mutex.trylock',
  'rwmutex.trylock',
  'rwmutex.tryrlock',
]);

/** Whether a function was made to call another one. */
function isWrapper(fn: IrFunction | null): boolean {
  return fn?.origin === 'promoted' || fn?.origin === 'bound-method' || fn?.origin === 'method-expr';
}

/** Primitives and opaque functions are done where they are called, so that their place is the caller's. */
function directCall(
  b: Builder,
  fn: IrFunction,
  behaviour: Behaviour,
  args: readonly IrExpr[],
  called: Why,
): readonly Expr[] | null {
  const values = (): readonly Expr[] => args.map((arg) => emitValue(b, arg));
  if (isCondMethod(b.x, fn)) return condition(b, fn, values());
  if (isTimerFunction(fn)) return timerCall(b, fn, values());
  switch (behaviour.kind) {
    case 'primitive':
      return primitive(b, behaviour.name, fn, values());
    case 'opaque':
    case 'waits':
      return opaqueCall(b, fn, values(), behaviour.kind === 'waits', called, args);
    case 'atomic':
    case 'body':
      return null;
  }
}

function calleeOf(b: Builder, callee: CallInstr['callee']): Callee {
  switch (callee.kind) {
    case 'static':
      return { kind: 'proc', proc: procUsed(b, functionOf(b.x.flow, callee.func)) };
    case 'value':
      return { kind: 'value', func: emitValue(b, callee.func) };
    case 'method':
      return { kind: 'method', recv: emitValue(b, callee.recv), table: methodRows(b.x, callee.method) };
    case 'builtin':
      return { kind: 'value', func: someValue(callee.name) };
  }
}

export function goInstr(b: Builder, s: GoInstr): void {
  later(b, s, 'go');
}

export function deferInstr(b: Builder, s: DeferInstr): void {
  later(b, s, 'defer');
}

/** Arguments are evaluated now. What is done directly elsewhere gets a procedure for this one place. */
function later(b: Builder, s: GoInstr | DeferInstr, kind: 'go' | 'defer'): void {
  const { site } = b;
  if (s.callee.kind === 'builtin' && s.callee.name === 'close') beforeClose(b, s.args[0]);
  const args = s.args.map((arg) => emitOwnValue(b, arg));
  const callee = laterCallee(b, s);
  emit(b, { kind, callee, args, site });
}

function laterCallee(b: Builder, s: GoInstr | DeferInstr): Callee {
  const { callee } = s;
  const { site, x } = b;
  const names = s.args.map((_, i) => `p${i}`);
  const here = `${site.file}:${site.start}`;
  if (callee.kind === 'builtin') {
    const types = s.args.map((arg) => arg.type);
    const proc = procFor(x, `later ${callee.name} ${here}`, () =>
      synthetic(x, callee.name, site, names, (inner, args) => {
        // `defer recover()` stops nothing: recover is then not called by a deferred function.
        if (callee.name !== 'recover') builtinOn(inner, callee.name, args, types);
        return [];
      }),
    );
    return { kind: 'proc', proc };
  }
  if (callee.kind === 'static') {
    const fn = functionOf(x.flow, callee.func);
    const behaviour = behaviourOf(x.flow, fn);
    if (isCondMethod(x, fn) || isTimerFunction(fn) || behaviour.kind === 'primitive') {
      const proc = procFor(x, `later ${fn.id} ${here}`, () =>
        synthetic(x, fn.name, site, names, (inner, args) => {
          if (isCondMethod(x, fn)) return condition(inner, fn, args);
          if (isTimerFunction(fn)) return timerCall(inner, fn, args);
          return primitive(inner, behaviour.kind === 'primitive' ? behaviour.name : '', fn, args);
        }),
      );
      return { kind: 'proc', proc };
    }
  }
  const made = calleeOf(b, callee);
  // A nil function panics when it is called, not where it is deferred.
  if (s.kind !== 'Defer' || !x.recovering || made.kind !== 'value' || isLiteral(b, callee)) return made;
  const proc = procFor(x, `later call ${here}`, () =>
    synthetic(x, 'deferred', site, ['func', ...names], (inner, [func = made.func, ...args]) => {
      emit(inner, { kind: 'call', callee: { kind: 'value', func }, args, targets: [], through: true, site });
      return [];
    }),
  );
  return { kind: 'value', func: { kind: 'func', proc, captured: [made.func] } };
}

function isLiteral(b: Builder, callee: CallInstr['callee']): boolean {
  return callee.kind === 'value' && callee.func.kind === 'LocalRef' && b.literals.has(callee.func.local);
}

// ---------------------------------------------------------------------------------------------------------------
// Built-in functions

function builtin(b: Builder, name: string, args: readonly IrExpr[]): readonly Expr[] {
  return builtinOn(
    b,
    name,
    args.map((arg) => emitValue(b, arg)),
    args.map((arg) => arg.type),
  );
}

function builtinOn(b: Builder, name: string, args: readonly Expr[], types: readonly Type[]): readonly Expr[] {
  const { site } = b;
  const [first = someValue(name), second = someValue(name)] = args;
  switch (name) {
    case 'close':
      emit(b, { kind: 'close', chan: first, site });
      return [];
    case 'delete':
      emit(b, {
        kind: 'map',
        op: 'delete',
        target: null,
        ok: null,
        args: [first, types[1] === undefined ? second : keyValue(b, second, types[1])],
        site,
      });
      return [];
    case 'clear': {
      const type = types[0];
      const shape = type === undefined ? null : shapeOf(type);
      if (shape?.kind === 'slice') clearSlice(b, first, shape.elem);
      else clearMap(b, first);
      return [];
    }
    case 'panic':
      emit(b, { kind: 'panic', op: 'panic', what: 'panic', site });
      return [];
    case 'recover':
      b.x.learned.noteRecovers();
      emit(b, { kind: 'recover', target: null, site });
      return [unknown(why('recover'))];
    default:
      return [];
  }
}

function clearSlice(b: Builder, slice: Expr, elem: Type): void {
  const n = temp(b);
  emit(b, { kind: 'array', op: 'len', target: n, args: [slice], site: b.site });
  countedLoop(b, newVar(b, 'i'), variable(n), (i) => {
    const place = { kind: 'element', array: slice, index: i } as const;
    const none = zeroValue(b, elem, 'element');
    if (isInPlace(shapeOf(elem))) overwrite(b, load(b, place), none, elem);
    else store(b, place, none);
  });
}

function clearMap(b: Builder, map: Expr): void {
  const { site } = b;
  const body = block(b, () => {
    const n = temp(b);
    const key = temp(b);
    emit(b, { kind: 'map', op: 'len', target: n, ok: null, args: [map], site });
    emit(b, {
      kind: 'if',
      cond: { kind: 'binary', op: '<=', x: variable(n), y: int(0) },
      then: [{ kind: 'branch', op: 'break', label: 'clear', site }],
      otherwise: [],
      site,
    });
    emit(b, { kind: 'map', op: 'key', target: key, ok: null, args: [map, int(0)], site });
    emit(b, { kind: 'map', op: 'delete', target: null, ok: null, args: [map, variable(key)], site });
  });
  emit(b, { kind: 'loop', label: 'clear', body, next: [], termination: 'terminates', site });
}

// ---------------------------------------------------------------------------------------------------------------
// Opaque functions

/** Any results; functions among the arguments may be called, any number of times. */
export function opaqueCall(
  b: Builder,
  fn: IrFunction,
  args: readonly Expr[],
  waits: boolean,
  called: Why,
  written: readonly IrExpr[] = [],
): readonly Expr[] {
  const { site } = b;
  if (waits) emit(b, { kind: 'recv', chan: unknown(called), target: null, ok: null, site });
  const params = [...fn.captures, ...fn.params];
  args.forEach((arg, i) => {
    const type = params[i]?.type;
    const shape = type === undefined ? null : shapeOf(type);
    if (shape?.kind !== 'func' || arg.kind === 'nil') return;
    callback(b, arg, shape.signature, called, i);
    if (isModelled(b.x.flow, fn) && mayKeepFunctions(fn)) strange(b, gapReason('functionsLater'), [arg]);
  });
  if (isModelled(b.x.flow, fn)) callMethods(b, fn, args, written);
  handedOver(b, fn, args, written);
  const fixed = fixedResult(b, fn, called);
  return fixed !== null ? [fixed] : anyResults(b, fn, called);
}

/** A function that is not followed because there are too many. When and where it calls what it is given is not known, so it is not called. */
export function callBeyond(b: Builder, fn: IrFunction, args: readonly Expr[]): readonly Expr[] {
  handedOver(b, fn, args);
  return anyResults(b, fn, callOf(fn));
}

/** Any results; those of a function that is given a state may depend on it. */
export function anyResults(b: Builder, fn: IrFunction, called: Why): readonly Expr[] {
  const params = [...fn.captures, ...fn.params];
  const state = params.some(({ type }) => ['pointer', 'iface', 'map', 'struct'].includes(shapeOf(type).kind));
  const standing = keeps.has(fn.obj?.pkg?.path ?? '') ? 'lost' : state ? 'state' : 'open';
  return fn.results.map((local) =>
    isError(local.type) && isNeverNil(fn, local)
      ? environmentValue(b, local.type)
      : havoc(b, local.type, withStanding(called, standing)),
  );
}

/** Functions that give the same number whenever they are asked in one run. */
const fixedNumbers: ReadonlySet<string> = new Set(['runtime.GOMAXPROCS', 'runtime.NumCPU']);

function fixedResult(b: Builder, fn: IrFunction, called: Why): Expr | null {
  return fixedNumbers.has(fn.id) ? parameter(b, called.of, 'int', 1) : null;
}

function callback(b: Builder, func: Expr, signature: Signature, { of }: Why, position: number): void {
  const { site } = b;
  const label = `calls${position}`;
  const body = block(b, () => {
    choose(
      b,
      why('callback', of),
      () => {
        const args = signature.params.vars.map((v) => havoc(b, v.type as Type, why('argument', of)));
        emit(b, { kind: 'call', callee: { kind: 'value', func }, args, targets: [], site });
      },
      () => emit(b, { kind: 'branch', op: 'break', label, site }),
    );
  });
  emit(b, { kind: 'loop', label, body, next: [], termination: 'terminates', site });
}

// ---------------------------------------------------------------------------------------------------------------
// Primitives

/** What a primitive of the models does; `fn` is its declaration. */
export function primitive(b: Builder, name: string, fn: IrFunction, args: readonly Expr[]): readonly Expr[] {
  const { site } = b;
  const [recv = someValue(name), second = someValue(name)] = args;
  switch (name) {
    case 'mutex.lock':
    case 'mutex.unlock':
    case 'rwmutex.lock':
    case 'rwmutex.unlock':
    case 'rwmutex.rlock':
    case 'rwmutex.runlock': {
      const op = name.slice(name.indexOf('.') + 1) as LockStmt['op'];
      emit(b, { kind: 'lock', op, lock: recv, target: null, site });
      return [];
    }
    case 'mutex.trylock':
    case 'rwmutex.trylock':
    case 'rwmutex.tryrlock': {
      const target = temp(b);
      emit(b, { kind: 'lock', op: name === 'rwmutex.tryrlock' ? 'tryrlock' : 'trylock', lock: recv, target, site });
      return [variable(target)];
    }
    case 'waitgroup.add':
      emit(b, { kind: 'waitgroup', op: 'add', group: recv, delta: second, site });
      return [];
    case 'waitgroup.wait':
      emit(b, { kind: 'waitgroup', op: 'wait', group: recv, delta: null, site });
      return [];
    case 'cond.enqueue':
      return enqueue(b, fn, recv);
    case 'cond.park':
      return park(b, fn, recv);
    case 'sleep':
      emit(b, { kind: 'yield', site });
      return [];
    case 'format.quiet': {
      const verbs = verbsAt(b.x, b.at);
      return [int(verbs === null ? -1 : verbs.quiet)];
    }
    case 'format.wrapped': {
      const verbs = verbsAt(b.x, b.at);
      return [int(verbs === null ? -1 : verbs.wraps)];
    }
    case 'goexit':
      emit(b, { kind: 'panic', op: 'goexit', what: 'Goexit', site });
      return [];
    case 'exit':
      emit(b, { kind: 'exit', site });
      return [];
    default:
      return fn.results.map((local) => havoc(b, local.type, goValue(name)));
  }
}
