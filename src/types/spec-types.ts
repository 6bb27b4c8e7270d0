// Types of the specification language, and questions about them.

import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import { lookup } from './check.ts';
import type { Checker } from './checker.ts';
import { newMath, newPointer, newSlice, newStruct } from './newtypes.ts';
import type { Package, TypeName } from './object.ts';
import { isValid } from './predicates.ts';
import { adtType, domainType } from './spec-adt.ts';
import { inGhost } from './spec-state.ts';
import { structType } from './struct.ts';
import type { MathKind, MathType, Type } from './type.ts';
import { varType } from './typexpr.ts';
import { under } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';

/** The type that a type expression of the language denotes; null if it is none. `def` is the name declared for it. */
export function specType(c: Checker, e: ast.Expr, def: TypeName | null): Type | null {
  switch (e.kind) {
    case 'CollectionType': {
      const elem = inGhost(c, () => varType(c, e.elt));
      if (!isValid(elem)) return Typ.invalid;
      return e.word === 'gpointer' ? newPointer(elem, true) : newMath(e.word, [elem]);
    }
    case 'DictType': {
      const [key, elem] = inGhost(c, () => [varType(c, e.key), varType(c, e.value)]);
      return isValid(key) && isValid(elem) ? newMath('dict', [key, elem]) : Typ.invalid;
    }
    case 'PredType':
      return newMath('pred', predParams(c, e));
    case 'GhostType':
      return ghostType(c, e);
    case 'AdtType':
      return adtType(c, e, def);
    case 'DomainType':
      return domainType(c, e, def);
    default:
      return null;
  }
}

/** The types of the parameters of a predicate type, which may have names. */
export function predParams(c: Checker, e: ast.PredType): Type[] {
  const types: Type[] = [];
  for (const field of e.params.list) {
    const type = field.type === null ? Typ.invalid : inGhost(c, () => varType(c, field.type as ast.Expr));
    for (let i = 0; i < Math.max(1, field.names.length); i++) types.push(type);
  }
  return types;
}

function ghostType(c: Checker, e: ast.GhostType): Type {
  return inGhost(c, () => {
    if (e.type.kind === 'StructType') {
      const t = newStruct([], [], true);
      structType(c, t, e.type);
      return t;
    }
    const elem = e.type.kind === 'ArrayType' && e.type.len === null ? varType(c, e.type.elt) : Typ.invalid;
    return isValid(elem) ? newSlice(elem, true) : Typ.invalid;
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Questions

/** The mathematical type behind names; null for any other type. */
export function asMath(t: Type | null): MathType | null {
  if (t === null) return null;
  const u = under(t);
  return u.kind === 'Math' ? u : null;
}

export function isMath(t: Type, ...kinds: readonly MathKind[]): boolean {
  const math = asMath(t);
  return math !== null && kinds.includes(math.math);
}

export function isAssertion(t: Type): boolean {
  return unalias(t) === SpecTyp.assertion;
}

export function isPerm(t: Type): boolean {
  return under(t) === SpecTyp.perm;
}

/** `integer`, which has all integers. */
export function isUnbounded(t: Type): boolean {
  return under(t) === SpecTyp.integer;
}

/** Values of the type can be in ghost code only. */
export function isGhostType(t: Type): boolean {
  const type = unalias(t);
  switch (type.kind) {
    case 'Basic':
      return type === SpecTyp.perm || type === SpecTyp.assertion;
    case 'Pointer':
    case 'Slice':
      return type.ghost;
    case 'Math':
      return type.math === 'seq' || type.math === 'set' || type.math === 'mset' || type.math === 'dict';
    default:
      return false;
  }
}

/** The name that an identifier has here, if the package does not hide what the language predeclares. */
export function predeclaredName(c: Checker, e: ast.Expr): string | null {
  if (e.kind !== 'Ident' || c.spec === null) return null;
  const obj = lookup(c, e.name);
  return obj !== null && obj.parent === c.spec.facts.outer ? e.name : null;
}

/** Whether a struct has ghost fields, directly or in a struct inside. */
export function hasGhostFields(c: Checker, t: Type, depth = 0): boolean {
  const u = under(t);
  if (u.kind !== 'Struct' || depth > 8) return false;
  const ghost = c.spec?.facts.ghost;
  return (
    u.ghost || u.fields.some((f) => ghost?.has(f) === true || (f.type !== null && hasGhostFields(c, f.type, depth + 1)))
  );
}

/** The package in which all names of a type are visible; `otherwise` if it has none. */
export function visibleIn(t: Type, otherwise: Package | null): Package | null {
  const type = unalias(t);
  const base = type.kind === 'Pointer' ? unalias(type.elem) : type;
  return (base.kind === 'Named' ? base.obj.pkg : null) ?? otherwise;
}
