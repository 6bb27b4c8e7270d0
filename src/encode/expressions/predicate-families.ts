// Predicates of interfaces: one vil predicate for all that an interface's predicate can be, by the dynamic type of the receiver.
//
//   predicate P(i: Interface, x: T) {
//     typeOf(i) == T1 ? A1[unbox_T1(i)] : ... : P_unknown(i, x)       for each type that is known to implement the interface
//   }
//   [i.p(e)] = P([i], [e])          [x.p(e)] = P(box_T1([x]), [e])    where p of T1 implements p of the interface
//
// So a predicate that implements one of an interface is the same whichever way it is named. Of other types nothing is known.

import type * as ast from '../../syntax/nodes.ts';
import { identical, isInterface, lookupPredicate, predicatesOf, under } from '../../types/index.ts';
import type { Func, Package, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { AccPredicate, Expr, Predicate } from '../../vil/index.ts';
import { implementations } from '../contracts/implementations.ts';
import { newCode } from '../contracts/signatures.ts';
import { accPredicate, cond, decl, eq, local } from '../core/build.ts';
import { encodingOf, expr, read, source, use, valuePlace, within } from '../core/code.ts';
import type { Code, Encoder, Unit } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { newUnit, usedUnit } from '../core/units.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { typeTerm } from '../types/go-types.ts';
import { box, dynamicType, InterfaceType, unbox } from '../types/interface-values.ts';
import { follow, receiver } from './names-of-go.ts';

/** A predicate of an interface and all that are the same as it for some dynamic type. */
interface Family {
  readonly cases: Case[];
  /** A predicate of an interface, which has the parameters of all. */
  readonly sample: Func;
}

interface Case {
  readonly type: GoType;
  readonly func: Func;
  /** The embedded fields that lead to the predicate's receiver; null for what the type has itself. */
  readonly path: readonly number[] | null;
}

interface Families {
  readonly of: Map<Func, Family>;
}

function families(e: Encoder): Families {
  const known = e.memory.get('predicate families') as Families | undefined;
  if (known !== undefined) return known;
  const of = new Map<Func, Family>();
  for (const list of e.facts.interfacePredicates.values()) {
    for (const p of list) of.set(p, { cases: [], sample: p });
  }
  const join = (p: Func, q: Func): Family => {
    const family = of.get(p) as Family;
    const other = of.get(q);
    if (other === undefined || other === family) {
      of.set(q, family);
      return family;
    }
    family.cases.push(...other.cases);
    for (const [func, one] of of) if (one === other) of.set(func, family);
    return family;
  };
  // Types without a name are the same wherever they are written.
  const unnamed = [...e.facts.interfacePredicates].filter(([type, list]) => list.some((p) => subject(p) === type));
  for (const [i, [type, list]] of unnamed.entries()) {
    for (const [other, others] of unnamed.slice(0, i)) {
      if (!identical(type, other)) continue;
      for (const p of list) {
        const same = others.find((q) => q.name === p.name && sameParams(p, q));
        if (same !== undefined) join(same, p);
      }
    }
  }
  for (const { sub, iface, pkgs, proof } of implementations(e)) {
    const u = under(iface);
    if (u.kind !== 'Interface') continue;
    for (const [name, p] of predicatesOf(e.facts, u)) {
      const alias = proof?.proof.node.aliases.find((one) => one.name.name === name);
      const pkg = proof?.pkg ?? ([...pkgs][0] as Package);
      const aliased = alias === undefined ? null : named(e, pkg, alias.x);
      const found = aliased ?? lookupPredicate(e.facts, sub, name)?.obj ?? null;
      if (found === null) continue;
      if (isInterface(sub)) join(p, found);
      else if (identical(subject(found), sub)) addCase(join(p, found), { type: sub, func: found, path: null });
      else {
        const path = lookupPredicate(e.facts, sub, name)?.index.slice(0, -1) ?? [];
        addCase(of.get(p) as Family, { type: sub, func: found, path });
      }
    }
  }
  const made: Families = { of };
  e.memory.set('predicate families', made);
  return made;
}

function sameParams(p: Func, q: Func): boolean {
  const [a, b] = [(p.type as Signature).params.vars, (q.type as Signature).params.vars];
  return a.length === b.length && a.every((v, i) => identical(v.type as GoType, (b[i] as Var).type as GoType));
}

function addCase(family: Family, one: Case): void {
  if (!family.cases.some((c) => c.func === one.func && identical(c.type, one.type))) family.cases.push(one);
}

/** The predicate that an expression names. */
function named(e: Encoder, pkg: Package, x: ast.Expr): Func | null {
  const id = x.kind === 'SelectorExpr' ? x.sel : x;
  const obj = id.kind === 'Ident' ? e.infos.get(pkg)?.uses.get(id) : undefined;
  return obj?.kind === 'Func' ? obj : null;
}

/** The type of a predicate's receiver, or of its first parameter if it has none. */
function subject(func: Func): GoType {
  const sig = func.type as Signature;
  return (sig.recv ?? sig.params.vars[0])?.type as GoType;
}

/** An instance of a predicate: its receiver, if it has one, is the first of the arguments. */
export function predicateInstance(k: Code, func: Func, args: readonly Expr[], node: ast.NodeBase): AccPredicate {
  const family = families(k.e).of.get(func);
  const src = source(k, node);
  if (family === undefined) return accPredicate(usedUnit(k, func, node).name, args, null, src);
  const unit = use(k, familyUnit(k.e, family, node));
  const [first, ...rest] = args as [Expr, ...Expr[]];
  return accPredicate(unit.name, [box(k.e, subject(func), first, src), ...rest], null, src);
}

/** The unit that a predicate is declared by: its own, or that of all predicates that one of an interface can be. */
export function predicateUnit(k: Code, func: Func, node: ast.NodeBase): Unit {
  const family = families(k.e).of.get(func);
  if (family === undefined || !isInterface(subject(func))) return usedUnit(k, func, node);
  return use(k, familyUnit(k.e, family, node));
}

function familyUnit(e: Encoder, family: Family, node: ast.NodeBase): Unit {
  const known = e.units.get(family);
  if (known !== undefined) return known;
  const { name } = family.sample;
  const about = { kind: 'predicate', display: name, node, pkg: null, func: null, specified: true } as const;
  return newUnit(e, family, { ...about, wanted: `${name}$dynamic` }, (unit) => encodeFamily(e, unit, family, node));
}

function encodeFamily(e: Encoder, unit: Unit, family: Family, node: ast.NodeBase): void {
  try {
    const k = newCode(e, unit, node);
    const src = source(k, node);
    const sig = family.sample.type as Signature;
    const i = decl(freshName(k.names, 'i'), InterfaceType, src);
    const self = local(i.name, InterfaceType, src);
    const params = sig.params.vars.map((v, n) => {
      const type = v.type as GoType;
      return decl(freshName(k.names, `x${n}`), encodingOf(k, type).value(e, type), src);
    });
    const args = params.map((p) => local(p.name, p.type, src));
    const unknown: Predicate = {
      kind: 'Predicate',
      name: freshName(e.names, `${unit.name}$unknown`),
      params: [i, ...params],
      body: null,
      src,
    };
    const rest: Expr = accPredicate(unknown.name, [self, ...args], null, src);
    const type = dynamicType(e, self, src);
    const seen: GoType[] = [];
    const body = family.cases.reduceRight<Expr>((otherwise, one) => {
      if (seen.some((t) => identical(t, one.type)))
        unsupported('two predicates of a type for one of an interface', node);
      seen.push(one.type);
      const value = unbox(e, one.type, self, src);
      return cond(eq(type, typeTerm(e, one.type, src), src), caseBody(k, one, [value, ...args], node), otherwise, src);
    }, rest);
    const whole: Predicate = { kind: 'Predicate', name: unit.name, params: [i, ...params], body, src };
    unit.contract = { functions: [], predicates: [whole, unknown], methods: [] };
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

/** What the predicate of one type says about a value of it. */
function caseBody(k: Code, { type, func, path }: Case, args: readonly Expr[], node: ast.NodeBase): Expr {
  if (path !== null) {
    const at = follow(k, valuePlace(args[0] as Expr, type), path, node);
    const recv = receiver(k, at, subject(func), node);
    if (recv.kind === 'memory') return unsupported('a predicate of what the receiver points to', node);
    return predicateInstance(k, func, [read(k, recv, source(k, node)), ...args.slice(1)], node);
  }
  const facts = k.e.facts.funcs.get(func);
  const written = facts?.node ?? null;
  const pkg = func.pkg ?? k.e.target;
  const info = k.e.infos.get(pkg);
  // Its own unit says what is not encoded, and that the body is well defined.
  const own = usedUnit(k, func, node);
  if (written?.kind !== 'PredDecl' || info === undefined) return unsupported('this predicate', node);
  if (written.body === null) return accPredicate(own.name, args, null, source(k, node));
  const sig = func.type as Signature;
  const vars = [...(sig.recv === null ? [] : [sig.recv]), ...sig.params.vars];
  const places = new Map(k.places);
  for (const [n, v] of vars.entries()) places.set(v, valuePlace(args[n] as Expr, v.type as GoType));
  return expr(within({ ...k, pkg, info, places }, written.body), written.body);
}
