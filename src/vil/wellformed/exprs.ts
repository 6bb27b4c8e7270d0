// Invariants of expressions: names are bound, parts have the types that their places need, permissions stand in assertions.

import { printType } from '../print/exprs.ts';
import { sameType, substituteType } from '../types.ts';
import type { BinaryOp, CollectionExpr, Expr, LocalDecl, Resource, Source, Type } from '../vil.ts';
import { childrenOf, isPure, someExpr } from '../walk.ts';
import { type Checker, complain, constructorNamed, destructorType } from './context.ts';

/** What may stand in a place. */
export interface Place {
  readonly vars: ReadonlyMap<string, Type>;
  /** Permissions may be spoken of: a whole assertion, or what a separating conjunction leads to. */
  readonly assertion: boolean;
  /** `old(e)` has a meaning. */
  readonly old: boolean;
  /** Inside the right side of a wand or its proof: `old[lhs]` has a meaning. */
  readonly wand: boolean;
  /** Labels that `old[label]` may name. */
  readonly labels: ReadonlySet<string>;
  /** The type of `result`; null where there is none. */
  readonly result: Type | null;
  /** The amount of an `acc`, where `wildcard` may stand. */
  readonly amount: boolean;
}

const Int: Type = { kind: 'Int' };
const Bool: Type = { kind: 'Bool' };
const Perm: Type = { kind: 'Perm' };
const Ref: Type = { kind: 'Ref' };

/** Checks an expression that must have the type. */
export function checkExpr(checker: Checker, expr: Expr, type: Type, place: Place): void {
  if (!isAssertionLike(expr) && !sameType(expr.type, type)) {
    complain(checker, expr.src, `has type ${printType(expr.type)}, not ${printType(type)}`);
  }
  if (isAssertionLike(expr) && type.kind !== 'Bool') {
    complain(checker, expr.src, `an assertion stands where a ${printType(type)} is needed`);
  }
  check(checker, expr, place);
}

/** Assertions that are of no type that values have. */
function isAssertionLike(expr: Expr): boolean {
  return expr.kind === 'MagicWand' || expr.kind === 'AccField' || expr.kind === 'AccPredicate';
}

function pureOnly(place: Place): Place {
  return place.assertion ? { ...place, assertion: false } : place;
}

export function bind(checker: Checker, vars: readonly LocalDecl[], place: Place): Place {
  const inner = new Map(place.vars);
  for (const { name, type, src } of vars) {
    if (inner.has(name)) complain(checker, src, `"${name}" is bound twice`);
    checkType(checker, type, src);
    inner.set(name, type);
  }
  return { ...place, vars: inner };
}

export function checkType(checker: Checker, type: Type, src: Source): void {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      checkType(checker, type.elem, src);
      return;
    case 'Map':
      checkType(checker, type.key, src);
      checkType(checker, type.value, src);
      return;
    case 'Domain':
    case 'Adt': {
      const declared = (type.kind === 'Domain' ? checker.domains : checker.adts).get(type.name);
      if (declared === undefined) complain(checker, src, `type "${type.name}" is not declared`);
      else if (declared.typeParams.length !== type.args.length) {
        complain(checker, src, `type "${type.name}" has ${declared.typeParams.length} parameters`);
      }
      for (const arg of type.args) checkType(checker, arg, src);
      return;
    }
    case 'TypeVar':
      if (!checker.typeParams.has(type.name)) complain(checker, src, `type "${type.name}" is not declared`);
      return;
    default:
  }
}

const binaryTypes: Readonly<Record<BinaryOp, readonly [Type, Type] | null>> = {
  add: [Int, Int],
  sub: [Int, Int],
  mul: [Int, Int],
  div: [Int, Int],
  mod: [Int, Int],
  lt: [Int, Int],
  le: [Int, Int],
  gt: [Int, Int],
  ge: [Int, Int],
  frac: [Int, Int],
  permAdd: [Perm, Perm],
  permSub: [Perm, Perm],
  permMul: [Perm, Perm],
  intPermMul: [Int, Perm],
  permDivInt: [Perm, Int],
  permDiv: [Perm, Perm],
  permLt: [Perm, Perm],
  permLe: [Perm, Perm],
  permGt: [Perm, Perm],
  permGe: [Perm, Perm],
  eq: null,
  ne: null,
  and: [Bool, Bool],
  or: [Bool, Bool],
  implies: [Bool, Bool],
};

function check(checker: Checker, expr: Expr, place: Place): void {
  const { src } = expr;
  const pure = pureOnly(place);
  const plain = pure.amount ? { ...pure, amount: false } : pure;
  const need = (part: Expr, type: Type, where: Place = plain): void => checkExpr(checker, part, type, where);
  const assertionOnly = (what: string): void => {
    if (!place.assertion) complain(checker, src, `${what} stands where a value is needed`);
  };
  switch (expr.kind) {
    case 'IntLit':
      if (expr.value < 0n) complain(checker, src, 'a literal is negative');
      return;
    case 'BoolLit':
    case 'NullLit':
      return;
    case 'PermLit':
      if (expr.value === 'wildcard' && !place.amount)
        complain(checker, src, '"wildcard" is not the amount of an "acc"');
      return;
    case 'LocalVar': {
      const type = place.vars.get(expr.name);
      if (type === undefined) complain(checker, src, `"${expr.name}" is not bound`);
      else if (!sameType(type, expr.type)) complain(checker, src, `"${expr.name}" has type ${printType(type)}`);
      return;
    }
    case 'Result':
      if (place.result === null) complain(checker, src, '"result" stands outside a postcondition of a function');
      else if (!sameType(place.result, expr.type)) complain(checker, src, '"result" has another type');
      return;
    case 'Unary':
      need(expr.operand, expr.op === 'not' ? Bool : expr.op === 'neg' ? Int : Perm);
      return;
    case 'Binary': {
      if (expr.op === 'and') {
        need(expr.left, Bool, place);
        need(expr.right, Bool, place);
        return;
      }
      if (expr.op === 'implies') {
        need(expr.left, Bool);
        need(expr.right, Bool, place);
        return;
      }
      const types = binaryTypes[expr.op];
      need(expr.left, types === null ? expr.left.type : types[0]);
      need(expr.right, types === null ? expr.left.type : types[1]);
      return;
    }
    case 'Cond':
      need(expr.cond, Bool);
      need(expr.then, expr.type, place);
      need(expr.else, expr.type, place);
      return;
    case 'FieldAccess':
    case 'PredicateAccess':
      if (expr.kind === 'PredicateAccess' && !checker.instances) {
        complain(checker, src, 'a predicate instance stands where a value is needed');
      }
      checkResource(checker, expr, plain);
      return;
    case 'AccField':
    case 'AccPredicate':
      assertionOnly('a permission');
      checkResource(checker, expr.loc, plain);
      if (expr.perm !== null) need(expr.perm, Perm, { ...plain, amount: true });
      if (expr.perm !== null && expr.perm.kind !== 'PermLit' && someExpr(expr.perm, isComputedWildcard)) {
        complain(checker, expr.perm.src, '"wildcard" cannot be computed with');
      }
      return;
    case 'MagicWand':
      assertionOnly('a magic wand');
      checkResource(checker, expr, plain);
      return;
    case 'CurrentPerm':
      checkResource(checker, expr.resource, plain);
      return;
    case 'InhaleExhale':
      need(expr.inhale, Bool, place);
      need(expr.exhale, Bool, place);
      return;
    case 'Forall':
    case 'Exists': {
      const inner = bind(checker, expr.vars, place);
      need(expr.body, Bool, expr.kind === 'Forall' ? inner : pureOnly(inner));
      for (const trigger of expr.triggers) {
        if (trigger.exprs.length === 0) complain(checker, trigger.src, 'a trigger is empty');
        for (const part of trigger.exprs) checkTriggerPart(checker, part, pureOnly(inner));
      }
      return;
    }
    case 'ForPerm': {
      const inner = bind(checker, expr.vars, plain);
      checkResource(checker, expr.resource, inner);
      need(expr.body, Bool, inner);
      return;
    }
    case 'Let': {
      need(expr.value, expr.variable.type);
      need(expr.body, expr.type, bind(checker, [expr.variable], place));
      return;
    }
    case 'Old':
      checkOld(checker, expr, place);
      need(expr.body, expr.type);
      return;
    case 'Unfolding':
      need(expr.acc, Bool, { ...plain, assertion: true });
      if (checker.predicates.get(expr.acc.loc.predicate)?.body === null) {
        complain(checker, src, `predicate "${expr.acc.loc.predicate}" is abstract`);
      }
      need(expr.body, expr.type, place);
      return;
    case 'Applying':
      need(expr.wand, Bool, { ...plain, assertion: true });
      need(expr.body, expr.type, place);
      return;
    case 'Asserting':
      need(expr.assertion, Bool, { ...plain, assertion: true });
      need(expr.body, expr.type, place);
      return;
    case 'Low':
      need(expr.operand, expr.operand.type);
      return;
    case 'LowContext':
      return;
    case 'InExecution':
      need(expr.operand, expr.type);
      return;
    case 'FuncApp': {
      const func = checker.functions.get(expr.func);
      if (func === undefined) {
        complain(checker, src, `function "${expr.func}" is not declared`);
        return;
      }
      result(checker, expr, func.type);
      checkArgs(checker, expr, expr.args, func.params, new Map(), plain);
      return;
    }
    case 'DomainFuncApp': {
      const func = checker.domainFunctions.get(expr.func);
      const domain = checker.domains.get(expr.domain);
      if (func === undefined || domain === undefined || func.domain !== expr.domain) {
        complain(checker, src, `domain function "${expr.func}" is not declared`);
        return;
      }
      const env = typeEnv(checker, expr, domain.typeParams, expr.typeArgs);
      result(checker, expr, substituteType(func.type, env));
      checkArgs(checker, expr, expr.args, func.params, env, plain);
      return;
    }
    case 'AdtConstruct': {
      const adt = checker.adts.get(expr.adt);
      const made = constructorNamed(checker, expr.adt, expr.constructorName);
      if (adt === undefined || made === null) {
        complain(checker, src, `constructor "${expr.constructorName}" is not declared`);
        return;
      }
      const env = typeEnv(checker, expr, adt.typeParams, expr.typeArgs);
      result(checker, expr, { kind: 'Adt', name: expr.adt, args: expr.typeArgs });
      checkArgs(checker, expr, expr.args, made.params, env, plain);
      return;
    }
    case 'AdtDestruct': {
      need(expr.receiver, expr.receiver.type);
      const type = destructorType(checker, expr.receiver.type, expr.adt, expr.field);
      if (type === null) {
        complain(checker, src, `"${expr.field}" is not a part of "${expr.adt}"`);
        return;
      }
      result(checker, expr, type);
      return;
    }
    case 'AdtDiscriminate':
      need(expr.receiver, expr.receiver.type);
      if (constructorNamed(checker, expr.adt, expr.constructorName) === null) {
        complain(checker, src, `constructor "${expr.constructorName}" is not declared`);
      }
      return;
    default:
      checkCollection(checker, expr, plain);
      return;
  }
}

function isComputedWildcard(expr: Expr): boolean {
  const wild = (part: Expr): boolean => part.kind === 'PermLit' && part.value === 'wildcard';
  return expr.kind === 'Cond' ? wild(expr.cond) : childrenOf(expr).some(wild);
}

function result(checker: Checker, expr: Expr, type: Type): void {
  if (!sameType(expr.type, type))
    complain(checker, expr.src, `has type ${printType(type)}, not ${printType(expr.type)}`);
}

function typeEnv(
  checker: Checker,
  expr: Expr,
  params: readonly string[],
  args: readonly Type[],
): ReadonlyMap<string, Type> {
  if (params.length !== args.length) complain(checker, expr.src, 'type arguments are missing');
  for (const arg of args) checkType(checker, arg, expr.src);
  return new Map(params.flatMap((param, i) => (args[i] === undefined ? [] : [[param, args[i]] as const])));
}

function checkArgs(
  checker: Checker,
  at: { readonly src: Source },
  args: readonly Expr[],
  params: readonly LocalDecl[],
  env: ReadonlyMap<string, Type>,
  place: Place,
): void {
  if (args.length !== params.length) {
    complain(checker, at.src, `${params.length} arguments are needed`);
    return;
  }
  args.forEach((arg, i) => {
    checkExpr(checker, arg, substituteType((params[i] as LocalDecl).type, env), place);
  });
}

/** A field, predicate or wand, whatever is said of it. */
export function checkResource(checker: Checker, resource: Resource, place: Place): void {
  switch (resource.kind) {
    case 'FieldAccess': {
      const field = checker.fields.get(resource.field);
      if (field === undefined) complain(checker, resource.src, `field "${resource.field}" is not declared`);
      else result(checker, resource, field.type);
      checkExpr(checker, resource.receiver, Ref, place);
      return;
    }
    case 'PredicateAccess': {
      const predicate = checker.predicates.get(resource.predicate);
      if (predicate === undefined) {
        complain(checker, resource.src, `predicate "${resource.predicate}" is not declared`);
        return;
      }
      checkArgs(checker, resource, resource.args, predicate.params, new Map(), place);
      return;
    }
    case 'MagicWand':
      checkExpr(checker, resource.left, Bool, { ...place, assertion: true });
      checkExpr(checker, resource.right, Bool, { ...place, assertion: true, wand: true });
      return;
  }
}

function checkTriggerPart(checker: Checker, part: Expr, place: Place): void {
  if (part.kind === 'PredicateAccess' || part.kind === 'MagicWand') {
    checkResource(checker, part, place);
    return;
  }
  checkExpr(checker, part, part.type, place);
  if (!isPure(part)) complain(checker, part.src, 'a trigger holds permissions');
}

function checkOld(checker: Checker, expr: Expr & { readonly kind: 'Old' }, place: Place): void {
  const { state, src } = expr;
  switch (state.kind) {
    case 'pre':
      if (!place.old) complain(checker, src, '"old" has no meaning here');
      return;
    case 'lhs':
      if (!place.wand) complain(checker, src, '"old[lhs]" stands outside a wand');
      return;
    case 'label':
      if (!place.labels.has(state.name)) complain(checker, src, `label "${state.name}" is not declared`);
  }
}

function checkCollection(checker: Checker, expr: CollectionExpr, place: Place): void {
  const { src } = expr;
  const need = (part: Expr, type: Type): void => checkExpr(checker, part, type, place);
  const collection = <K extends Type['kind']>(part: Expr, kind: K): Extract<Type, { kind: K }> | null => {
    check(checker, part, place);
    if (part.type.kind === kind) return part.type as Extract<Type, { kind: K }>;
    complain(checker, part.src, `is not a ${kind}`);
    return null;
  };
  switch (expr.kind) {
    case 'SeqLit':
    case 'SetLit':
    case 'MultisetLit': {
      const { type } = expr;
      if (type.kind !== 'Seq' && type.kind !== 'Set' && type.kind !== 'Multiset') {
        complain(checker, src, 'a literal has another type');
        return;
      }
      checkType(checker, type, src);
      for (const elem of expr.elems) need(elem, type.elem);
      return;
    }
    case 'SeqRange':
      need(expr.low, Int);
      need(expr.high, Int);
      return;
    case 'SeqAppend':
      need(expr.left, expr.type);
      need(expr.right, expr.type);
      if (expr.type.kind !== 'Seq') complain(checker, src, 'is not a Seq');
      return;
    case 'SeqIndex': {
      const type = collection(expr.seq, 'Seq');
      need(expr.index, Int);
      if (type !== null) result(checker, expr, type.elem);
      return;
    }
    case 'SeqTake':
    case 'SeqDrop':
      collection(expr.seq, 'Seq');
      need(expr.count, Int);
      result(checker, expr, expr.seq.type);
      return;
    case 'SeqUpdate': {
      const type = collection(expr.seq, 'Seq');
      need(expr.index, Int);
      if (type !== null) need(expr.value, type.elem);
      result(checker, expr, expr.seq.type);
      return;
    }
    case 'SeqContains': {
      const type = collection(expr.seq, 'Seq');
      if (type !== null) need(expr.elem, type.elem);
      return;
    }
    case 'SetBinary':
      if (expr.left.type.kind !== 'Set' && expr.left.type.kind !== 'Multiset') {
        complain(checker, src, 'is neither a Set nor a Multiset');
      }
      need(expr.left, expr.left.type);
      need(expr.right, expr.left.type);
      result(checker, expr, expr.op === 'subset' ? Bool : expr.left.type);
      return;
    case 'SetContains': {
      const { type } = expr.set;
      need(expr.set, type);
      if (type.kind !== 'Set' && type.kind !== 'Multiset') {
        complain(checker, src, 'is neither a Set nor a Multiset');
        return;
      }
      need(expr.elem, type.elem);
      result(checker, expr, type.kind === 'Set' ? Bool : Int);
      return;
    }
    case 'Cardinality':
      need(expr.operand, expr.operand.type);
      return;
    case 'MapLit': {
      const { type } = expr;
      if (type.kind !== 'Map') {
        complain(checker, src, 'a literal has another type');
        return;
      }
      checkType(checker, type, src);
      for (const { key, value } of expr.entries) {
        need(key, type.key);
        need(value, type.value);
      }
      return;
    }
    case 'MapUpdate': {
      const type = collection(expr.map, 'Map');
      if (type === null) return;
      need(expr.key, type.key);
      need(expr.value, type.value);
      result(checker, expr, type);
      return;
    }
    case 'MapLookup': {
      const type = collection(expr.map, 'Map');
      if (type === null) return;
      need(expr.key, type.key);
      result(checker, expr, type.value);
      return;
    }
    case 'MapContains': {
      const type = collection(expr.map, 'Map');
      if (type !== null) need(expr.key, type.key);
      return;
    }
    case 'MapDomain':
    case 'MapRange': {
      const type = collection(expr.map, 'Map');
      if (type === null) return;
      result(checker, expr, { kind: 'Set', elem: expr.kind === 'MapDomain' ? type.key : type.value });
      return;
    }
  }
}
