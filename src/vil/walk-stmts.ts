// The walker over statements: the same statement with other expressions and other statements in it.

import type { Block, Expr, Resource, Stmt } from './vil.ts';

export interface StmtChange {
  /** Keeps the kind of locations, predicates, wands and variables. */
  readonly expr: <E extends Expr>(e: E) => E;
  readonly stmt: (s: Stmt) => Stmt;
}

/** The statement with its direct parts changed; declared names, labels and methods stay. */
export function mapStmt(stmt: Stmt, change: StmtChange): Stmt {
  const { expr } = change;
  const block = (b: Block): Block => ({ ...b, stmts: b.stmts.map(change.stmt) });
  switch (stmt.kind) {
    case 'VarDecl':
    case 'Break':
    case 'Continue':
    case 'Return':
    case 'Goto':
      return stmt;
    case 'Block':
      return block(stmt);
    case 'LocalAssign':
      return { ...stmt, target: expr(stmt.target), value: expr(stmt.value) };
    case 'FieldAssign':
      return { ...stmt, target: expr(stmt.target), value: expr(stmt.value) };
    case 'MethodCall':
      return { ...stmt, args: stmt.args.map(expr), targets: stmt.targets.map(expr) };
    case 'New':
      return { ...stmt, target: expr(stmt.target) };
    case 'Inhale':
    case 'Exhale':
    case 'Assert':
    case 'Assume':
    case 'Refute':
      return { ...stmt, assertion: expr(stmt.assertion) };
    case 'Fold':
    case 'Unfold':
      return { ...stmt, acc: expr(stmt.acc) };
    case 'Package':
      return { ...stmt, wand: expr(stmt.wand), proof: block(stmt.proof) };
    case 'Apply':
      return { ...stmt, wand: expr(stmt.wand) };
    case 'If':
      return { ...stmt, cond: expr(stmt.cond), then: block(stmt.then), else: block(stmt.else) };
    case 'While':
      return { ...stmt, cond: expr(stmt.cond), invariants: stmt.invariants.map(expr), body: block(stmt.body) };
    case 'Label':
      return { ...stmt, invariants: stmt.invariants.map(expr) };
    case 'Quasihavoc':
    case 'Quasihavocall': {
      const condition = stmt.condition === null ? null : expr(stmt.condition);
      return { ...stmt, condition, resource: expr(stmt.resource as Resource & Expr) };
    }
  }
}
