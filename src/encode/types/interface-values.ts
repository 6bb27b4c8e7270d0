// Interface values: a value together with its dynamic type.
//
//   domain Interface {
//     typeOf(i): GoType    nilInterface(): Interface    comparableValue(i): Bool    comparableType(t): Bool
//     box_T(x): Interface  unbox_T(i): T                for each type T that is put into an interface or taken out
//     forall x :: { box_T(x) }    unbox_T(box_T(x)) == x && typeOf(box_T(x)) == T && (comparableValue(box_T(x)) == comparable x)
//     forall i :: { unbox_T(i) }  typeOf(i) == T ==> box_T(unbox_T(i)) == i
//     forall i :: { typeOf(i) }   typeOf(i) == nilType ==> i == nilInterface
//     implements_I(t): Bool                             for each interface I, true for the types that are proved to implement it
//   }
//
//   [x as interface] = box_T([x])        [nil] = nilInterface        [i == j] = asserting (comparable i || comparable j) in i == j

import type * as ast from '../../syntax/nodes.ts';
import { defaultType, identical, isInterface, isUntyped, typeSet, under } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Axiom, Domain, DomainFunction, Expr, LocalDecl, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { implementations, isKnownToImplement } from '../contracts/implementations.ts';
import { all, applyDomain, Bool, decl, domainType, eq, implies, local, relation } from '../core/build.ts';
import { expr, exprAs, isNil, source, typeOf, valuePlace } from '../core/code.ts';
import type { CallRule, Code, Encoder, Place, TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { knownType, nilType, otherType, TypeOfTypes, typeTerm } from './go-types.ts';
import { mayBeNaN } from './not-a-number.ts';
import { leaf } from './representations.ts';

const domainName = 'Interface';
export const InterfaceType: Type = domainType(domainName);

/** The type of values with these methods. */
export const interfaces: TypeEncoding = leaf({
  value: (e) => {
    domain(e);
    return InterfaceType;
  },
  zero: (e, _, src) => nilInterface(e, src),
  implicit: (k, value, from, _, node) => {
    if (isInterface(from)) return value;
    const own = isUntyped(from) ? defaultType(from) : from;
    return box(k.e, own, value, source(k, node));
  },
  comparable: (e, _, value, src) => comparableValue(e, value, src),
  lookup: (k, node) => safeAssertion(k, node),
});

/** `type[T]`, and what `typeOf` gives. */
export const typesAsValues: TypeEncoding = leaf({
  value: (e) => {
    nilType(e, noSource);
    return TypeOfTypes;
  },
  zero: (e, _, src) => otherType(e, src),
});

function application(name: string, args: readonly Expr[], type: Type, src: Source): Expr {
  return applyDomain(domainName, name, args, [], type, src);
}

export function nilInterface(e: Encoder, src: Source): Expr {
  domain(e);
  return application('nilInterface', [], InterfaceType, src);
}

export function dynamicType(e: Encoder, value: Expr, src: Source): Expr {
  domain(e);
  return application('typeOf', [value], TypeOfTypes, src);
}

export function comparableValue(e: Encoder, value: Expr, src: Source): Expr {
  domain(e);
  return application('comparableValue', [value], Bool, src);
}

export function comparableType(e: Encoder, type: Expr, src: Source): Expr {
  domain(e);
  return application('comparableType', [type], Bool, src);
}

export function box(e: Encoder, type: GoType, value: Expr, src: Source): Expr {
  if (isInterface(type)) return value;
  return application(`box$${boxed(e, type)}`, [value], InterfaceType, src);
}

export function unbox(e: Encoder, type: GoType, value: Expr, src: Source): Expr {
  return application(`unbox$${boxed(e, type)}`, [value], e.tables.types(type).value(e, type), src);
}

/** Whether values of the type are proved to keep the contracts of the interface. */
export function implementsInterface(e: Encoder, type: Expr, iface: GoType, src: Source): Expr {
  const { name, isNew } = knownType(e, iface);
  domain(e);
  const func = `implements$${name}`;
  if (isNew || !hasFunction(e, func)) addFunction(e, func, [decl('t', TypeOfTypes, noSource)], Bool);
  asked(e).set(func, iface);
  return application(func, [type], Bool, src);
}

/** The interfaces about which `implements` was asked: what is proved is stated at the end. */
export function asked(e: Encoder): Map<string, GoType> {
  let found = e.memory.get('asked interfaces') as Map<string, GoType> | undefined;
  if (found === undefined) {
    found = new Map();
    e.memory.set('asked interfaces', found);
  }
  return found;
}

/** States what is proved, or demanded somewhere, about the types that implement the interfaces that were asked about. */
export function stateImplementations(e: Encoder): void {
  for (const [func, iface] of asked(e)) {
    const holds = (type: Expr): Expr => application(func, [type], Bool, noSource);
    for (const { sub, iface: wider } of implementations(e)) {
      if (!identical(iface, wider)) continue;
      if (!isInterface(sub)) addAxiom(e, holds(typeTerm(e, sub, noSource)));
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// The domain

function domain(e: Encoder): Domain {
  const found = e.domains.get(domainName);
  if (found !== undefined) return found;
  const empty: Domain = {
    kind: 'Domain',
    name: domainName,
    typeParams: [],
    functions: [],
    axioms: [],
    interpretation: null,
    src: noSource,
  };
  e.domains.set(domainName, empty);
  const i = decl('i', InterfaceType, noSource);
  addFunction(e, 'typeOf', [i], TypeOfTypes);
  addFunction(e, 'nilInterface', [], InterfaceType);
  addFunction(e, 'comparableValue', [i], Bool);
  addFunction(e, 'comparableType', [decl('t', TypeOfTypes, noSource)], Bool);
  const value = local('i', InterfaceType, noSource);
  const none = application('nilInterface', [], InterfaceType, noSource);
  const type = application('typeOf', [value], TypeOfTypes, noSource);
  addAxiom(e, eq(application('typeOf', [none], TypeOfTypes, noSource), nilType(e, noSource), noSource));
  addAxiom(e, application('comparableValue', [none], Bool, noSource));
  addAxiom(
    e,
    forall([i], type, implies(eq(type, nilType(e, noSource), noSource), eq(value, none, noSource), noSource)),
  );
  const comparable = application('comparableValue', [value], Bool, noSource);
  addAxiom(
    e,
    forall([i], comparable, implies(application('comparableType', [type], Bool, noSource), comparable, noSource)),
  );
  return e.domains.get(domainName) as Domain;
}

function hasFunction(e: Encoder, name: string): boolean {
  return domain(e).functions.some((f) => f.name === name);
}

function addFunction(e: Encoder, name: string, params: readonly LocalDecl[], type: Type): void {
  const func: DomainFunction = {
    kind: 'DomainFunction',
    domain: domainName,
    name,
    params,
    type,
    unique: false,
    interpretation: null,
    src: noSource,
  };
  const made = e.domains.get(domainName) as Domain;
  e.domains.set(domainName, { ...made, functions: [...made.functions, func] });
}

function addAxiom(e: Encoder, body: Expr): void {
  const axiom: Axiom = { kind: 'Axiom', domain: domainName, name: null, body, src: noSource };
  const made = e.domains.get(domainName) as Domain;
  e.domains.set(domainName, { ...made, axioms: [...made.axioms, axiom] });
}

function forall(vars: readonly LocalDecl[], trigger: Expr, body: Expr): Expr {
  const triggers = [{ kind: 'Trigger' as const, exprs: [trigger], src: noSource }];
  return { kind: 'Forall', vars, triggers, body, type: Bool, src: noSource };
}

/** The name of a type whose values can be boxed, with what is known of it: whether its values can be compared. */
export function boxed(e: Encoder, type: GoType): string {
  domain(e);
  const { name } = knownType(e, type);
  if (hasFunction(e, `box$${name}`)) return name;
  const encoding = e.tables.types(type);
  const vil = encoding.value(e, type);
  addFunction(e, `box$${name}`, [decl('x', vil, noSource)], InterfaceType);
  addFunction(e, `unbox$${name}`, [decl('i', InterfaceType, noSource)], vil);
  const x = local('x', vil, noSource);
  const i = local('i', InterfaceType, noSource);
  const inside = application(`box$${name}`, [x], InterfaceType, noSource);
  const outside = application(`unbox$${name}`, [i], vil, noSource);
  const term = typeTerm(e, type, noSource);
  const has = (value: Expr): Expr => eq(application('typeOf', [value], TypeOfTypes, noSource), term, noSource);
  const can = encoding.comparable(e, type, x, noSource);
  const comparable = application('comparableValue', [inside], Bool, noSource);
  const facts = [
    eq(application(`unbox$${name}`, [inside], vil, noSource), x, noSource),
    has(inside),
    typeof can === 'boolean' ? (can ? comparable : negated(comparable)) : relation('eq', comparable, can, noSource),
  ];
  addAxiom(e, forall([decl('x', vil, noSource)], inside, all(facts, noSource)));
  const back = eq(application(`box$${name}`, [outside], InterfaceType, noSource), i, noSource);
  addAxiom(e, forall([decl('i', InterfaceType, noSource)], outside, implies(has(i), back, noSource)));
  if (can === true) addAxiom(e, application('comparableType', [term], Bool, noSource));
  else if (can === false) addAxiom(e, negated(application('comparableType', [term], Bool, noSource)));
  return name;
}

function negated(operand: Expr): Expr {
  return { kind: 'Unary', op: 'not', operand, type: Bool, src: noSource };
}

// ---------------------------------------------------------------------------------------------------------------
// Type assertions
//
//   [i.(T)] = asserting (typeOf([i]) == T) in unbox_T([i])      [i.(J)] = asserting (implements_J(typeOf([i]))) in [i]
//   [v, ok = i.(T)] : ok = typeOf([i]) == T, v = ok ? unbox_T([i]) : zero_T      to an interface it has to succeed

/** Whether an interface asks for nothing but a value. */
export function isEmptyInterface(e: Encoder, t: GoType): boolean {
  const u = under(t);
  if (u.kind !== 'Interface' || typeSet(u).methods.length > 0) return false;
  if ((e.facts.interfacePredicates.get(u)?.length ?? 0) > 0) return false;
  return u.embeddeds.every((embedded) => isEmptyInterface(e, embedded));
}

/** Whether a value can be taken as one of type `t`. */
export function fits(k: Code, value: Expr, from: GoType, t: GoType, src: Source): Expr {
  const type = dynamicType(k.e, value, src);
  if (!isInterface(t)) return eq(type, typeTerm(k.e, t, src), src);
  if (isEmptyInterface(k.e, t) || isKnownToImplement(k.e, from, t))
    return relation('ne', value, nilInterface(k.e, src), src);
  return implementsInterface(k.e, type, t, src);
}

export function typeAssertion(k: Code, node: ast.TypeAssertExpr): Place {
  const wanted = node.type;
  if (wanted === null) return unsupported('this type assertion', node);
  const type = typeOf(k, wanted);
  const meanings = [{ on: 'asserting', key: 'type_assertion_error', reasons: ['failed_type_assertion'] }] as const;
  const src = source(k, node);
  const value = expr(k, node.x);
  const assertion = fits(k, value, typeOf(k, node.x), type, source(k, node, { meanings }));
  const body = isInterface(type) ? value : unbox(k.e, type, value, src);
  return valuePlace({ kind: 'Asserting', assertion, body, type: body.type, src }, type);
}

function safeAssertion(k: Code, node: ast.Expr): readonly [Expr, Expr] {
  if (node.kind !== 'TypeAssertExpr' || node.type === null) return unsupported('two values of this', node);
  const type = typeOf(k, node.type);
  const src = source(k, node);
  const value = expr(k, node.x);
  if (isInterface(type)) {
    // What the value's type has is known only where it is proved to keep the interface's contracts.
    return unsupported('a type assertion to an interface that may fail', node);
  }
  const ok = fits(k, value, typeOf(k, node.x), type, src);
  const zero = k.e.tables.types(type).zero(k.e, type, src);
  return [{ kind: 'Cond', cond: ok, then: unbox(k.e, type, value, src), else: zero, type: zero.type, src }, ok];
}

// ---------------------------------------------------------------------------------------------------------------
// Equality

/** `x == y` where one of them is an interface value: it panics unless one of them can be compared. */
export function comparison(k: Code, x: ast.Expr, y: ast.Expr, ghost: boolean, node: ast.NodeBase): Expr {
  const iface = isInterface(typeOf(k, x)) ? typeOf(k, x) : typeOf(k, y);
  const src = source(k, node);
  const left = exprAs(k, x, iface);
  const right = exprAs(k, y, iface);
  const same = eq(left, right, src);
  if (ghost || isNil(k, x) || isNil(k, y)) return same;
  if ([x, y].every((operand) => mayBeNaN(typeOf(k, operand)))) k.unit.assumptions.add('no-nan');
  const meanings = [{ on: 'asserting', key: 'comparison_error', reasons: ['incomparable_error'] }] as const;
  const asserted = source(k, node, { meanings });
  const can = relation('or', comparableValue(k.e, left, src), comparableValue(k.e, right, src), asserted);
  return { kind: 'Asserting', assertion: can, body: same, type: Bool, src };
}

/** `type[T]` */
export function typeValue(k: Code, node: ast.TypeExpr): Place {
  const type = typeOf(k, node.type);
  if (!isInterface(type)) boxed(k.e, type);
  return valuePlace(typeTerm(k.e, type, source(k, node)), typeOf(k, node));
}

export const typeOfCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const src = source(k, node);
  if (!isInterface(typeOf(k, x))) return unsupported('typeOf of this', node);
  return dynamicType(k.e, expr(k, x), src);
};

export const isComparableCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const src = source(k, node);
  const value = expr(k, x);
  return isInterface(typeOf(k, x)) ? comparableValue(k.e, value, src) : comparableType(k.e, value, src);
};
