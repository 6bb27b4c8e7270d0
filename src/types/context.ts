// Contexts: identical instances of generic types are made once, and expansion of recursive ones comes to an end.
//
// Instances are found by a hash: a text that is equal for identical types. The converse holds too, but nothing depends
// on it except speed.

import { unalias } from './alias.ts';
import { type Func, objectId, type Var } from './object.ts';
import { identical, identicalInstance } from './predicates.ts';
import type { SpecFacts } from './spec-facts.ts';
import { termsAll } from './termlist.ts';
import type { Alias, InterfaceType, Named, Signature, StructType, Tuple, Type } from './type.ts';
import { typeSet } from './typeset.ts';

export interface Context {
  /** Null before the first instance. */
  instances: Map<string, Entry> | null;
  /** Numbers of generic functions and aliases, which have no id of their own; null before the first. */
  originIds: Map<Signature | Alias, number> | null;
  /** What specifications say about objects; null before the first package that has them. */
  facts: SpecFacts | null;
}

interface Entry {
  readonly orig: GenericType;
  readonly targs: readonly Type[];
  /** orig[targs] */
  readonly instance: Type;
  /** Another instance with the same hash, or null. */
  next: Entry | null;
}

export type GenericType = Named | Alias | Signature;

export function newContext(): Context {
  return { instances: null, originIds: null, facts: null };
}

/** The hash of orig[targs]. */
export function instanceHash(ctxt: Context, orig: GenericType, targs: readonly Type[]): string {
  const prefix = orig.kind === 'Named' ? `#${orig.id}` : `@${originId(ctxt, orig)}`;
  return prefix + typesHash(targs, null);
}

function originId(ctxt: Context, orig: Signature | Alias): number {
  ctxt.originIds ??= new Map();
  let id = ctxt.originIds.get(orig);
  if (id === undefined) {
    id = ctxt.originIds.size;
    ctxt.originIds.set(orig, id);
  }
  return id;
}

/** The instance orig[targs], or null if there is none yet. */
export function lookupContext(ctxt: Context, hash: string, orig: GenericType, targs: readonly Type[]): Type | null {
  if (ctxt.instances === null) return null;
  for (let e = ctxt.instances.get(hash) ?? null; e !== null; e = e.next) {
    if (identicalInstance(orig, targs, e.orig, e.targs)) return e.instance;
  }
  return null;
}

/** Records `instance` unless an identical one is there, which is given back in this case. */
export function updateContext(
  ctxt: Context,
  hash: string,
  orig: GenericType,
  targs: readonly Type[],
  instance: Type,
): Type {
  ctxt.instances ??= new Map();
  const first = ctxt.instances.get(hash) ?? null;
  for (let e = first; e !== null; e = e.next) {
    if (e.instance === instance || identical(instance, e.instance)) return e.instance;
  }
  ctxt.instances.set(hash, { orig, targs, instance, next: first });
  return instance;
}

/** Interfaces that surround the type being hashed, innermost first. */
interface Outer {
  readonly type: InterfaceType;
  readonly next: Outer | null;
}

/** A text that is equal for identical types. */
export function typeHash(t: Type): string {
  return hash(t, null);
}

function hash(type: Type, outer: Outer | null): string {
  const t = unalias(type);
  switch (t.kind) {
    case 'Basic':
      return t.basic;
    case 'Named':
      return t.inst === null ? `#${t.id}` : `#${t.inst.orig.id}${typesHash(t.inst.typeArgs, outer)}`;
    case 'TypeParam':
      return `$${t.id}`;
    case 'Pointer':
      return `*${hash(t.elem, outer)}`;
    case 'Slice':
      return `[]${hash(t.elem, outer)}`;
    case 'Array':
      return `[${t.len}]${hash(t.elem, outer)}`;
    case 'Map':
      return `map[${hash(t.key, outer)}]${hash(t.elem, outer)}`;
    case 'Chan':
      return `${t.dir}(${hash(t.elem, outer)})`;
    case 'Signature':
      return `func${signatureHash(t, outer)}`;
    case 'Tuple':
      return tupleHash(t, outer);
    case 'Struct':
      return structHash(t, outer);
    case 'Interface':
      return interfaceHash(t, outer);
    case 'Math':
      // What is declared counts by its name: the hash may be equal for types that differ.
      return `${t.math}${typesHash(t.args, outer)}${t.owner === null ? '' : hash(t.owner, outer)}`;
    case 'Union':
      return t.terms.map((term) => (term.tilde ? '~' : '') + hash(term.type, outer)).join('|');
  }
}

function typesHash(list: readonly Type[], outer: Outer | null): string {
  let text = '[';
  for (let i = 0; i < list.length; i++) text += (i > 0 ? ',' : '') + hash(list[i] as Type, outer);
  return `${text}]`;
}

function signatureHash(sig: Signature, outer: Outer | null): string {
  return `${sig.variadic ? '...' : ''}${tupleHash(sig.params, outer)}${tupleHash(sig.results, outer)}`;
}

function tupleHash(tuple: Tuple, outer: Outer | null): string {
  let text = '(';
  for (const v of tuple.vars) text += `${hash(v.type as Type, outer)},`;
  return `${text})`;
}

function structHash(t: StructType, outer: Outer | null): string {
  let text = '{';
  for (let i = 0; i < t.fields.length; i++) {
    const f = t.fields[i] as Var;
    const tag = t.tags[i];
    text += `${f.embedded ? '!' : ''}${objectId(f.pkg, f.name)} ${hash(f.type as Type, outer)}`;
    if (tag !== undefined && tag !== '') text += JSON.stringify(tag);
    text += ';';
  }
  return `${text}}`;
}

/** An interface is its type set. One that mentions itself in a method is denoted by its distance. */
function interfaceHash(t: InterfaceType, outer: Outer | null): string {
  let distance = 0;
  for (let o = outer; o !== null; o = o.next) {
    if (o.type === t) return `^${distance}`;
    distance++;
  }
  const inner: Outer = { type: t, next: outer };
  const set = typeSet(t);
  let text = set.comparable ? 'interface{comparable;' : 'interface{';
  for (const m of set.methods) text += `${methodHash(m, inner)};`;
  if (!termsAll(set.terms)) {
    const terms: string[] = [];
    for (const term of set.terms) {
      if (term !== null && term.type !== null) terms.push((term.tilde ? '~' : '') + hash(term.type, inner));
    }
    text += `=${terms.sort().join('|')}`;
  }
  return `${text}}`;
}

function methodHash(m: Func, outer: Outer): string {
  return objectId(m.pkg, m.name) + signatureHash(m.type as Signature, outer);
}
