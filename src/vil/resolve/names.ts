// Types as they are written, and what the names of a program stand for.

import type { SyntaxExpr, SyntaxType } from '../parse/syntax.ts';
import { type Env, fault, lookup, type Member } from './context.ts';
import { macroNamed, unfoldMacros } from './macros.ts';
import {
  adtTy,
  boolTy,
  domainTy,
  intTy,
  mapTy,
  multisetTy,
  permTy,
  refTy,
  seqTy,
  setTy,
  type Ty,
  typeVarTy,
} from './types.ts';

export function resolveType(member: Member, type: SyntaxType, env: Env): Ty {
  switch (type.kind) {
    case 'Basic':
      return basicTypes[type.name];
    case 'Collection':
      return collectionTy(type.name, resolveType(member, type.elem, env));
    case 'Map':
      return mapTy(resolveType(member, type.key, env), resolveType(member, type.value, env));
    case 'Macro':
      return typeOfMacro(member, { ...type, kind: 'Call', type: null }, env);
    case 'Named':
      return resolveNamedType(member, type, env);
  }
}

const basicTypes = { Int: intTy, Bool: boolTy, Perm: permTy, Ref: refTy } as const;

export function collectionTy(name: 'Seq' | 'Set' | 'Multiset', elem: Ty): Ty {
  switch (name) {
    case 'Seq':
      return seqTy(elem);
    case 'Set':
      return setTy(elem);
    case 'Multiset':
      return multisetTy(elem);
  }
}

function resolveNamedType(member: Member, type: SyntaxType & { readonly kind: 'Named' }, env: Env): Ty {
  const { name } = type;
  const stands = lookup(env.scope, name.text)?.kind === 'argument' || macroNamed(member, name.text) !== null;
  if (stands) return typeOfMacro(member, { kind: 'Name', name, pos: type.pos, end: type.end }, env);
  if (member.typeParams.has(name.text) && type.args.length === 0) return typeVarTy(name.text);
  const global = member.globals.named.get(name.text);
  if (global?.kind !== 'domain' && global?.kind !== 'adt') {
    throw fault('VilName', env, type, `"${name.text}" is not a type`);
  }
  if (global.typeParams.length !== type.args.length) {
    const count = global.typeParams.length;
    throw fault('VilType', env, type, `type "${name.text}" needs ${count} arguments, not ${type.args.length}`);
  }
  const args = type.args.map((arg) => resolveType(member, arg, env));
  return global.kind === 'domain' ? domainTy(name.text, args) : adtTy(name.text, args);
}

/** What a macro gives where a type is needed. */
function typeOfMacro(member: Member, expr: SyntaxExpr, env: Env): Ty {
  const { tree, env: where } = unfoldMacros(member, expr, env);
  if (tree.kind !== 'Name') throw fault('VilMacro', env, expr, 'this macro does not give a type');
  return resolveNamedType(member, { kind: 'Named', name: tree.name, args: [], pos: tree.pos, end: tree.end }, where);
}
