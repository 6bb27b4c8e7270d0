// What the checks of invariants look up, and how they complain.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import type {
  Adt,
  AdtConstructor,
  Domain,
  DomainFunction,
  Field,
  Function as Func,
  Method,
  Predicate,
  Program,
  Source,
  Type,
} from '../vil.ts';

export interface Checker {
  readonly found: Diagnostic[];
  readonly fields: ReadonlyMap<string, Field>;
  readonly methods: ReadonlyMap<string, Method>;
  readonly functions: ReadonlyMap<string, Func>;
  readonly predicates: ReadonlyMap<string, Predicate>;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly domainFunctions: ReadonlyMap<string, DomainFunction>;
  readonly adts: ReadonlyMap<string, Adt>;
  readonly typeParams: ReadonlySet<string>;
  /** Predicate instances may stand as values: in a measure. */
  readonly instances: boolean;
}

function byName<T extends { readonly name: string }>(members: readonly T[]): ReadonlyMap<string, T> {
  return new Map(members.map((member) => [member.name, member]));
}

export function createChecker(program: Program): Checker {
  return {
    found: [],
    fields: byName(program.fields),
    methods: byName(program.methods),
    functions: byName(program.functions),
    predicates: byName(program.predicates),
    domains: byName(program.domains),
    domainFunctions: byName(program.domains.flatMap(({ functions }) => functions)),
    adts: byName(program.adts),
    typeParams: new Set(),
    instances: false,
  };
}

export function complain(checker: Checker, src: Source, message: string): void {
  checker.found.push(diagnostic('VilConsistency', src, message));
}

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
export function substitute(type: Type, env: ReadonlyMap<string, Type>): Type {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return { kind: type.kind, elem: substitute(type.elem, env) };
    case 'Map':
      return { kind: 'Map', key: substitute(type.key, env), value: substitute(type.value, env) };
    case 'Domain':
    case 'Adt':
      return { kind: type.kind, name: type.name, args: type.args.map((arg) => substitute(arg, env)) };
    case 'TypeVar':
      return env.get(type.name) ?? type;
    default:
      return type;
  }
}

export function constructorNamed(checker: Checker, adt: string, name: string): AdtConstructor | null {
  return checker.adts.get(adt)?.constructors.find((made) => made.name === name) ?? null;
}

/** The type of `receiver.field`; null if the adt has no such part. */
export function destructorType(checker: Checker, receiver: Type, adt: string, field: string): Type | null {
  const declared = checker.adts.get(adt);
  if (declared === undefined || receiver.kind !== 'Adt' || receiver.name !== adt) return null;
  const part = declared.constructors.flatMap(({ params }) => params).find(({ name }) => name === field);
  if (part === undefined) return null;
  const env = new Map(declared.typeParams.map((param, i) => [param, receiver.args[i] as Type]));
  return substitute(part.type, env);
}
