// Macros: an expression's or statement's name is followed to what it stands for, together with the scope to read that in.

import type { Span } from '../../base/source.ts';
import type { SyntaxBlock, SyntaxDefine, SyntaxExpr } from '../parse/syntax.ts';
import { type Env, fault, lookup, type Member, newScope } from './context.ts';

export interface Place<T> {
  readonly tree: T;
  readonly env: Env;
}

/** The expression without macros at its head. A macro of statements throws. */
export function unfoldMacros(member: Member, tree: SyntaxExpr, env: Env): Place<SyntaxExpr> {
  let place: Place<SyntaxExpr> = { tree, env };
  for (;;) {
    const next = unfoldOnce(member, place);
    if (next === null) return place;
    if (next.tree.kind === 'Block') {
      throw fault('VilMacro', env, tree, 'a macro of statements is used as an expression');
    }
    place = { tree: next.tree, env: next.env };
  }
}

/** As unfoldMacros, for a statement: the result may be a block. */
export function unfoldStmtMacros(member: Member, tree: SyntaxExpr, env: Env): Place<SyntaxExpr | SyntaxBlock> {
  let place: Place<SyntaxExpr> = { tree, env };
  for (;;) {
    const next = unfoldOnce(member, place);
    if (next === null) return place;
    if (next.tree.kind === 'Block') return next;
    place = { tree: next.tree, env: next.env };
  }
}

function unfoldOnce(member: Member, place: Place<SyntaxExpr>): Place<SyntaxExpr | SyntaxBlock> | null {
  const { tree, env } = place;
  if (tree.kind === 'Name') {
    const binding = lookup(env.scope, tree.name.text);
    if (binding?.kind === 'argument') return { tree: binding.expr, env: { ...binding.env, at: env.at } };
    if (binding !== null) return null;
    const macro = macroNamed(member, tree.name.text);
    if (macro === null) return null;
    if (macro.params !== null) throw fault('VilMacro', env, tree, `macro "${macro.name.text}" needs arguments`);
    return { tree: macro.body, env: enter(env, macro, [], tree) };
  }
  if (tree.kind === 'Call') {
    const { text } = tree.name;
    const binding = lookup(env.scope, text);
    if (binding?.kind === 'argument') {
      // The macro's parameter is the name of what is called.
      const { expr } = binding;
      if (expr.kind !== 'Name')
        throw fault('VilMacro', env, tree, `the name of a function must be given for "${text}"`);
      return renamedCall(tree, expr, binding.env, env);
    }
    const macro = macroNamed(member, text);
    if (macro === null || tree.type !== null) return null;
    if (macro.params === null) {
      const { body } = macro;
      if (body.kind !== 'Name') return null;
      return { tree: { ...tree, name: body.name }, env: enter(env, macro, [], tree) };
    }
    if (macro.params.length !== tree.args.length) {
      throw fault(
        'VilMacro',
        env,
        tree,
        `macro "${text}" has ${macro.params.length} parameters, not ${tree.args.length}`,
      );
    }
    return { tree: macro.body, env: enter(env, macro, tree.args, tree) };
  }
  return null;
}

/** A call whose name is another scope's and whose arguments are this one's: the arguments travel as parameters. */
function renamedCall(
  call: SyntaxExpr & { readonly kind: 'Call' },
  target: SyntaxExpr & { readonly kind: 'Name' },
  targetEnv: Env,
  env: Env,
): Place<SyntaxExpr> {
  const scope = newScope(targetEnv.scope);
  const args = call.args.map((expr, i): SyntaxExpr => {
    const text = ` ${i}`;
    scope.names.set(text, { kind: 'argument', expr, env });
    return { kind: 'Name', name: { text, pos: expr.pos, end: expr.end }, pos: expr.pos, end: expr.end };
  });
  const macros = [...new Set([...targetEnv.macros, ...env.macros])];
  return { tree: { ...call, name: target.name, args }, env: { scope, at: env.at, macros } };
}

export function macroNamed(member: Member, name: string): SyntaxDefine | null {
  return member.macros.get(name) ?? member.globals.macros.get(name) ?? null;
}

function enter(env: Env, macro: SyntaxDefine, args: readonly SyntaxExpr[], at: Span): Env {
  if (env.macros.includes(macro)) throw fault('VilMacro', env, at, `macro "${macro.name.text}" uses itself`);
  const scope = newScope(env.scope);
  macro.params?.forEach((param, i) => {
    scope.names.set(param.text, { kind: 'argument', expr: args[i] as SyntaxExpr, env });
  });
  return { scope, at: env.at ?? at, macros: [...env.macros, macro] };
}
