// Rules about a package: its invariant, friends, preconditions of imports, and the order of its variables.

import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Func, GoObject, Var } from './object.ts';
import type { Context } from './spec-context.ts';
import { assertion } from './spec-expr.ts';
import { needWeaklyPure } from './spec-purity.ts';
import { inGhost, isSpecificationSource, specOf } from './spec-state.ts';
import { under } from './under.ts';

/** Checks what stands around the package clause, and at imports. */
export function packageRules(c: Checker, file: ast.File, _ctx: Context): void {
  const { rules } = specOf(c);
  const scope = c.info.scopes.get(file);
  const saved = c.env.scope;
  if (scope !== undefined) c.env.scope = scope;
  const state = (e: ast.Expr): void => {
    inGhost(c, () => assertion(c, e));
    needWeaklyPure(c, e);
    noOld(c, e);
  };
  for (const invariant of file.invariants) state(invariant.x);
  for (const friend of file.friends) {
    if (rules.friendClauses) state(friend.x);
    else
      reportError(c, friend, 'SpecFriends', 'friendPkg is experimental: allow it with --experimental-friend-clauses');
  }
  for (const spec of file.imports) {
    if (spec.requires.length > 0 && !rules.friendClauses) {
      reportError(
        c,
        spec,
        'SpecFriends',
        'importRequires is experimental: allow it with --experimental-friend-clauses',
      );
      continue;
    }
    for (const clause of spec.requires) state(clause.x);
  }
  c.env.scope = saved;
}

function noOld(c: Checker, e: ast.Expr): void {
  walk(e, (n) => {
    if (n.kind === 'OldExpr') {
      reportError(c, e, 'SpecPackageOld', 'the state of a package has no earlier one: old is not allowed here');
      return false;
    }
    return true;
  });
}

/** Variables are declared after those that their initialisers use, and no initialiser calls what only the run decides. */
export function globalRules(c: Checker): void {
  for (const file of c.files) {
    const seen = new Set<GoObject>();
    for (const decl of file.decls) {
      if (decl.kind !== 'GenDecl' || decl.keyword !== 'var') continue;
      for (const spec of decl.specs) if (spec.kind === 'ValueSpec') globalSpec(c, spec, seen);
    }
  }
}

function globalSpec(c: Checker, spec: ast.ValueSpec, seen: Set<GoObject>): void {
  const single = spec.values.length === 1 && spec.names.length > 1;
  spec.names.forEach((name, i) => {
    const value = single ? spec.values[0] : spec.values[i];
    const found = value === undefined ? { vars: new Set<Var>(), dynamic: null } : dependencies(c, value);
    const obj = c.info.defs.get(name) ?? null;
    if (found.dynamic !== null && name.name !== '_') {
      const message = 'the initialiser of a variable cannot call a method of an interface: what runs then is not known';
      reportError(c, spec, 'SpecGlobalOrder', message);
    } else if (isSpecificationSource(c, spec)) {
      const late = [...found.vars].find((v) => !seen.has(v));
      if (late !== undefined) {
        const what =
          late === obj
            ? `${name.name} is initialised with itself`
            : `${late.name} must be declared before ${name.name}, which is initialised with it`;
        reportError(c, spec, 'SpecGlobalOrder', what);
      }
    }
    if (obj !== null) seen.add(obj);
  });
}

interface Dependencies {
  readonly vars: Set<Var>;
  /** A call of a method of an interface; null without. */
  dynamic: ast.Node | null;
}

/** Variables of the package that an initialiser mentions, directly or through functions and methods. */
function dependencies(c: Checker, e: ast.Expr): Dependencies {
  const found: Dependencies = { vars: new Set(), dynamic: null };
  const visited = new Set<GoObject>();
  const queue: ast.Node[] = [e];
  const { facts } = specOf(c);
  const follow = (func: Func): void => {
    if (visited.has(func)) return;
    visited.add(func);
    const decl = c.objMap.get(func)?.fdecl;
    if (decl?.body != null && !facts.ghost.has(func)) queue.push(decl.body);
  };
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    walk(node, (n) => {
      if (n.kind === 'Specification' || n.kind === 'GhostStmt' || n.kind === 'ProofStmt') return false;
      if (n.kind === 'SelectorExpr') {
        const selection = c.info.selections.get(n);
        if (selection !== undefined && selection.kind !== 'field' && selection.obj.kind === 'Func') {
          const isInterface = under(selection.recv).kind === 'Interface';
          if (isInterface && selection.obj.pkg === c.pkg && !facts.ghost.has(selection.obj)) found.dynamic ??= n;
          else if (selection.obj.pkg === c.pkg) follow(selection.obj);
        }
        return true;
      }
      if (n.kind !== 'Ident') return true;
      const obj = c.info.uses.get(n);
      if (obj === undefined || obj.pkg !== c.pkg || visited.has(obj)) return true;
      if (obj.kind === 'Func') follow(obj);
      else if (obj.kind === 'Var' && obj.var === 'package') {
        visited.add(obj);
        found.vars.add(obj);
        const d = c.objMap.get(obj);
        if (d?.init != null) queue.push(d.init);
      }
      return true;
    });
  }
  return found;
}
