// Objects that lie in slices, and appends: what a longer slice has are copies of them, and the old slice keeps the others.
//
// `comm` knows such objects by reference, so that a longer slice has the same ones. That cannot be noticed unless they are
// written or their address is taken, and something else than the longer slice leads to the old ones. Both are facts about
// a whole fragment and a type of elements, found while it is translated; once one is new, it is translated again.

import { blocksOf, targetsOf, walkBlock, walkStmtExprs } from '../../flow/index.ts';
import type { Expr, Local, Place, Stmt } from '../../ir/ir.ts';
import type { Type } from '../../types/type.ts';
import { isInPlace, keyOf, shapeOf } from './shape.ts';
import type { Builder } from './state.ts';

type Append = Extract<Stmt, { kind: 'Append' }>;

/** Whether an append may leave objects that lie in the slice with two names, of which one means a copy. */
export function mayLeaveTwoNames(b: Builder, stmt: Append, list: readonly Stmt[], at: number): boolean {
  const [elem] = elementsIn(stmt.slice.type);
  if (elem === undefined || !b.x.boxed.has(written(elem))) return false;
  return b.x.boxed.has(named(elem)) || ownerOf(stmt.slice)?.role === 'param' || !replacesItself(stmt, list, at);
}

/** Notes what a statement does to objects that lie in slices: writes them, or gives them another name. */
export function noteElements(b: Builder, stmt: Stmt, list: readonly Stmt[], at: number): void {
  const { learned } = b.x;
  if (stmt.kind === 'Store' || stmt.kind === 'Addr') {
    for (const elem of elementsOnTheWay(stmt.place)) learned.noteAddressed(written(elem));
  } else if (stmt.kind === 'Copy' || (stmt.kind === 'Call' && stmt.callee.kind === 'builtin')) {
    const whole = stmt.kind === 'Copy' ? [stmt.dst] : stmt.args;
    for (const elem of whole.flatMap(({ type }) => elementsIn(type))) learned.noteAddressed(written(elem));
  }
  if (stmt.kind === 'Addr' && !isGone(stmt, list[at + 1])) {
    for (const elem of elementsOnTheWay(stmt.place)) learned.noteAddressed(named(elem));
  }
  for (const { value, only } of keptBy(stmt, list, at)) {
    for (const part of partsOf(value)) {
      const elems = elementsIn(part.type);
      if (elems.length === 0) continue;
      const source = sourceOf(part, list.slice(0, at));
      if (source === 'new' || (source === 'own' && only === 'other')) continue;
      if (isMoved(part, stmt, list, at) || comesBack(part, stmt, list, at)) continue;
      for (const elem of elems) learned.noteAddressed(named(elem));
    }
  }
}

function written(elem: Type): string {
  return `written elements ${keyOf(elem)}`;
}

function named(elem: Type): string {
  return `named elements ${keyOf(elem)}`;
}

/** The types of elements, of slices that lie in a value of this type, which are objects of their own. */
function elementsIn(type: Type): readonly Type[] {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'slice':
      return isInPlace(shapeOf(shape.elem)) ? [shape.elem] : [];
    case 'array':
      return elementsIn(shape.elem);
    case 'struct':
      return shape.fields.flatMap((field) => elementsIn(field.type as Type));
    default:
      return [];
  }
}

/** Types of objects in slices, or in arrays that may be cut into slices, through which a place leads. */
function elementsOnTheWay(place: Place): readonly Type[] {
  switch (place.kind) {
    case 'FieldPlace':
      return elementsOnTheWay(place.base);
    case 'IndexPlace': {
      const own = isInPlace(shapeOf(place.type)) ? [place.type] : [];
      return place.base.kind === 'array' ? [...own, ...elementsOnTheWay(place.base.place)] : own;
    }
    case 'LocalPlace':
    case 'GlobalPlace':
    case 'Deref':
      return [];
  }
}

/** A pointer that only a call gets is gone when it returns. */
function isGone({ target }: Extract<Stmt, { kind: 'Addr' }>, next: Stmt | undefined): boolean {
  const first = next?.kind === 'Call' ? next.args[0] : undefined;
  return target.role === 'temp' && first !== undefined && isRefTo(first, target);
}

interface Kept {
  readonly value: Expr;
  /** 'other': what the function alone can change does not change while this keeps it. */
  readonly only: 'any' | 'other';
}

/** Values that a statement puts where they stay beyond it. */
function keptBy(stmt: Stmt, list: readonly Stmt[], at: number): readonly Kept[] {
  const all = (values: readonly Expr[]): readonly Kept[] => values.map((value) => ({ value, only: 'any' }));
  switch (stmt.kind) {
    case 'Declare':
    case 'Assign':
      return stmt.local.role === 'temp' ? keptByLoop(stmt.value, list.slice(at + 1)) : all([stmt.value]);
    case 'Store':
    case 'New':
    case 'MapSet':
    case 'Send':
    case 'Panic':
      return all([stmt.value]);
    case 'MakeSlice':
      return stmt.init?.kind === 'elems' ? all(stmt.init.elems.map(({ value }) => value)) : [];
    case 'Append':
      return stmt.elems.kind === 'elems' ? all(stmt.elems.list) : [];
    case 'Go':
    case 'Defer':
      return all(stmt.args);
    case 'Call':
      return stmt.args.map((value) => ({ value, only: 'other' }));
    case 'Select':
      return all(stmt.cases.flatMap(({ comm }) => (comm.kind === 'send' ? [comm.value] : [])));
    default:
      return [];
  }
}

/** A loop over a slice keeps it while its body may append to where it came from. */
function keptByLoop(value: Expr, next: readonly Stmt[]): readonly Kept[] {
  const owner = ownerOf(value);
  let appends = false;
  let calls = false;
  for (const block of next.flatMap(blocksOf)) {
    walkBlock(block, (stmt) => {
      if (stmt.kind === 'Append' && (owner === null || owner.role === 'temp' || ownerOf(stmt.slice) === owner))
        appends = true;
      if (stmt.kind === 'Call') calls = true;
    });
  }
  return appends ? [{ value, only: 'any' }] : calls ? [{ value, only: 'other' }] : [];
}

/** The values that a literal, a conversion or an interface is made of. */
function partsOf(value: Expr): readonly Expr[] {
  switch (value.kind) {
    case 'Struct':
      return value.fields.flatMap(partsOf);
    case 'ArrayLit':
      return value.elems.flatMap((elem) => partsOf(elem.value));
    case 'MakeInterface':
    case 'Convert':
      return partsOf(value.x);
    default:
      return [value];
  }
}

/** What else has a value: nothing, a variable that no other function sees, or other code. */
function sourceOf(value: Expr, before: readonly Stmt[]): 'new' | 'own' | 'other' {
  switch (value.kind) {
    case 'Zero':
    case 'Const':
      return 'new';
    case 'Field':
      return sourceOf(value.x, before);
    case 'LocalRef':
      break;
    default:
      return 'other';
  }
  const { local } = value;
  if (local.role !== 'temp') return local.shared ? 'other' : 'own';
  const at = before.findLastIndex((one) => targetsOf(one).includes(local));
  const made = before[at];
  switch (made?.kind) {
    case 'MakeSlice':
    case 'Append':
    case 'Call':
    case 'Recv':
      return 'new';
    case 'Declare':
    case 'Assign':
      return sourceOf(made.value, before.slice(0, at));
    case 'Slice':
      return shapeOf(made.x.type).kind === 'slice' ? sourceOf(made.x, before.slice(0, at)) : 'other';
    default:
      return 'other';
  }
}

/** The variable that a value is, or lies in. */
function ownerOf(value: Expr): Local | null {
  return value.kind === 'LocalRef' ? value.local : value.kind === 'Field' ? ownerOf(value.x) : null;
}

/** Whether the variable is not used again: the function ends after the statement, and nothing else sees it. */
function isMoved(value: Expr, stmt: Stmt, list: readonly Stmt[], at: number): boolean {
  const local = ownerOf(value);
  if (local === null || local.role !== 'var' || local.shared || list.at(-1)?.kind !== 'Return') return false;
  let uses = 0;
  const count = (one: Stmt): void =>
    walkStmtExprs(one, (expr) => {
      if (expr.kind === 'LocalRef' && expr.local === local) uses++;
    });
  count(stmt);
  walkBlock({ kind: 'Block', list: list.slice(at + 1) }, count);
  return uses === 1;
}

/** `s = s[1:]`: the part takes the place of the whole. */
function comesBack(value: Expr, stmt: Stmt, list: readonly Stmt[], at: number): boolean {
  const before = list.slice(0, at);
  const to =
    stmt.kind === 'Assign'
      ? describeLocal(stmt.local, before)
      : stmt.kind === 'Store'
        ? describePlace(stmt.place, before)
        : null;
  return to !== null && originsOf(value, before).includes(JSON.stringify(to));
}

/**
 * Whether the slice that is appended to is a new one, or is given up for the longer one: `s = append(s, x)`. Else two
 * slices may share elements, which depends on how much room there was.
 */
function replacesItself(stmt: Append, list: readonly Stmt[], at: number): boolean {
  const { slice, target } = stmt;
  if (slice.kind === 'Zero' || slice.kind === 'Const') return true;
  if (ownerOf(slice) === null) return false;
  const before = list.slice(0, at);
  if (slice.kind === 'LocalRef') {
    const made = before.findLast((one) => targetsOf(one).includes(slice.local));
    if (made?.kind === 'MakeSlice' && slice.local.role === 'temp') return true;
    if (target === slice.local) return true;
  }
  const origins = originsOf(slice, before);
  for (const next of list.slice(at + 1, at + 4)) {
    const to =
      (next.kind === 'Assign' || next.kind === 'Declare') && isRefTo(next.value, target)
        ? describeLocal(next.local, before)
        : next.kind === 'Store' && isRefTo(next.value, target)
          ? describePlace(next.place, list.slice(0, list.indexOf(next)))
          : null;
    if (to !== null) return origins.includes(JSON.stringify(to));
    if (next.kind === 'Return') return false;
  }
  return false;
}

function isRefTo(e: Expr, local: Local): boolean {
  return e.kind === 'LocalRef' && e.local === local;
}

/** Where a slice was taken from: variables and fields, also where only a part of it was taken. */
function originsOf(slice: Expr, before: readonly Stmt[]): readonly string[] {
  const here = JSON.stringify(describe(slice, before));
  if (slice.kind !== 'LocalRef' || slice.local.role !== 'temp') return [here];
  const at = before.findLastIndex((one) => targetsOf(one).includes(slice.local));
  const made = before[at];
  const further = (from: Expr): readonly string[] => [here, ...originsOf(from, before.slice(0, at))];
  if (made?.kind === 'Load') return [here, JSON.stringify(describePlace(made.place, before))];
  if (made?.kind === 'Slice') return further(made.x);
  return made?.kind === 'Assign' || made?.kind === 'Declare' ? further(made.value) : [here];
}

/** What is equal for the same variable or field only; `before` is what the block did so far. */
function describe(e: Expr, before: readonly Stmt[]): unknown {
  switch (e.kind) {
    case 'LocalRef':
      return describeLocal(e.local, before);
    case 'Field':
      return ['field', describe(e.x, before), e.index];
    default:
      return ['other', e.span.pos, e.span.end];
  }
}

/** A temporary that was just read from a place stands for that place: `a.b.c = append(a.b.c, x)` reads `a.b` twice. */
function describeLocal(local: Local, before: readonly Stmt[]): unknown {
  if (local.role !== 'temp') return ['local', local.id];
  const at = before.findLastIndex((one) => targetsOf(one).includes(local));
  const made = before[at];
  if (made?.kind !== 'Load' || !before.slice(at + 1).every(changesNothing)) return ['local', local.id];
  return ['read', describePlace(made.place, before.slice(0, at))];
}

/** Whether a statement writes nothing but temporaries. */
function changesNothing(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'Load':
    case 'Append':
    case 'New':
    case 'MakeSlice':
    case 'Slice':
    case 'LenOf':
    case 'Closure':
      return stmt.target.role === 'temp';
    default:
      return false;
  }
}

function describePlace(place: Place, before: readonly Stmt[]): unknown {
  switch (place.kind) {
    case 'LocalPlace':
      return ['local', place.local.id];
    case 'GlobalPlace':
      return ['global', place.global.id];
    case 'Deref':
      return ['deref', describe(place.pointer, before)];
    case 'FieldPlace':
      return ['field', describePlace(place.base, before), place.index];
    case 'IndexPlace':
      return ['other', place.span.pos, place.span.end];
  }
}
