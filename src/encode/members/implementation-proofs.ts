// Proofs that a type implements an interface, method by method: what the interface promises follows from what the method does.
//
//   method proof_T_m(x: T, y) returns (r) requires P[box(x)] ensures Q[box(x)] { S }       S as written, or r := x.m(y)
//   function proof_T_f(x: T, y): U requires P[box(x)] ensures Q[box(x)] { e }              e as written, or x.f(y)
//
// where P and Q are the contract of the interface's method, about box(x), in which pure methods of the interface itself are
// those of the proofs: what is to be proved about them is not taken for granted.

import { isInterface, lookupFieldOrMethod, visibleIn } from '../../types/index.ts';
import type { Func, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Block, Expr, LocalDecl, LocalVar, Method, Stmt, Function as VilFunction } from '../../vil/index.ts';
import type { Written } from '../contracts/implementations.ts';
import { below } from '../contracts/measures.ts';
import { newCode, withResult } from '../contracts/signatures.ts';
import { assign, block, decl, local, ne } from '../core/build.ts';
import { encodingOf, source, statements, valuePlace, vilType } from '../core/code.ts';
import type { Code, Encoder, Place, Unit } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { factsOf } from '../core/units.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { invoke, receiverOf } from '../expressions/calls.ts';
import { box, nilInterface } from '../types/interface-values.ts';
import { bodyOf } from './functions.ts';
import { interfaceContract } from './interfaces.ts';
import { returned } from './pure.ts';

export function encodeProof(e: Encoder, unit: Unit, sub: GoType, func: Func, written: Written | null): void {
  try {
    const node = unit.node;
    const facts = factsOf(e, func, node);
    const base = newCode(e, unit, node);
    const src = source(base, node);
    const sig = func.type as Signature;
    const x = decl(freshName(base.names, 'x'), encodingOf(base, sub).value(e, sub), src);
    const self = local(x.name, x.type, src);
    const places = new Map(base.places);
    const declareAll = (vars: readonly Var[]): readonly LocalDecl[] =>
      vars.map((v, i) => {
        const type = v.type as GoType;
        const made = decl(
          freshName(base.names, v.name === '' || v.name === '_' ? `y${i}` : v.name),
          vilType(base, type),
          src,
        );
        places.set(v, { kind: 'variable', variable: local(made.name, made.type, src), type });
        return made;
      });
    const params = [x, ...declareAll(sig.params.vars)];
    const results = facts.pure ? [] : declareAll(sig.results.vars);
    const pkg = func.pkg ?? e.target;
    const info = e.infos.get(pkg) ?? unsupported('a package whose source is not there', node);
    const value = box(e, sub, self, src);
    const code: Code = {
      ...base,
      pkg,
      info,
      places,
      self: { value, concrete: { value: self, type: sub } },
    };
    const there = isInterface(sub) ? [ne(self, nilInterface(e, src), src)] : [];
    const claim: Sketch = { unit, sub, func, written, base, code, params, results, self };
    if (facts.pure) {
      const [result] = sig.results.vars;
      if (result === undefined) unsupported('a pure method without a result', node);
      const after = withResult(code, result, node);
      const { pres, posts, measures } = interfaceContract(code, after, func, facts, node);
      const made: VilFunction = {
        kind: 'Function',
        name: unit.name,
        params,
        type: vilType(code, result.type as GoType),
        pres: [...there, ...pres],
        posts,
        measures: below(measures, 1),
        body: pureBody(claim, result.type as GoType),
        src,
      };
      unit.contract = { functions: [made], predicates: [], methods: [] };
      unit.whole = unit.contract;
      return;
    }
    const { pres, posts, measures } = interfaceContract(code, code, func, facts, node);
    const body = unit.own ? methodBody(claim) : null;
    const { name } = unit;
    const method: Method = {
      kind: 'Method',
      name,
      params,
      results,
      pres: [...there, ...pres],
      posts,
      measures: below(measures, 1),
      body,
      src,
    };
    unit.contract = { functions: [], predicates: [], methods: [{ ...method, body: null }] };
    unit.whole = { functions: [], predicates: [], methods: [method] };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

interface Sketch {
  readonly unit: Unit;
  readonly sub: GoType;
  readonly func: Func;
  readonly written: Written | null;
  /** For the body. */
  readonly base: Code;
  /** For the contract. */
  readonly code: Code;
  readonly params: readonly LocalDecl[];
  readonly results: readonly LocalDecl[];
  readonly self: LocalVar;
}

/** The code in which a written proof stands, with its signature. */
function writtenCode({ base }: Sketch, { pkg, method }: Written): { readonly k: Code; readonly sig: Signature } {
  const info = base.e.infos.get(pkg);
  const sig = base.e.facts.proofSignatures.get(method);
  if (info === undefined || sig === undefined) return unsupported('a proof of another package', method);
  return { k: { ...base, pkg, info, places: new Map(), uses: base.unit.bodyUses }, sig };
}

function methodBody(claim: Sketch): Block {
  const { written, unit, base, params, results } = claim;
  if (written !== null) {
    const { method } = written;
    const { k, sig } = writtenCode(claim, written);
    if (method.body === null) return unsupported('a proof without a body', method);
    const { list } = method.body;
    for (const [i, v] of sig.results.vars.entries()) {
      const r = results[i] as LocalDecl;
      k.places.set(v, { kind: 'variable', variable: local(r.name, r.type, r.src), type: v.type as GoType });
    }
    const made = {
      code: k,
      names: k.names,
      captured: [],
      params,
      results,
      inputs: sig.params.vars,
      outputs: sig.results.vars,
    };
    return bodyOf(made, (inner) => statements(inner, list), method);
  }
  const out: Stmt[] = [];
  const k: Code = { ...base, out, uses: unit.bodyUses };
  const src = source(k, unit.node);
  const values = callOf(claim, k);
  for (const [i, result] of results.entries()) {
    const value = values[i] ?? unsupported('this result', unit.node);
    out.push(assign(local(result.name, result.type, src), value, src));
  }
  return block(out, src);
}

function pureBody(claim: Sketch, type: GoType): Expr {
  const { written, unit, base, params } = claim;
  if (written === null) return callOf(claim, base)[0] ?? unsupported('this result', unit.node);
  const { method } = written;
  const { k, sig } = writtenCode(claim, written);
  if (method.body === null) return unsupported('a proof without a body', method);
  const places = new Map<Var, Place>();
  for (const [i, v] of sig.params.vars.entries()) {
    const p = params[i] as LocalDecl;
    places.set(v, valuePlace(local(p.name, p.type, p.src), v.type as GoType));
  }
  return returned({ ...k, uses: base.uses, places: new Map(places) }, method.body, type);
}

/** `x.m(y)` */
function callOf({ sub, func, self, params, unit }: Sketch, k: Code): readonly Expr[] {
  const { node } = unit;
  const { obj, index } = lookupFieldOrMethod(sub, false, visibleIn(sub, func.pkg), func.name, false);
  if (obj?.kind !== 'Func') return unsupported('this method', node);
  const src = source(k, node);
  const recv = receiverOf(k, valuePlace(self, sub), index ?? [], obj, node);
  const args = params.slice(1).map((p) => local(p.name, p.type, src));
  return invoke(k, obj, [recv, ...args], node).map(({ value }) => value);
}
