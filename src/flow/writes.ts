// Which memory a function writes that others can see, by names that do not depend on where it lies.
//
// `T.i` is field i of every struct of type T, `T.*` all its fields; `cell T` a variable of type T that lies by itself;
// `elem T` an element of a slice or array; `map M` the entries of maps of type M; `global n` a package's variable.

import type { Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { typeHash, under } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { targetsOf, walkBlock, walkStmtExprs } from './walk.ts';

export function fieldKey(struct: Type, index: number): string {
  return `${typeHash(struct)}.${index}`;
}

export function cellKey(type: Type): string {
  return `cell ${typeHash(under(type))}`;
}

export function elementKey(type: Type): string {
  return `elem ${typeHash(type)}`;
}

export function mapKey(type: Type): string {
  return `map ${typeHash(under(type))}`;
}

export function globalKey(id: number): string {
  return `global ${id}`;
}

/** The names of what a function writes itself. */
export function writesOf(fn: IrFunction): ReadonlySet<string> {
  const found = new Set<string>();
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    visit(stmt, found);
  });
  return found;
}

function visit(stmt: Stmt, found: Set<string>): void {
  for (const local of targetsOf(stmt)) if (isOthers(local)) whole(local.type, cellKey(local.type), found);
  walkStmtExprs(stmt, (expr) => {
    if (expr.kind === 'AddrOf') pointed(expr.place, found);
  });
  switch (stmt.kind) {
    case 'Store':
      place(stmt.place, found);
      return;
    case 'Addr':
      pointed(stmt.place, found);
      return;
    case 'MapSet':
      found.add(mapKey(stmt.map.type));
      return;
    case 'Copy': {
      const type = under(stmt.dst.type);
      if (type.kind === 'Slice') whole(type.elem, elementKey(type.elem), found);
      return;
    }
    case 'Call':
    case 'Defer':
    case 'Go': {
      const first = stmt.args[0];
      if (stmt.callee.kind !== 'builtin' || first === undefined) return;
      const type = under(first.type);
      if (type.kind === 'Map') found.add(mapKey(first.type));
      if (type.kind === 'Slice') whole(type.elem, elementKey(type.elem), found);
      return;
    }
    default:
      return;
  }
}

/** Whether a local is seen by other functions: one that a literal shares with the function around it. */
function isOthers(local: Local): boolean {
  return local.shared && local.role === 'capture';
}

/** Code that has a pointer to a field or an element may write it; objects in there have names of their own. */
function pointed(at: Place, found: Set<string>): void {
  const { kind } = under(at.type);
  if (kind !== 'Struct' && kind !== 'Array') place(at, found);
}

function place(at: Place, found: Set<string>): void {
  switch (at.kind) {
    case 'LocalPlace':
      if (at.local.shared) whole(at.type, cellKey(at.type), found);
      return;
    case 'GlobalPlace':
      whole(at.type, globalKey(at.global.id), found);
      found.add(cellKey(at.type));
      return;
    case 'Deref':
      whole(at.type, cellKey(at.type), found);
      return;
    case 'FieldPlace':
      // Fields of a local that is not shared are the function's own.
      if (isOwn(at.base)) return;
      whole(at.type, fieldKey(at.base.type, at.index), found);
      return;
    case 'IndexPlace':
      if (at.base.kind === 'array' && isOwn(at.base.place)) return;
      whole(at.type, elementKey(at.type), found);
      return;
  }
}

function isOwn(at: Place): boolean {
  if (at.kind === 'LocalPlace') return !at.local.shared;
  if (at.kind === 'FieldPlace') return isOwn(at.base);
  return at.kind === 'IndexPlace' && at.base.kind === 'array' && isOwn(at.base.place);
}

/** A write of a whole value: of a struct, that is all its fields. */
function whole(type: Type, key: string, found: Set<string>): void {
  found.add(key);
  const u = under(type);
  if (u.kind === 'Struct') {
    found.add(`${typeHash(type)}.*`);
    for (const field of u.fields) {
      const inner = field.type as Type;
      if (under(inner).kind === 'Struct' || under(inner).kind === 'Array') whole(inner, `${typeHash(type)}.*`, found);
    }
  } else if (u.kind === 'Array') whole(u.elem, elementKey(u.elem), found);
}
