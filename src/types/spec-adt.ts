// Algebraic types and domains: their declarations, and the members of an algebraic type.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { newMath, newSignature, newTuple } from './newtypes.ts';
import { newField, type TypeName, type Var } from './object.ts';
import { recordDef } from './recording.ts';
import { funcType } from './signature.ts';
import { checkAxiom } from './spec-contracts.ts';
import { inGhost, laterHere, specOf } from './spec-state.ts';
import type { MathType, Type } from './type.ts';
import { varType } from './typexpr.ts';
import { Typ } from './universe.ts';

/** `adt { ... }`, the type that is declared as `def`. */
export function adtType(c: Checker, e: ast.AdtType, def: TypeName | null): Type {
  const { facts } = specOf(c);
  const adt = newMath('adt', []);
  if (def === null) {
    reportError(c, e, 'SpecAdtPlace', 'an adt can only stand in the declaration of a type');
    return Typ.invalid;
  }
  const declared = facts.members.get(def) ?? [];
  const clauses: TypeName[] = [];
  const members = new Map<string, ast.Ident>();
  const declareMember = (name: ast.Ident, as: string): void => {
    if (members.has(as)) reportError(c, e, 'SpecAdtMember', `${as} is declared twice in the adt ${def.name}`);
    members.set(as, name);
  };
  const seen = new Set<string>();
  for (const clause of e.clauses) {
    if (seen.has(clause.name.name)) {
      reportError(c, e, 'SpecAdtMember', `${clause.name.name} is declared twice in the adt ${def.name}`);
      continue;
    }
    seen.add(clause.name.name);
    const obj = declared.find((member) => member.pos === clause.name.pos);
    if (obj?.kind !== 'TypeName') continue;
    const type = newMath('clause', []);
    obj.type = type;
    clauses.push(obj);
    declareMember(clause.name, `is${clause.name.name}`);
    const discriminator = newField(clause.name.pos, c.pkg, `is${clause.name.name}`, Typ.bool, false);
    facts.ghost.add(discriminator);
    facts.discriminators.set(discriminator, obj);
    for (const field of clause.fields.list) for (const name of field.names) declareMember(name, name.name);
    // Fields may be of the type itself, which has a name by now. Variables of the package may need them at once.
    type.owner = def.type;
    type.fields = inGhost(c, () => clauseFields(c, clause.fields));
  }
  adt.clauses = clauses;
  adt.fields = [...facts.discriminators].filter(([, clause]) => clauses.includes(clause)).map(([field]) => field);
  return adt;
}

function clauseFields(c: Checker, list: ast.FieldList): Var[] {
  const { facts } = specOf(c);
  const fields: Var[] = [];
  for (const field of list.list) {
    if (field.type === null) continue;
    const type = varType(c, field.type);
    const names = field.names.length === 0 ? [null] : field.names;
    for (const name of names) {
      const v = newField(name?.pos ?? field.pos, c.pkg, name?.name ?? '', type, false);
      facts.ghost.add(v);
      if (name !== null) recordDef(c, name, v);
      fields.push(v);
    }
  }
  return fields;
}

/** `domain { ... }`, the type that is declared as `def`. */
export function domainType(c: Checker, e: ast.DomainType, def: TypeName | null): Type {
  const domain = newMath('domain', []);
  const declared = def === null ? [] : (specOf(c).facts.members.get(def) ?? []);
  for (const clause of e.clauses) {
    if (clause.kind === 'DomainAxiom') {
      laterHere(c, () => checkAxiom(c, clause));
      continue;
    }
    const found = declared.find((member) => member.pos === clause.name.pos);
    if (found?.kind !== 'Func') continue;
    const sig = newSignature(null, null, null, newTuple([]), newTuple([]), false);
    found.type = sig;
    inGhost(c, () => funcType(c, sig, null, clause.type));
    if (sig.results.vars.length !== 1) {
      reportError(c, clause.name, 'SpecDomainFunc', `the domain function ${clause.name.name} must have one result`);
    }
    if (sig.variadic) {
      reportError(c, clause.name, 'SpecDomainFunc', `the domain function ${clause.name.name} must not be variadic`);
    }
  }
  domain.funcs = declared.filter((member) => member.kind === 'Func');
  return domain;
}

/** The field or discriminator of an algebraic type; null if it has none of that name. */
export function adtMember(t: MathType, name: string): Var | null {
  for (const field of t.fields) if (field.name === name) return field;
  if (t.math !== 'adt') return null;
  for (const clause of t.clauses) {
    const type = clause.type;
    if (type?.kind !== 'Math') continue;
    for (const field of type.fields) if (field.name === name) return field;
  }
  return null;
}
