// Interface types: their methods and embedded elements. What they mean is computed in typeset.ts.

import { noPos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { asNamed } from './alias.ts';
import { later, needsCleanup } from './check.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { str } from './format.ts';
import { newFunc, newVar, type TypeName } from './object.ts';
import { isValid } from './predicates.ts';
import { recordDef } from './recording.ts';
import { topTypeSet } from './shared.ts';
import { methodSpec } from './spec-declare.ts';
import { addInterfacePredicate } from './spec-predicates.ts';
import { inGhost } from './spec-state.ts';
import type { InterfaceType, Type } from './type.ts';
import { computeInterfaceTypeSet, isAllSet, sortMethods, typeSet } from './typeset.ts';
import { typ } from './typexpr.ts';
import { parseUnion } from './union.ts';

/** An interface to be filled in. */
export function newInterface(c: Checker | null): InterfaceType {
  const t: InterfaceType = {
    kind: 'Interface',
    check: c,
    methods: [],
    embeddeds: [],
    embedPos: null,
    implicit: false,
    complete: false,
    tset: null,
  };
  if (c !== null) needsCleanup(c, t);
  return t;
}

/** Whether every type implements the interface. */
export function isEmptyInterface(t: InterfaceType): boolean {
  return isAllSet(typeSet(t));
}

/** Fills in `ityp`; `def` is the type name that the interface is declared for, or null. */
export function interfaceType(c: Checker, ityp: InterfaceType, iface: ast.InterfaceType, def: TypeName | null): void {
  for (const f of iface.methods.list) {
    if (f.type === null) continue;
    const name = f.names[0];
    if (name === undefined) addEmbedded(c, ityp, f.type);
    else if (c.spec !== null) interfaceMember(c, ityp, f, name, f.type, def);
    else addMethod(c, ityp, name, f.type, def);
  }
  complete(c, ityp, iface);
}

/** The interface that a constraint literal `~T` or `A|B` stands for. */
export function interfaceOfUnion(c: Checker, e: ast.Expr): InterfaceType {
  const ityp = newInterface(c);
  addEmbedded(c, ityp, e);
  complete(c, ityp, e);
  ityp.implicit = true;
  return ityp;
}

function addEmbedded(c: Checker, ityp: InterfaceType, e: ast.Expr): void {
  ityp.embeddeds.push(parseUnion(c, e));
  ityp.embedPos ??= [];
  ityp.embedPos.push(e);
}

/** A method with its contract, or a predicate. */
function interfaceMember(
  c: Checker,
  ityp: InterfaceType,
  f: ast.Field,
  name: ast.Ident,
  e: ast.Expr,
  def: TypeName | null,
): void {
  if (e.kind === 'PredType') {
    addInterfacePredicate(c, ityp, f, e, (def === null ? null : asNamed(def.type)) ?? ityp);
    return;
  }
  const ghost = f.ghost !== noPos;
  const before = ityp.methods.length;
  if (ghost) inGhost(c, () => addMethod(c, ityp, name, e, def));
  else addMethod(c, ityp, name, e, def);
  const method = ityp.methods[before];
  if (method !== undefined) methodSpec(c, method, f, ghost, ityp);
}

function addMethod(c: Checker, ityp: InterfaceType, name: ast.Ident, e: ast.Expr, def: TypeName | null): void {
  if (name.name === '_') {
    reportError(c, name, 'BlankIfaceMethod', 'methods must have a unique non-blank name');
    return;
  }
  const sig = typ(c, e);
  if (sig.kind !== 'Signature') {
    if (isValid(sig)) reportError(c, e, 'InvalidSyntaxTree', `${str(c, sig)} is not a method signature`);
    return;
  }
  if (sig.typeParams !== null) {
    const at = e.kind === 'FuncType' && e.typeParams !== null ? e.typeParams : e;
    reportError(c, at, 'InvalidSyntaxTree', 'methods cannot have type parameters');
  }
  // The declared name reads better in messages than the literal.
  const named = def === null ? null : asNamed(def.type);
  const recvType: Type = named ?? ityp;
  sig.recv = newVar('receiver', name.pos, c.pkg, '', recvType);
  const m = newFunc(name.pos, c.pkg, name.name, sig);
  recordDef(c, name, m);
  ityp.methods.push(m);
}

function complete(c: Checker, ityp: InterfaceType, at: ast.Expr): void {
  ityp.complete = true;
  if (ityp.methods.length === 0 && ityp.embeddeds.length === 0) {
    ityp.tset = topTypeSet;
    return;
  }
  sortMethods(ityp.methods);
  // As early as possible, so that errors are reported even if the type set is never needed.
  later(c, () => {
    computeInterfaceTypeSet(c, at.pos, ityp);
  });
}
