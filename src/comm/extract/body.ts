// Statements: each instruction of `ir` in terms of `comm`.

import { assume, gapReason, why } from '../../base/reasons.ts';
import {
  assumesNoOverflow,
  capturedCounterOf,
  counterOf,
  elementKey,
  functionOf,
  hasExit,
  mapKey,
  runsAway,
  sourceText,
  stepsOf,
  terminates,
} from '../../flow/index.ts';
import type { Block, Expr as IrExpr, Place as IrPlace, Stmt as IrStmt, Local, SelectComm } from '../../ir/ir.ts';
import type { Type } from '../../types/type.ts';
import { thrown } from '../analysis/unknowns.ts';
import type { Expr, LoopStmt, Proc, RecvStmt, SendStmt, Stmt } from '../comm.ts';
import { mayLeaveTwoNames, noteElements } from './appends.ts';
import { typeAssert } from './assert.ts';
import { callInstr, deferInstr, goInstr } from './call.ts';
import { keyValue } from './dispatch.ts';
import { mapGet, mapIter, mapNext } from './maps.ts';
import { isNew, leadsToNew } from './new.ts';
import { beforeClose, beforeRead, beforeSend, noteCounted, noteLonely } from './others.ts';
import { isNoticed, mayPanic, mayPanicHere, panicsIf } from './panics.ts';
import { procUsed, shownName } from './proc.ts';
import { isByte, isInPlace, isPlainData, keyOf, shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  block,
  type Extraction,
  emit,
  emitContainer,
  gap,
  ifElse,
  int,
  load,
  newVar,
  nil,
  noSite,
  procFor,
  siteOf,
  store,
  synthetic,
  temp,
  unknown,
  unknownAt,
  variable,
} from './state.ts';
import { strange } from './strange.ts';
import {
  addressOf,
  binaryValue,
  copyOf,
  declareLocal,
  emitOwnValue,
  emitValue,
  initialise,
  measured,
  newCell,
  overwrite,
  readPlace,
  varOf,
  writeLocal,
  writePlace,
  zeroValue,
} from './values.ts';

/** Translates a block into the current one. `finish` runs before each return. */
export function translateBlock(b: Builder, body: Block, finish: () => void): void {
  // One doubt does for all instructions up to the next that another goroutine notices.
  let doubted = false;
  body.list.forEach((stmt, i) => {
    b.site = b.at ?? siteOf(b.x, stmt.span);
    if (b.at === null && b.fn !== null && mayPanic(b.x, stmt)) {
      if (b.x.recovering && !doubted) {
        const when = panicsIf(b, stmt);
        mayPanicHere(b, sourceText(b.x.flow, stmt.span), when);
        doubted = when === null;
      }
      assume(b.x.assumptions, 'no-panic', shownName(b.fn));
    }
    if (isNoticed(stmt)) doubted = false;
    b.label = labelOf(stmt, body.list, i + 1);
    noteLonely(b, stmt);
    noteCounted(b, stmt);
    noteElements(b, stmt, body.list, i);
    if (stmt.kind === 'Append' && mayLeaveTwoNames(b, stmt, body.list, i))
      strange(b, gapReason('append'), [emitValue(b, stmt.slice)]);
    translateStmt(b, stmt, finish);
  });
}

/** What users call the object that a statement makes: the variable or field that it is for. */
function labelOf(stmt: IrStmt, list: readonly IrStmt[], from: number): string {
  if (stmt.kind === 'Declare' || stmt.kind === 'Assign') return writtenName(stmt.local);
  if (stmt.kind !== 'MakeChan' && stmt.kind !== 'New') return '';
  const { target } = stmt;
  if (target.role !== 'temp') return writtenName(target);
  for (const next of list.slice(from, from + 6)) {
    const found = nameGiven(target, next);
    if (found !== '') return found;
  }
  return '';
}

/** A channel without a name is named after the call that returns it. */
function madeBy({ fn }: Builder, target: Local): string {
  return fn === null || fn.name === '' ? target.name : `${fn.name}()`;
}

/** A name that the user wrote: a result may have none. */
function writtenName(local: Local): string {
  return local.role === 'result' && (local.obj?.name ?? '') === '' ? '' : local.name;
}

/** The variable or field that a statement puts a temporary into. */
function nameGiven(target: Local, stmt: IrStmt): string {
  const same = (e: IrExpr): boolean =>
    e.kind === 'MakeInterface' ? same(e.x) : e.kind === 'LocalRef' && e.local === target;
  if ((stmt.kind === 'Declare' || stmt.kind === 'Assign') && stmt.local.role !== 'temp' && same(stmt.value)) {
    return writtenName(stmt.local);
  }
  if (stmt.kind === 'Store' && same(stmt.value)) return sourcePlaceName(stmt.place);
  if (stmt.kind === 'New' && stmt.value.kind === 'Struct') {
    const at = stmt.value.fields.findIndex(same);
    const shape = shapeOf(stmt.value.type);
    if (at >= 0 && shape.kind === 'struct') return shape.fields[at]?.name ?? '';
  }
  return '';
}

function sourcePlaceName(place: IrPlace): string {
  if (place.kind === 'FieldPlace') {
    const shape = shapeOf(place.base.type);
    return shape.kind === 'struct' ? (shape.fields[place.index]?.name ?? '') : '';
  }
  if (place.kind === 'LocalPlace') return place.local.name;
  return place.kind === 'GlobalPlace' ? place.global.obj.name : '';
}

/** A loop whose guard decides only whether it is entered: what the guard compares need not be counted forever. */
function endlessLoop(b: Builder, s: Extract<IrStmt, { kind: 'Loop' }>, finish: () => void): void {
  const { site } = b;
  const [guard, ...rest] = s.body.list;
  const enter = block(b, () => translateBlock(b, { kind: 'Block', list: guard === undefined ? [] : [guard] }, finish));
  const body = block(b, () => translateBlock(b, { kind: 'Block', list: rest }, finish));
  const next = block(b, () => translateBlock(b, s.next, finish));
  const outer = `${s.label} entered`;
  const forEver: Stmt = { kind: 'loop', label: s.label, body, next, termination: 'exact', site };
  const once = [...enter.map((stmt) => leaving(stmt, s.label, outer)), forEver];
  emit(b, { kind: 'loop', label: outer, body: once, next: [], termination: 'exact', site });
}

/** A guard that breaks out of another loop. */
function leaving(stmt: Stmt, from: string, to: string): Stmt {
  if (stmt.kind === 'branch') return stmt.label === from ? { ...stmt, label: to } : stmt;
  if (stmt.kind !== 'if') return stmt;
  const inside = (list: readonly Stmt[]): readonly Stmt[] => list.map((one) => leaving(one, from, to));
  return { ...stmt, then: inside(stmt.then), otherwise: inside(stmt.otherwise) };
}

function translateStmt(b: Builder, s: IrStmt, finish: () => void): void {
  const { site } = b;
  switch (s.kind) {
    case 'If': {
      const cond = emitValue(b, s.cond);
      const then = block(b, () => translateBlock(b, s.then, finish));
      const otherwise = block(b, () => translateBlock(b, s.otherwise, finish));
      emit(b, { kind: 'if', cond, then, otherwise, site });
      return;
    }
    case 'Loop': {
      if (runsAway(s)) {
        endlessLoop(b, s, finish);
        return;
      }
      boundCounter(b, s);
      if (assumesNoOverflow(s)) assume(b.x.assumptions, 'no-overflow');
      const body = block(b, () => translateBlock(b, s.body, finish));
      const next = block(b, () => translateBlock(b, s.next, finish));
      const termination = terminates(s) ? 'terminates' : hasExit(s) ? 'unknown' : 'exact';
      emit(b, { kind: 'loop', label: s.label, body, next, termination, site });
      return;
    }
    case 'Labelled': {
      const body = block(b, () => {
        translateBlock(b, s.body, finish);
        emit(b, { kind: 'branch', op: 'break', label: s.label, site });
      });
      emit(b, { kind: 'loop', label: s.label, body, next: [], termination: 'exact', site });
      return;
    }
    case 'Break':
      emit(b, { kind: 'branch', op: 'break', label: s.label, site });
      return;
    case 'Continue':
      emit(b, { kind: 'branch', op: 'continue', label: s.label, site });
      return;
    case 'Return':
      finish();
      emit(b, { kind: 'return', site });
      return;
    case 'Select':
      for (const { comm } of s.cases) if (comm.kind === 'send') beforeSend(b, comm.chan, s.span.pos);
      select(b, s, finish);
      return;
    case 'Declare':
      declareLocal(b, s.local, emitOwnValue(b, s.value));
      return;
    case 'Assign': {
      if (b.steps.has(s) && s.value.kind === 'Binary') {
        writeLocal(b, s.local, binary(s.value.op as '+' | '-', emitValue(b, s.value.x), emitValue(b, s.value.y)));
        return;
      }
      const v = s.local.shared ? emitValue(b, s.value) : emitOwnValue(b, s.value);
      const counts = s.value.kind === 'Binary' && !b.counters.has(s.local);
      writeLocal(b, s.local, counts ? limited(b, v, s.value) : v);
      return;
    }
    case 'Load': {
      beforeRead(b, s.place);
      const v = readPlace(b, s.place);
      // What only this statement knows is handed on, not copied.
      const owned = s.place.kind === 'Deref' && b.fn !== null && leadsToNew(b.x.flow, b.fn, s.place.pointer);
      const copied = isInPlace(shapeOf(s.place.type)) && !owned;
      writeLocal(b, s.target, copied ? copyOf(b, v, s.place.type) : v);
      return;
    }
    case 'Store': {
      if (b.fn?.origin === 'init' && s.place.kind === 'GlobalPlace' && isNew(b.x.flow, b.fn, s.value)) {
        initialise(b, addressOf(b, s.place), emitValue(b, s.value), s.place.type);
        return;
      }
      const v = isInPlace(shapeOf(s.place.type)) ? emitValue(b, s.value) : emitOwnValue(b, s.value);
      writePlace(b, s.place, limited(b, v, s.value));
      return;
    }
    case 'Addr':
      writeLocal(b, s.target, addressOf(b, s.place));
      return;
    case 'NilCheck':
      // What goes through the pointer checks it again.
      return;
    case 'New':
      writeLocal(
        b,
        s.target,
        isInPlace(shapeOf(s.value.type))
          ? emitOwnValue(b, s.value)
          : newCell(b, s.value.type, emitValue(b, s.value), s.target.name),
      );
      return;
    case 'MakeSlice':
      makeSlice(b, s);
      return;
    case 'MakeMap': {
      const target = temp(b);
      emitContainer(b, { kind: 'map', op: 'make', target, ok: null, args: [], site }, mapKey(s.target.type));
      writeLocal(b, s.target, variable(target));
      return;
    }
    case 'MakeChan': {
      const target = temp(b);
      const capacity = s.cap === null ? int(0) : emitValue(b, s.cap);
      emit(b, { kind: 'chan', target, capacity, label: b.label || madeBy(b, s.target), site });
      writeLocal(b, s.target, variable(target));
      return;
    }
    case 'Closure': {
      const fn = functionOf(b.x.flow, s.func);
      const captured = s.captured.map((local): Expr => variable(varOf(b, local)));
      if (s.target.role === 'temp') b.literals.add(s.target);
      fn.captures.forEach((local, i) => {
        const from = s.captured[i];
        if (from !== undefined) b.x.captured.set(local, from);
      });
      writeLocal(b, s.target, { kind: 'func', proc: procUsed(b, fn), captured });
      return;
    }
    case 'Index': {
      const shape = shapeOf(s.x.type);
      const isText = shape.kind === 'string';
      const isList = (shape.kind === 'slice' || shape.kind === 'array') && !isByte(shape.elem);
      const list = isText || isList ? emitValue(b, s.x) : null;
      const v =
        list === null || (isText && list.kind === 'unknown')
          ? unknownAt(b, s.span)
          : load(b, { kind: 'element', array: list, index: emitValue(b, s.index) });
      writeLocal(b, s.target, isInPlace(shapeOf(s.target.type)) ? copyOf(b, v, s.target.type) : v);
      return;
    }
    case 'Slice':
      slice(b, s);
      return;
    case 'MapGet':
      mapGet(b, s);
      return;
    case 'MapSet': {
      const args = [emitValue(b, s.map), keyValue(b, emitValue(b, s.key), s.key.type), emitOwnValue(b, s.value)];
      emit(b, { kind: 'map', op: 'set', target: null, ok: null, args, site });
      return;
    }
    case 'MapIter':
      mapIter(b, s);
      return;
    case 'MapNext':
      mapNext(b, s);
      return;
    case 'StringNext':
      writeLocal(b, s.rune, unknownAt(b, s.span));
      writeLocal(b, s.width, unknownAt(b, s.span));
      return;
    case 'LenOf': {
      if (shapeOf(s.x.type).kind !== 'map' || s.op === 'cap') {
        emitValue(b, s.x);
        writeLocal(b, s.target, unknown(measured(b, s, shapeOf(s.x.type).kind === 'chan' ? 'state' : 'open')));
        return;
      }
      const target = temp(b);
      emit(b, { kind: 'map', op: 'len', target, ok: null, args: [emitValue(b, s.x)], site });
      writeLocal(b, s.target, variable(target));
      return;
    }
    case 'TrapBinary':
      writeLocal(b, s.target, binaryValue(b, s.op, s.x, s.y, s));
      return;
    case 'TrapConvert':
      writeLocal(b, s.target, arrayOf(b, s) ?? unknownAt(b, s.span));
      return;
    case 'TypeAssert':
      typeAssert(b, s);
      return;
    case 'Append':
      append(b, s);
      return;
    case 'Copy': {
      const shape = shapeOf(s.dst.type);
      const from = shapeOf(s.src.type);
      const dst = emitValue(b, s.dst);
      if (shape.kind === 'slice' && from.kind === 'slice') {
        const { elem } = shape;
        const proc = procFor(b.x, `copy elements ${keyOf(elem)}`, () => copyElements(b.x, elem));
        const args = [dst, emitValue(b, s.src)];
        const copied = temp(b);
        emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets: [copied], site });
        if (s.target !== null) writeLocal(b, s.target, variable(copied));
        return;
      }
      strange(b, gapReason('copy'), [dst]);
      if (s.target !== null) writeLocal(b, s.target, unknownAt(b, s.span));
      return;
    }
    case 'Call':
      callInstr(b, s);
      return;
    case 'Go':
      goInstr(b, s);
      return;
    case 'Defer':
      if (s.frame !== null) gap(b.x, gapReason('deferInRange'), site);
      deferInstr(b, s);
      return;
    case 'Frame':
      writeLocal(b, s.target, nil);
      return;
    case 'Send':
      beforeSend(b, s.chan, s.span.pos);
      emit(b, { kind: 'send', chan: emitValue(b, s.chan), value: emitOwnValue(b, s.value), site });
      return;
    case 'Recv': {
      const target = s.value === null ? null : temp(b);
      const ok = needsOk(s.value, s.ok) ? temp(b) : null;
      emit(b, { kind: 'recv', chan: emitValue(b, s.chan), target, ok, site });
      received(b, s.value, target, s.ok, ok);
      return;
    }
    case 'Close':
      beforeClose(b, s.chan);
      emit(b, { kind: 'close', chan: emitValue(b, s.chan), site });
      return;
    case 'Panic':
      // A function that recovers gets it, and what it leads to.
      if (b.x.recovering && b.at === null) strange(b, gapReason('thrown'), [emitValue(b, s.value)]);
      panic(b, sourceText(b.x.flow, s.value.span) || 'panic');
      return;
    case 'Fault':
      panic(b, s.message);
      return;
    case 'Recover': {
      const target = temp(b);
      if (b.at === null) b.x.learned.noteRecovers();
      emit(b, { kind: 'recover', target, site });
      if (s.target === null) return;
      const held = temp(b);
      ifElse(
        b,
        variable(target),
        () => assign(b, held, { kind: 'atom', value: thrown }),
        () => assign(b, held, nil),
      );
      writeLocal(b, s.target, variable(held));
      return;
    }
    case 'Unknown': {
      // What is not tracked may become anything; what is tracked must not change behind our back: see comm/analysis/gaps.ts.
      const args = s.escaped.map((e) => emitValue(b, e));
      const any = unknownAt(b, s.span);
      if (s.operation === 'unsafe.String') {
        // Bytes are not tracked, and code that makes a string of them promises not to change them again.
        if (b.fn !== null) assume(b.x.assumptions, 'no-unsafe', shownName(b.fn));
        for (const target of s.targets) writeLocal(b, target, any);
        return;
      }
      if (![...s.escaped, ...s.targets].some(({ type }) => !isPlainData(shapeOf(type)))) {
        for (const target of s.targets) writeLocal(b, target, any);
        return;
      }
      const results = strange(b, gapReason('code', s.reason), args, s.targets.length, any);
      s.targets.forEach((target, i) => {
        writeLocal(b, target, results[i] as Expr);
      });
      return;
    }
  }
}

/**
 * Numbers beyond this are not tracked, so that what counts forever does not make states forever. Enough for
 * counters of workers and attempts that code compares with constants; each value more is one more state for each counter there is.
 */
const countLimit = 24;

/** The same for numbers of which bits are set: ten flags. What mixes bits forever hardly comes back to a value it had. */
const bitLimit = 1024;

const mixing: ReadonlySet<string> = new Set(['*', '<<', '|', '^']);

/** The result of an operation, or `?` where it grows too large. */
function limited(b: Builder, v: Expr, e: IrExpr): Expr {
  if (e.kind !== 'Binary' || (e.x.kind === 'Const' && e.y.kind === 'Const')) return v;
  if (v.kind === 'unknown' || shapeOf(e.type).kind !== 'int') return v;
  const isMixing = mixing.has(e.op);
  if (!isMixing && e.op !== '+' && e.op !== '-') return v;
  const target = temp(b);
  assign(b, target, v);
  const over = binary('>', variable(target), int(isMixing ? bitLimit : countLimit));
  const under = binary('<', variable(target), int(isMixing ? -bitLimit : -countLimit));
  const cond: Expr = isMixing ? { kind: 'binary', op: '||', x: over, y: under } : e.op === '+' ? over : under;
  ifElse(b, cond, () => {
    assign(b, target, unknown(why('growing')));
  });
  return variable(target);
}

/** With an unknown bound the counter of a loop is unknown from the start, so that it does not grow. */
function boundCounter(b: Builder, loop: Extract<IrStmt, { kind: 'Loop' }>): void {
  for (const step of stepsOf(loop)) b.steps.add(step);
  const counter = counterOf(loop) ?? capturedCounterOf(loop);
  if (counter === null) return;
  b.counters.add(counter.local);
  if (counter.bound.kind === 'Const') return;
  const bound = emitValue(b, counter.bound);
  writeLocal(b, counter.local, binary('+', emitValue(b, refTo(counter.local)), binary('-', bound, bound)));
}

function refTo(local: Local): IrExpr {
  return { kind: 'LocalRef', local, type: local.type, span: local.span };
}

export function panic(b: Builder, what: string): void {
  emit(b, { kind: 'panic', op: 'panic', what, site: b.site });
}

// ---------------------------------------------------------------------------------------------------------------
// Channels

type MaybeLocal = Extract<SelectComm, { kind: 'recv' }>['value'];

/**
 * What a receive put into variables, put where it belongs. A closed channel gives a zero value of no type, which serves
 * for everything but structs: those are made. Where it is not known whether it was closed, that is chosen here once, so
 * that the zero value is not mistaken for one that was sent.
 */
function received(b: Builder, local: MaybeLocal, target: number | null, okLocal: MaybeLocal, ok: number | null): void {
  if (local !== null && target !== null) {
    if (ok !== null && isInPlace(shapeOf(local.type))) {
      ifElse(
        b,
        variable(ok),
        () => {
          if (okLocal !== null) assign(b, ok, { kind: 'bool', value: true });
        },
        () => {
          if (okLocal !== null) assign(b, ok, { kind: 'bool', value: false });
          assign(b, target, zeroValue(b, local.type, local.name));
        },
      );
    }
    writeLocal(b, local, variable(target));
  }
  if (okLocal !== null && ok !== null) writeLocal(b, okLocal, variable(ok));
}

/** Whether a receive has to say that the channel was closed. */
function needsOk(local: MaybeLocal, okLocal: MaybeLocal): boolean {
  return okLocal !== null || (local !== null && isInPlace(shapeOf(local.type)));
}

function select(b: Builder, s: Extract<IrStmt, { kind: 'Select' }>, finish: () => void): void {
  const { site } = b;
  const cases: { comm: SendStmt | RecvStmt; body: readonly Stmt[] }[] = [];
  for (const { comm, body } of s.cases) {
    const commSite = b.at ?? siteOf(b.x, comm.span);
    if (comm.kind === 'send') {
      const stmt: SendStmt = {
        kind: 'send',
        chan: emitValue(b, comm.chan),
        value: emitOwnValue(b, comm.value),
        site: commSite,
      };
      cases.push({ comm: stmt, body: block(b, () => translateBlock(b, body, finish)) });
      continue;
    }
    const target = comm.value === null ? null : temp(b);
    const ok = needsOk(comm.value, comm.ok) ? temp(b) : null;
    const stmt: RecvStmt = { kind: 'recv', chan: emitValue(b, comm.chan), target, ok, site: commSite };
    const inner = block(b, () => {
      b.site = commSite;
      received(b, comm.value, target, comm.ok, ok);
      translateBlock(b, body, finish);
    });
    cases.push({ comm: stmt, body: inner });
  }
  const otherwise = s.otherwise;
  emit(b, {
    kind: 'select',
    cases,
    otherwise: otherwise === null ? null : block(b, () => translateBlock(b, otherwise, finish)),
    site,
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Slices

function makeSlice(b: Builder, s: Extract<IrStmt, { kind: 'MakeSlice' }>): void {
  const shape = shapeOf(s.target.type);
  const target = temp(b);
  if (shape.kind !== 'slice' || s.init?.kind === 'string') {
    // The program knows what it makes of a constant.
    const isOwn = s.init?.kind === 'string' && s.init.string.kind === 'Const';
    writeLocal(b, s.target, unknownAt(b, s.span, isOwn ? 'state' : 'open'));
    return;
  }
  const len = emitValue(b, s.len);
  const cap = s.cap === null ? len : emitValue(b, s.cap);
  const isRoomKnown = cap.kind === 'int' && cap.value <= maxRoom;
  const made = isRoomKnown ? cap : len;
  const inPlace = isInPlace(shapeOf(shape.elem));
  emitContainer(b, { kind: 'array', op: 'make', target, args: [made], site: b.site }, elementKey(shape.elem));
  if (s.init === null) {
    if (inPlace) fillStructs(b, variable(target), shape.elem, made);
    if (s.cap !== null) leaveRoom(b, target, len, isRoomKnown, elementKey(shape.elem));
  } else {
    const given = new Set(s.init.elems.map((e) => e.index));
    for (const { index, value: elem } of s.init.elems) {
      store(b, { kind: 'element', array: variable(target), index: int(index) }, emitOwnValue(b, elem));
    }
    if (inPlace && len.kind === 'int') {
      for (let i = 0; i < Math.min(len.value, 64); i++) {
        if (given.has(i)) continue;
        store(b, { kind: 'element', array: variable(target), index: int(i) }, zeroValue(b, shape.elem, s.target.name));
      }
    }
  }
  writeLocal(b, s.target, variable(target));
}

/** Slices are made with so much room at most, where the program uses it: each element of it is a part of every state. */
const maxRoom = 16;

/** The slice of a new array: with the room behind it, or with room of which only that it is there is known. */
function leaveRoom(b: Builder, target: number, len: Expr, isKnown: boolean, key: string): void {
  const { site } = b;
  if (isKnown) emit(b, { kind: 'array', op: 'slice', target, args: [variable(target), int(0), len], site });
  else emitContainer(b, { kind: 'array', op: 'append', target, args: [variable(target)], site }, key);
}

/** Elements that are structs or locks are made one by one. */
function fillStructs(b: Builder, array: Expr, elem: Type, len: Expr): void {
  if (len.kind === 'unknown') return;
  const proc = procFor(b.x, `fill ${keyOf(elem)}`, () =>
    synthetic(b.x, 'make elements', noSite, ['array', 'len'], (inner, [a, n]) => {
      const i = newVar(inner, 'i');
      countedLoop(inner, i, n as Expr, () => {
        store(inner, { kind: 'element', array: a as Expr, index: variable(i) }, zeroValue(inner, elem, 'element'));
      });
      return [];
    }),
  );
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [array, len], targets: [], site: b.site });
}

/** `for i = 0; i < n; i++ { ... }`; with an unknown n the counter is unknown too, so that it does not grow. */
export function countedLoop(b: Builder, i: number, n: Expr, body: (i: Expr) => void): void {
  assign(b, i, binary('-', n, n));
  const inner = block(b, () => {
    ifElse(b, binary('>=', variable(i), n), () =>
      emit(b, { kind: 'branch', op: 'break', label: 'counted', site: b.site }),
    );
    body(variable(i));
  });
  const next = block(b, () => assign(b, i, binary('+', variable(i), int(1))));
  const loop: LoopStmt = { kind: 'loop', label: 'counted', body: inner, next, termination: 'terminates', site: b.site };
  emit(b, loop);
}

function slice(b: Builder, s: Extract<IrStmt, { kind: 'Slice' }>): void {
  const shape = shapeOf(s.x.type);
  const ofArray = shape.kind === 'pointer' ? shapeOf(shape.elem) : shape;
  const array = emitValue(b, s.x);
  const isText = ofArray.kind === 'string' && array.kind !== 'unknown';
  if (ofArray.kind !== 'slice' && ofArray.kind !== 'array' && !isText) {
    writeLocal(b, s.target, unknownAt(b, s.span));
    return;
  }
  if (s.low === null && s.high === null && s.max === null && ofArray.kind !== 'array') {
    writeLocal(b, s.target, array);
    return;
  }
  const target = temp(b);
  let high: Expr;
  if (s.high !== null) high = emitValue(b, s.high);
  else if (ofArray.kind === 'array') high = int(ofArray.len);
  else {
    const len = temp(b);
    emit(b, { kind: 'array', op: 'len', target: len, args: [array], site: b.site });
    high = variable(len);
  }
  const low = s.low === null ? int(0) : emitValue(b, s.low);
  const max = s.max === null ? [] : [emitValue(b, s.max)];
  emit(b, { kind: 'array', op: 'slice', target, args: [array, low, high, ...max], site: b.site });
  writeLocal(b, s.target, variable(target));
}

/** A slice as an array, or as a pointer to one, which has its elements; null for other conversions. */
function arrayOf(b: Builder, s: Extract<IrStmt, { kind: 'TrapConvert' }>): Expr | null {
  if (shapeOf(s.x.type).kind !== 'slice') return null;
  const shape = shapeOf(s.target.type);
  const array = shape.kind === 'pointer' ? shapeOf(shape.elem) : shape;
  if (array.kind !== 'array') return null;
  const target = temp(b);
  const args = [emitValue(b, s.x), int(0), int(array.len)];
  emit(b, { kind: 'array', op: 'slice', target, args, site: b.site });
  return shape.kind === 'array' ? copyOf(b, variable(target), s.target.type) : variable(target);
}

function append(b: Builder, s: Extract<IrStmt, { kind: 'Append' }>): void {
  const array = emitValue(b, s.slice);
  const target = temp(b);
  const from = shapeOf(s.elems.kind === 'elems' ? s.slice.type : s.elems.x.type);
  if (s.elems.kind === 'elems') {
    assign(b, target, array);
    for (const elem of s.elems.list) {
      const args = [variable(target), emitOwnValue(b, elem)];
      emitContainer(b, { kind: 'array', op: 'append', target, args, site: b.site }, elementKey(elem.type));
    }
  } else if (from.kind === 'slice') {
    const { elem } = from;
    const proc = procFor(b.x, `append all ${keyOf(elem)}`, () => appendAll(b.x, elem));
    const args = [array, emitValue(b, s.elems.x)];
    emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets: [target], site: b.site });
  } else assign(b, target, unknownAt(b, s.span));
  writeLocal(b, s.target, variable(target));
}

function appendAll(x: Extraction, type: Type): Proc {
  return synthetic(x, 'append', noSite, ['to', 'from'], (b, [to, from]) => {
    const result = newVar(b, 'result');
    const n = newVar(b, 'n');
    const i = newVar(b, 'i');
    assign(b, result, to as Expr);
    emit(b, { kind: 'array', op: 'len', target: n, args: [from as Expr], site: b.site });
    const held = heldElements(b, from as Expr, variable(n), i, type);
    countedLoop(b, i, variable(n), () => {
      const elem = load(b, { kind: 'element', array: held, index: variable(i) });
      const args = [variable(result), elem];
      emitContainer(b, { kind: 'array', op: 'append', target: result, args, site: b.site }, elementKey(type));
    });
    return [variable(result)];
  });
}

/** The first elements of a slice in an array of their own, because what they are put into may overlap with it. */
function heldElements(b: Builder, from: Expr, n: Expr, i: number, type: Type): Expr {
  const held = newVar(b, 'held');
  emit(b, { kind: 'array', op: 'make', target: held, args: [n], site: b.site });
  countedLoop(b, i, n, () => {
    const elem = load(b, { kind: 'element', array: from, index: variable(i) });
    const own = isInPlace(shapeOf(type)) ? copyOf(b, elem, type) : elem;
    store(b, { kind: 'element', array: variable(held), index: variable(i) }, own);
  });
  return variable(held);
}

function copyElements(x: Extraction, type: Type): Proc {
  return synthetic(x, 'copy', noSite, ['to', 'from'], (b, [to, from]) => {
    const n = newVar(b, 'n');
    const m = newVar(b, 'm');
    const i = newVar(b, 'i');
    emit(b, { kind: 'array', op: 'len', target: n, args: [from as Expr], site: b.site });
    emit(b, { kind: 'array', op: 'len', target: m, args: [to as Expr], site: b.site });
    ifElse(b, binary('<', variable(m), variable(n)), () => assign(b, n, variable(m)));
    const held = heldElements(b, from as Expr, variable(n), i, type);
    countedLoop(b, i, variable(n), () => {
      const elem = load(b, { kind: 'element', array: held, index: variable(i) });
      const place = { kind: 'element', array: to as Expr, index: variable(i) } as const;
      if (isInPlace(shapeOf(type))) overwrite(b, load(b, place), elem, type);
      else store(b, place, elem);
    });
    return [variable(n)];
  });
}
