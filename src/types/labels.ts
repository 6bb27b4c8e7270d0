// Labels and the jumps to them.

import { noPos, type Pos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { atObject, newError, reportError, softError } from './errors.ts';
import { type Label, newLabel } from './object.ts';
import { recordDef, recordUse } from './recording.ts';
import { insert, lookup, newScope, type Scope } from './scope.ts';
import { Typ } from './universe.ts';

/** Reports jumps without target, jumps into blocks or over variable declarations, and labels never used. */
export function labels(c: Checker, body: ast.BlockStmt): void {
  const all = newScope(null, body.pos, body.end, 'label');
  for (const jump of blockBranches(c, all, null, null, body.list)) {
    const label = jump.label as ast.Ident;
    const alt = lookup(all, label.name);
    if (alt !== null) {
      (alt as Label).used = true;
      reportError(c, label, 'JumpIntoBlock', `goto ${label.name} jumps into block`);
    } else {
      reportError(c, label, 'UndeclaredLabel', `label ${label.name} not declared`);
    }
  }
  if (all.elems === null) return;
  for (const obj of all.elems.values()) {
    if (!(obj as Label).used) softError(c, atObject(obj), 'UnusedLabel', `label ${obj.name} declared and not used`);
  }
}

/** A block while its statements are walked. */
interface Block {
  readonly parent: Block | null;
  /** The labeled statement that the block belongs to, or null. */
  readonly lstmt: ast.LabeledStmt | null;
  /** Labels declared in this very block. */
  readonly labels: Map<string, ast.LabeledStmt>;
  readonly all: Scope;
  /** Jumps forward whose label has not been seen. */
  fwdJumps: ast.BranchStmt[];
  /** Those of them that stand before the last variable declaration. */
  badJumps: ast.BranchStmt[];
  varDeclPos: Pos;
}

function gotoTarget(block: Block, name: string): ast.LabeledStmt | null {
  for (let b: Block | null = block; b !== null; b = b.parent) {
    const target = b.labels.get(name);
    if (target !== undefined) return target;
  }
  return null;
}

function enclosingTarget(block: Block, name: string): ast.LabeledStmt | null {
  for (let b: Block | null = block; b !== null; b = b.parent) {
    if (b.lstmt !== null && b.lstmt.label.name === name) return b.lstmt;
  }
  return null;
}

/** Walks a block; gives back the jumps that leave it forwards. */
function blockBranches(
  c: Checker,
  all: Scope,
  parent: Block | null,
  lstmt: ast.LabeledStmt | null,
  list: readonly ast.Stmt[],
): ast.BranchStmt[] {
  const b: Block = { parent, lstmt, labels: new Map(), all, fwdJumps: [], badJumps: [], varDeclPos: noPos };
  for (const s of list) stmtBranches(c, b, null, s);
  return b.fwdJumps;
}

function nested(c: Checker, b: Block, lstmt: ast.LabeledStmt | null, list: readonly ast.Stmt[]): void {
  const jumps = blockBranches(c, b.all, b, lstmt, list);
  if (jumps.length > 0) b.fwdJumps = b.fwdJumps.concat(jumps);
}

function recordVarDecl(b: Block, pos: Pos): void {
  b.varDeclPos = pos;
  b.badJumps = b.fwdJumps.slice();
}

function stmtBranches(c: Checker, b: Block, lstmt: ast.LabeledStmt | null, s: ast.Stmt): void {
  switch (s.kind) {
    case 'DeclStmt':
      if (s.decl.kind === 'GenDecl' && s.decl.keyword === 'var') recordVarDecl(b, s.decl.pos);
      return;
    case 'AssignStmt':
      if (s.op === ':=') recordVarDecl(b, s.pos);
      return;
    case 'LabeledStmt': {
      if (s.label.name !== '_') declareLabel(c, b, s);
      stmtBranches(c, b, s.label.name === '_' ? lstmt : s, s.stmt);
      return;
    }
    case 'BranchStmt':
      if (s.label !== null) branch(c, b, s, s.label);
      return;
    case 'BlockStmt':
    case 'OutlineStmt':
    case 'CriticalStmt':
      nested(c, b, lstmt, s.list);
      return;
    case 'IfStmt':
      stmtBranches(c, b, lstmt, s.body);
      if (s.else !== null) stmtBranches(c, b, lstmt, s.else);
      return;
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
    case 'SelectStmt': {
      // The clauses are blocks inside the block of the whole statement.
      const outer: Block = {
        parent: b,
        lstmt,
        labels: new Map(),
        all: b.all,
        fwdJumps: [],
        badJumps: [],
        varDeclPos: noPos,
      };
      for (const clause of s.clauses) nested(c, outer, null, clause.body);
      if (outer.fwdJumps.length > 0) b.fwdJumps = b.fwdJumps.concat(outer.fwdJumps);
      return;
    }
    case 'ForStmt':
    case 'RangeStmt':
      stmtBranches(c, b, lstmt, s.body);
      return;
    default:
      return;
  }
}

function declareLabel(c: Checker, b: Block, s: ast.LabeledStmt): void {
  const name = s.label.name;
  const label = newLabel(s.label.pos, c.pkg, name, Typ.invalid);
  const alt = insert(b.all, label);
  if (alt !== null) {
    const error = newError(c, 'DuplicateLabel');
    error.add(atObject(label), `label ${name} already declared`);
    error.addAltDecl(alt);
    error.report();
  } else {
    b.labels.set(name, s);
    recordDef(c, s.label, label);
  }
  const open: ast.BranchStmt[] = [];
  for (const jump of b.fwdJumps) {
    const at = jump.label as ast.Ident;
    if (at.name !== name) {
      open.push(jump);
      continue;
    }
    label.used = true;
    recordUse(c, at, label);
    if (b.varDeclPos !== noPos && b.badJumps.includes(jump)) {
      const line = c.sources.position(b.varDeclPos)?.line ?? 0;
      softError(c, at, 'JumpOverDecl', `goto ${name} jumps over variable declaration at line ${line}`);
    }
  }
  b.fwdJumps = open;
}

function branch(c: Checker, b: Block, s: ast.BranchStmt, label: ast.Ident): void {
  const name = label.name;
  switch (s.keyword) {
    case 'break': {
      const target = enclosingTarget(b, name);
      if (target === null || !isBreakable(target.stmt)) {
        reportError(c, label, 'MisplacedLabel', `invalid break label ${name}`);
        return;
      }
      break;
    }
    case 'continue': {
      const target = enclosingTarget(b, name);
      if (target === null || (target.stmt.kind !== 'ForStmt' && target.stmt.kind !== 'RangeStmt')) {
        reportError(c, label, 'MisplacedLabel', `invalid continue label ${name}`);
        return;
      }
      break;
    }
    case 'goto':
      if (gotoTarget(b, name) === null) {
        b.fwdJumps.push(s);
        return;
      }
      break;
    case 'fallthrough':
      reportError(c, s, 'InvalidSyntaxTree', `branch statement: fallthrough ${name}`);
      return;
  }
  const obj = lookup(b.all, name);
  if (obj === null) return;
  (obj as Label).used = true;
  recordUse(c, label, obj);
}

function isBreakable(s: ast.Stmt): boolean {
  switch (s.kind) {
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
    case 'SelectStmt':
    case 'ForStmt':
    case 'RangeStmt':
      return true;
    default:
      return false;
  }
}
