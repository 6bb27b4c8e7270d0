// What a package offers to its clients, read from its types: exported functions, types with their constructors and methods, variables.

import type { Named, Package, Signature, Type } from '../../../src/types/index.ts';
import { isExported, methodSet, newPointer, unalias, under } from '../../../src/types/index.ts';
import type { Func, Var } from '../../../src/types/object.ts';

export interface ApiType {
  readonly name: string;
  readonly named: Named;
  /** Functions of the package that give a value of the type, or a pointer to one, first. */
  readonly makers: readonly Func[];
  /** Exported methods that a pointer to it has. */
  readonly methods: readonly Func[];
}

export interface Api {
  readonly pkg: Package;
  readonly types: readonly ApiType[];
  /** Exported functions, constructors included. */
  readonly functions: readonly Func[];
  readonly variables: readonly Var[];
}

/** The API of a package; `belongs` says which names count. */
export function apiOf(pkg: Package, belongs: (name: string) => boolean): Api {
  const functions: Func[] = [];
  const variables: Var[] = [];
  const named: Named[] = [];
  for (const [name, object] of pkg.scope.elems ?? []) {
    if (!isExported(name) || !belongs(name)) continue;
    if (object.kind === 'Func' && isPlain(object)) functions.push(object);
    else if (object.kind === 'Var') variables.push(object);
    else if (object.kind === 'TypeName' && object.type?.kind === 'Named' && isConcrete(object.type))
      named.push(object.type);
  }
  const types = named.map((type): ApiType => {
    const methods = methodSet(newPointer(type)).flatMap(({ obj }) =>
      obj.kind === 'Func' && isExported(obj.name) && obj.pkg === pkg ? [obj] : [],
    );
    return { name: type.obj.name, named: type, makers: functions.filter((fn) => gives(fn) === type), methods };
  });
  return { pkg, types, functions, variables };
}

/** Not generic. */
function isPlain(fn: Func): boolean {
  return fn.type?.kind === 'Signature' && (fn.type.typeParams?.length ?? 0) === 0;
}

function isConcrete(type: Named): boolean {
  return (type.typeParams?.length ?? 0) === 0 && under(type).kind !== 'Interface';
}

/** The defined type that a function gives first, by value or by pointer. */
function gives(fn: Func): Type | null {
  const first = (fn.type as Signature).results.vars[0]?.type ?? null;
  if (first === null) return null;
  const type = unalias(first);
  return type.kind === 'Pointer' ? unalias(type.elem) : type;
}
