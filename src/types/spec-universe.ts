// What the specification language predeclares: types, permission amounts, functions on mathematical values, and what `error` has more.

import { noPos } from '../base/source.ts';
import { newInterfaceType, newMath, newSignature, newTuple } from './newtypes.ts';
import { type Func, newFunc, newTypeName, newVar } from './object.ts';
import { insert, newScope, type Scope } from './scope.ts';
import type { FuncFacts, SpecFacts } from './spec-facts.ts';
import type { Named, Signature, Type } from './type.ts';
import { SpecTyp, Typ, universe, universeError } from './universe.ts';

/** Functions that look like calls and whose types depend on their arguments. */
export const wordFunctions = [
  'some',
  'none',
  'get',
  'typeOf',
  'isComparable',
  'low',
  'lowContext',
  'rel',
  'domain',
  'range',
  'seq',
  'set',
  'mset',
  'dict',
] as const;

export type WordFunction = (typeof wordFunctions)[number];

const words: ReadonlyMap<string, WordFunction> = new Map(wordFunctions.map((word) => [word, word]));

/** Null for a name that the language gives no meaning as a function. */
export function wordFunction(name: string): WordFunction | null {
  return words.get(name) ?? null;
}

const predeclared: FuncFacts = {
  role: 'function',
  ghost: true,
  pure: false,
  opaque: false,
  trusted: false,
  atomic: false,
  mayInit: false,
  opensInvariants: true,
  measures: [],
  spec: null,
  hasBody: false,
  node: null,
};

/** Fresh facts, for the packages of one load. */
export function newFacts(): SpecFacts {
  const facts: SpecFacts = {
    outer: newScope(universe, noPos, noPos, 'specification'),
    annotated: new Set(),
    late: new Map(),
    members: new Map(),
    ghost: new Set(),
    ghostParams: new Set(),
    shared: new Set(),
    funcs: new Map(),
    predicates: new Map(),
    interfacePredicates: new Map(),
    discriminators: new Map(),
    packages: new Map(),
    proofSignatures: new Map(),
  };
  const { outer } = facts;
  for (const type of [SpecTyp.perm, SpecTyp.integer]) {
    const name = newTypeName(noPos, null, type.name, type);
    facts.ghost.add(name);
    insert(outer, name);
  }
  for (const name of ['writePerm', 'noPerm']) {
    const amount = newVar('package', noPos, null, name, SpecTyp.perm);
    facts.ghost.add(amount);
    insert(outer, amount);
  }
  for (const word of wordFunctions) addFunc(facts, outer, word, sig([], []), { ...predeclared, pure: true });
  const invariant = newMath('pred', []);
  addFunc(facts, outer, 'PredTrue', sig([], [SpecTyp.assertion]), { ...predeclared, role: 'predicate', hasBody: true });
  addFunc(facts, outer, 'Invariant', sig([invariant], [Typ.bool]), { ...predeclared, pure: true });
  addFunc(facts, outer, 'EstablishInvariant', sig([invariant], []), predeclared);
  declareError(facts, outer);
  return facts;
}

function addFunc(facts: SpecFacts, scope: Scope, name: string, type: Signature, info: FuncFacts): void {
  const func = newFunc(noPos, null, name, type);
  facts.funcs.set(func, info);
  if (info.ghost) facts.ghost.add(func);
  insert(scope, func);
}

function sig(params: readonly Type[], results: readonly Type[]): Signature {
  const ins = newTuple(params.map((type) => newVar('param', noPos, null, '', type)));
  const outs = newTuple(results.map((type) => newVar('result', noPos, null, '', type)));
  return newSignature(null, null, null, ins, outs, false);
}

/** `error` with a predicate for the memory of an error, and ghost methods that duplicate it where that is possible. */
function declareError(facts: SpecFacts, outer: Scope): void {
  const iface = newInterfaceType([], []);
  const obj = newTypeName(noPos, null, 'error', null);
  const error: Named = { ...universeError, id: -3, obj, fromRHS: iface, underlying: iface };
  obj.type = error;
  const method = (name: string, results: readonly Type[]): Func => {
    const type = sig([], results);
    type.recv = newVar('receiver', noPos, null, '', error);
    return newFunc(noPos, null, name, type);
  };
  const memory = method('ErrorMem', [SpecTyp.assertion]);
  facts.funcs.set(memory, { ...predeclared, role: 'predicate' });
  facts.ghost.add(memory);
  facts.interfacePredicates.set(iface, [memory]);
  const text = method('Error', [Typ.string]);
  facts.funcs.set(text, { ...predeclared, ghost: false });
  const duplicable = method('IsDuplicableMem', [Typ.bool]);
  facts.funcs.set(duplicable, { ...predeclared, pure: true });
  const duplicate = method('Duplicate', []);
  facts.funcs.set(duplicate, predeclared);
  for (const func of [duplicable, duplicate]) facts.ghost.add(func);
  iface.methods.push(duplicate, text, duplicable);
  insert(outer, obj);
}
