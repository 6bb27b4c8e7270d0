// Which types are used as which interfaces, in the package and in all that it imports.
//
//   demanded or proved: T implements I        I embeds J, or I implements J: T implements J as well

import type * as ast from '../../syntax/nodes.ts';
import {
  identical,
  isInterface,
  lookupFieldOrMethod,
  type Proof,
  typeSet,
  under,
  visibleIn,
} from '../../types/index.ts';
import type { Func, Package } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Encoder, Unit } from '../core/context.ts';
import { newUnit, typeName } from '../core/units.ts';

/** A type that is used as one of an interface type. */
export interface Implementation {
  readonly sub: GoType;
  readonly iface: GoType;
  readonly at: ast.Node;
  /** The packages that demand it or prove it. */
  readonly pkgs: Set<Package>;
  /** With the package that it is written in; null where none is written. */
  proof: { readonly pkg: Package; readonly proof: Proof } | null;
}

/** All implementations that are known, each once. */
export function implementations(e: Encoder): readonly Implementation[] {
  const known = e.memory.get('implementations') as readonly Implementation[] | undefined;
  if (known !== undefined) return known;
  const found: Implementation[] = [];
  const add = (sub: GoType, iface: GoType, at: ast.Node, pkg: Package): Implementation => {
    const same = found.find((one) => identical(one.sub, sub) && identical(one.iface, iface));
    if (same !== undefined) {
      same.pkgs.add(pkg);
      return same;
    }
    const made: Implementation = { sub, iface, at, pkgs: new Set([pkg]), proof: null };
    found.push(made);
    return made;
  };
  for (const [pkg, { demands, proofs }] of e.facts.packages) {
    for (const { sub, iface, at } of demands) add(sub, iface, at, pkg);
    for (const proof of proofs) {
      const made = add(proof.sub, proof.iface, proof.node, pkg);
      made.proof ??= { pkg, proof };
    }
  }
  // The list grows while it is walked, until nothing new follows.
  for (const one of found) {
    if (identical(one.sub, one.iface)) continue;
    for (const wider of above(one.iface, found)) {
      for (const pkg of one.pkgs) add(one.sub, wider, one.at, pkg);
    }
  }
  const all = found.filter(({ sub, iface }) => !identical(sub, iface));
  e.memory.set('implementations', all);
  return all;
}

/** The interfaces that every implementation of `iface` implements too. */
function above(iface: GoType, found: readonly Implementation[]): readonly GoType[] {
  const u = under(iface);
  const embedded = u.kind === 'Interface' ? u.embeddeds.filter(isInterface) : [];
  return [...embedded, ...found.filter(({ sub }) => identical(sub, iface)).map((one) => one.iface)];
}

/** Whether every value of `sub` is one of `iface`, as far as contracts go. */
export function isKnownToImplement(e: Encoder, sub: GoType, iface: GoType): boolean {
  if (identical(sub, iface)) return true;
  const u = under(sub);
  if (u.kind === 'Interface' && u.embeddeds.some((embedded) => isKnownToImplement(e, embedded, iface))) return true;
  return implementations(e).some((one) => identical(one.sub, sub) && identical(one.iface, iface));
}

/** The methods of interfaces that types are known to implement, as they are dispatched: only where they have measures. */
export function implementsMeasured(e: Encoder, method: Func): boolean {
  let all = e.memory.get('measured implementations') as Set<Func> | undefined;
  if (all === undefined) {
    all = new Set();
    for (const { sub, iface } of implementations(e)) {
      const u = under(iface);
      if (u.kind !== 'Interface' || isInterface(sub)) continue;
      for (const func of typeSet(u).methods) {
        if (!hasMeasure(e, func)) continue;
        const { obj } = lookupFieldOrMethod(sub, false, visibleIn(sub, func.pkg), func.name, false);
        if (obj?.kind === 'Func') all.add(obj.origin ?? obj);
      }
    }
    e.memory.set('measured implementations', all);
  }
  return all.has(method);
}

/** Whether the contract of a method says that it terminates; those of `error` all do. */
export function hasMeasure(e: Encoder, func: Func): boolean {
  const facts = e.facts.funcs.get(func);
  return facts !== undefined && (facts.measures.length > 0 || facts.node === null);
}

/** The concrete types that are known to have a method of an interface. */
export function implementersOf(e: Encoder, func: Func): readonly GoType[] {
  const subs: GoType[] = [];
  for (const { sub, iface } of implementations(e)) {
    if (isInterface(sub) || !hasMethod(iface, func) || subs.some((t) => identical(t, sub))) continue;
    subs.push(sub);
  }
  return subs;
}

/** Whether `func` is a method of the interface, its own or one that it embeds. */
export function hasMethod(iface: GoType, func: Func): boolean {
  const u = under(iface);
  return u.kind === 'Interface' && typeSet(u).methods.includes(func);
}

/** That a type's method keeps the contract of one of an interface. */
interface Claim {
  readonly sub: GoType;
  readonly func: Func;
  readonly unit: Unit;
}

/** A proof as it stands in the source. */
export interface Written {
  readonly pkg: Package;
  readonly method: ast.MethodProof;
}

/** The unit of the proof that `func` of an interface is implemented by `sub`; null where `sub` has no such method. */
export function proofUnit(e: Encoder, sub: GoType, func: Func, node: ast.NodeBase): Unit | null {
  let claims = e.memory.get('implementation claims') as Claim[] | undefined;
  if (claims === undefined) {
    claims = [];
    e.memory.set('implementation claims', claims);
  }
  const known = claims.find((one) => one.func === func && identical(one.sub, sub));
  if (known !== undefined) return known.unit;
  const have = lookupFieldOrMethod(sub, false, visibleIn(sub, func.pkg), func.name, false);
  const method = have.obj;
  if (method?.kind !== 'Func' || method === func) return null;
  const relevant = implementations(e).filter((one) => identical(one.sub, sub) && hasMethod(one.iface, func));
  const written = relevant.map((one) => writtenIn(one.proof, func)).find((one) => one !== null) ?? null;
  // A proof that is written counts where it is written; others are made wherever they are needed.
  const pkg = written?.pkg ?? (relevant.some(({ pkgs }) => pkgs.has(e.target)) ? e.target : null);
  const declared = e.facts.funcs.get(method.origin ?? method)?.node ?? null;
  const place = written?.method ?? (method.pkg === e.target ? declared : null) ?? relevant[0]?.at ?? node;
  const about = {
    kind: 'proof',
    display: `${typeName(sub)} implements ${func.name}`,
    node: place,
    pkg,
    func: null,
    specified: true,
    wanted: `${typeName(sub).replace('*', '')}_implements_${func.name}`,
  } as const;
  const unit = newUnit(e, {}, about, (made) => e.tables.members.proof(e, made, sub, func, written));
  claims.push({ sub, func, unit });
  return unit;
}

/** Makes the proofs that the package owes. */
export function declareProofs(e: Encoder): void {
  for (const { sub, iface, pkgs, at } of implementations(e)) {
    if (!pkgs.has(e.target)) continue;
    const u = under(iface);
    for (const func of u.kind === 'Interface' ? typeSet(u).methods : []) proofUnit(e, sub, func, at);
  }
}

function writtenIn(found: ReturnType<typeof implementations>[number]['proof'], func: Func): Written | null {
  const method = found?.proof.node.methods.find((one) => one.name.name === func.name);
  return found === null || method === undefined ? null : { pkg: found.pkg, method };
}
