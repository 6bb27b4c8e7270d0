// Expressions: from syntax to drafts, whose types unification finds out, and from drafts to vil.

import type { SyntaxBinding, SyntaxExpr, SyntaxTrigger } from '../parse/syntax.ts';
import type { Annotation, Expr, LocalDecl, OldState, Resource, Source, Trigger } from '../vil.ts';
import { applicationOf } from './calls.ts';
import { choose, createChoices, type Meaning, reserve, settle } from './choices.ts';
import { bindingOnly, declare, type Env, fault, inner, lookup, type Member, plainName, sourceOf } from './context.ts';
import { unfoldMacros } from './macros.ts';
import { collectionTy, resolveType } from './names.ts';
import { binaryMeanings, buildBinary, unaryMeanings } from './operators.ts';
import {
  boolTy,
  instantiate,
  intTy,
  mapTy,
  multisetTy,
  permTy,
  refTy,
  seqTy,
  setTy,
  shallow,
  type Ty,
  toType,
  unify,
  unknownTy,
} from './types.ts';

/** An expression whose type may not be known yet. `build` may be called once everything around it is settled. */
export interface Draft {
  readonly ty: Ty;
  readonly build: () => Expr;
}

/** Reads a whole expression of a type. */
export function resolveExpr(member: Member, tree: SyntaxExpr, env: Env, ty: Ty): Expr {
  return settled(member, tree, env, ty).build();
}

/** A draft all of whose operators are decided, apart from what an unknown type outside may still say. */
function settled(outer: Member, tree: SyntaxExpr, env: Env, ty: Ty | null): Draft {
  const member: Member = { ...outer, choices: createChoices() };
  const draft = readDraft(member, tree, env);
  if (ty !== null) require(member, draft, ty, tree, env);
  const failed = settle(member.choices);
  if (failed !== null) throw fault('VilType', env, failed, 'the operands have types that do not fit');
  return draft;
}

function require(member: Member, draft: Draft, ty: Ty, tree: SyntaxExpr, env: Env): void {
  if (unify(draft.ty, ty, member.choices.trail)) return;
  throw fault('VilType', env, tree, `expected type ${showTy(ty)}, found ${showTy(draft.ty)}`);
}

export function showTy(ty: Ty): string {
  const found = shallow(ty);
  if (found.kind === 'Unknown') return '?';
  const name = found.name === '' ? found.kind : found.name;
  return found.args.length === 0 ? name : `${name}[${found.args.map(showTy).join(', ')}]`;
}

/** A draft that must have the type. */
export function draftOf(member: Member, tree: SyntaxExpr, env: Env, ty: Ty): Draft {
  const draft = readDraft(member, tree, env);
  require(member, draft, ty, tree, env);
  return draft;
}

export function readDraft(member: Member, tree: SyntaxExpr, env: Env): Draft {
  const place = unfoldMacros(member, tree, env);
  return readUnfolded(member, place.tree, place.env);
}

function readUnfolded(member: Member, tree: SyntaxExpr, env: Env): Draft {
  const src = sourceOf(env, tree);
  switch (tree.kind) {
    case 'Int': {
      const { value } = tree;
      return { ty: intTy, build: () => ({ kind: 'IntLit', value, type: { kind: 'Int' }, src }) };
    }
    case 'Constant':
      return constantDraft(member, tree, env, src);
    case 'Name':
      return variableDraft(tree, env, src);
    case 'Unary': {
      const choice = reserve(member.choices, sourceOf(env, tree));
      const operand = readDraft(member, tree.operand, env);
      const ty = unknownTy();
      const op = choose(member.choices, choice, unaryMeanings(tree.op, operand.ty, ty));
      return { ty, build: () => ({ kind: 'Unary', op: op(), operand: operand.build(), type: toType(ty), src }) };
    }
    case 'Binary': {
      const choice = reserve(member.choices, sourceOf(env, tree));
      const left = readDraft(member, tree.left, env);
      const right = readDraft(member, tree.right, env);
      const ty = unknownTy();
      const operation = choose(member.choices, choice, binaryMeanings(tree.op, left.ty, right.ty, ty));
      return { ty, build: () => buildBinary(operation(), left.build(), right.build(), toType(ty), src) };
    }
    case 'Cond': {
      const cond = draftOf(member, tree.cond, env, boolTy);
      const then = readDraft(member, tree.then, env);
      const otherwise = draftOf(member, tree.else, env, then.ty);
      const { ty } = then;
      return {
        ty,
        build: () => ({
          kind: 'Cond',
          cond: cond.build(),
          then: then.build(),
          else: otherwise.build(),
          type: toType(ty),
          src,
        }),
      };
    }
    case 'Dot':
      return dotDraft(member, tree, env, src);
    case 'Call':
      return applicationOf(member, tree, env, src);
    case 'Acc':
      return accDraft(member, tree, env, src);
    case 'Perm': {
      const resource = readDraft(member, tree.resource, env);
      return {
        ty: permTy,
        build: () => ({
          kind: 'CurrentPerm',
          resource: asResource(resource.build(), env),
          type: { kind: 'Perm' },
          src,
        }),
      };
    }
    case 'InhaleExhale': {
      const inhale = draftOf(member, tree.inhale, env, boolTy);
      const exhale = draftOf(member, tree.exhale, env, boolTy);
      return {
        ty: boolTy,
        build: () => ({
          kind: 'InhaleExhale',
          inhale: inhale.build(),
          exhale: exhale.build(),
          type: { kind: 'Bool' },
          src,
        }),
      };
    }
    case 'Quantifier':
      return quantifierDraft(member, tree, env, src);
    case 'ForPerm':
      return bindingOnly(member, () => {
        const scope = inner(env);
        const vars = declareAll(member, tree.vars, scope);
        const resource = settled(member, tree.resource, scope, null);
        const body = settled(member, tree.body, scope, boolTy);
        return {
          ty: boolTy,
          build: () => ({
            kind: 'ForPerm',
            vars: vars.map((build) => build()),
            resource: asResource(resource.build(), env),
            body: body.build(),
            type: { kind: 'Bool' },
            src,
          }),
        };
      });
    case 'Let':
      return bindingOnly(member, () => {
        const value = readDraft(member, tree.value, env);
        const scope = inner(env);
        const name = declare(member, scope, tree.name.text, value.ty, false);
        const body = readDraft(member, tree.body, scope);
        const at = sourceOf(env, tree.name);
        return {
          ty: body.ty,
          build: () => ({
            kind: 'Let',
            variable: { kind: 'LocalDecl', name, type: toType(value.ty), src: at },
            value: value.build(),
            body: body.build(),
            type: toType(body.ty),
            src,
          }),
        };
      });
    case 'Old': {
      const body = readDraft(member, tree.body, env);
      const state = oldState(tree.label, env);
      return {
        ty: body.ty,
        build: () => ({ kind: 'Old', state, body: body.build(), type: toType(body.ty), src }),
      };
    }
    case 'Unfolding': {
      const acc = draftOf(member, tree.acc, env, boolTy);
      const body = readDraft(member, tree.body, env);
      return {
        ty: body.ty,
        build: () => ({
          kind: 'Unfolding',
          acc: asPredicate(acc.build(), env),
          body: body.build(),
          type: toType(body.ty),
          src,
        }),
      };
    }
    case 'Applying': {
      const wand = draftOf(member, tree.wand, env, boolTy);
      const body = readDraft(member, tree.body, env);
      return {
        ty: body.ty,
        build: () => ({
          kind: 'Applying',
          wand: asWand(wand.build(), env),
          body: body.build(),
          type: toType(body.ty),
          src,
        }),
      };
    }
    case 'Asserting': {
      const assertion = draftOf(member, tree.assertion, env, boolTy);
      const body = readDraft(member, tree.body, env);
      return {
        ty: body.ty,
        build: () => ({
          kind: 'Asserting',
          assertion: assertion.build(),
          body: body.build(),
          type: toType(body.ty),
          src,
        }),
      };
    }
    case 'CollectionLit':
    case 'MapLit':
    case 'Range':
    case 'Index':
    case 'Slice':
    case 'Update':
    case 'Size':
    case 'MapPart':
      return collectionDraft(member, tree, env, src);
    case 'New':
      throw fault('VilType', env, tree, '"new" stands only on the right of an assignment');
    case 'Annotated': {
      const { annotations, innermost } = unwrap(tree);
      const draft = readDraft(member, innermost, env);
      return { ty: draft.ty, build: () => ({ ...draft.build(), annotations }) };
    }
  }
}

function unwrap(tree: SyntaxExpr): { readonly annotations: readonly Annotation[]; readonly innermost: SyntaxExpr } {
  const annotations: Annotation[] = [];
  let innermost = tree;
  while (innermost.kind === 'Annotated') {
    const { key, values } = innermost.annotation;
    annotations.push({ key, values });
    innermost = innermost.expr;
  }
  return { annotations, innermost };
}

function constantDraft(member: Member, tree: SyntaxExpr & { kind: 'Constant' }, env: Env, src: Source): Draft {
  const { word } = tree;
  switch (word) {
    case 'true':
    case 'false':
      return { ty: boolTy, build: () => ({ kind: 'BoolLit', value: word === 'true', type: { kind: 'Bool' }, src }) };
    case 'null':
      return { ty: refTy, build: () => ({ kind: 'NullLit', type: { kind: 'Ref' }, src }) };
    case 'result': {
      const { result } = member;
      if (result === null) throw fault('VilType', env, tree, '"result" stands only in postconditions of functions');
      return { ty: tyOf(result), build: () => ({ kind: 'Result', type: result, src }) };
    }
    case 'write':
    case 'none':
    case 'wildcard':
    case 'epsilon':
      return { ty: permTy, build: () => ({ kind: 'PermLit', value: word, type: { kind: 'Perm' }, src }) };
  }
}

/** The type as unification knows it. */
export function tyOf(type: NonNullable<Member['result']>): Ty {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return collectionTy(type.kind, tyOf(type.elem));
    case 'Map':
      return mapTy(tyOf(type.key), tyOf(type.value));
    case 'Domain':
    case 'Adt':
      return { kind: type.kind, name: type.name, args: type.args.map(tyOf) };
    case 'TypeVar':
      return { kind: 'TypeVar', name: type.name, args: [] };
    default:
      return { kind: type.kind, name: '', args: [] };
  }
}

function variableDraft(tree: SyntaxExpr & { kind: 'Name' }, env: Env, src: Source): Draft {
  const binding = lookup(env.scope, tree.name.text);
  if (binding?.kind !== 'variable') throw fault('VilName', env, tree, `"${tree.name.text}" is not declared`);
  const { name, ty } = binding;
  return { ty, build: () => ({ kind: 'LocalVar', name, type: toType(ty), src }) };
}

/** `e.f`: a field, a destructor or a discriminator. */
function dotDraft(member: Member, tree: SyntaxExpr & { kind: 'Dot' }, env: Env, src: Source): Draft {
  const { named, destructors } = member.globals;
  const receiver = readDraft(member, tree.receiver, env);
  const name = plainName(env, tree.name);
  const global = named.get(name);
  if (global?.kind === 'field' && !destructors.has(name)) {
    require(member, receiver, refTy, tree.receiver, env);
    const ty = global.type;
    const build = (): Expr => ({
      kind: 'FieldAccess',
      receiver: receiver.build(),
      field: name,
      type: toType(ty),
      src,
    });
    return { ty, build };
  }
  const candidates = destructors.get(name) ?? [];
  const receiverTy = shallow(receiver.ty);
  const destructor =
    candidates.length === 1
      ? candidates[0]
      : candidates.find(({ adt }) => receiverTy.kind === 'Adt' && adt === receiverTy.name);
  if (destructor !== undefined) {
    const { adt } = destructor;
    const args = destructor.typeParams.map(() => unknownTy());
    require(member, receiver, { kind: 'Adt', name: adt, args }, tree.receiver, env);
    const ty = instantiate(destructor.result, new Map(destructor.typeParams.map((param, i) => [param, args[i] as Ty])));
    const build = (): Expr => ({
      kind: 'AdtDestruct',
      adt,
      field: name,
      receiver: receiver.build(),
      type: toType(ty),
      src,
    });
    return { ty, build };
  }
  const constructorName = /^is(.+)$/.exec(name)?.[1] ?? '';
  const made = named.get(constructorName);
  if (made?.kind !== 'constructor') throw fault('VilName', env, tree.name, `"${name}" is not a field`);
  const { adt } = made;
  const args = made.typeParams.map(() => unknownTy());
  require(member, receiver, { kind: 'Adt', name: adt, args }, tree.receiver, env);
  return {
    ty: boolTy,
    build: () => ({
      kind: 'AdtDiscriminate',
      adt,
      constructorName,
      receiver: receiver.build(),
      type: { kind: 'Bool' },
      src,
    }),
  };
}

function accDraft(member: Member, tree: SyntaxExpr & { kind: 'Acc' }, env: Env, src: Source): Draft {
  const loc = readDraft(member, tree.loc, env);
  const perm = tree.perm === null ? null : draftOf(member, tree.perm, env, permTy);
  return {
    ty: boolTy,
    build: () => {
      const resource = asResource(loc.build(), env);
      const amount = perm?.build() ?? null;
      if (resource.kind === 'FieldAccess') {
        return { kind: 'AccField', loc: resource, perm: amount, type: { kind: 'Bool' }, src };
      }
      if (resource.kind === 'PredicateAccess') {
        return { kind: 'AccPredicate', loc: resource, perm: amount, type: { kind: 'Bool' }, src };
      }
      throw fault('VilType', env, tree.loc, '"acc" needs a field or a predicate');
    },
  };
}

/** The location that `acc`, `perm`, triggers and measures speak of. */
export function asResource(expr: Expr, env: Env): Resource {
  switch (expr.kind) {
    case 'FieldAccess':
    case 'PredicateAccess':
    case 'MagicWand':
      return expr;
    case 'AccPredicate':
      if (expr.perm === null) return expr.loc;
      break;
    default:
  }
  throw fault('VilType', env, expr.src, 'a field, predicate or wand is needed here');
}

export function asPredicate(expr: Expr, env: Env): Expr & { readonly kind: 'AccPredicate' } {
  if (expr.kind === 'AccPredicate') return expr;
  throw fault('VilType', env, expr.src, 'a predicate is needed here');
}

export function asWand(expr: Expr, env: Env): Expr & { readonly kind: 'MagicWand' } {
  if (expr.kind === 'MagicWand') return expr;
  throw fault('VilType', env, expr.src, 'a magic wand is needed here');
}

/** `P(x)` as an instance instead of as an assertion. */
export function asInstance(expr: Expr): Expr {
  return expr.kind === 'AccPredicate' ? expr.loc : expr;
}

/** Declares variables in the scope; each result builds its declaration. */
export function declareAll(member: Member, vars: readonly SyntaxBinding[], env: Env): readonly (() => LocalDecl)[] {
  return vars.map((binding) => {
    const ty = resolveType(member, binding.type, env);
    const name = declare(member, env, binding.name.text, ty, false);
    const src = sourceOf(env, binding);
    return () => ({ kind: 'LocalDecl', name, type: toType(ty), src });
  });
}

function quantifierDraft(member: Member, tree: SyntaxExpr & { kind: 'Quantifier' }, env: Env, src: Source): Draft {
  return bindingOnly(member, () => {
    const scope = inner(env);
    const vars = declareAll(member, tree.vars, scope);
    const body = settled(member, tree.body, scope, boolTy);
    const triggers = tree.triggers.map((trigger) => triggerDraft(member, trigger, scope));
    return {
      ty: boolTy,
      build: () => ({
        kind: tree.word === 'forall' ? 'Forall' : 'Exists',
        vars: vars.map((build) => build()),
        triggers: triggers.map((build) => build()),
        body: body.build(),
        type: { kind: 'Bool' },
        src,
      }),
    };
  });
}

function triggerDraft(member: Member, trigger: SyntaxTrigger, env: Env): () => Trigger {
  const drafts = trigger.exprs.map((expr) => settled(member, expr, env, null));
  const src = sourceOf(env, trigger);
  return () => ({ kind: 'Trigger', exprs: drafts.map((draft) => asInstance(draft.build())), src });
}

function oldState(label: (SyntaxExpr & { kind: 'Old' })['label'], env: Env): OldState {
  if (label === null) return { kind: 'pre' };
  if (label === 'lhs') return { kind: 'lhs' };
  return { kind: 'label', name: labelName(env, label) };
}

/** The name that a label has in vil. */
export function labelName(env: Env, label: Parameters<typeof plainName>[1]): string {
  const binding = lookup(env.scope, label.text);
  if (binding?.kind === 'label') return binding.name;
  if (binding?.kind === 'argument' && binding.expr.kind === 'Name') return labelName(binding.env, binding.expr.name);
  return label.text;
}

type CollectionTree = SyntaxExpr & {
  readonly kind: 'CollectionLit' | 'MapLit' | 'Range' | 'Index' | 'Slice' | 'Update' | 'Size' | 'MapPart';
};

function collectionDraft(member: Member, tree: CollectionTree, env: Env, src: Source): Draft {
  switch (tree.kind) {
    case 'CollectionLit': {
      const elem = tree.elem === null ? unknownTy() : resolveType(member, tree.elem, env);
      const elems = tree.elems.map((expr) => draftOf(member, expr, env, elem));
      const ty = collectionTy(tree.name, elem);
      const kind = ({ Seq: 'SeqLit', Set: 'SetLit', Multiset: 'MultisetLit' } as const)[tree.name];
      return { ty, build: () => ({ kind, elems: elems.map((draft) => draft.build()), type: toType(ty), src }) };
    }
    case 'MapLit': {
      const key = tree.types === null ? unknownTy() : resolveType(member, tree.types.key, env);
      const value = tree.types === null ? unknownTy() : resolveType(member, tree.types.value, env);
      const entries = tree.entries.map((entry) => ({
        key: draftOf(member, entry.key, env, key),
        value: draftOf(member, entry.value, env, value),
      }));
      const ty = mapTy(key, value);
      return {
        ty,
        build: () => ({
          kind: 'MapLit',
          entries: entries.map((entry) => ({ key: entry.key.build(), value: entry.value.build() })),
          type: toType(ty),
          src,
        }),
      };
    }
    case 'Range': {
      const low = draftOf(member, tree.low, env, intTy);
      const high = draftOf(member, tree.high, env, intTy);
      const ty = seqTy(intTy);
      return { ty, build: () => ({ kind: 'SeqRange', low: low.build(), high: high.build(), type: toType(ty), src }) };
    }
    case 'Slice': {
      const ty = seqTy(unknownTy());
      const base = draftOf(member, tree.base, env, ty);
      const high = tree.high === null ? null : draftOf(member, tree.high, env, intTy);
      const low = tree.low === null ? null : draftOf(member, tree.low, env, intTy);
      return {
        ty,
        build: () => {
          const type = toType(ty);
          let seq = base.build();
          if (high !== null) seq = { kind: 'SeqTake', seq, count: high.build(), type, src };
          if (low !== null) seq = { kind: 'SeqDrop', seq, count: low.build(), type, src };
          return seq;
        },
      };
    }
    case 'MapPart': {
      const key = unknownTy();
      const value = unknownTy();
      const map = draftOf(member, tree.map, env, mapTy(key, value));
      const ty = setTy(tree.part === 'domain' ? key : value);
      const kind = tree.part === 'domain' ? 'MapDomain' : 'MapRange';
      return { ty, build: () => ({ kind, map: map.build(), type: toType(ty), src }) };
    }
    case 'Size': {
      const choice = reserve(member.choices, src);
      const operand = readDraft(member, tree.operand, env);
      const elem = unknownTy();
      const sized = [seqTy(elem), setTy(elem), multisetTy(elem), mapTy(elem, unknownTy())];
      const meanings = sized.map((ty): Meaning<null> => ({ value: null, equations: [[ty, operand.ty]] }));
      choose(member.choices, choice, meanings);
      return {
        ty: intTy,
        build: () => ({ kind: 'Cardinality', operand: operand.build(), type: { kind: 'Int' }, src }),
      };
    }
    case 'Index': {
      const choice = reserve(member.choices, src);
      const base = readDraft(member, tree.base, env);
      const index = readDraft(member, tree.index, env);
      const ty = unknownTy();
      const of = choose(member.choices, choice, inSeqOrMap(base.ty, index.ty, ty));
      return {
        ty,
        build: () =>
          of() === 'seq'
            ? { kind: 'SeqIndex', seq: base.build(), index: index.build(), type: toType(ty), src }
            : { kind: 'MapLookup', map: base.build(), key: index.build(), type: toType(ty), src },
      };
    }
    case 'Update': {
      const choice = reserve(member.choices, src);
      const base = readDraft(member, tree.base, env);
      const key = readDraft(member, tree.key, env);
      const value = readDraft(member, tree.value, env);
      const of = choose(member.choices, choice, inSeqOrMap(base.ty, key.ty, value.ty));
      const { ty } = base;
      return {
        ty,
        build: () => {
          const at = { value: value.build(), type: toType(ty), src };
          return of() === 'seq'
            ? { kind: 'SeqUpdate', seq: base.build(), index: key.build(), ...at }
            : { kind: 'MapUpdate', map: base.build(), key: key.build(), ...at };
        },
      };
    }
  }
}

function inSeqOrMap(base: Ty, key: Ty, value: Ty): readonly Meaning<'seq' | 'map'>[] {
  return [
    {
      value: 'seq',
      equations: [
        [seqTy(value), base],
        [intTy, key],
      ],
    },
    { value: 'map', equations: [[mapTy(key, value), base]] },
  ];
}
