// Terminating statements: whether the end of a function can be reached.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { unparen } from './unary.ts';

/** Whether control never gets past `s`; `label` is that of the statement, or ''. */
export function isTerminating(c: Checker, s: ast.Stmt, label: string): boolean {
  switch (s.kind) {
    case 'BadStmt':
    case 'DeclStmt':
    case 'EmptyStmt':
    case 'SendStmt':
    case 'IncDecStmt':
    case 'AssignStmt':
    case 'GoStmt':
    case 'DeferStmt':
    case 'RangeStmt':
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
    case 'ClosureProofStmt':
    case 'MatchStmt':
      return false;
    case 'OutlineStmt':
    case 'CriticalStmt':
      return isTerminatingList(c, s.list);
    case 'LabeledStmt':
      return isTerminating(c, s.stmt, s.label.name);
    case 'ExprStmt': {
      if (c.env.isPanic === null) return false;
      const call = unparen(s.x);
      return call.kind === 'CallExpr' && c.env.isPanic.has(call);
    }
    case 'ReturnStmt':
      return true;
    case 'BranchStmt':
      return s.keyword === 'goto' || s.keyword === 'fallthrough';
    case 'BlockStmt':
      return isTerminatingList(c, s.list);
    case 'IfStmt':
      return s.else !== null && isTerminating(c, s.body, '') && isTerminating(c, s.else, '');
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
      return isTerminatingSwitch(c, s.clauses, label);
    case 'SelectStmt':
      for (const clause of s.clauses) {
        if (!isTerminatingList(c, clause.body) || hasBreakList(clause.body, label, true)) return false;
      }
      return true;
    case 'ForStmt':
      return s.cond === null && !hasBreak(s.body, label, true);
  }
}

function isTerminatingList(c: Checker, list: readonly ast.Stmt[]): boolean {
  for (let i = list.length - 1; i >= 0; i--) {
    const s = list[i] as ast.Stmt;
    if (s.kind !== 'EmptyStmt') return isTerminating(c, s, '');
  }
  return false;
}

function isTerminatingSwitch(c: Checker, clauses: readonly ast.CaseClause[], label: string): boolean {
  let hasDefault = false;
  for (const clause of clauses) {
    if (clause.list === null) hasDefault = true;
    if (!isTerminatingList(c, clause.body) || hasBreakList(clause.body, label, true)) return false;
  }
  return hasDefault;
}

/** Whether `s` contains a break out of the statement with that label, or with `implicit` an unlabeled one. */
function hasBreak(s: ast.Stmt, label: string, implicit: boolean): boolean {
  switch (s.kind) {
    case 'BadStmt':
    case 'DeclStmt':
    case 'EmptyStmt':
    case 'ExprStmt':
    case 'SendStmt':
    case 'IncDecStmt':
    case 'AssignStmt':
    case 'GoStmt':
    case 'DeferStmt':
    case 'ReturnStmt':
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
    case 'ClosureProofStmt':
    case 'MatchStmt':
      return false;
    case 'OutlineStmt':
    case 'CriticalStmt':
      return hasBreakList(s.list, label, implicit);
    case 'LabeledStmt':
      return hasBreak(s.stmt, label, implicit);
    case 'BranchStmt':
      if (s.keyword !== 'break') return false;
      return s.label === null ? implicit : s.label.name === label;
    case 'BlockStmt':
      return hasBreakList(s.list, label, implicit);
    case 'IfStmt':
      return hasBreak(s.body, label, implicit) || (s.else !== null && hasBreak(s.else, label, implicit));
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
    case 'SelectStmt':
      if (label === '') return false;
      for (const clause of s.clauses) if (hasBreakList(clause.body, label, false)) return true;
      return false;
    case 'ForStmt':
    case 'RangeStmt':
      return label !== '' && hasBreak(s.body, label, false);
  }
}

function hasBreakList(list: readonly ast.Stmt[], label: string, implicit: boolean): boolean {
  for (const s of list) if (hasBreak(s, label, implicit)) return true;
  return false;
}
