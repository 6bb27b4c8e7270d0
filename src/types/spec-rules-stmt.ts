// Rules about statements: purity of what they state, jumps, loops, outline blocks and critical regions.

import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Context } from './spec-context.ts';
import { calleeOf, isGhostExpr } from './spec-ghost.ts';
import { closureProofRules } from './spec-proof-form.ts';
import { needPure, needWeaklyPure } from './spec-purity.ts';
import { measureRules } from './spec-rules-func.ts';
import { isSharedLocation } from './spec-sharing.ts';
import { factsOf, readSpecification, specOf } from './spec-state.ts';
import { unparen } from './unary.ts';

export function checkStmtRules(c: Checker, s: ast.Stmt, ctx: Context): void {
  switch (s.kind) {
    case 'ProofStmt':
      needWeaklyPure(c, s.x);
      return;
    case 'AssertByStmt':
    case 'SuchThatStmt':
      needPure(c, s.x);
      return;
    case 'PackageStmt':
    case 'ApplyStmt':
      needWeaklyPure(c, s.wand);
      return;
    case 'MatchStmt':
      needPure(c, s.x);
      return;
    case 'OpenStmt':
      if (ctx.mayInit) {
        reportError(
          c,
          s,
          'SpecMayInit',
          'the invariant of the package cannot be opened in code that may run during initialisation',
        );
      }
      return;
    case 'ForStmt':
    case 'RangeStmt':
      loopRules(c, s, ctx);
      return;
    case 'ReturnStmt':
      if (ctx.critical) leavesCritical(c, s, 'return');
      if (ctx.erased) leavesGhost(c, s, 'return');
      return;
    case 'BranchStmt':
      branchRules(c, s, ctx);
      return;
    case 'OutlineStmt':
      outlineRules(c, s);
      return;
    case 'CriticalStmt':
      criticalRules(c, s, ctx);
      return;
    case 'ClosureProofStmt':
      closureProofRules(c, s);
      return;
    default:
      return;
  }
}

function loopRules(c: Checker, s: ast.ForStmt | ast.RangeStmt, ctx: Context): void {
  const measures: ast.DecreasesClause[] = [];
  for (const clause of s.spec?.clauses ?? []) {
    if (clause.kind === 'ContractClause') needWeaklyPure(c, clause.x);
    if (clause.kind !== 'DecreasesClause') continue;
    measures.push(clause);
    measureRules(c, clause);
    if (clause.cond !== null)
      reportError(c, s.spec ?? s, 'SpecMeasures', 'the termination measure of a loop must have no condition');
  }
  if (ctx.ghost && s.kind === 'ForStmt' && measures.length === 0) {
    reportError(c, s, 'SpecNoMeasure', 'a loop in ghost code needs a termination measure: write decreases above it');
  }
}

function leavesCritical(c: Checker, s: ast.Stmt, word: string): void {
  reportError(c, s, 'SpecCritical', `${word} would leave the critical region without closing the invariant`);
}

function leavesGhost(c: Checker, s: ast.Stmt, word: string): void {
  reportError(c, s, 'GhostJump', `${word} would leave ghost code: what runs must not depend on it`);
}

function branchRules(c: Checker, s: ast.BranchStmt, ctx: Context): void {
  if (ctx.critical && s.keyword !== 'fallthrough') leavesCritical(c, s, s.keyword);
  if (ctx.erased && s.keyword === 'goto') leavesGhost(c, s, 'goto');
  if (s.keyword !== 'break' && s.keyword !== 'continue') return;
  const reached =
    s.label === null
      ? ctx.loops.length > 0 || (s.keyword === 'break' && ctx.breakable)
      : ctx.loops.includes(s.label.name);
  if (!reached && ctx.erased) {
    leavesGhost(c, s, s.keyword);
  } else if (!reached && ctx.outlined) {
    reportError(c, s, 'SpecOutline', `${s.keyword} would leave the outline block`);
  }
}

function outlineRules(c: Checker, s: ast.OutlineStmt): void {
  const facts = readSpecification('function', s.spec, false, true, s);
  const marks = facts.pure || facts.atomic || facts.opensInvariants || facts.opaque;
  if (marks)
    reportError(c, s, 'SpecOutline', 'an outline block is neither pure, opaque nor atomic, and opens no invariants');
  for (const clause of s.spec?.clauses ?? []) {
    if (clause.kind === 'ContractClause') needWeaklyPure(c, clause.x);
    else if (clause.kind === 'DecreasesClause') measureRules(c, clause);
  }
  for (const inside of s.list) {
    walk(inside, (n) => {
      if (n.kind === 'OldExpr' && n.word === 'old') {
        reportError(c, n, 'SpecOutline', 'an outline block has no old state: use before');
      } else if (n.kind === 'DeferStmt' || n.kind === 'DeferFoldStmt') {
        reportError(c, n, 'SpecOutline', 'an outline block cannot have a defer statement');
      } else if (n.kind === 'ReturnStmt') {
        reportError(c, n, 'SpecOutline', 'return would leave the outline block');
      }
      return n.kind !== 'FuncLit';
    });
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Critical regions

function criticalRules(c: Checker, s: ast.CriticalStmt, ctx: Context): void {
  if (ctx.func?.ghost === true && !ctx.func.opensInvariants) {
    reportError(c, s, 'SpecOpensInvariants', 'only ghost functions with opensInvariants can open invariants');
  }
  let atomics = 0;
  for (const inside of s.list) {
    if (isJump(inside) || isGhostStmt(c, inside, ctx.ghost)) continue;
    if (!isAtomicStep(c, inside)) {
      const message =
        'a critical region has ghost statements and at most one call of an atomic function, with unshared arguments';
      reportError(c, inside, 'SpecCritical', message);
    } else if (++atomics > 1) {
      reportError(c, inside, 'SpecCritical', 'a critical region has at most one atomic operation');
    }
  }
}

function isJump(s: ast.Stmt): boolean {
  if (s.kind === 'LabeledStmt') return isJump(s.stmt);
  return s.kind === 'ReturnStmt' || (s.kind === 'BranchStmt' && s.keyword !== 'fallthrough');
}

/** Whether erasing ghost code erases the statement. */
export function isGhostStmt(c: Checker, s: ast.Stmt, ghost: boolean): boolean {
  if (ghost) return true;
  switch (s.kind) {
    case 'EmptyStmt':
    case 'GhostStmt':
    case 'ShareStmt':
    case 'ProofStmt':
    case 'AssertByStmt':
    case 'FoldStmt':
    case 'DeferFoldStmt':
    case 'PackageStmt':
    case 'ApplyStmt':
    case 'OpenStmt':
    case 'SuchThatStmt':
    case 'MatchStmt':
      return true;
    case 'CriticalStmt':
      return s.list.every((inside) => isGhostStmt(c, inside, false));
    case 'AssignStmt':
      return s.lhs.every((left) => isGhostExpr(c, left));
    case 'ExprStmt':
      return isGhostExpr(c, s.x);
    case 'DeclStmt':
      return (
        s.decl.kind === 'GenDecl' &&
        s.decl.specs.every((spec) => spec.kind === 'ValueSpec' && spec.names.every((name) => isGhostExpr(c, name)))
      );
    default:
      return false;
  }
}

function isAtomicStep(c: Checker, s: ast.Stmt): boolean {
  switch (s.kind) {
    case 'ExprStmt':
      return isAtomicCall(c, s.x);
    case 'LabeledStmt':
      return isAtomicStep(c, s.stmt);
    case 'AssignStmt':
      return (
        s.rhs.length === 1 &&
        isAtomicCall(c, s.rhs[0] as ast.Expr) &&
        s.lhs.every((left) => left.kind === 'Ident' && (left.name === '_' || !isSharedLocation(c, left)))
      );
    case 'CriticalStmt':
      return s.list.some((inside) => isAtomicStep(c, inside));
    default:
      return false;
  }
}

function isAtomicCall(c: Checker, e: ast.Expr): boolean {
  const call = unparen(e);
  if (call.kind !== 'CallExpr') return false;
  const callee = calleeOf(c, call);
  if (callee === null || callee.ghost || factsOf(specOf(c).facts, callee.func)?.atomic !== true) return false;
  const fun = unparen(call.fun);
  const selection = fun.kind === 'SelectorExpr' ? c.info.selections.get(fun) : undefined;
  if (fun.kind === 'SelectorExpr' && selection?.kind === 'method' && !isStable(c, fun.x)) return false;
  return call.args.every((arg) => isStable(c, arg));
}

/** Whether no other code can change the value of an argument. */
function isStable(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  if (isGhostExpr(c, inner) || inner.kind === 'BasicLit') return true;
  if (inner.kind === 'Ident') return !isSharedLocation(c, inner);
  if (inner.kind !== 'SelectorExpr') return false;
  return unparen(inner.x).kind === 'Ident' && !isSharedLocation(c, inner);
}
