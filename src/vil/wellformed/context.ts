// What the checks of invariants look up, and how they complain.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import { substituteType } from '../types.ts';
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
  return substituteType(part.type, env);
}
