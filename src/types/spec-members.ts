// Selections that only specifications have: predicates of values and types, members of channels, constructors of an adt.

import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { hasPtrRecv } from './lookup.ts';
import type { Func, GoObject, Package, TypeName } from './object.ts';
import type { Operand } from './operand.ts';
import { recordSelection, recordUse } from './recording.ts';
import { lookup as lookupIn, type Scope } from './scope.ts';
import { methodExprType, withoutReceiver } from './selector.ts';
import { channelMember } from './spec-channels.ts';
import { lookupPredicate, predicatesOf } from './spec-predicates.ts';
import { specOf } from './spec-state.ts';
import { asMath, visibleIn } from './spec-types.ts';
import type { Signature, Type } from './type.ts';
import { lookupSetMethod, typeSet } from './typeset.ts';
import { under } from './under.ts';

/** `x.P` for a predicate or a member of a channel; false if there is none. */
export function specMember(c: Checker, x: Operand, e: ast.SelectorExpr): boolean {
  const t = x.type as Type;
  const u = under(t);
  const member = u.kind === 'Chan' ? channelMember(c, u, e.sel.name) : null;
  if (member !== null) return select(c, x, e, member, [0], false);
  const found = lookupPredicate(specOf(c).facts, t, e.sel.name);
  if (found === null) return false;
  if (found.obj.type === null) objDecl(c, found.obj);
  const needsPointer = hasPtrRecv(found.obj) && !found.indirect && u.kind !== 'Interface';
  if (needsPointer && x.mode !== 'variable' && x.mode !== 'typexpr') {
    reportError(
      c,
      e.sel,
      'SpecReceiver',
      `the predicate ${e.sel.name} needs a pointer, and the address of the operand cannot be taken`,
    );
    x.mode = 'invalid';
    x.expr = e;
    return true;
  }
  return select(c, x, e, found.obj, found.index, found.indirect);
}

function select(
  c: Checker,
  x: Operand,
  e: ast.SelectorExpr,
  obj: Func,
  index: readonly number[],
  indirect: boolean,
): boolean {
  const t = x.type as Type;
  const sig = obj.type as Signature;
  if (x.mode === 'typexpr') {
    recordSelection(c, e, 'methodExpr', t, obj, index, indirect);
    const type = methodExprType(c, e, t, obj);
    x.mode = type === null ? 'invalid' : 'value';
    x.type = type;
  } else {
    recordSelection(c, e, 'method', t, obj, index, indirect);
    x.mode = 'value';
    x.type = withoutReceiver(sig);
  }
  x.expr = e;
  return true;
}

/** `T.C` for a constructor of an algebraic type or a function of a domain; false if there is none. */
export function typeMember(c: Checker, x: Operand, e: ast.SelectorExpr): boolean {
  const t = x.type as Type;
  const math = asMath(t);
  if ((math?.math !== 'adt' && math?.math !== 'domain') || t.kind !== 'Named') return false;
  const obj = memberOf(c, t.obj, e.sel.name);
  if (obj === null) return false;
  if (obj.type === null) objDecl(c, obj);
  recordUse(c, e.sel, obj);
  x.mode = obj.kind === 'TypeName' ? 'typexpr' : 'value';
  x.type = obj.type;
  x.expr = e;
  return true;
}

function memberOf(c: Checker, owner: TypeName, name: string): GoObject | null {
  return (
    specOf(c)
      .facts.members.get(owner)
      ?.find((obj) => obj.name === name) ?? null
  );
}

/** What an imported package declares as a constructor or domain function. */
export function lateObject(c: Checker, pkg: Package, name: string): GoObject | null {
  const scope = c.spec?.facts.late.get(pkg);
  return scope === undefined ? null : lookupIn(scope, name);
}

/** A member of the interface whose contract mentions it without a receiver; false if the name is none. */
export function implicitMember(c: Checker, x: Operand, e: ast.Ident): boolean {
  const { members } = specOf(c);
  for (let scope: Scope | null = c.env.scope; scope !== null; scope = scope.parent) {
    const iface = members.get(scope);
    if (iface === undefined) continue;
    const obj =
      lookupSetMethod(typeSet(iface), c.pkg, e.name, false)?.[1] ?? predicatesOf(specOf(c).facts, iface).get(e.name);
    if (obj === undefined) return false;
    recordUse(c, e, obj);
    x.mode = 'value';
    x.type = obj.type?.kind === 'Signature' ? withoutReceiver(obj.type) : obj.type;
    return true;
  }
  return false;
}

/** The package from which names are looked up in a type: specifications may mention names that are not exported. */
export function seenFrom(c: Checker, t: Type): Package {
  if (c.spec === null) return c.pkg;
  return visibleIn(t, c.pkg) ?? c.pkg;
}

/** A method of a gpointer is one of ghost pointers only: the address of other memory is no ghost pointer. */
export function fitsGhostReceiver(method: Func, t: Type): boolean {
  const recv = method.type?.kind === 'Signature' ? method.type.recv?.type : null;
  const pointer = recv == null ? null : unalias(recv);
  if (pointer?.kind !== 'Pointer') return true;
  const have = unalias(t);
  return have.kind === 'Pointer' ? have.ghost === pointer.ghost : !pointer.ghost;
}
