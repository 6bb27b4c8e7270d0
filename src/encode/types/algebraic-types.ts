// Algebraic types: adts of vil, with a rank for measures.
//
//   type T adt { C{ f F; g T }  D{} }      adt T { C(f: F, g: T)  D() }
//   [C{x, y}] = C([x], [y])      [e.isC] = [e].isC      [e.f] = [e].f      [len(e)] = rank_T([e])
//   domain Rank { forall x: F, y: T :: { C(x, y) } rank_T(y) < rank_T(C(x, y))      forall t: T :: { t.g } t.isC ==> rank_T(t.g) < rank_T(t) }
//
// The zero value is some value of the type; a field of a value that another constructor made is arbitrary.

import type * as ast from '../../syntax/nodes.ts';
import { unalias, under } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType, MathType } from '../../types/type.ts';
import type { AdtConstructor, Expr, LocalDecl, Source, Trigger, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { applyDomain, Bool, decl, Int, implies, int, local, relation } from '../core/build.ts';
import { encodingOf, expr, exprAs, objectOf, place, read, source, typeOf, unparen, valuePlace } from '../core/code.ts';
import type { Code, Encoder } from '../core/context.ts';
import { addDomainAxiom, addDomainFunction } from '../core/growing-domains.ts';
import { freshName } from '../core/names.ts';
import { unsupported } from '../core/unsupported.ts';
import { leaf } from './representations.ts';

type AdtType = Type & { readonly kind: 'Adt' };

/** What an algebraic type became. */
interface Made {
  readonly type: AdtType;
  /** Constructors by the clause, fields by the variable. */
  readonly constructors: Map<MathType, string>;
  readonly fields: Map<Var, string>;
}

export const algebraicTypes = leaf({
  value: (e, t) => made(e, t).type,
  zero: (e, t, src) => {
    const { type } = made(e, t);
    const name = `default$${type.name}`;
    addDomainFunction(e, 'Defaults', name, [], type);
    return applyDomain('Defaults', name, [], [], type, src);
  },
  literal: (k, lit) => {
    const clause = clauseOf(k, lit) ?? unsupported('this literal', lit);
    const values = new Map<Var, Expr>();
    for (const [i, element] of lit.elts.entries()) {
      const key = element.kind === 'KeyValueExpr' ? element.key : null;
      const f =
        key === null ? clause.fields[i] : clause.fields.find((v) => key.kind === 'Ident' && v.name === key.name);
      if (f === undefined) return unsupported('this literal', element);
      values.set(f, exprAs(k, element.kind === 'KeyValueExpr' ? element.value : element, f.type as GoType));
    }
    const src = source(k, lit);
    const args = clause.fields.map((f) => {
      const type = f.type as GoType;
      return values.get(f) ?? encodingOf(k, type).zero(k.e, type, src);
    });
    return construct(k.e, clause, args, src);
  },
  select: (k, node, t) => {
    const obj = k.info.selections.get(node)?.obj;
    if (obj?.kind !== 'Var') return null;
    const src = source(k, node);
    const value = read(k, place(k, node.x), src);
    const clause = k.e.facts.discriminators.get(obj)?.type;
    if (clause?.kind === 'Math') return valuePlace(isMadeBy(k.e, clause, value, src), typeOf(k, node));
    return valuePlace(partOf(k.e, made(k.e, t), obj, value, src), typeOf(k, node));
  },
  len: (k, x, t, node) => rank(k.e, t, expr(k, x), source(k, node)),
});

/** The clause that a literal or a pattern names; null for anything else. */
export function clauseOf(k: Code, lit: ast.CompositeLit): MathType | null {
  const name = lit.type === null ? null : unparen(lit.type);
  if (name === null) return null;
  const id = name.kind === 'SelectorExpr' ? name.sel : name;
  const type = id.kind === 'Ident' ? (objectOf(k, id)?.type ?? null) : null;
  return type?.kind === 'Math' && type.math === 'clause' ? type : null;
}

function construct(e: Encoder, clause: MathType, args: readonly Expr[], src: Source): Expr {
  const { type, constructors } = made(e, clause);
  const constructorName = constructors.get(clause) as string;
  return { kind: 'AdtConstruct', adt: type.name, constructorName, args, typeArgs: [], type, src };
}

/** Whether a value is one of the clause. */
export function isMadeBy(e: Encoder, clause: MathType, receiver: Expr, src: Source): Expr {
  const { type, constructors } = made(e, clause);
  const constructorName = constructors.get(clause) as string;
  return { kind: 'AdtDiscriminate', adt: type.name, constructorName, receiver, type: Bool, src };
}

/** Field `f` of a value of the clause. */
export function fieldOf(e: Encoder, clause: MathType, f: Var, value: Expr, src: Source): Expr {
  return partOf(e, made(e, clause), f, value, src);
}

function partOf(e: Encoder, { type, fields }: Made, f: Var, receiver: Expr, src: Source): Expr {
  const field = fields.get(f) as string;
  const t = f.type as GoType;
  return { kind: 'AdtDestruct', adt: type.name, field, receiver, type: e.tables.types(t).value(e, t), src };
}

/** The adt of a type, or of one of its clauses. */
function made(e: Encoder, t: GoType): Made {
  const u = under(t) as MathType;
  const adt = u.math === 'clause' && u.owner !== null ? (under(u.owner) as MathType) : u;
  const known = e.memory.get('algebraic types') as Map<MathType, Made> | undefined;
  const all = known ?? new Map<MathType, Made>();
  if (known === undefined) e.memory.set('algebraic types', all);
  const found = all.get(adt);
  if (found !== undefined) return found;
  const first = adt.clauses[0]?.type;
  const owner = first?.kind === 'Math' && first.owner !== null ? unalias(first.owner) : unalias(t);
  const name = freshName(e.names, owner.kind === 'Named' ? owner.obj.name : 'adt');
  const one: Made = { type: { kind: 'Adt', name, args: [] }, constructors: new Map(), fields: new Map() };
  // Fields may be of the type itself.
  all.set(adt, one);
  const constructors = adt.clauses.flatMap((c): readonly AdtConstructor[] => {
    const clause = c.type;
    if (clause?.kind !== 'Math') return [];
    const own = freshName(e.names, c.name);
    one.constructors.set(clause, own);
    const params = clause.fields.map((f, i) => {
      const type = f.type as GoType;
      const field = freshName(e.names, `${name}_${f.name === '' ? `${c.name}${i}` : f.name}`);
      one.fields.set(f, field);
      return decl(field, e.tables.types(type).value(e, type), noSource);
    });
    return [{ kind: 'AdtConstructor', adt: name, name: own, params, src: noSource }];
  });
  e.adts.set(name, { kind: 'Adt', name, typeParams: [], constructors, derives: [], src: noSource });
  return one;
}

// ---------------------------------------------------------------------------------------------------------------
// Ranks

const rankDomain = 'Rank';

function rank(e: Encoder, t: GoType, value: Expr, src: Source): Expr {
  const u = under(t) as MathType;
  const { type } = made(e, u);
  const name = `rank$${type.name}`;
  const x = decl('x', type, noSource);
  if (addDomainFunction(e, rankDomain, name, [x], Int)) {
    const app = applyDomain(rankDomain, name, [local('x', type, noSource)], [], Int, noSource);
    addDomainAxiom(e, rankDomain, forall([x], [app], relation('le', int(0, noSource), app, noSource)));
    for (const c of u.clauses) if (c.type?.kind === 'Math') rankAxioms(e, u, c.type);
  }
  return applyDomain(rankDomain, name, [value], [], Int, src);
}

/** A value ranks above each of its fields that is of an algebraic type. */
function rankAxioms(e: Encoder, adt: MathType, clause: MathType): void {
  const { type } = made(e, adt);
  const params = clause.fields.map((f, i) => {
    const t = f.type as GoType;
    return decl(`x${i}`, e.tables.types(t).value(e, t), noSource);
  });
  const args = params.map((p) => local(p.name, p.type, noSource));
  const whole = construct(e, clause, args, noSource);
  const t = decl('t', type, noSource);
  const value = local('t', type, noSource);
  for (const [i, f] of clause.fields.entries()) {
    const inner = under(f.type as GoType);
    if (inner.kind !== 'Math' || inner.math !== 'adt') continue;
    const below = (small: Expr, big: Expr): Expr =>
      relation('lt', rank(e, inner, small, noSource), rank(e, adt, big, noSource), noSource);
    addDomainAxiom(e, rankDomain, forall(params, [whole], below(args[i] as Expr, whole)));
    const part = fieldOf(e, clause, f, value, noSource);
    const made = implies(isMadeBy(e, clause, value, noSource), below(part, value), noSource);
    addDomainAxiom(e, rankDomain, forall([t], [part], made));
  }
}

function forall(vars: readonly LocalDecl[], trigger: readonly Expr[], body: Expr): Expr {
  const triggers: readonly Trigger[] = [{ kind: 'Trigger', exprs: trigger, src: noSource }];
  return { kind: 'Forall', vars, triggers, body, type: Bool, src: noSource };
}
