// The environment: what comes from outside a fragment, and what opaque functions give.

import { assume, goValue, type Why, why } from '../../base/reasons.ts';
import { elementKey, fieldKey, functionOf, handedOver, lockingFields, mapKey, neverNil } from '../../flow/index.ts';
import { funcRef } from '../../ir/index.ts';
import { implements_, isUnsigned, lookup, lookupFieldOrMethod, newPointer, typeSet, under } from '../../types/index.ts';
import { type Func, isExported, newVar as newGoVar } from '../../types/object.ts';
import type { Named, Signature, Type } from '../../types/type.ts';
import type { Expr } from '../comm.ts';
import { standIn } from './assert.ts';
import { hiddenFields } from './cond.ts';
import { registerDynamic } from './dispatch.ts';
import type { GivenLock } from './learned.ts';
import { bitsOf } from './numbers.ts';
import { procUsed } from './proc.ts';
import { isInPlace, keyOf, namedOf, shapeOf, shownType } from './shape.ts';
import {
  assign,
  type Builder,
  boxClass,
  choose,
  emit,
  emitContainer,
  environmentClass,
  int,
  isAsked,
  isBoxed,
  load,
  mayBeNil,
  newVar,
  nil,
  no,
  noSite,
  procFor,
  someValue,
  store,
  structClass,
  synthetic,
  temp,
  unknown,
  variable,
  yes,
} from './state.ts';
import { givenOutside } from './strange.ts';
import { globalIndex, newCell, zeroValue } from './values.ts';

/** What an opaque function gives. Choices that later conditions will ask for are made here, once. */
export function environmentResults(b: Builder, signature: Signature, reason: Why): readonly Expr[] {
  return signature.results.vars.map((v) => havoc(b, v.type as Type, reason));
}

/** Any value of a type. */
export function havoc(b: Builder, type: Type, reason: Why): Expr {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'bool': {
      const target = temp(b);
      choose(
        b,
        reason,
        () => assign(b, target, yes),
        () => assign(b, target, no),
      );
      return variable(target);
    }
    case 'iface': {
      const target = temp(b);
      if (isError(type)) {
        choose(
          b,
          why('error', reason.of, reason.standing),
          () => assign(b, target, nil),
          () => assign(b, target, environmentValue(b, type)),
        );
        return variable(target);
      }
      return methodCount(type) === 0 ? unknown(reason) : environmentValue(b, type);
    }
    case 'func':
      return environmentFunction(b, shape.signature, reason);
    case 'pointer':
      return isLockPointer(type) ? lockGiven(b, type, reason) : unknown(reason);
    case 'struct':
      return zeroOr(b, type, reason);
    case 'sync':
      return zeroValue(b, type, reason.of);
    default:
      return unknown(reason);
  }
}

/** A lock that unanalyzed code gives: in the hostile view the same whenever it is asked in the same words. */
function lockGiven(b: Builder, type: Type, reason: Why): Expr {
  b.x.learned.noteDisturbed();
  if (!b.x.hostile || b.x.root !== 'function') return unknown(reason);
  const key = `lock ${keyOf(type)} ${reason.kind} ${reason.of}`;
  const name = reason.of === '' ? shownType(type) : reason.of;
  const found = standIn(b.x, key, () => newGoVar('package', 0, null, name, type));
  return load(b, { kind: 'global', index: globalIndex(b.x, found) });
}

/** A struct whose fields are open; only those that are tracked cost anything. */
function zeroOr(b: Builder, type: Type, reason: Why): Expr {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct' || shape.fields.length > 12) return unknown(reason);
  const record = zeroValue(b, type, reason.of);
  fill(b, record, type, reason.of, 3);
  return record;
}

export function isError(type: Type): boolean {
  const named = namedOf(type);
  return named !== null && named.obj.pkg === null && named.obj.name === 'error';
}

function methodCount(type: Type): number {
  const u = under(type);
  return u.kind === 'Interface' ? (typeSet(u).methods?.length ?? 0) : 0;
}

/** A value of an interface type of which only the methods are known. */
export function environmentValue(b: Builder, type: Type, label = shownType(type)): Expr {
  const made = environmentClass(b.x, type);
  registerDynamic(b.x, { type, class: made });
  const target = temp(b);
  emit(b, { kind: 'new', target, what: { kind: 'record', class: made.index }, label, site: b.site });
  return variable(target);
}

/** A function of which only the signature is known. */
function environmentFunction(b: Builder, signature: Signature, reason: Why): Expr {
  const params = signature.params.vars.map((v) => v.name || 'p');
  const proc = procFor(b.x, `environment ${reason.standing} ${reason.kind} ${reason.of} ${keyOf(signature)}`, () => {
    const give = (inner: Builder, args: readonly Expr[]): readonly Expr[] => {
      givenOutside(inner, signature, args, reason.of);
      return environmentResults(inner, signature, reason);
    };
    return synthetic(b.x, `some ${shownType(signature)}`, noSite, params, give, { kind: 'environment' });
  });
  b.x.learned.noteOutside(proc, reason.of.replace(/\(\)$/, ''));
  return { kind: 'func', proc, captured: [] };
}

// ---------------------------------------------------------------------------------------------------------------
// Arguments of a root

const maxDepth = 3;

/** A value that the root of a fragment was given. `name` is how a person would write it. */
export function outsideValue(
  b: Builder,
  type: Type,
  name: string,
  depth: number,
  isGood: 'unknown' | 'always' | Named = 'unknown',
): Expr {
  const v = goodValue(b, type, name, depth);
  if (isGood === 'always') return v;
  // What its constructors set is nil only where other code makes such a value.
  if (isGood !== 'unknown') {
    b.x.learned.noteConstructed(name, shownType(isGood));
    return v;
  }
  const { kind } = shapeOf(type);
  if (kind === 'chan') return mayBeNil(b.x, type) ? orNil(b, v, name) : v;
  if ((kind !== 'pointer' && kind !== 'func' && kind !== 'iface') || isError(type) || v.kind === 'unknown') return v;
  if (!mayBeNil(b.x, type)) {
    if (v.kind === 'func') b.x.learned.noteFunction(v.proc, name);
    else b.x.learned.notePointer(name);
    return v;
  }
  return orNil(b, v, name);
}

function orNil(b: Builder, v: Expr, name: string): Expr {
  const target = temp(b);
  choose(
    b,
    why('nil', name, 'state'),
    () => assign(b, target, v),
    () => assign(b, target, nil),
  );
  return variable(target);
}

/** The same, but not nil. */
export function goodValue(b: Builder, type: Type, name: string, depth: number): Expr {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'int':
      return depth === 0
        ? parameter(b, name, 'int', isUnsigned(type) ? 0 : null, bitsOf(type))
        : someValue(name, 'state');
    case 'bool':
      return depth === 0 ? parameter(b, name, 'bool', null) : someValue(name, 'state');
    case 'string':
    case 'opaque':
      return someValue(name);
    case 'map':
      return mapOfLocks(b, type, name, depth) ?? someValue(name);
    case 'unit':
      return nil;
    case 'chan':
      assume(b.x.assumptions, 'environment', name);
      return someValue(name);
    case 'func':
      assume(b.x.assumptions, 'terminates', name);
      assume(b.x.assumptions, 'no-panic', name);
      return environmentFunction(b, shape.signature, goValue(`${name}()`));
    case 'iface': {
      const context = outsideContext(b, type, name);
      if (context !== null) return context;
      return isError(type)
        ? havoc(b, type, goValue(name))
        : methodCount(type) === 0
          ? someValue(name)
          : (outsideLocker(b, type, name) ?? environmentValue(b, type, name));
    }
    case 'slice': {
      const target = newVar(b, name);
      const len = depth === 0 ? parameter(b, `len(${name})`, 'int', 0) : unknown(why('length', name));
      if (lockInside(b, shape.elem, name, depth) !== null) return someValue(name);
      const args = [len, someValue(`${name}[i]`)];
      emitContainer(b, { kind: 'array', op: 'make', target, args, site: b.site }, elementKey(shape.elem));
      return variable(target);
    }
    case 'struct':
    case 'sync':
    case 'array': {
      if (shape.kind === 'sync' && shape.sync === 'waitgroup') return someValue(name);
      const made = zeroValue(b, type, name);
      if (shape.kind === 'struct') fill(b, made, type, name, depth);
      if (shape.kind === 'array') fillArray(b, made, type, name, depth);
      return made;
    }
    case 'pointer': {
      if (depth >= maxDepth) return someValue(name, 'state');
      const elem = shapeOf(shape.elem);
      if (elem.kind === 'sync' && elem.sync !== 'waitgroup') return lockBehind(b, shape.elem, name);
      if (isInPlace(elem)) return outsideValue(b, shape.elem, name, depth + 1);
      return newCell(b, shape.elem, outsideValue(b, shape.elem, `*${name}`, depth + 1), name);
    }
  }
}

/** A context from outside is one that is canceled at some time. Null for other types, without the model, and where none is wanted. */
function outsideContext(b: Builder, type: Type, name: string): Expr | null {
  const named = namedOf(type);
  const pkg = named?.obj.pkg ?? null;
  if (pkg === null || pkg.path !== 'context' || named?.obj.name !== 'Context') return null;
  const background = lookup(pkg.scope, 'Background');
  const withCancel = lookup(pkg.scope, 'WithCancel');
  const { x, site } = b;
  if (x.plainContexts || background?.kind !== 'Func' || withCancel?.kind !== 'Func') return null;
  const proc = (func: Func): number => procUsed(b, functionOf(x.flow, funcRef(x.flow.lowerer, func)));
  const parent = temp(b);
  // Only where the program asks for it, one that is never canceled is looked at, too.
  const done = lookupFieldOrMethod(type, false, pkg, 'Done', false).obj;
  const result = done?.kind === 'Func' ? ((done.type as Signature).results.vars[0]?.type ?? null) : null;
  const never = result !== null && mayBeNil(b.x, result);
  const context = temp(b);
  const cancel = temp(b);
  emit(b, { kind: 'call', callee: { kind: 'proc', proc: proc(background) }, args: [], targets: [parent], site });
  const args = [variable(parent)];
  emit(b, { kind: 'call', callee: { kind: 'proc', proc: proc(withCancel) }, args, targets: [context, cancel], site });
  emit(b, { kind: 'go', callee: { kind: 'value', func: variable(cancel) }, args: [], site });
  if (never)
    choose(
      b,
      why('nil', `${name}.Done()`, 'state'),
      () => {},
      () => assign(b, context, variable(parent)),
    );
  return variable(context);
}

/**
 * Behind a sync.Locker from outside, or another interface for what can be locked, lies a Mutex, or an RWMutex where only that has all methods:
 * other kinds of locks do the same to their users. Null for other types.
 */
function outsideLocker(b: Builder, type: Type, name: string): Expr | null {
  const sync = isLocker(type) ? [...b.x.flow.lowerer.units.keys()].find(({ path }) => path === 'sync') : undefined;
  if (sync === undefined) return null;
  const found = ['Mutex', 'RWMutex'].flatMap((one): readonly Type[] => {
    const declared = lookup(sync.scope, one);
    if (declared?.kind !== 'TypeName' || declared.type === null) return [];
    return implements_(null, newPointer(declared.type), type, false, null) ? [declared.type] : [];
  });
  const [first, other] = found;
  if (first === undefined) return null;
  const target = temp(b);
  assign(b, target, boxedLock(b, first, name));
  if (other !== undefined && isAsked(b.x, newPointer(other)))
    choose(
      b,
      why('type', shownType(type)),
      () => {},
      () => assign(b, target, boxedLock(b, other, name)),
    );
  return variable(target);
}

/** Whether what an interface holds can be locked. */
export function isLocker(type: Type): boolean {
  return ['Lock', 'Unlock'].every((one) => lookupFieldOrMethod(type, false, null, one, false).obj !== null);
}

function boxedLock(b: Builder, type: Type, name: string): Expr {
  const pointer = newPointer(type);
  const made = boxClass(b.x, pointer);
  registerDynamic(b.x, { type: pointer, class: made });
  const lock = zeroValue(b, type, name);
  b.givenLocks.push(referred(lock, name));
  const target = temp(b);
  emit(b, { kind: 'new', target, what: { kind: 'record', class: made.index }, label: name, site: b.site });
  store(b, { kind: 'field', object: variable(target), class: made.index, field: 0 }, lock);
  return variable(target);
}

/** A lock that was given by reference, without a field that is known to hold it. */
function referred(lock: Expr, name: string): GivenLock {
  return { lock, key: `reference ${name}`, isReferred: true };
}

/** The lock that a pointer from outside leads to. */
function lockBehind(b: Builder, type: Type, name: string): Expr {
  const lock = zeroValue(b, type, name);
  b.givenLocks.push(referred(lock, name));
  return lock;
}

/** Whether a lock from outside may be held by a caller already, because some function releases it for others. */
export function isLeftToOthers(b: Builder, key: string, name: string): boolean {
  if (b.x.locksOnly || !handedOver(b.x.flow).has(key)) return false;
  assume(b.x.assumptions, 'environment', name);
  return true;
}

/** All elements that are locks, or lead to some, are one in the hostile view: which two of them are the same is not known. */
function lockInside(b: Builder, elem: Type, name: string, depth: number): Expr | null {
  const shape = shapeOf(elem);
  const holds = (type: Type): boolean => {
    const part = shapeOf(type);
    if (part.kind === 'struct') return part.fields.some((field) => holds(field.type as Type));
    return (part.kind === 'sync' && part.sync !== 'waitgroup') || isLockPointer(type);
  };
  if (!holds(shape.kind === 'pointer' ? shape.elem : elem) || depth >= maxDepth) return null;
  b.x.learned.noteDisturbed();
  if (!b.x.hostile) return null;
  if (shape.kind === 'sync') return lockBehind(b, elem, `${name}[i]`);
  return outsideValue(b, elem, `${name}[i]`, depth + 1, 'always');
}

function mapOfLocks(b: Builder, type: Type, name: string, depth: number): Expr | null {
  const shape = shapeOf(type);
  const inside = shape.kind === 'map' ? lockInside(b, shape.map.elem, name, depth) : null;
  if (inside === null) return null;
  const { site } = b;
  const target = temp(b);
  emitContainer(b, { kind: 'map', op: 'make', target, ok: null, args: [], site }, mapKey(type));
  const args = [variable(target), someValue(`a key of ${name}`), inside];
  emit(b, { kind: 'map', op: 'set', target: null, ok: null, args, site });
  return variable(target);
}

/** What the module shows about a field that can be nil: whether it never is, or only in values that others make. */
function goodField(b: Builder, struct: Type, field: number): 'unknown' | 'always' | Named {
  const named = namedOf(struct);
  if (named === null || !neverNil(b.x.flow).has(fieldKey(struct, field))) return 'unknown';
  return isExported(named.obj.name) ? named : 'always';
}

export function isLockPointer(type: Type): boolean {
  const shape = shapeOf(type);
  const elem = shape.kind === 'pointer' ? shapeOf(shape.elem) : null;
  return elem?.kind === 'sync' && elem.sync !== 'waitgroup';
}

/** Gives the fields of a new record values from outside. */
function fill(b: Builder, record: Expr, type: Type, name: string, depth: number): void {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return;
  const owner = structClass(b.x, type);
  shape.fields.forEach((field, i) => {
    if (field.name === '_') return;
    const fieldType = field.type as Type;
    const fieldShape = shapeOf(fieldType);
    const place = { kind: 'field', object: record, class: owner.index, field: i } as const;
    const fieldName = `${name}.${field.name}`;
    if (fieldShape.kind === 'struct') fill(b, load(b, place), fieldType, fieldName, depth);
    else if (fieldShape.kind === 'sync') {
      const key = `${owner.key}.${i}`;
      if (fieldShape.sync === 'waitgroup') {
        store(b, place, isCounted(b, field.name) ? zeroValue(b, fieldType, fieldName) : someValue(fieldName));
      } else if (isLeftToOthers(b, key, fieldName)) store(b, place, someValue(fieldName));
      else b.givenLocks.push({ lock: load(b, place), key, isReferred: false });
    } else if (fieldShape.kind === 'array') {
      const inside = lockInside(b, fieldShape.elem, fieldName, depth);
      if (inside === null) {
        fillArray(b, load(b, place), fieldType, fieldName, depth);
        return;
      }
      const target = temp(b);
      const args = [int(fieldShape.len), inside];
      emitContainer(b, { kind: 'array', op: 'make', target, args, site: b.site }, elementKey(fieldShape.elem));
      store(b, place, variable(target));
    } else {
      if (isLockPointer(fieldType) && isLeftToOthers(b, `${owner.key}.${i}`, fieldName)) {
        store(b, place, someValue(fieldName));
        return;
      }
      if (fieldShape.kind === 'func' && lockingFields(b.x.flow).has(fieldKey(type, i)))
        b.x.learned.noteLocking(fieldName);
      const v = outsideValue(b, fieldType, fieldName, Math.max(depth, 1), goodField(b, type, i));
      if (isBoxed(b.x, owner, i)) {
        const cell = load(b, place);
        const index = owner.fields[i]?.init;
        if (index?.kind === 'record') store(b, { kind: 'field', object: cell, class: index.class, field: 0 }, v);
      } else store(b, place, v);
    }
  });
  for (const field of hiddenFields(owner)) {
    store(b, { kind: 'field', object: record, class: owner.index, field }, someValue(name));
  }
}

/** Elements of arrays from outside that are told apart: of others, each is any value. */
const mostElements = 8;

/** Gives the elements of a new array values from outside; locks in there begin unlocked. */
function fillArray(b: Builder, array: Expr, type: Type, name: string, depth: number): void {
  const shape = shapeOf(type);
  if (shape.kind !== 'array' || array.kind === 'unknown') return;
  const elem = shapeOf(shape.elem);
  for (let i = 0; i < shape.len; i++) {
    const place = { kind: 'element', array, index: int(i) } as const;
    const elementName = `${name}[${i}]`;
    if (elem.kind === 'struct') fill(b, load(b, place), shape.elem, elementName, depth + 1);
    else if (elem.kind === 'array') fillArray(b, load(b, place), shape.elem, elementName, depth + 1);
    else if (elem.kind !== 'sync')
      store(
        b,
        place,
        shape.len > mostElements
          ? someValue(elementName)
          : outsideValue(b, shape.elem, elementName, Math.max(depth, 1)),
      );
  }
}

/** Whether it is known what is put on and taken off the counter of a WaitGroup in a field or variable of this name: only the module can. */
export function isCounted(b: Builder, name: string): boolean {
  return b.x.hostile && b.x.exported && !isExported(name);
}

export function parameter(
  b: Builder,
  name: string,
  type: 'int' | 'bool',
  min: number | null,
  bits: number | null = null,
): Expr {
  let index = b.x.parameters.index.get(name);
  if (index === undefined) {
    index = b.x.parameters.decls.length;
    b.x.parameters.decls.push({ name, type, min, ...(bits === null ? {} : { bits }), site: b.site });
    b.x.parameters.index.set(name, index);
  }
  return { kind: 'param', index };
}
