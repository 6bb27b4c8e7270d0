// Prints the specification language in the syntax of .gobra files, where its words are tokens.

import { assertNever } from '../base/assert.ts';
import { noPos } from '../base/source.ts';
import type {
  ClosureSpec,
  CriticalStmt,
  Expr,
  ImplementationProof,
  MatchClause,
  MatchExprClause,
  MethodProof,
  OutlineStmt,
  PredDecl,
  SpecClause,
  SpecDecl,
  SpecExpr,
  Specification,
  SpecPart,
  SpecStmt,
} from './nodes.ts';
import {
  printExpr,
  printExprs,
  printFieldList,
  printFields,
  printNames,
  printParams,
  printSignature,
} from './print-exprs.ts';
import { newline, type Printer, printAnnotation } from './print-state.ts';
import { printBlock, printIndented, printStmt } from './print-stmts.ts';

/** A specification, a clause on a line each, and the beginning of the line of what it belongs to. */
export function printSpecification(p: Printer, spec: Specification | null): void {
  if (spec === null) return;
  for (const clause of spec.clauses) {
    printAnnotation(p, () => printClauseOfSpec(p, clause));
    newline(p);
  }
}

function printClauseOfSpec(p: Printer, clause: SpecClause): void {
  switch (clause.kind) {
    case 'ContractClause':
      p.text += `${clause.word} `;
      printExpr(p, clause.x);
      return;
    case 'DecreasesClause':
      p.text += 'decreases';
      if (clause.measures.length > 0) p.text += ' ';
      printExprs(p, clause.measures);
      if (clause.cond === null) return;
      p.text += ' if ';
      printExpr(p, clause.cond);
      return;
    case 'SpecMark':
      p.text += clause.word;
      return;
    case 'BackendClause':
      p.text += `#backend[${clause.options.map((o) => `${o.key}(${o.values.join(', ')})`).join(', ')}]`;
      return;
    default:
      assertNever(clause, 'clause');
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

export function printSpecDecl(p: Printer, decl: SpecDecl): void {
  if (decl.kind === 'PredDecl') printPredDecl(p, decl);
  else printImplementationProof(p, decl);
}

function printPredDecl(p: Printer, decl: PredDecl): void {
  p.text += 'pred ';
  if (decl.recv !== null) {
    printParams(p, decl.recv);
    p.text += ' ';
  }
  p.text += decl.name.name;
  printParams(p, decl.params);
  if (decl.body === null) return;
  p.text += ' ';
  printBraced(p, decl.body);
}

/** An expression between braces, on a line of its own. */
function printBraced(p: Printer, x: Expr): void {
  p.text += '{';
  p.indent++;
  newline(p);
  printExpr(p, x);
  p.indent--;
  newline(p);
  p.text += '}';
}

function printImplementationProof(p: Printer, decl: ImplementationProof): void {
  printExpr(p, decl.sub);
  p.text += ' implements ';
  printExpr(p, decl.super);
  if (decl.lbrace === noPos) return;
  p.text += ' {';
  p.indent++;
  for (const part of [...decl.aliases, ...decl.methods]) {
    newline(p);
    printSpecPart(p, part);
  }
  p.indent--;
  newline(p);
  p.text += '}';
}

function printMethodProof(p: Printer, method: MethodProof): void {
  if (method.pure) p.text += 'pure ';
  printParams(p, method.recv);
  p.text += ` ${method.name.name}`;
  printSignature(p, method.type);
  if (method.body === null) return;
  p.text += ' ';
  printBlock(p, method.body);
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions and types

/** What follows the left operand of an expression that has one, as `leftOperand` says. */
export function printAfterLeftOfSpec(p: Printer, x: SpecExpr): void {
  switch (x.kind) {
    case 'SpecBinaryExpr':
      p.text += ` ${x.op} `;
      printExpr(p, x.y);
      return;
    case 'CondExpr':
      p.text += ' ? ';
      printExpr(p, x.then);
      p.text += ' : ';
      printExpr(p, x.else);
      return;
    case 'ImplementsExpr':
      p.text += ' implements ';
      printClosureSpec(p, x.spec);
      return;
    case 'CallAsExpr':
      p.text += ' as ';
      printClosureSpec(p, x.spec);
      return;
    case 'UpdateExpr':
      p.text += '[';
      printAll(p, x.updates);
      p.text += ']';
      return;
    default:
      return;
  }
}

function printClosureSpec(p: Printer, spec: ClosureSpec): void {
  printExpr(p, spec.name);
  if (spec.lbrace === noPos) return;
  p.text += '{';
  printExprs(p, spec.params);
  p.text += '}';
}

function printAll(p: Printer, parts: readonly SpecPart[]): void {
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) p.text += ', ';
    printSpecPart(p, parts[i] as SpecPart);
  }
}

export function printSpecExpr(p: Printer, x: SpecExpr): void {
  switch (x.kind) {
    case 'OldExpr':
      p.text += x.label === null ? `${x.word}(` : `${x.word}[${x.label.name}](`;
      printExpr(p, x.x);
      p.text += ')';
      return;
    case 'AccessExpr':
      p.text += 'acc(';
      printExpr(p, x.x);
      if (x.perm !== null) {
        p.text += ', ';
        printExpr(p, x.perm);
      }
      p.text += ')';
      return;
    case 'QuantExpr':
      p.text += `${x.word} `;
      printFieldList(p, x.vars);
      p.text += ' ::';
      for (const trigger of x.triggers) {
        p.text += ' ';
        printSpecPart(p, trigger);
      }
      p.text += ' ';
      printExpr(p, x.x);
      return;
    case 'LetExpr':
      p.text += 'let ';
      printNames(p, x.names, []);
      p.text += ' := ';
      printExprs(p, x.values);
      printIn(p, x.x);
      return;
    case 'UnfoldingExpr':
      p.text += 'unfolding ';
      printExpr(p, x.pred);
      printIn(p, x.x);
      return;
    case 'AssertingExpr':
      p.text += 'asserting ';
      printExpr(p, x.assertion);
      printIn(p, x.x);
      return;
    case 'RevealExpr':
      p.text += 'reveal ';
      printExpr(p, x.call);
      return;
    case 'RangeLit':
      p.text += `${x.word}[`;
      printExpr(p, x.low);
      p.text += ' .. ';
      printExpr(p, x.high);
      p.text += ']';
      return;
    case 'TypeExpr':
      p.text += 'type[';
      printExpr(p, x.type);
      p.text += ']';
      return;
    case 'MatchExpr':
      p.text += 'match ';
      printExpr(p, x.x);
      p.text += ' ';
      printMatchClauses(p, x.clauses);
      return;
    case 'BindExpr':
      p.text += `?${x.name.name}`;
      return;
    case 'CollectionType':
      p.text += `${x.word}[`;
      printExpr(p, x.elt);
      p.text += ']';
      return;
    case 'DictType':
      p.text += 'dict[';
      printExpr(p, x.key);
      p.text += ']';
      printExpr(p, x.value);
      return;
    case 'PredType':
      p.text += 'pred';
      printParams(p, x.params);
      return;
    case 'GhostType':
      p.text += 'ghost ';
      printExpr(p, x.type);
      return;
    case 'DomainType':
      p.text += 'domain ';
      printLines(p, x.clauses);
      return;
    case 'AdtType':
      p.text += 'adt ';
      printLines(p, x.clauses);
      return;
    case 'SpecBinaryExpr':
    case 'CondExpr':
    case 'ImplementsExpr':
    case 'CallAsExpr':
    case 'UpdateExpr':
      printExpr(p, x);
      return;
    default:
      assertNever(x, 'expression');
  }
}

function printIn(p: Printer, x: Expr): void {
  p.text += ' in ';
  printExpr(p, x);
}

function printLines(p: Printer, parts: readonly SpecPart[]): void {
  p.text += '{';
  p.indent++;
  for (const part of parts) {
    newline(p);
    printSpecPart(p, part);
  }
  p.indent--;
  newline(p);
  p.text += '}';
}

function printMatchClauses(p: Printer, clauses: readonly (MatchExprClause | MatchClause)[]): void {
  p.text += '{';
  for (const clause of clauses) {
    newline(p);
    printSpecPart(p, clause);
  }
  newline(p);
  p.text += '}';
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

export function printSpecStmt(p: Printer, stmt: Exclude<SpecStmt, OutlineStmt | CriticalStmt>): void {
  switch (stmt.kind) {
    case 'GhostStmt':
      p.text += 'ghost ';
      printStmt(p, stmt.stmt);
      return;
    case 'ShareStmt':
      p.text += 'share ';
      printNames(p, stmt.names, []);
      return;
    case 'ProofStmt':
      p.text += `${stmt.word} `;
      printExpr(p, stmt.x);
      return;
    case 'AssertByStmt':
      p.text += 'assert ';
      printExpr(p, stmt.x);
      p.text += stmt.contra ? ' by contra ' : ' by ';
      printBlock(p, stmt.body);
      return;
    case 'FoldStmt':
      p.text += `${stmt.word} `;
      printExpr(p, stmt.pred);
      return;
    case 'DeferFoldStmt':
      p.text += 'defer ';
      printSpecStmt(p, stmt.fold);
      return;
    case 'PackageStmt':
      p.text += 'package ';
      printExpr(p, stmt.wand);
      if (stmt.body === null) return;
      p.text += ' ';
      printBlock(p, stmt.body);
      return;
    case 'ApplyStmt':
      p.text += 'apply ';
      printExpr(p, stmt.wand);
      return;
    case 'OpenStmt':
      p.text += 'openDupPkgInv';
      return;
    case 'SuchThatStmt':
      p.text += `var ${stmt.name.name} `;
      printExpr(p, stmt.type);
      p.text += ' :| ';
      printExpr(p, stmt.x);
      return;
    case 'MatchStmt':
      p.text += 'match ';
      printExpr(p, stmt.x);
      p.text += ' ';
      printMatchClauses(p, stmt.clauses);
      return;
    case 'ClosureProofStmt':
      p.text += 'proof ';
      printExpr(p, stmt.x);
      p.text += ' implements ';
      printClosureSpec(p, stmt.spec);
      p.text += ' ';
      printBlock(p, stmt.body);
      return;
    default:
      assertNever(stmt, 'statement');
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Parts

export function printSpecPart(p: Printer, part: SpecPart): void {
  switch (part.kind) {
    case 'Specification':
      printSpecification(p, part);
      return;
    case 'ContractClause':
    case 'DecreasesClause':
    case 'SpecMark':
    case 'BackendClause':
      printClauseOfSpec(p, part);
      return;
    case 'BackendOption':
      p.text += `${part.key}(${part.values.join(', ')})`;
      return;
    case 'PkgInvariant':
      p.text += part.dup ? 'dup pkgInvariant ' : 'pkgInvariant ';
      printExpr(p, part.x);
      return;
    case 'FriendPkg':
      p.text += `friendPkg ${part.path.value} `;
      printExpr(p, part.x);
      return;
    case 'PredAlias':
      p.text += `pred ${part.name.name} := `;
      printExpr(p, part.x);
      return;
    case 'MethodProof':
      printMethodProof(p, part);
      return;
    case 'Trigger':
      p.text += '{ ';
      printExprs(p, part.exprs);
      p.text += ' }';
      return;
    case 'Update':
      printExpr(p, part.key);
      p.text += ' = ';
      printExpr(p, part.value);
      return;
    case 'ClosureSpec':
      printClosureSpec(p, part);
      return;
    case 'MatchExprClause':
      printPattern(p, part.pattern);
      p.text += ' ';
      printExpr(p, part.x);
      return;
    case 'MatchClause':
      printPattern(p, part.pattern);
      printIndented(p, part.body);
      return;
    case 'DomainFunc':
      p.text += `func ${part.name.name}`;
      printSignature(p, part.type);
      return;
    case 'DomainAxiom':
      p.text += 'axiom ';
      printBraced(p, part.x);
      return;
    case 'AdtClause':
      p.text += part.name.name;
      printFields(p, part.fields, false);
      return;
    default:
      assertNever(part, 'part');
  }
}

function printPattern(p: Printer, pattern: Expr | null): void {
  if (pattern === null) {
    p.text += 'default:';
    return;
  }
  p.text += 'case ';
  printExpr(p, pattern);
  p.text += ':';
}
