// What other goroutines may have changed: in the hostile view only.
//
//   lock x.mu          ~>  lock x.mu; x.f = any, for each field f that mu guards
//   t = x.f (open)     ~>  x.f = any; t = x.f
//   atomic load x.f    ~>  x.f = any; the load
//
// A lock's state changes only where it is taken; what no lock guards, whenever it is read. Values that the fragment made and
// that nothing else has are left alone: see analysis/own.ts.

import { why } from '../../base/reasons.ts';
import {
  closingsOf,
  elementSources,
  elementsName,
  fieldKey,
  globalKey,
  guardsOf,
  isModelled,
  lonelyOperations,
  neverNil,
  ownName,
  Paths,
  sourceText,
  waitGroupMethod,
} from '../../flow/index.ts';
import type { Expr as IrExpr, Function as IrFunction, Place as IrPlace, Stmt as IrStmt } from '../../ir/ir.ts';
import type { Type } from '../../types/type.ts';
import { siteKey } from '../analysis/lonely.ts';
import type { Expr } from '../comm.ts';
import { goodValue } from './env.ts';
import { cellPlace } from './pointers.ts';
import { keyOf, namedOf, shapeOf, shownType } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  choose,
  emit,
  ifElse,
  int,
  isBoxed,
  load,
  mayBeNil,
  nil,
  no,
  noSite,
  procFor,
  store,
  structClass,
  synthetic,
  temp,
  unknown,
  variable,
  yes,
} from './state.ts';
import { addressOf, globalIndex, isBoxedGlobal, objectAt } from './values.ts';

const paths = new WeakMap<IrFunction, Paths>();

/** The place that an address leads to. */
function placeBehind(b: Builder, e: IrExpr): IrPlace | null {
  if (e.kind === 'AddrOf') return e.place;
  return e.kind !== 'LocalRef' || b.fn === null ? null : pathsOf(b.fn).placeOf(e.local);
}

function pathsOf(fn: IrFunction): Paths {
  let known = paths.get(fn);
  if (known === undefined) paths.set(fn, (known = new Paths(fn)));
  return known;
}

/** Whether the code that is translated is looked at for what others do to it. */
function isOpenCode(b: Builder): boolean {
  return b.x.root === 'function' && b.fn !== null && b.at === null && !isModelled(b.x.flow, b.fn);
}

/** A lock was taken: what it guards may have changed. */
export function afterLock(b: Builder, recv: IrExpr | undefined): void {
  const at = recv === undefined || !isOpenCode(b) ? null : placeBehind(b, recv);
  if (at === null) return;
  if (at.kind === 'GlobalPlace') changeGlobals(b, globalKey(at.global.id));
  if (at.kind !== 'FieldPlace') return;
  const key = fieldKey(at.base.type, at.index);
  const around = surrounding(at.base);
  for (const base of around) {
    if (!hasGuarded(b, base.type, key)) continue;
    b.x.learned.noteDisturbed();
    if (b.x.hostile) changed(b, objectAt(b, base), base.type, key);
    return;
  }
}

/** The struct in which a lock lies, and those in which that one lies. */
function surrounding(place: IrPlace): readonly IrPlace[] {
  return place.kind === 'FieldPlace' ? [...surrounding(place.base), place] : [place];
}

/** A condition variable was waited for: its lock was given away and taken again. */
export function afterWait(b: Builder, recv: IrExpr | undefined): void {
  const at = recv === undefined || !isOpenCode(b) ? null : placeBehind(b, recv);
  if (at === null || at.kind !== 'FieldPlace' || shapeOf(at.base.type).kind !== 'struct') return;
  b.x.learned.noteDisturbed();
  if (b.x.hostile) changed(b, objectAt(b, at.base), at.base.type, null);
}

function hasGuarded(b: Builder, type: Type, lock: string | null, depth = 0): boolean {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return false;
  return shape.fields.some((field, i) => {
    const inner = field.type as Type;
    const within = structBehind(inner);
    if (within !== null && depth < pointersFollowed && hasGuarded(b, within, lock, depth + 1)) return true;
    return isTracked(inner) && isGuardedBy(b, type, i, lock);
  });
}

/** A lock also guards what lies behind so many pointers. */
const pointersFollowed = 3;

/** The struct type of a field, or of what a pointer in it leads to. */
function structBehind(type: Type): Type | null {
  const shape = shapeOf(type);
  if (shape.kind === 'struct') return type;
  return shape.kind === 'pointer' && shapeOf(shape.elem).kind === 'struct' ? shape.elem : null;
}

/** `lock`: null for any. */
function isGuardedBy(b: Builder, type: Type, field: number, lock: string | null): boolean {
  const guard = guardsOf(b.x.flow).get(fieldKey(type, field));
  return guard?.kind === 'guarded' && (lock === null || guard.lock === lock);
}

function isTracked(type: Type): boolean {
  return ['bool', 'int', 'pointer', 'func', 'iface', 'chan'].includes(shapeOf(type).kind);
}

function changed(b: Builder, object: Expr, type: Type, lock: string | null): void {
  const proc = procFor(b.x, `others ${keyOf(type)} ${lock ?? ''}`, () =>
    synthetic(b.x, `others of ${shownType(type)}`, noSite, ['object'], (inner, [owner]) => {
      changeFields(inner, owner as Expr, type, shownType(type), lock);
      return [];
    }),
  );
  b.x.learned.noteOthers(proc);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [object], targets: [], site: b.site });
}

function changeFields(b: Builder, object: Expr, type: Type, name: string, lock: string | null, depth = 0): void {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return;
  const owner = structClass(b.x, type);
  shape.fields.forEach((field, i) => {
    const inner = field.type as Type;
    const place = { kind: 'field', object, class: owner.index, field: i } as const;
    const within = structBehind(inner);
    if (within !== null && depth < pointersFollowed && hasGuarded(b, within, lock, depth + 1)) {
      const target = load(b, place);
      const change = (): void => changeFields(b, target, within, `${name}.${field.name}`, lock, depth + 1);
      if (within === inner) change();
      else ifElse(b, binary('==', target, nil), () => {}, change);
    }
    if (!isTracked(inner) || !isGuardedBy(b, type, i, lock)) return;
    const held = isBoxed(b.x, owner, i) ? cellPlace(b.x, load(b, place), inner) : place;
    store(b, held, anything(b, load(b, held), inner, `${name}.${field.name}`, fieldKey(type, i)));
  });
}

/** What stands there, or anything else that may. `key`: of a field or variable of which the module may show that it never holds nil. */
function anything(b: Builder, held: Expr, type: Type, name: string, key: string | null = null): Expr {
  const reason = why('others', name, 'state');
  const shape = shapeOf(type);
  const target = temp(b);
  assign(b, target, held);
  switch (shape.kind) {
    case 'bool':
      choose(
        b,
        reason,
        () => {},
        () => assign(b, target, yes),
        () => assign(b, target, no),
      );
      return variable(target);
    case 'chan':
    case 'pointer':
    case 'func':
    case 'iface': {
      const another = shape.kind === 'pointer' && holdsLock(shape.elem);
      if (another)
        choose(
          b,
          reason,
          () => {},
          () => assign(b, target, goodValue(b, type, name, 2)),
        );
      if (!mayBeNil(b.x, type) || isAlwaysSet(b, key)) return another ? variable(target) : held;
      choose(
        b,
        reason,
        () => {},
        () => assign(b, target, nil),
        () => ifElse(b, binary('==', variable(target), nil), () => assign(b, target, goodValue(b, type, name, 2))),
      );
      return variable(target);
    }
    default:
      return unknown(reason);
  }
}

function changeGlobals(b: Builder, lock: string): void {
  for (const global of b.x.globals.list) changeGlobal(b, global, lock);
}

function changeGlobal(b: Builder, global: Parameters<typeof globalIndex>[1], lock: string | null): void {
  const guard = guardsOf(b.x.flow).get(globalKey(global.id));
  if (!isTracked(global.type) || guard === undefined) return;
  if (lock === null ? guard.kind !== 'open' : guard.kind !== 'guarded' || guard.lock !== lock) return;
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return;
  const proc = procFor(b.x, `others global ${global.id}`, () =>
    synthetic(b.x, `others of ${global.obj.name}`, noSite, [], (inner) => {
      const place = { kind: 'global', index: globalIndex(inner.x, global) } as const;
      const held = isBoxedGlobal(inner.x, global) ? cellPlace(inner.x, load(inner, place), global.type) : place;
      store(inner, held, anything(inner, load(inner, held), global.type, global.obj.name, globalKey(global.id)));
      return [];
    }),
  );
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [], targets: [], site: b.site });
}

/** Before a place is read: what no lock guards may have changed. */
export function beforeRead(b: Builder, at: IrPlace): void {
  if (!isOpenCode(b)) return;
  if (at.kind === 'GlobalPlace') {
    changeGlobal(b, at.global, null);
    return;
  }
  if (at.kind !== 'FieldPlace' || !isTracked(at.type) || at.base.kind === 'LocalPlace') return;
  if (guardsOf(b.x.flow).get(fieldKey(at.base.type, at.index))?.kind !== 'open') return;
  const type = at.base.type;
  if (!synchronizes(type)) {
    b.x.learned.noteAlone(structClass(b.x, type).index, shownType(type));
    return;
  }
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return;
  const { index } = at;
  const proc = procFor(b.x, `others ${keyOf(type)} field ${index}`, () =>
    synthetic(b.x, `others of ${shownType(type)}`, noSite, ['object'], (inner, [object]) => {
      const owner = structClass(inner.x, type);
      const place = { kind: 'field', object: object as Expr, class: owner.index, field: index } as const;
      const held = isBoxed(inner.x, owner, index) ? cellPlace(inner.x, load(inner, place), at.type) : place;
      const name = `${shownType(type)}.${owner.fields[index]?.name ?? ''}`;
      store(inner, held, anything(inner, load(inner, held), at.type, name, fieldKey(type, index)));
      return [];
    }),
  );
  b.x.learned.noteOthers(proc);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [objectAt(b, at.base)], targets: [], site: b.site });
}

/** An operation that no code outside can complete: see flow/progress.ts. Where its object is not the fragment's own, it proves nothing. */
export function noteLonely(b: Builder, stmt: IrStmt): void {
  if (!isOpenCode(b) || !mayWait.has(stmt.kind) || !lonelyOperations(b.x.flow).has(stmt.span.pos)) return;
  b.x.learned.noteDisturbed();
  if (b.x.hostile) b.x.learned.noteLonely(siteKey(b.site), sourceText(b.x.flow, stmt.span));
}

/** A counter of the module's own is changed: in the hostile view it is known what is put on it, and what is taken off. */
export function noteCounted(b: Builder, stmt: IrStmt): void {
  if (stmt.kind !== 'Call' && stmt.kind !== 'Defer' && stmt.kind !== 'Go') return;
  const method = waitGroupMethod(stmt.callee);
  if (method === null || method === 'Wait' || !isOpenCode(b) || !b.x.exported) return;
  const at = stmt.args[0] === undefined ? null : placeBehind(b, stmt.args[0]);
  if (at !== null && ownName(at) !== null) b.x.learned.noteDisturbed();
}

const mayWait: ReadonlySet<IrStmt['kind']> = new Set(['Send', 'Recv', 'Select', 'Call', 'Defer']);

/** Whether values of a struct type hold something to synchronize with. */
function synchronizes(type: Type): boolean {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return false;
  return shape.fields.some((field) => {
    const inner = shapeOf(field.type as Type);
    if (inner.kind === 'struct')
      return inner.special === 'cond' || isAtomic(field.type as Type) || synchronizes(field.type as Type);
    return (
      inner.kind === 'sync' ||
      inner.kind === 'chan' ||
      (inner.kind === 'pointer' && shapeOf(inner.elem).kind === 'sync')
    );
  });
}

/** Whether all that the module stores there is not nil, and others cannot store anything. */
function isAlwaysSet(b: Builder, key: string | null): boolean {
  return key !== null && neverNil(b.x.flow).has(key);
}

/** Whether it matters which of two values a pointer leads to: a lock lies in it. */
function holdsLock(type: Type): boolean {
  const shape = shapeOf(type);
  if (shape.kind === 'sync') return shape.sync !== 'waitgroup';
  return shape.kind === 'struct' && shape.fields.some((field) => holdsLock(field.type as Type));
}

function isAtomic(type: Type): boolean {
  return namedOf(type)?.obj.pkg?.path === 'sync/atomic';
}

/** Before a channel is closed: others may have done that, unless something keeps them from it. */
export function beforeClose(b: Builder, chan: IrExpr | undefined): void {
  const at = chan === undefined ? null : ownChannel(b, chan);
  if (at === null || closingsOf(b.x.flow).get(at.name)?.once !== false) return;
  closedByOthers(b, at.place, 'close');
}

/** Before a value is sent: others may have closed the channel, unless the function has asked for that under the lock that keeps them from it. */
export function beforeSend(b: Builder, chan: IrExpr, pos: number): void {
  const at = ownChannel(b, chan);
  const closing = at === null ? undefined : closingsOf(b.x.flow).get(at.name);
  if (at === null || closing === undefined || closing.open.has(pos)) return;
  closedByOthers(b, at.place, 'send');
}

/** The field or variable of the module's own that a channel was read from, where others can call what the module does with it. */
function ownChannel(b: Builder, chan: IrExpr): { readonly place: IrPlace; readonly name: string } | null {
  if (!isOpenCode(b) || !b.x.exported || b.fn === null || chan.kind !== 'LocalRef') return null;
  const container = elementSources(b.fn).get(chan.local) ?? null;
  const place = container ?? pathsOf(b.fn).sourceOf(chan.local);
  const name = place === null ? null : container === null ? ownName(place) : elementsName(place);
  return place === null || name === null ? null : { place, name };
}

function closedByOthers(b: Builder, at: IrPlace, then: 'close' | 'send'): void {
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return;
  const text = sourceText(b.x.flow, at.span);
  const args = at.kind === 'FieldPlace' ? [objectAt(b, at.base)] : [];
  const proc = procFor(b.x, `others closed ${then} ${text}`, () =>
    synthetic(b.x, `others of ${text}`, b.site, args.length === 0 ? [] : ['object'], (inner) => {
      const { site } = inner;
      choose(
        inner,
        why('closedByOthers', text, 'state'),
        () => {},
        () => {
          const target = temp(inner);
          emit(inner, { kind: 'chan', target, capacity: int(0), label: text, site });
          emit(inner, { kind: 'close', chan: variable(target), site });
          if (then === 'close') emit(inner, { kind: 'close', chan: variable(target), site });
          else emit(inner, { kind: 'send', chan: variable(target), value: nil, site });
        },
      );
      return [];
    }),
  );
  if (args.length > 0) b.x.learned.noteOthers(proc);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets: [], site: b.site });
}

/** An entry was read from a map of the module's that others use: it may be missing, and its channel is nil then. */
export function mayBeMissing(b: Builder, map: IrExpr, target: number): void {
  const at = map.kind === 'LocalRef' && b.fn !== null && isOpenCode(b) ? pathsOf(b.fn).sourceOf(map.local) : null;
  if (at === null || (at.kind !== 'FieldPlace' && at.kind !== 'GlobalPlace')) return;
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return;
  const text = sourceText(b.x.flow, at.span);
  const args = at.kind === 'FieldPlace' ? [objectAt(b, at.base)] : [];
  const proc = procFor(b.x, `others removed ${text}`, () =>
    synthetic(b.x, `others of ${text}`, b.site, args.length === 0 ? [] : ['object'], (inner) => {
      const missing = temp(inner);
      choose(
        inner,
        why('others', text, 'state'),
        () => assign(inner, missing, no),
        () => assign(inner, missing, yes),
      );
      return [variable(missing)];
    }),
  );
  if (args.length > 0) b.x.learned.noteOthers(proc);
  const missing = temp(b);
  assign(b, missing, no);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args, targets: [missing], site: b.site });
  ifElse(b, variable(missing), () => assign(b, target, nil));
}

/** Before an atomic operation: whatever others have stored there. */
export function beforeAtomic(b: Builder, recv: IrExpr | undefined): void {
  const at = recv === undefined || !isOpenCode(b) ? null : placeBehind(b, recv);
  if (at === null || (at.kind !== 'FieldPlace' && at.kind !== 'GlobalPlace')) return;
  if (at.kind === 'FieldPlace' && at.base.kind === 'LocalPlace') return;
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return;
  const { type } = at;
  if (shapeOf(type).kind !== 'struct') {
    changeCell(b, addressOf(b, at), type);
    return;
  }
  const proc = procFor(b.x, `others atomic ${keyOf(type)}`, () =>
    synthetic(b.x, `others of ${shownType(type)}`, noSite, ['object'], (inner, [object]) => {
      changeAll(inner, object as Expr, type, shownType(type));
      return [];
    }),
  );
  b.x.learned.noteOthers(proc);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [objectAt(b, at)], targets: [], site: b.site });
}

/** A variable of a plain type, of which the address is given to atomic functions. */
function changeCell(b: Builder, cell: Expr, type: Type): void {
  if (!isTracked(type)) return;
  const proc = procFor(b.x, `others cell ${keyOf(type)}`, () =>
    synthetic(b.x, `others of ${shownType(type)}`, noSite, ['object'], (inner, [object]) => {
      const held = cellPlace(inner.x, object as Expr, type);
      store(inner, held, anything(inner, load(inner, held), type, shownType(type)));
      return [];
    }),
  );
  b.x.learned.noteOthers(proc);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [cell], targets: [], site: b.site });
}

function changeAll(b: Builder, object: Expr, type: Type, name: string): void {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return;
  const owner = structClass(b.x, type);
  shape.fields.forEach((field, i) => {
    const inner = field.type as Type;
    if (!isTracked(inner)) return;
    const place = { kind: 'field', object, class: owner.index, field: i } as const;
    const held = isBoxed(b.x, owner, i) ? cellPlace(b.x, load(b, place), inner) : place;
    store(b, held, anything(b, load(b, held), inner, name));
  });
}
