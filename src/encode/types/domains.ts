// Domains: types and functions of which only axioms are known, as domains of vil.
//
//   type T domain { func f(U) V   axiom { A } }      domain T { function f(x: U): V   axiom [A] }
//
// Axioms are assumed, not checked.

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { Func, Package } from '../../types/object.ts';
import type { Type as GoType, MathType, Signature } from '../../types/type.ts';
import { type Expr, isPure, someExpr, type Type } from '../../vil/index.ts';
import { newCode } from '../contracts/signatures.ts';
import { applyDomain, decl, domainType } from '../core/build.ts';
import { expr, exprAs, source, use, within } from '../core/code.ts';
import type { Code, Encoder, Unit } from '../core/context.ts';
import { addDomainAxiom, addDomainFunction, domainNamed } from '../core/growing-domains.ts';
import { freshName } from '../core/names.ts';
import { sourceOf } from '../core/origins.ts';
import { newUnit } from '../core/units.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { leaf } from './representations.ts';

interface Declared {
  readonly node: ast.DomainType;
  readonly pkg: Package;
  readonly name: string;
}

interface Made {
  readonly type: Type;
  readonly name: string;
  readonly functions: Map<Func, string>;
  /** Says what of the axioms is not encoded. */
  readonly unit: Unit;
}

const nowhere = { id: 0, pos: 0, end: 0 };

export const domains = leaf({
  value: (e, t) => made(e, under(t) as MathType).type,
  zero: (e, t, src) => {
    const { type, name } = made(e, under(t) as MathType);
    addDomainFunction(e, 'Defaults', `default$${name}`, [], type);
    return applyDomain('Defaults', `default$${name}`, [], [], type, src);
  },
});

/** A call of a function of a domain. */
export function domainCall(k: Code, node: ast.CallExpr, func: Func): Expr {
  const owner = declaredDomains(k.e).owners.get(func) ?? unsupported('this function of a domain', node);
  const { name, functions, unit } = made(k.e, owner);
  use(k, unit);
  const sig = func.type as Signature;
  const args = node.args.map((arg, i) => exprAs(k, arg, sig.params.vars[i]?.type as GoType));
  const type = sig.results.vars[0]?.type as GoType;
  return applyDomain(
    name,
    functions.get(func) as string,
    args,
    [],
    k.e.tables.types(type).value(k.e, type),
    source(k, node),
  );
}

interface Domains {
  readonly declared: Map<MathType, Declared>;
  readonly owners: Map<Func, MathType>;
}

/** The domains of all packages. */
function declaredDomains(e: Encoder): Domains {
  const known = e.memory.get('declared domains') as Domains | undefined;
  if (known !== undefined) return known;
  const found: Domains = { declared: new Map(), owners: new Map() };
  e.memory.set('declared domains', found);
  for (const [pkg, { files }] of e.sources) {
    for (const file of files) {
      for (const declaration of file.decls) {
        if (declaration.kind !== 'GenDecl') continue;
        for (const spec of declaration.specs) {
          if (spec.kind !== 'TypeSpec' || spec.type.kind !== 'DomainType') continue;
          const type = e.infos.get(pkg)?.defs.get(spec.name)?.type;
          const u = type == null ? null : under(type);
          if (u?.kind !== 'Math') continue;
          found.declared.set(u, { node: spec.type, pkg, name: spec.name.name });
          for (const func of u.funcs) found.owners.set(func, u);
        }
      }
    }
  }
  return found;
}

function made(e: Encoder, domain: MathType): Made {
  const known = e.memory.get('domains') as Map<MathType, Made> | undefined;
  const all = known ?? new Map<MathType, Made>();
  if (known === undefined) e.memory.set('domains', all);
  const found = all.get(domain);
  if (found !== undefined) return found;
  const declared =
    declaredDomains(e).declared.get(domain) ?? unsupported('a domain whose source is not there', nowhere);
  const name = freshName(e.names, declared.name);
  domainNamed(e, name);
  const about = { kind: 'predicate', display: declared.name, node: declared.node, pkg: null, func: null } as const;
  const one: Made = {
    type: domainType(name),
    name,
    functions: new Map(),
    unit: newUnit(e, domain, { ...about, specified: true, wanted: `${name}$axioms` }, (unit) =>
      axioms(e, unit, declared, name),
    ),
  };
  // Functions may be about the type itself.
  all.set(domain, one);
  for (const func of domain.funcs) {
    const own = freshName(e.names, func.name);
    one.functions.set(func, own);
    const { params, results } = func.type as Signature;
    const src = sourceOf(e.origins, declared.node, null);
    const value = (t: GoType): Type => e.tables.types(t).value(e, t);
    const made = params.vars.map((v, i) => decl(`x${i}`, value(v.type as GoType), src));
    addDomainFunction(e, name, own, made, value(results.vars[0]?.type as GoType));
  }
  return one;
}

/** Axioms hold in every heap, so a function whose value depends on it has no place in them. */
export function checkAxioms(e: Encoder): void {
  const all = e.memory.get('domains') as Map<MathType, Made> | undefined;
  if (all === undefined) return;
  const onHeap = new Set<string>();
  for (const { contract } of e.units.values()) {
    for (const { name, pres } of contract?.functions ?? []) if (!pres.every(isPure)) onHeap.add(name);
  }
  for (const { name, unit } of all.values()) {
    const isBad = (x: Expr): boolean => x.kind === 'FuncApp' && onHeap.has(x.func);
    const bad = e.domains.get(name)?.axioms.some(({ body }) => someExpr(body, isBad)) ?? false;
    if (bad) unit.interfaceFault ??= { construct: 'a function that reads memory in an axiom', node: unit.node };
  }
}

function axioms(e: Encoder, unit: Unit, { node, pkg }: Declared, domain: string): void {
  try {
    const info = e.infos.get(pkg) ?? unsupported('a package whose source is not there', node);
    const k: Code = { ...newCode(e, unit, node), pkg, info };
    for (const clause of node.clauses) {
      if (clause.kind !== 'DomainAxiom') continue;
      const axiom = expr(within(k, clause), clause.x);
      addDomainAxiom(e, domain, axiom);
    }
    unit.contract = { functions: [], predicates: [], methods: [] };
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}
