// Types compared, and type parameters replaced.

import type { Type } from './vil.ts';

export function sameType(a: Type, b: Type): boolean {
  switch (a.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return b.kind === a.kind && sameType(a.elem, b.elem);
    case 'Map':
      return b.kind === 'Map' && sameType(a.key, b.key) && sameType(a.value, b.value);
    case 'Domain':
    case 'Adt':
      return (
        b.kind === a.kind &&
        a.name === b.name &&
        a.args.length === b.args.length &&
        a.args.every((arg, i) => sameType(arg, b.args[i] as Type))
      );
    case 'TypeVar':
      return b.kind === 'TypeVar' && a.name === b.name;
    default:
      return a.kind === b.kind;
  }
}

/** The type with type parameters replaced. */
export function substituteType(type: Type, env: ReadonlyMap<string, Type>): Type {
  if (env.size === 0) return type;
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return { kind: type.kind, elem: substituteType(type.elem, env) };
    case 'Map':
      return { kind: 'Map', key: substituteType(type.key, env), value: substituteType(type.value, env) };
    case 'Domain':
    case 'Adt':
      return { kind: type.kind, name: type.name, args: type.args.map((arg) => substituteType(arg, env)) };
    case 'TypeVar':
      return env.get(type.name) ?? type;
    default:
      return type;
  }
}
