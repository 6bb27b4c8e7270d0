// Statements of the specification language.

import type * as ast from '../syntax/nodes.ts';
import { closeScope, lookup, openScope } from './check.ts';
import type { Checker } from './checker.ts';
import { declare } from './decl.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { newVar, type Var } from './object.ts';
import { at, newOperand } from './operand.ts';
import { recordUse } from './recording.ts';
import { matches, specFunction } from './spec-closures.ts';
import { specification } from './spec-contracts.ts';
import { assertion, condition } from './spec-expr.ts';
import { matchStmt } from './spec-matching.ts';
import { foldable } from './spec-predicates.ts';
import { inGhost, specOf } from './spec-state.ts';
import { asMath } from './spec-types.ts';
import { stmt } from './stmt.ts';
import type { Signature, Type } from './type.ts';
import { varType } from './typexpr.ts';

/** Checks a statement that Go does not have; `inner` is the context of the statements in it. */
export function specStmt(c: Checker, inner: number, s: ast.SpecStmt): void {
  switch (s.kind) {
    case 'GhostStmt':
      inGhost(c, () => stmt(c, inner, s.stmt));
      return;
    case 'ShareStmt':
      shareStmt(c, s);
      return;
    case 'ProofStmt':
      inGhost(c, () => assertion(c, s.x));
      return;
    case 'AssertByStmt':
      inGhost(c, () => {
        condition(c, s.x);
        stmt(c, inner, s.body);
      });
      if (!s.contra) {
        const message = 'a proof by a block is not supported: write assert P by contra { ... }, or prove P before';
        reportError(c, s, 'SpecAssertBy', message);
      }
      return;
    case 'FoldStmt':
      inGhost(c, () => foldable(c, s.pred));
      return;
    case 'DeferFoldStmt':
      inGhost(c, () => foldable(c, s.fold.pred));
      return;
    case 'PackageStmt':
      inGhost(c, () => {
        assertion(c, s.wand);
        if (s.body !== null) stmt(c, inner, s.body);
      });
      return;
    case 'ApplyStmt':
      inGhost(c, () => assertion(c, s.wand));
      return;
    case 'OpenStmt':
      return;
    case 'SuchThatStmt':
      suchThat(c, s);
      return;
    case 'OutlineStmt':
      // What is declared in the block can be used after it, and in its contract.
      for (const inside of s.list) stmt(c, inner, inside);
      if (s.spec !== null) specification(c, s.spec);
      return;
    case 'CriticalStmt':
      critical(c, inner, s);
      return;
    case 'MatchStmt':
      inGhost(c, () => matchStmt(c, inner, s));
      return;
    case 'ClosureProofStmt':
      closureProof(c, inner, s);
      return;
  }
}

/** `share x, y`: parameters and results whose addresses may be taken in the body. */
function shareStmt(c: Checker, s: ast.ShareStmt): void {
  for (const name of s.names) {
    const obj = lookup(c, name.name);
    if (obj === null) {
      reportError(c, name, 'UndeclaredName', `undefined: ${name.name}`);
      continue;
    }
    recordUse(c, name, obj);
    if (obj.kind === 'Var' && obj.var !== 'local' && obj.var !== 'package') specOf(c).facts.shared.add(obj);
    else reportError(c, name, 'SpecShare', `${name.name} is neither a parameter nor a result of the function`);
  }
}

/** `var x T :| P` */
function suchThat(c: Checker, s: ast.SuchThatStmt): void {
  inGhost(c, () => {
    const type = varType(c, s.type);
    const v = newVar('local', s.name.pos, c.pkg, s.name.name, type);
    c.usedVars.add(v);
    declare(c, c.env.scope, s.name, v, s.type.end);
    condition(c, s.x);
  });
}

/** `critical p ( ... )`: the invariant p() is open in the statements. */
function critical(c: Checker, inner: number, s: ast.CriticalStmt): void {
  const x = newOperand();
  inGhost(c, () => expr(c, null, x, s.x));
  if (x.mode !== 'invalid') {
    const math = asMath(x.type);
    if (math?.math !== 'pred' || math.args.length > 0) {
      reportError(c, at(x), 'SpecCritical', `critical needs a value of type pred(), not of type ${str(c, x.type)}`);
    }
  }
  for (const inside of s.list) stmt(c, inner, inside);
}

/** `proof f implements spec{...} { ... }`: the parameters and results of the specification can be used in the block. */
function closureProof(c: Checker, inner: number, s: ast.ClosureProofStmt): void {
  const x = newOperand();
  inGhost(c, () => matches(c, x, s.x, s.spec));
  const func = inGhost(c, () => specFunction(c, s.spec));
  const sig = func?.type;
  openScope(c, s, 'proof');
  const saved = c.env.sig;
  if (sig?.kind === 'Signature') {
    for (const v of sig.params.vars) alias(c, v);
    for (const v of sig.results.vars) alias(c, v, true);
    c.env.sig = sig;
  }
  stmt(c, inner, s.body);
  c.env.sig = saved as Signature;
  closeScope(c);
}

/** Makes a parameter of another function visible here. */
function alias(c: Checker, v: Var, ghost = false): void {
  if (v.name === '' || v.name === '_') return;
  const copy = newVar(v.var, v.pos, c.pkg, v.name, v.type as Type);
  c.usedVars.add(copy);
  if (ghost) specOf(c).facts.ghost.add(copy);
  declare(c, c.env.scope, null, copy, 0);
}
