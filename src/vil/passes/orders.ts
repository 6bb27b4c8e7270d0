// The well-founded orders that termination measures are compared in, and the domains that they need.
//
//   Int         a < b  and  b >= 0                   Seq, Set, Multiset   |a| < |b|
//   Bool        !a  and  b                           Perm                 a <= b - write  and  b >= none
//   Ref         a == null  and  b != null            adts                 a is a part of b
//   predicate instances    a was found inside b when b was unfolded
//   other types, and those for which the program has a domain `<Type>WellFoundedOrder`: the program's domain functions
//   `decreasing(a, b)` and `bounded(b)`

import { and, binary, cardinality, int, not, variable } from '../build.ts';
import { printType } from '../print/exprs.ts';
import { substituteType } from '../types.ts';
import {
  type Adt,
  type Axiom,
  type Domain,
  type DomainFunction,
  type Expr,
  type LocalDecl,
  noSource,
  type PredicateAccess,
  type Program,
  type Source,
  type Type,
} from '../vil.ts';

const Bool: Type = { kind: 'Bool' };
export const instanceType: Type & { readonly kind: 'Domain' } = {
  kind: 'Domain',
  name: 'PredicateInstance$',
  args: [],
};

const partDomain = 'Part$';
const partFunction = 'isPart$';
const nestedFunction = 'isNested$';

/** What orders use of a program, and what has to be added to it for them. */
export interface Orders {
  readonly program: Program;
  readonly ownOrders: ReadonlySet<string>;
  readonly decreasing: DomainFunction | null;
  readonly bounded: DomainFunction | null;
  /** The adts that are compared, by printed name. */
  readonly adts: Map<string, Type & { readonly kind: 'Adt' }>;
  readonly predicates: Set<string>;
}

export function createOrders(program: Program): Orders {
  const functions = program.domains.flatMap((domain) => domain.functions);
  const ofOrder = (name: string): DomainFunction | null =>
    functions.find((func) => func.name === name && func.domain === 'WellFoundedOrder') ?? null;
  return {
    program,
    ownOrders: new Set(program.domains.map(({ name }) => name)),
    decreasing: ofOrder('decreasing'),
    bounded: ofOrder('bounded'),
    adts: new Map(),
    predicates: new Set(),
  };
}

/** `smaller` comes before `bigger`; null if there is no order for their type. */
export function isBelow(orders: Orders, smaller: Expr, bigger: Expr, src: Source): Expr | null {
  const { type } = bigger;
  if (hasOwnOrder(orders, type)) return ownOrder(orders, smaller, bigger, src);
  switch (type.kind) {
    case 'Int':
      return and(binary('lt', smaller, bigger, src), binary('ge', bigger, int(0n, src), src), src);
    case 'Bool':
      return and(not(smaller, src), bigger, src);
    case 'Ref': {
      const nothing: Expr = { kind: 'NullLit', type, src };
      return and(binary('eq', smaller, nothing, src), binary('ne', bigger, nothing, src), src);
    }
    case 'Perm': {
      const write: Expr = { kind: 'PermLit', value: 'write', type, src };
      const none: Expr = { kind: 'PermLit', value: 'none', type, src };
      const less: Expr = { kind: 'Binary', op: 'permSub', left: bigger, right: write, type, src };
      return and(binary('permLe', smaller, less, src), binary('permGe', bigger, none, src), src);
    }
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return binary('lt', cardinality(smaller, src), cardinality(bigger, src), src);
    case 'Adt':
      return isPart(orders, smaller, bigger, src);
    case 'Domain':
      return type.name === instanceType.name ? isNested(smaller, bigger, src) : ownOrder(orders, smaller, bigger, src);
    default:
      return ownOrder(orders, smaller, bigger, src);
  }
}

/** Whether values of these two types can be compared at all. */
export function isComparable(a: Type, b: Type): boolean {
  return a.kind === b.kind && (a.kind !== 'Domain' || b.kind !== 'Domain' || a.name === b.name);
}

function hasOwnOrder(orders: Orders, type: Type): boolean {
  const names =
    type.kind === 'Perm'
      ? ['Perm', 'Rational']
      : type.kind === 'Multiset'
        ? ['Multiset', 'MultiSet']
        : [typeName(type)];
  return names.some((name) => orders.ownOrders.has(`${name}WellFoundedOrder`));
}

function typeName(type: Type): string {
  return type.kind === 'Domain' || type.kind === 'Adt' ? type.name : type.kind;
}

function ownOrder({ decreasing, bounded }: Orders, smaller: Expr, bigger: Expr, src: Source): Expr | null {
  if (decreasing === null || bounded === null) return null;
  const call = (func: DomainFunction, args: readonly Expr[]): Expr => ({
    kind: 'DomainFuncApp',
    domain: func.domain,
    func: func.name,
    args,
    typeArgs: [bigger.type],
    type: Bool,
    src,
  });
  return and(call(decreasing, [smaller, bigger]), call(bounded, [bigger]), src);
}

// ---------------------------------------------------------------------------------------------------------------
// Parts of adts

function isPart(orders: Orders, part: Expr, whole: Expr, src: Source): Expr {
  for (const { type } of [part, whole]) reach(orders, type);
  return partOf(part, whole, src);
}

function partOf(part: Expr, whole: Expr, src: Source): Expr {
  return {
    kind: 'DomainFuncApp',
    domain: partDomain,
    func: partFunction,
    args: [part, whole],
    typeArgs: [part.type, whole.type],
    type: Bool,
    src,
  };
}

/** Notes the adts whose values are in values of the type. Types that grow from part to part are cut off. */
function reach(orders: Orders, type: Type, depth = 0): void {
  if (type.kind !== 'Adt' || depth > 4) return;
  const key = printType(type);
  if (orders.adts.has(key)) return;
  orders.adts.set(key, type);
  for (const { params } of adtOf(orders.program, type).constructors) {
    for (const param of params) reach(orders, instantiate(orders.program, type, param.type), depth + 1);
  }
}

function adtOf(program: Program, type: Type & { readonly kind: 'Adt' }): Adt {
  const adt = program.adts.find(({ name }) => name === type.name);
  if (adt === undefined) throw new Error(`adt ${type.name} is not declared`);
  return adt;
}

/** A type inside an adt, with its type parameters as they are in `type`. */
function instantiate(program: Program, type: Type & { readonly kind: 'Adt' }, inside: Type): Type {
  const { typeParams } = adtOf(program, type);
  return substituteType(inside, new Map(typeParams.map((param, i) => [param, type.args[i] as Type])));
}

// ---------------------------------------------------------------------------------------------------------------
// Predicate instances

/** The predicate instance as a value. */
export function instanceOf(orders: Orders, loc: PredicateAccess): Expr {
  orders.predicates.add(loc.predicate);
  const func = `${loc.predicate}$instance`;
  return {
    kind: 'DomainFuncApp',
    domain: instanceType.name,
    func,
    args: loc.args,
    typeArgs: [],
    type: instanceType,
    src: loc.src,
  };
}

export function isNested(inner: Expr, outer: Expr, src: Source): Expr {
  return {
    kind: 'DomainFuncApp',
    domain: instanceType.name,
    func: nestedFunction,
    args: [inner, outer],
    typeArgs: [],
    type: Bool,
    src,
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Domains

function decl(name: string, type: Type): LocalDecl {
  return { kind: 'LocalDecl', name, type, src: noSource };
}

function axiom(domain: string, vars: readonly LocalDecl[], triggers: readonly (readonly Expr[])[], body: Expr): Axiom {
  const quantified: Expr = {
    kind: 'Forall',
    vars,
    triggers: triggers.map((exprs) => ({ kind: 'Trigger', exprs, src: noSource })),
    body,
    type: Bool,
    src: noSource,
  };
  return { kind: 'Axiom', domain, name: null, body: quantified, src: noSource };
}

/** The domains that the orders used so far need. */
export function orderDomains(orders: Orders): readonly Domain[] {
  const domains: Domain[] = [];
  if (orders.adts.size > 0) domains.push(partsDomain(orders));
  if (orders.predicates.size > 0) domains.push(instancesDomain(orders));
  return domains;
}

// isPart$(a, b): a is b, no matter how deep inside
//   l.isC  ==>  isPart$(l.x, l)              for every part x of an adt's type, of constructor C
//   isPart$(a, b) && isPart$(b, c)  ==>  isPart$(a, c)
function partsDomain(orders: Orders): Domain {
  const types = [...orders.adts.values()];
  const axioms: Axiom[] = [];
  for (const type of types) {
    const whole = decl('whole', type);
    const value = variable(whole);
    for (const { name, params } of adtOf(orders.program, type).constructors) {
      const parts = params.map(
        (param): Expr => ({
          kind: 'AdtDestruct',
          adt: type.name,
          field: param.name,
          receiver: value,
          type: instantiate(orders.program, type, param.type),
          src: noSource,
        }),
      );
      const made: Expr = {
        kind: 'AdtDiscriminate',
        adt: type.name,
        constructorName: name,
        receiver: value,
        type: Bool,
        src: noSource,
      };
      for (const part of parts) {
        if (!orders.adts.has(printType(part.type))) continue;
        const body = binary('implies', made, partOf(part, value, noSource), noSource);
        axioms.push(axiom(partDomain, [whole], [[part]], body));
      }
    }
  }
  for (const a of types) {
    for (const b of types) {
      for (const c of types) {
        const vars = [decl('a', a), decl('b', b), decl('c', c)] as const;
        const [x, y, z] = [variable(vars[0]), variable(vars[1]), variable(vars[2])];
        const [inner, outer] = [partOf(x, y, noSource), partOf(y, z, noSource)];
        const body = binary('implies', and(inner, outer, noSource), partOf(x, z, noSource), noSource);
        axioms.push(axiom(partDomain, vars, [[inner, outer]], body));
      }
    }
  }
  const [A, B]: readonly Type[] = [
    { kind: 'TypeVar', name: 'A' },
    { kind: 'TypeVar', name: 'B' },
  ];
  return {
    kind: 'Domain',
    name: partDomain,
    typeParams: ['A', 'B'],
    functions: [domainFunction(partDomain, partFunction, [decl('part', A as Type), decl('whole', B as Type)], Bool)],
    axioms,
    interpretation: null,
    src: noSource,
  };
}

// isNested$ is transitive, and nothing is nested in itself.
function instancesDomain(orders: Orders): Domain {
  const { name } = instanceType;
  const vars = [decl('a', instanceType), decl('b', instanceType), decl('c', instanceType)] as const;
  const [a, b, c] = [variable(vars[0]), variable(vars[1]), variable(vars[2])];
  const [inner, outer] = [isNested(a, b, noSource), isNested(b, c, noSource)];
  const predicates = orders.program.predicates.filter((predicate) => orders.predicates.has(predicate.name));
  return {
    kind: 'Domain',
    name,
    typeParams: [],
    functions: [
      domainFunction(name, nestedFunction, [vars[0], vars[1]], Bool),
      ...predicates.map((predicate) =>
        domainFunction(name, `${predicate.name}$instance`, predicate.params, instanceType),
      ),
    ],
    axioms: [
      axiom(
        name,
        vars,
        [[inner, outer]],
        binary('implies', and(inner, outer, noSource), isNested(a, c, noSource), noSource),
      ),
      axiom(name, [vars[0]], [[isNested(a, a, noSource)]], not(isNested(a, a, noSource), noSource)),
    ],
    interpretation: null,
    src: noSource,
  };
}

function domainFunction(domain: string, name: string, params: readonly LocalDecl[], type: Type): DomainFunction {
  return { kind: 'DomainFunction', domain, name, params, type, unique: false, interpretation: null, src: noSource };
}
