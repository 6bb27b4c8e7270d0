// `f(args)` in expressions: a function, domain function, predicate or constructor of the program.

import type { SyntaxExpr } from '../parse/syntax.ts';
import type { Expr, Source } from '../vil.ts';
import { type Env, fault, type Global, type Member } from './context.ts';
import { type Draft, draftOf, showTy } from './exprs.ts';
import { resolveType } from './names.ts';
import { boolTy, instantiate, type Ty, toType, typeVarTy, unify, unknownTy } from './types.ts';

type Call = SyntaxExpr & { readonly kind: 'Call' };

export function applicationOf(member: Member, tree: Call, env: Env, src: Source): Draft {
  const name = tree.name.text;
  const global = member.globals.named.get(name);
  switch (global?.kind) {
    case 'function': {
      const args = argumentsOf(member, tree, env, global.params);
      const ty = withType(member, tree, env, global.result);
      return {
        ty,
        build: () => ({ kind: 'FuncApp', func: name, args: args.map(build), type: toType(ty), src }),
      };
    }
    case 'predicate': {
      const args = argumentsOf(member, tree, env, global.params);
      return {
        ty: boolTy,
        build: () => ({
          kind: 'AccPredicate',
          loc: { kind: 'PredicateAccess', predicate: name, args: args.map(build), type: { kind: 'Predicate' }, src },
          perm: null,
          type: { kind: 'Bool' },
          src,
        }),
      };
    }
    case 'domainFunction':
    case 'constructor':
      return genericApplication(member, tree, env, src, global);
    case 'method':
      throw fault('VilType', env, tree, `method "${name}" is called in an expression`);
    default:
      throw fault('VilName', env, tree.name, `"${name}" is not a function or predicate`);
  }
}

function build(draft: Draft): Expr {
  return draft.build();
}

/** What is between the parentheses, one for each parameter. */
export function argumentsOf(member: Member, tree: Call, env: Env, params: readonly Ty[]): readonly Draft[] {
  if (params.length !== tree.args.length) {
    throw fault('VilType', env, tree, `"${tree.name.text}" needs ${params.length} arguments, not ${tree.args.length}`);
  }
  return tree.args.map((arg, i) => draftOf(member, arg, env, params[i] as Ty));
}

/** `(f(args): type)` says what the result is. */
function withType(member: Member, tree: Call, env: Env, result: Ty): Ty {
  if (tree.type === null) return result;
  const said = resolveType(member, tree.type, env);
  if (unify(said, result, member.choices.trail)) return result;
  throw fault('VilType', env, tree, `"${tree.name.text}" has type ${showTy(result)}, not ${showTy(said)}`);
}

type Generic = Global & { readonly kind: 'domainFunction' | 'constructor' };

function genericApplication(member: Member, tree: Call, env: Env, src: Source, global: Generic): Draft {
  const func = tree.name.text;
  // In its own axioms a domain function speaks of the domain's own type parameters unless something else is said.
  const own = global.kind === 'domainFunction' && global.domain === member.domain;
  const typeArgs = global.typeParams.map((param) => unknownTy(own ? typeVarTy(param) : null));
  const params = new Map(global.typeParams.map((param, i) => [param, typeArgs[i] as Ty]));
  const ty = withType(member, tree, env, instantiate(global.result, params));
  const args = argumentsOf(
    member,
    tree,
    env,
    global.params.map((param) => instantiate(param, params)),
  );
  return {
    ty,
    build: () => {
      const parts = { args: args.map(build), typeArgs: typeArgs.map(toType), type: toType(ty), src };
      return global.kind === 'domainFunction'
        ? { kind: 'DomainFuncApp', domain: global.domain, func, ...parts }
        : { kind: 'AdtConstruct', adt: global.adt, constructorName: func, ...parts };
    },
  };
}
