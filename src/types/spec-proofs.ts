// Implementation proofs, and what the use of a type as an interface demands of it.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import { later, newEnvironment } from './check.ts';
import type { Checker } from './checker.ts';
import { objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { lookupFieldOrMethod } from './lookup.ts';
import { newSignature, newTuple } from './newtypes.ts';
import type { Func, Package } from './object.ts';
import { newOperand } from './operand.ts';
import { identical, isValid } from './predicates.ts';
import { recordUse } from './recording.ts';
import { funcType } from './signature.ts';
import { type Context, topLevel } from './spec-context.ts';
import type { Demand, Proof } from './spec-facts.ts';
import { valueProblem } from './spec-implements.ts';
import { lookupPredicate, predicatesOf } from './spec-predicates.ts';
import { expectedCall, proofBodyProblem, pureProofProblem } from './spec-proof-form.ts';
import { needPure } from './spec-purity.ts';
import { factsOf, inGhost, isAnnotated, isOptional, isPredicate, packageFacts, specOf } from './spec-state.ts';
import { visibleIn } from './spec-types.ts';
import { funcBody } from './stmt.ts';
import type { InterfaceType, Signature, Type } from './type.ts';
import { lookupSetMethod, typeSet } from './typeset.ts';
import { typ } from './typexpr.ts';
import { under } from './under.ts';

/** Declares the implementation proofs of the package. */
export function declareProofs(c: Checker): void {
  for (const file of c.files) {
    for (const decl of file.decls) if (decl.kind === 'ImplementationProof') declareProof(c, decl, file);
  }
}

/** Gives the types in a proof their meaning, and has the bodies checked. */
function declareProof(c: Checker, node: ast.ImplementationProof, file: ast.File): void {
  const scope = c.info.scopes.get(file);
  if (scope === undefined) return;
  const saved = c.env;
  c.env = newEnvironment(null, scope, saved.version);
  const sub = typ(c, node.sub);
  const iface = typ(c, node.super);
  if (isValid(sub) && isValid(iface)) packageFacts(specOf(c).facts, c.pkg).proofs.push({ sub, iface, node });
  for (const alias of node.aliases) inGhost(c, () => expr(c, null, newOperand(), alias.x));
  for (const method of node.methods) declareMethodProof(c, method);
  c.env = saved;
}

function declareMethodProof(c: Checker, method: ast.MethodProof): void {
  const sig = newSignature(null, null, null, newTuple([]), newTuple([]), false);
  // The receiver may be of any type here, also one of another package.
  const params = { ...method.type.params, list: [...method.recv.list, ...method.type.params.list] };
  funcType(c, sig, null, { ...method.type, params });
  specOf(c).facts.proofSignatures.set(method, sig);
  const { body } = method;
  const { version } = c.env;
  if (body === null) return;
  later(c, () => {
    const saved = c.env;
    c.env = newEnvironment(null, saved.scope, version);
    funcBody(c, null, method.name.name, sig, body, null);
    c.env = saved;
  });
}

/** What surrounds the body of a method in a proof. */
export function proofMethodContext(c: Checker, method: ast.MethodProof): Context {
  return { ...topLevel, sig: specOf(c).facts.proofSignatures.get(method) ?? null, closureProof: true };
}

/** Checks one proof: the types fit, its predicates are there, and its methods have the form of proofs. */
export function checkProof(c: Checker, node: ast.ImplementationProof): void {
  const proof = packageFacts(specOf(c).facts, c.pkg).proofs.find((p) => p.node === node);
  if (proof === undefined) return;
  const { sub, iface } = proof;
  const u = under(iface);
  if (u.kind !== 'Interface') {
    reportError(c, node, 'SpecImplements', `${str(c, iface)} is not an interface`);
    return;
  }
  const problem = valueProblem(c, sub) ?? implementsProblem(c, sub, u);
  if (problem !== null) {
    reportError(c, node, 'SpecImplements', `${str(c, sub)} does not implement ${str(c, iface)}: ${problem}`);
    return;
  }
  const preds = predicatesOf(specOf(c).facts, u);
  for (const alias of node.aliases) aliasRules(c, alias, proof, preds);
  const aliased = new Set(node.aliases.map((alias) => alias.name.name));
  for (const [name] of preds) {
    if (aliased.has(name) || lookupPredicate(specOf(c).facts, sub, name) !== null) continue;
    reportError(c, node, 'SpecImplements', missingPredicate(c, sub, name));
    break;
  }
  for (const method of node.methods) methodProofRules(c, method, proof, u);
}

function missingPredicate(c: Checker, sub: Type, name: string): string {
  return `${str(c, sub)} has no predicate ${name}: declare pred (${str(c, sub)}) ${name}, or add pred ${name} := P to the proof`;
}

function aliasRules(c: Checker, alias: ast.PredAlias, proof: Proof, preds: ReadonlyMap<string, Func>): void {
  const want = preds.get(alias.name.name);
  if (want === undefined) {
    reportError(c, alias.name, 'SpecImplements', `${str(c, proof.iface)} has no predicate ${alias.name.name}`);
    return;
  }
  recordUse(c, alias.name, want);
  const sig = c.info.types.get(alias.x)?.type;
  const name = alias.x.kind === 'SelectorExpr' ? alias.x.sel : alias.x;
  const have = name.kind === 'Ident' ? c.info.uses.get(name) : undefined;
  if (sig?.kind !== 'Signature' || have?.kind !== 'Func' || !isPredicate(specOf(c).facts, have)) {
    reportError(c, alias.x, 'SpecImplements', `${exprString(alias.x)} is not a predicate without a receiver`);
    return;
  }
  const params = sig.params.vars.map((v) => v.type as Type);
  const expected = [proof.sub, ...(want.type as Signature).params.vars.map((v) => v.type as Type)];
  if (params.length === expected.length && params.every((t, i) => identical(t, expected[i] as Type))) return;
  const types = expected.map((t) => str(c, t)).join(', ');
  reportError(c, alias.x, 'SpecImplements', `${exprString(alias.x)} must have the parameters (${types})`);
}

function methodProofRules(c: Checker, method: ast.MethodProof, proof: Proof, iface: InterfaceType): void {
  const spec = typeSet(iface).methods.find((m) => m.name === method.name.name);
  const sig = specOf(c).facts.proofSignatures.get(method);
  if (spec === undefined || sig === undefined) {
    reportError(c, method.name, 'SpecImplements', `${str(c, proof.iface)} has no method ${method.name.name}`);
    return;
  }
  recordUse(c, method.name, spec);
  const [recv, ...params] = sig.params.vars;
  const fail = (why: string): void => {
    reportError(c, method, 'SpecProof', why);
  };
  if (recv?.type != null && isValid(recv.type) && !identical(recv.type, proof.sub)) {
    reportError(
      c,
      proof.node,
      'SpecProof',
      `the receiver of every method in the proof must be of type ${str(c, proof.sub)}`,
    );
  }
  const want = spec.type as Signature;
  const have = newSignature(null, null, null, newTuple(params), sig.results, sig.variadic);
  if (!identical(have, newSignature(null, null, null, want.params, want.results, want.variadic))) {
    fail(`${method.name.name} has another signature in ${str(c, proof.iface)}`);
    return;
  }
  const pure = factsOf(specOf(c).facts, spec)?.pure ?? false;
  if (pure !== method.pure) {
    fail(`${method.name.name} is ${pure ? '' : 'not '}pure in ${str(c, proof.iface)}`);
    return;
  }
  if (lookupFieldOrMethod(proof.sub, false, visibleIn(proof.sub, c.pkg), method.name.name, false).obj === null) {
    fail(`${str(c, proof.sub)} has no method ${method.name.name}`);
    return;
  }
  proofForm(c, method, sig, fail);
}

function proofForm(c: Checker, method: ast.MethodProof, sig: Signature, fail: (why: string) => void): void {
  const { body } = method;
  if (body === null) {
    fail('a method in a proof needs a body');
    return;
  }
  const [recv, ...params] = sig.params.vars;
  const names = [recv, ...params].map((v) => v?.name ?? '');
  if (names.some((name) => name === '' || name === '_')) {
    fail('the receiver and all parameters need names, so that the proof can pass them on');
    return;
  }
  const { id, pos, end } = method.name;
  const x: ast.Ident = { kind: 'Ident', id, pos, end, name: names[0] as string };
  const fun: ast.SelectorExpr = { kind: 'SelectorExpr', id, pos, end, x, sel: method.name };
  const results = sig.results.vars.map((v) => (v.name === '' ? null : v.name));
  const want = expectedCall(fun, names.slice(1), results);
  if (method.pure) {
    const [only] = body.list.filter((s) => s.kind !== 'EmptyStmt');
    if (only?.kind === 'ReturnStmt' && only.results[0] !== undefined) needPure(c, only.results[0]);
  }
  const problem = method.pure ? pureProofProblem(body, want) : proofBodyProblem(body, want);
  if (problem !== null) fail(problem);
}

/** Why a type does not implement an interface as far as specifications go; null if it does. */
export function implementsProblem(c: Checker, sub: Type, iface: InterfaceType): string | null {
  const { facts } = specOf(c);
  const u = under(sub);
  for (const want of typeSet(iface).methods) {
    if (isOptional(specOf(c), want, sub)) continue;
    const have =
      u.kind === 'Interface'
        ? (lookupSetMethod(typeSet(u), want.pkg, want.name, false)?.[1] ?? null)
        : lookupFieldOrMethod(sub, false, visibleIn(sub, want.pkg), want.name, false).obj;
    if (have?.kind !== 'Func') return `it has no method ${want.name}`;
    for (const method of [want, have]) if (method.type === null) objDecl(c, method);
    const wanted = factsOf(facts, want);
    const got = factsOf(facts, have);
    if (!identical(withoutRecv(have.type as Signature), withoutRecv(want.type as Signature))) {
      return `${want.name} has another signature`;
    }
    if (wanted === null || got === null) continue;
    if (wanted.ghost !== got.ghost) return `${want.name} must ${wanted.ghost ? '' : 'not '}be ghost`;
    if (wanted.pure !== got.pure) return `${want.name} must ${wanted.pure ? '' : 'not '}be pure`;
  }
  return null;
}

function withoutRecv(sig: Signature): Signature {
  return newSignature(null, sig.typeParams, null, sig.params, sig.results, sig.variadic);
}

// ---------------------------------------------------------------------------------------------------------------
// Demands

/** Notes that a value of one type is used as one of an interface type. */
export function demand(c: Checker, sub: Type, iface: Type, at: ast.Node): void {
  const u = under(iface);
  specOf(c).uses.set(at, { sub: unalias(sub), iface: unalias(iface), at });
  if (u.kind !== 'Interface' || (typeSet(u).methods.length === 0 && predicatesOf(specOf(c).facts, u).size === 0))
    return;
  packageFacts(specOf(c).facts, c.pkg).demands.push({ sub: unalias(sub), iface: unalias(iface), at });
}

/** Checks the demands of the package and of all that it imports. */
export function implementationRules(c: Checker): void {
  if (c.conf.ignoreFuncBodies) return;
  const { facts } = specOf(c);
  const packages = transitive(c.pkg);
  const demands: Demand[] = [];
  const proofs: Proof[] = [];
  for (const pkg of packages) {
    const own = facts.packages.get(pkg);
    if (own === undefined) continue;
    proofs.push(...own.proofs);
    for (const one of own.demands) if (!demands.some((other) => sameDemand(one, other))) demands.push(one);
    for (const proof of own.proofs) {
      const at: Demand = { sub: proof.sub, iface: proof.iface, at: proof.node };
      if (!demands.some((other) => sameDemand(at, other))) demands.push(at);
    }
  }
  for (const one of demands) {
    const given = proofs.filter((p) => identical(p.sub, one.sub) && sameInterface(p.iface, one.iface));
    if (given.length > 1) {
      const message = `there is more than one proof that ${str(c, one.sub)} implements ${str(c, one.iface)}`;
      reportError(c, (given[1] as Proof).node, 'SpecImplements', message);
      return;
    }
    if (given.length === 0 && under(one.sub).kind !== 'Interface') predicateRules(c, one);
  }
  for (const one of demands) measureRules(c, one);
}

function predicateRules(c: Checker, one: Demand): void {
  if (!isAnnotated(specOf(c), one.sub)) return;
  const { facts } = specOf(c);
  const u = under(one.iface);
  if (u.kind !== 'Interface') return;
  for (const [name] of predicatesOf(facts, u)) {
    if (lookupPredicate(facts, one.sub, name) !== null) continue;
    const message = `${str(c, one.sub)} is used as ${str(c, one.iface)}, but ${missingPredicate(c, one.sub, name)}`;
    reportError(c, c.files[0]?.name ?? one.at, 'SpecImplements', message);
    return;
  }
}

/** A method that implements one with a termination measure needs a measure. */
function measureRules(c: Checker, one: Demand): void {
  const u = under(one.iface);
  if (u.kind !== 'Interface' || under(one.sub).kind === 'Interface') return;
  const { facts } = specOf(c);
  for (const want of typeSet(u).methods) {
    const have = lookupFieldOrMethod(one.sub, false, visibleIn(one.sub, want.pkg), want.name, false).obj;
    if (have?.kind !== 'Func') continue;
    const got = factsOf(facts, have);
    if ((factsOf(facts, want)?.measures.length ?? 0) === 0 || got === null || got.measures.length > 0) continue;
    const at = got.spec ?? got.node;
    const message = `${have.name} implements a method with a termination measure, so it needs one too`;
    if (at !== null) reportError(c, at, 'SpecNoMeasure', message);
  }
}

function sameDemand(a: Demand, b: Demand): boolean {
  return identical(a.sub, b.sub) && sameInterface(a.iface, b.iface);
}

function sameInterface(a: Type, b: Type): boolean {
  return identical(a, b) || under(a) === under(b);
}

function transitive(pkg: Package): ReadonlySet<Package> {
  const all = new Set<Package>([pkg]);
  for (const p of all) for (const imported of p.imports) all.add(imported);
  return all;
}
