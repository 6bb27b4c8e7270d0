// Types as values: what `typeOf` gives. Each type of Go that is met is a constant; identical types are one.
//
//   adt GoType { type_0 ... type_n    other(id: Int) }       other: types of packages that are not seen

import { identical, type Qualifier, typeString } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { AdtConstructor, Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { decl, Int } from '../core/build.ts';
import type { Encoder } from '../core/context.ts';
import { freshName, identifier } from '../core/names.ts';

export const TypeOfTypes: Type = { kind: 'Adt', name: 'GoType', args: [] };

/** A type that is met, and the constructor that stands for it. */
export interface KnownType {
  readonly type: GoType;
  readonly name: string;
}

function known(e: Encoder): KnownType[] {
  let list = e.memory.get('types') as KnownType[] | undefined;
  if (list === undefined) {
    list = [];
    e.memory.set('types', list);
    addConstructor(e, { ...constructorOf('otherType'), params: [decl('otherTypeId', Int, noSource)] });
    addConstructor(e, constructorOf(nilTypeName));
  }
  return list;
}

const nilTypeName = 'nilType';

function constructorOf(name: string): AdtConstructor {
  return { kind: 'AdtConstructor', adt: 'GoType', name, params: [], src: noSource };
}

function addConstructor(e: Encoder, made: AdtConstructor): void {
  const adt = e.adts.get('GoType');
  const constructors = [...(adt?.constructors ?? []), made];
  e.adts.set('GoType', { kind: 'Adt', name: 'GoType', typeParams: [], constructors, derives: [], src: noSource });
}

const plain: Qualifier = () => '';

/** The type as it is known; `isNew` if it was not met before. */
export function knownType(e: Encoder, type: GoType): KnownType & { readonly isNew: boolean } {
  const list = known(e);
  const found = list.find((one) => identical(one.type, type));
  if (found !== undefined) return { ...found, isNew: false };
  const name = freshName(e.names, `type$${identifier(typeString(type, plain)).slice(0, 40)}`);
  list.push({ type, name });
  addConstructor(e, constructorOf(name));
  return { type, name, isNew: true };
}

export function typeTerm(e: Encoder, type: GoType, src: Source): Expr {
  return constant(knownType(e, type).name, src);
}

/** The dynamic type of nil. */
export function nilType(e: Encoder, src: Source): Expr {
  known(e);
  return constant(nilTypeName, src);
}

/** The values of `type`: some type of which nothing is known. */
export function otherType(e: Encoder, src: Source): Expr {
  known(e);
  const args: readonly Expr[] = [{ kind: 'IntLit', value: 0n, type: Int, src }];
  return {
    kind: 'AdtConstruct',
    adt: 'GoType',
    constructorName: 'otherType',
    args,
    typeArgs: [],
    type: TypeOfTypes,
    src,
  };
}

function constant(name: string, src: Source): Expr {
  return { kind: 'AdtConstruct', adt: 'GoType', constructorName: name, args: [], typeArgs: [], type: TypeOfTypes, src };
}
