// Struct types.

import { noPos } from '../base/source.ts';
import { exprString, unquote } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { later } from './check.ts';
import type { Checker } from './checker.ts';
import { atObject, newError, reportError } from './errors.ts';
import { deref } from './lookup.ts';
import { newField, objectId, type Var } from './object.ts';
import { isTypeParam, isValid } from './predicates.ts';
import { recordDef } from './recording.ts';
import { inGhost } from './spec-state.ts';
import type { StructType, Type } from './type.ts';
import { varType } from './typexpr.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';

/** Fields collected so far. */
interface FieldCollector {
  readonly fields: Var[];
  /** Empty before the first tag, then one for each field. */
  tags: string[];
  readonly byId: Map<string, Var>;
}

/** Fills in the fields of `styp`. */
export function structType(c: Checker, styp: StructType, e: ast.StructType): void {
  const into: FieldCollector = { fields: [], tags: [], byId: new Map() };
  for (const f of e.fields.list) {
    if (f.type === null) continue;
    const ghost = f.ghost !== noPos;
    const type = ghost ? ghostFieldType(c, f.type) : varType(c, f.type);
    const tag = tagOf(c, f.tag);
    if (f.names.length > 0) {
      for (const name of f.names) addField(c, into, name, type, tag, false, ghost);
      continue;
    }
    const name = embeddedFieldIdent(f.type);
    if (name === null) {
      reportError(c, f.type, 'InvalidSyntaxTree', `embedded field type ${exprString(f.type)} has no name`);
      // The field is kept, so that the number of fields agrees with the source.
      const blank: ast.Ident = { kind: 'Ident', id: f.type.id, pos: f.type.pos, end: f.type.end, name: '_' };
      addField(c, into, blank, Typ.invalid, '', true);
      continue;
    }
    addField(c, into, name, type, tag, true, ghost);
    checkEmbedded(c, f.type, type);
  }
  styp.fields = into.fields;
  styp.tags = into.tags;
}

function addField(
  c: Checker,
  into: FieldCollector,
  ident: ast.Ident,
  type: Type,
  tag: string,
  embedded: boolean,
  ghost = false,
): void {
  const field = newField(ident.pos, c.pkg, ident.name, type, embedded);
  if (ghost) c.spec?.facts.ghost.add(field);
  if (ident.name !== '_') {
    const id = objectId(c.pkg, ident.name);
    const alt = into.byId.get(id);
    if (alt !== undefined) {
      const error = newError(c, 'DuplicateDecl');
      error.add(atObject(field), `${field.name} redeclared`);
      error.addAltDecl(alt);
      error.report();
      return;
    }
    into.byId.set(id, field);
  }
  if (tag !== '' && into.tags.length === 0) into.tags = into.fields.map(() => '');
  if (tag !== '' || into.tags.length > 0) into.tags.push(tag);
  into.fields.push(field);
  recordDef(c, ident, field);
}

function ghostFieldType(c: Checker, e: ast.Expr): Type {
  return c.spec === null ? varType(c, e) : inGhost(c, () => varType(c, e));
}

/** Only `T` and `*T` with a T that is no pointer, and no interface behind `*`, may be embedded. */
function checkEmbedded(c: Checker, at: ast.Expr, type: Type): void {
  // Underlying types are known once all types are set up.
  later(c, () => {
    const [t, isPtr] = deref(type);
    const u = under(t);
    if (u.kind === 'Basic') {
      if (isValid(t) && u.basic === 'unsafe.Pointer') {
        reportError(c, at, 'InvalidPtrEmbed', 'embedded field type cannot be unsafe.Pointer');
      }
    } else if (u.kind === 'Pointer') {
      reportError(c, at, 'InvalidPtrEmbed', 'embedded field type cannot be a pointer');
    } else if (u.kind === 'Interface') {
      if (isTypeParam(t)) {
        const message = 'embedded field type cannot be a (pointer to a) type parameter';
        reportError(c, at, 'MisplacedTypeParam', message);
      } else if (isPtr) {
        reportError(c, at, 'InvalidPtrEmbed', 'embedded field type cannot be a pointer to an interface');
      }
    }
  });
}

/** The name of an embedded field, from its type; null if it cannot be embedded. */
function embeddedFieldIdent(e: ast.Expr): ast.Ident | null {
  switch (e.kind) {
    case 'Ident':
      return e;
    case 'StarExpr':
      return e.x.kind === 'StarExpr' ? null : embeddedFieldIdent(e.x);
    case 'SelectorExpr':
      return e.sel;
    case 'IndexExpr':
      return embeddedFieldIdent(e.x);
    default:
      return null;
  }
}

function tagOf(c: Checker, lit: ast.BasicLit | null): string {
  if (lit === null) return '';
  const tag = lit.lit === 'string' ? unquote(lit.value) : null;
  if (tag !== null) return tag;
  reportError(c, lit, 'InvalidSyntaxTree', `incorrect tag syntax: ${lit.value}`);
  return '';
}
