// Variables of packages and unexported fields that never hold nil, by everything that the module does to them.
//
// A field counts if every value of its struct that the module makes has it set; a zero value, also one that lies in another or in a
// new slice, has not. Others can still make zero values of exported types: results that rely on this say so.

import type { Expr, Function as IrFunction, Local, Stmt } from '../ir/ir.ts';
import { isExported, under } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { callGraphOf, isModelled } from './call-graph.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { targetsOf, walkBlock, walkStmtExprs } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

const known = new WeakMap<FlowProgram, ReadonlySet<string>>();

/** The names, by `writes.ts`, of what never holds nil. */
export function neverNil(program: FlowProgram): ReadonlySet<string> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findPlaces(program)));
  return found;
}

interface Places {
  readonly program: FlowProgram;
  readonly set: Set<string>;
  readonly open: Set<string>;
  readonly zeros: Set<Type>;
  readonly results: Map<string, boolean>;
}

function findPlaces(program: FlowProgram): ReadonlySet<string> {
  const places: Places = { program, set: new Set(), open: new Set(), zeros: new Set(), results: new Map() };
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    const body = fn.body;
    const givers = giversOf(fn);
    walkBlock(body, (stmt) => {
      visit(places, givers, stmt);
      walkStmtExprs(stmt, (e) => made(places, givers, e));
    });
    forgetFarFunctions(program);
  }
  return new Set([...places.set].filter((key) => !places.open.has(key)));
}

type Givers = ReadonlyMap<Local, readonly Stmt[]>;

function giversOf(fn: IrFunction): Givers {
  const found = new Map<Local, Stmt[]>();
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    for (const local of targetsOf(stmt)) {
      const list = found.get(local);
      if (list === undefined) found.set(local, [stmt]);
      else list.push(stmt);
    }
  });
  return found;
}

function visit(places: Places, givers: Givers, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'Store': {
      const key = keyOf(stmt.place);
      if (key !== null) give(places, key, isGood(places, givers, stmt.value, 4));
      return;
    }
    case 'Addr': {
      // Code that has the address may put anything there.
      const key = keyOf(stmt.place);
      if (key !== null) places.open.add(key);
      return;
    }
    case 'MakeSlice':
    case 'MapGet':
    case 'Recv':
    case 'TypeAssert': {
      const target = stmt.kind === 'Recv' ? stmt.value : stmt.target;
      const type = target === null ? null : under(target.type);
      if (target !== null && type !== null) zero(places, type.kind === 'Slice' ? type.elem : target.type);
      return;
    }
    default:
      return;
  }
}

/** Struct values, and zero values, that an expression makes; addresses that it takes. */
function made(places: Places, givers: Givers, e: Expr): void {
  if (e.kind === 'Zero') zero(places, e.type);
  if (e.kind === 'AddrOf') {
    const key = keyOf(e.place);
    if (key !== null && under(e.place.type).kind !== 'Struct') places.open.add(key);
  }
  if (e.kind === 'ArrayLit') {
    const type = under(e.type);
    if (type.kind === 'Array' && e.elems.length < type.len) zero(places, type.elem);
  }
  if (e.kind !== 'Struct') return;
  e.fields.forEach((field, i) => {
    give(places, fieldKey(e.type, i), isGood(places, givers, field, 4));
  });
}

function give(places: Places, key: string, good: boolean): void {
  (good ? places.set : places.open).add(key);
}

/** All fields of a zero value are nil, and so are those of what lies in it. */
function zero(places: Places, type: Type): void {
  if (places.zeros.has(type)) return;
  places.zeros.add(type);
  const u = under(type);
  if (u.kind === 'Array') zero(places, u.elem);
  if (u.kind !== 'Struct') return;
  u.fields.forEach((field, i) => {
    places.open.add(fieldKey(type, i));
    zero(places, field.type as Type);
  });
}

function keyOf(place: Extract<Stmt, { kind: 'Store' }>['place']): string | null {
  if (place.kind === 'GlobalPlace') return globalKey(place.global.id);
  if (place.kind !== 'FieldPlace') return null;
  const struct = under(place.base.type);
  const field = struct.kind === 'Struct' ? struct.fields[place.index] : undefined;
  // What has an exported name, others may set.
  if (field === undefined || isExported(field.name)) return null;
  return fieldKey(place.base.type, place.index);
}

/** Whether an expression is never nil. */
function isGood(places: Places, givers: Givers, e: Expr, depth: number): boolean {
  switch (e.kind) {
    case 'AddrOf':
    case 'FuncRef':
    case 'MakeInterface':
      return e.kind !== 'MakeInterface' || under(e.x.type).kind !== 'Interface' || isGood(places, givers, e.x, depth);
    case 'Convert':
      return isGood(places, givers, e.x, depth);
    case 'LocalRef': {
      const { local } = e;
      if (depth === 0 || local.shared || local.role === 'param' || local.role === 'capture') return false;
      const list = givers.get(local) ?? [];
      return list.length > 0 && list.every((stmt) => givesGood(places, givers, stmt, local, depth - 1));
    }
    default:
      return false;
  }
}

function givesGood(places: Places, givers: Givers, stmt: Stmt, local: Local, depth: number): boolean {
  switch (stmt.kind) {
    case 'New':
    case 'MakeChan':
    case 'MakeMap':
    case 'MakeSlice':
    case 'Closure':
      return true;
    case 'Declare':
    case 'Assign':
      return isGood(places, givers, stmt.value, depth);
    case 'Call':
      return (
        stmt.callee.kind === 'static' && givesResult(places, stmt.callee.func.id, stmt.targets.indexOf(local), depth)
      );
    default:
      return false;
  }
}

function givesResult(places: Places, id: string, result: number, depth: number): boolean {
  const key = `${id} ${result}`;
  const answer = places.results.get(key);
  if (answer !== undefined) return answer;
  places.results.set(key, false);
  const fn = functionOf(places.program, { id, name: id });
  const local = fn.results[result];
  let good = false;
  if (fn.body !== null && local !== undefined && !fn.hasDefer && !local.shared) {
    const givers = giversOf(fn);
    const list = givers.get(local) ?? [];
    good = list.length > 0 && list.every((stmt) => givesGood(places, givers, stmt, local, depth));
    // A result that some return leaves as it was is nil: unnamed ones are always set.
    good &&= (local.obj?.name ?? '') === '';
  }
  places.results.set(key, good);
  return good;
}
