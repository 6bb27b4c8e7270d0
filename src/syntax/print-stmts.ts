// Prints statements, one on a line.

import type {
  BlockStmt,
  CaseClause,
  CommClause,
  CriticalStmt,
  Expr,
  ForStmt,
  Ident,
  IfStmt,
  OutlineStmt,
  RangeStmt,
  Stmt,
} from './nodes.ts';
import { printGenDecl } from './print-decls.ts';
import { printExpr, printExprs, printMark } from './print-exprs.ts';
import { printSpecification, printSpecStmt } from './print-spec.ts';
import { newline, type Printer, printAnnotation, printDoc } from './print-state.ts';

export function printBlock(p: Printer, block: BlockStmt): void {
  p.text += '{';
  if (block.list.length > 0) {
    printIndented(p, block.list);
    newline(p);
  }
  p.text += '}';
}

export function printIndented(p: Printer, list: readonly Stmt[]): void {
  p.indent++;
  for (const stmt of list) {
    // Before a closing brace nothing is written where nothing was.
    if (stmt.kind === 'EmptyStmt' && stmt.implicit) continue;
    newline(p);
    printStmt(p, stmt);
  }
  p.indent--;
}

export function printStmt(p: Printer, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'BadStmt':
      p.text += '_';
      return;
    case 'DeclStmt':
      if (stmt.decl.kind === 'BadDecl') {
        p.text += '_';
        return;
      }
      printDoc(p, stmt.decl.doc);
      printGenDecl(p, stmt.decl);
      return;
    case 'EmptyStmt':
      if (!stmt.implicit) p.text += ';';
      return;
    case 'LabeledStmt':
      p.text += `${stmt.label.name}:`;
      if (stmt.stmt.kind === 'EmptyStmt' && stmt.stmt.implicit) return;
      newline(p);
      printStmt(p, stmt.stmt);
      return;
    case 'ExprStmt':
      printExpr(p, stmt.x);
      return;
    case 'SendStmt':
      printExpr(p, stmt.chan);
      p.text += ' <- ';
      printExpr(p, stmt.value);
      return;
    case 'IncDecStmt':
      printExpr(p, stmt.x);
      p.text += stmt.op;
      return;
    case 'AssignStmt':
      printTargets(p, stmt.lhs, stmt.shared);
      p.text += ` ${stmt.op} `;
      printExprs(p, stmt.rhs);
      return;
    case 'GoStmt':
    case 'DeferStmt':
      p.text += stmt.kind === 'GoStmt' ? 'go ' : 'defer ';
      printExpr(p, stmt.call);
      return;
    case 'ReturnStmt':
      p.text += 'return';
      if (stmt.results.length > 0) p.text += ' ';
      printExprs(p, stmt.results);
      return;
    case 'BranchStmt':
      p.text += stmt.label === null ? stmt.keyword : `${stmt.keyword} ${stmt.label.name}`;
      return;
    case 'BlockStmt':
      printBlock(p, stmt);
      return;
    case 'IfStmt':
      printIf(p, stmt);
      return;
    case 'SwitchStmt':
      p.text += 'switch ';
      printInit(p, stmt.init);
      if (stmt.tag !== null) {
        printExpr(p, stmt.tag);
        p.text += ' ';
      }
      printClauses(p, stmt.clauses);
      return;
    case 'TypeSwitchStmt':
      p.text += 'switch ';
      printInit(p, stmt.init);
      printStmt(p, stmt.assign);
      p.text += ' ';
      printClauses(p, stmt.clauses);
      return;
    case 'SelectStmt':
      p.text += 'select ';
      printClauses(p, stmt.clauses);
      return;
    case 'ForStmt':
      printFor(p, stmt);
      return;
    case 'RangeStmt':
      printRange(p, stmt);
      return;
    case 'OutlineStmt':
      printOutline(p, stmt);
      return;
    case 'CriticalStmt':
      printCritical(p, stmt);
      return;
    default:
      printAnnotation(p, () => printSpecStmt(p, stmt));
  }
}

/** What is assigned to or declared, those in `shared` with the mark that they are addressable. */
function printTargets(p: Printer, targets: readonly Expr[], shared: readonly Ident[]): void {
  for (let i = 0; i < targets.length; i++) {
    const x = targets[i] as Expr;
    if (i > 0) p.text += ', ';
    printExpr(p, x);
    if (x.kind === 'Ident' && shared.includes(x)) printMark(p);
  }
}

function printInit(p: Printer, init: Stmt | null): void {
  if (init === null) return;
  printStmt(p, init);
  p.text += '; ';
}

function printIf(p: Printer, stmt: IfStmt): void {
  let rest: Stmt | null = stmt;
  while (rest !== null) {
    if (rest.kind !== 'IfStmt') {
      printStmt(p, rest);
      return;
    }
    p.text += 'if ';
    printInit(p, rest.init);
    printExpr(p, rest.cond);
    p.text += ' ';
    printBlock(p, rest.body);
    rest = rest.else;
    if (rest !== null) p.text += ' else ';
  }
}

// The statements in outline and critical blocks run: only what surrounds them is a specification.

function printOutline(p: Printer, stmt: OutlineStmt): void {
  printSpecification(p, stmt.spec);
  printParenthesised(p, stmt.list, () => {
    p.text += 'outline (';
  });
}

function printCritical(p: Printer, stmt: CriticalStmt): void {
  printParenthesised(p, stmt.list, () => {
    p.text += 'critical ';
    printExpr(p, stmt.x);
    p.text += ' (';
  });
}

function printParenthesised(p: Printer, list: readonly Stmt[], printHead: () => void): void {
  printAnnotation(p, printHead);
  printIndented(p, list);
  newline(p);
  printAnnotation(p, () => {
    p.text += ')';
  });
}

function printClauses(p: Printer, clauses: readonly (CaseClause | CommClause)[]): void {
  p.text += '{';
  for (const clause of clauses) {
    newline(p);
    printClause(p, clause);
  }
  newline(p);
  p.text += '}';
}

export function printClause(p: Printer, clause: CaseClause | CommClause): void {
  if (clause.kind === 'CaseClause') {
    p.text += clause.list === null ? 'default' : 'case ';
    printExprs(p, clause.list ?? []);
  } else {
    p.text += clause.comm === null ? 'default' : 'case ';
    if (clause.comm !== null) printStmt(p, clause.comm);
  }
  p.text += ':';
  printIndented(p, clause.body);
}

function printFor(p: Printer, stmt: ForStmt): void {
  printSpecification(p, stmt.spec);
  p.text += 'for ';
  if (stmt.init !== null || stmt.post !== null) {
    if (stmt.init !== null) printStmt(p, stmt.init);
    p.text += '; ';
    if (stmt.cond !== null) printExpr(p, stmt.cond);
    p.text += '; ';
    if (stmt.post !== null) {
      printStmt(p, stmt.post);
      p.text += ' ';
    }
  } else if (stmt.cond !== null) {
    printExpr(p, stmt.cond);
    p.text += ' ';
  }
  printBlock(p, stmt.body);
}

function printWith(p: Printer, name: Ident): void {
  p.text += ' ';
  printAnnotation(p, () => {
    p.text += `with ${name.name}`;
  });
}

function printRange(p: Printer, stmt: RangeStmt): void {
  printSpecification(p, stmt.spec);
  p.text += 'for ';
  if (stmt.key !== null) {
    printTargets(p, stmt.value === null ? [stmt.key] : [stmt.key, stmt.value, ...stmt.extra], stmt.shared);
    p.text += ` ${stmt.op ?? ':='} `;
  }
  p.text += 'range ';
  printExpr(p, stmt.x);
  if (stmt.with !== null) printWith(p, stmt.with);
  p.text += ' ';
  printBlock(p, stmt.body);
}
