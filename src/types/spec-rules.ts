// The rules about specifications that need all types: a walk over what was checked, with what surrounds each part.

import { NodeTable } from '../base/node-table.ts';
import { noPos } from '../base/source.ts';
import { forEachChild, walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { guarded } from './check.ts';
import type { Checker } from './checker.ts';
import { type Context, topLevel } from './spec-context.ts';
import { isExpression } from './spec-ghost.ts';
import { checkProof, implementationRules, proofMethodContext } from './spec-proofs.ts';
import { checkExprRules, closureSpecRules } from './spec-rules-expr.ts';
import { funcRules, literalRules, methodRules, predRules, structRules } from './spec-rules-func.ts';
import { globalRules, packageRules } from './spec-rules-package.ts';
import { checkStmtRules } from './spec-rules-stmt.ts';
import { separateDecl, separateExpr, separateParams, separateStmt } from './spec-separation.ts';
import { readSpecification, specOf } from './spec-state.ts';
import type { Signature } from './type.ts';

/** Checks the rules on everything in the package. */
export function checkRules(c: Checker): void {
  const spec = specOf(c);
  if (!spec.facts.annotated.has(c.pkg)) return;
  spec.memo = new NodeTable();
  for (const file of c.files) {
    guarded(c, () => packageRules(c, file, topLevel), null);
    for (const decl of file.decls) guarded(c, () => visit(c, decl, topLevel), null);
  }
  globalRules(c);
  if (!c.diagnostics.some((d) => d.severity === 'error')) implementationRules(c);
  spec.memo = null;
}

/** Checks a node and everything in it. */
export function visit(c: Checker, node: ast.Node, ctx: Context): void {
  const saved = c.env.ghost;
  c.env.ghost = ctx.ghost;
  visitNode(c, node, ctx);
  c.env.ghost = saved;
}

function visitNode(c: Checker, n: ast.Node, ctx: Context): void {
  switch (n.kind) {
    case 'FuncDecl':
      visitFunc(c, n, ctx);
      return;
    case 'PredDecl':
      visitPred(c, n, ctx);
      return;
    case 'GenDecl': {
      separateDecl(c, n, ctx);
      const inner = n.ghost === noPos ? ctx : ghostly(ctx);
      const global = ctx.func === null && ctx.literals.length === 0 && n.keyword === 'var';
      children(c, n, global ? { ...inner, mayInit: !assertsType(n) } : inner);
      return;
    }
    case 'ImplementationProof':
      visitProof(c, n, ctx);
      return;
    case 'Specification':
      for (const clause of n.clauses) visit(c, clause, ghostly(ctx));
      return;
    case 'InterfaceType':
      visitInterface(c, n, ctx);
      return;
    case 'GhostStmt':
    case 'ProofStmt':
    case 'AssertByStmt':
    case 'FoldStmt':
    case 'DeferFoldStmt':
    case 'PackageStmt':
    case 'ApplyStmt':
    case 'SuchThatStmt':
    case 'MatchStmt':
    case 'OpenStmt':
      checkStmtRules(c, n, ctx);
      children(c, n, ctx.ghost ? ghostly(ctx) : { ...ghostly(ctx), erased: true, loops: [], breakable: false });
      return;
    case 'OutlineStmt':
      checkStmtRules(c, n, ctx);
      children(c, n, { ...ctx, outline: true, outlined: true, loops: [], breakable: false });
      return;
    case 'CriticalStmt':
      checkStmtRules(c, n, ctx);
      visit(c, n.x, ghostly(ctx));
      for (const s of n.list) visit(c, s, { ...ctx, critical: true });
      return;
    case 'ClosureSpec':
      closureSpecRules(c, n);
      for (const p of n.params) visit(c, p, ctx);
      return;
    case 'ClosureProofStmt':
      checkStmtRules(c, n, ctx);
      visit(c, n.x, ctx);
      visit(c, n.spec, ghostly(ctx));
      visit(c, n.body, { ...ctx, closureProof: true });
      return;
    case 'Field': {
      const inner = n.ghost === noPos ? ctx : ghostly(ctx);
      children(c, n, inner);
      return;
    }
    case 'StructType':
      structRules(c, n, ctx);
      break;
    case 'FuncType':
      separateParams(c, n.params, ctx);
      separateParams(c, n.results, ctx);
      children(c, n, ctx);
      return;
    case 'FuncLit':
      visitLiteral(c, n, ctx);
      return;
    default:
      break;
  }
  if (isExpression(n)) {
    visitExpr(c, n, ctx);
    return;
  }
  if (isStatement(n)) {
    judge(
      c,
      ctx,
      () => visitStmt(c, n, ctx),
      () => {
        separateStmt(c, n, ctx);
        checkStmtRules(c, n, ctx);
      },
    );
    return;
  }
  children(c, n, ctx);
}

/** Judges a node unless something in it is wrong: what follows from that would only be noise. */
function judge(c: Checker, ctx: Context, inside: () => void, own: () => void): void {
  const before = c.diagnostics.length;
  inside();
  c.env.ghost = ctx.ghost;
  if (c.diagnostics.length === before) own();
}

function children(c: Checker, n: ast.Node, ctx: Context): void {
  forEachChild(n, (child) => {
    visit(c, child, ctx);
  });
}

function ghostly(ctx: Context): Context {
  return ctx.ghost ? ctx : { ...ctx, ghost: true };
}

/** `var _ I = T{}` states that T implements I and initialises nothing. */
function assertsType(d: ast.GenDecl): boolean {
  return d.specs.every((s) => s.kind === 'ValueSpec' && s.type !== null && s.names.every((name) => name.name === '_'));
}

const statementKinds: ReadonlySet<string> = new Set<ast.Stmt['kind']>([
  'BadStmt',
  'DeclStmt',
  'EmptyStmt',
  'LabeledStmt',
  'ExprStmt',
  'SendStmt',
  'IncDecStmt',
  'AssignStmt',
  'GoStmt',
  'DeferStmt',
  'ReturnStmt',
  'BranchStmt',
  'BlockStmt',
  'IfStmt',
  'SwitchStmt',
  'TypeSwitchStmt',
  'SelectStmt',
  'ForStmt',
  'RangeStmt',
  'ShareStmt',
]);

/** Statements other than those that visitNode treats by themselves. */
function isStatement(n: ast.Node): n is ast.Stmt {
  return statementKinds.has(n.kind);
}

function visitExpr(c: Checker, e: ast.Expr, ctx: Context): void {
  const inner = isGhostForm(e) ? ghostly(ctx) : ctx;
  judge(
    c,
    inner,
    () => visitParts(c, e, ctx, inner),
    () => {
      separateExpr(c, e, inner);
      checkExprRules(c, e, inner);
    },
  );
}

function visitParts(c: Checker, e: ast.Expr, ctx: Context, inner: Context): void {
  switch (e.kind) {
    case 'UnfoldingExpr':
      visit(c, e.pred, ghostly(ctx));
      visit(c, e.x, ctx);
      return;
    case 'AssertingExpr':
      visit(c, e.assertion, ghostly(ctx));
      visit(c, e.x, ctx);
      return;
    case 'CallAsExpr':
      // The call is judged by its specification.
      visit(c, e.call.fun, ctx);
      for (const arg of e.call.args) visit(c, arg, ctx);
      visit(c, e.spec, ghostly(ctx));
      return;
    case 'KeyValueExpr':
      // The key may be the name of a field.
      if (e.key.kind !== 'Ident') visit(c, e.key, inner);
      visit(c, e.value, inner);
      return;
    default:
      children(c, e, inner);
  }
}

function isGhostForm(e: ast.Expr): boolean {
  switch (e.kind) {
    case 'OldExpr':
    case 'AccessExpr':
    case 'QuantExpr':
    case 'LetExpr':
    case 'CondExpr':
    case 'SpecBinaryExpr':
    case 'ImplementsExpr':
    case 'UpdateExpr':
    case 'RangeLit':
    case 'TypeExpr':
    case 'MatchExpr':
    case 'BindExpr':
    case 'CollectionType':
    case 'DictType':
    case 'PredType':
    case 'GhostType':
    case 'DomainType':
    case 'AdtType':
      return true;
    default:
      return false;
  }
}

function visitStmt(c: Checker, s: ast.Stmt, ctx: Context): void {
  switch (s.kind) {
    case 'LabeledStmt':
      visitLabeled(c, s, ctx);
      return;
    case 'ForStmt':
    case 'RangeStmt':
      children(c, s, inLoop(ctx, ''));
      return;
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
    case 'SelectStmt':
      children(c, s, { ...ctx, breakable: true });
      return;
    default:
      children(c, s, ctx);
  }
}

function visitLabeled(c: Checker, s: ast.LabeledStmt, ctx: Context): void {
  const { stmt } = s;
  if (stmt.kind !== 'ForStmt' && stmt.kind !== 'RangeStmt') {
    visit(c, stmt, ctx);
    return;
  }
  judge(
    c,
    ctx,
    () => children(c, stmt, inLoop(ctx, s.label.name)),
    () => {
      separateStmt(c, stmt, ctx);
      checkStmtRules(c, stmt, ctx);
    },
  );
}

function inLoop(ctx: Context, label: string): Context {
  return { ...ctx, loops: [...ctx.loops, label], outlined: false, breakable: false };
}

// ---------------------------------------------------------------------------------------------------------------
// Functions

function visitFunc(c: Checker, d: ast.FuncDecl, ctx: Context): void {
  const { facts } = specOf(c);
  const obj = c.info.defs.get(d.name);
  const func = (obj?.kind === 'Func' ? facts.funcs.get(obj) : undefined) ?? null;
  const ghost = ctx.ghost || d.ghost !== noPos;
  const sig = obj?.type?.kind === 'Signature' ? obj.type : null;
  const inner: Context = { ...topLevel, ghost, func, sig, labels: labelsOf(d.body) };
  const code: Context = { ...inner, mayInit: d.name.name === 'init' || func?.mayInit === true };
  if (func !== null) funcRules(c, d, func, inner);
  c.env.ghost = ghost;
  separateParams(c, d.recv, inner);
  if (d.recv !== null) visit(c, d.recv, inner);
  visit(c, d.type, inner);
  if (d.spec !== null) visit(c, d.spec, code);
  if (func?.trusted === true) return;
  if (d.body !== null && !(c.conf.ignoreFuncBodies && func?.pure !== true)) visit(c, d.body, code);
}

function labelsOf(body: ast.BlockStmt | null): ReadonlySet<string> {
  const labels = new Set<string>();
  if (body === null) return labels;
  walk(body, (n) => {
    if (n.kind === 'LabeledStmt') labels.add(n.label.name);
    return n.kind !== 'FuncLit';
  });
  return labels;
}

function visitPred(c: Checker, d: ast.PredDecl, ctx: Context): void {
  const inner = ghostly(ctx);
  predRules(c, d);
  if (d.recv !== null) visit(c, d.recv, inner);
  visit(c, d.params, inner);
  if (d.body !== null) visit(c, d.body, inner);
}

function visitInterface(c: Checker, t: ast.InterfaceType, ctx: Context): void {
  for (const field of t.methods.list) {
    const ghost = ctx.ghost || field.ghost !== noPos || field.type?.kind === 'PredType';
    const func = readSpecification('function', field.spec, ghost, false, field);
    const inner: Context = { ...topLevel, ghost, func };
    if (field.type?.kind === 'FuncType') methodRules(c, field, func);
    if (field.type !== null) visit(c, field.type, inner);
    if (field.spec !== null) visit(c, field.spec, inner);
  }
}

function visitLiteral(c: Checker, e: ast.FuncLit, ctx: Context): void {
  const type = c.info.types.get(e)?.type;
  const sig: Signature | null = type?.kind === 'Signature' ? type : null;
  const obj = specOf(c).closures.get(e);
  const func = obj === undefined ? null : (specOf(c).facts.funcs.get(obj) ?? null);
  const inner: Context = {
    ...topLevel,
    ghost: ctx.ghost,
    mayInit: ctx.mayInit,
    func: ctx.func,
    sig,
    literals: [...ctx.literals, e],
    labels: labelsOf(e.body),
  };
  literalRules(c, e, func, ctx);
  visit(c, e.type, ctx);
  if (e.spec !== null) visit(c, e.spec, inner);
  visit(c, e.body, inner);
}

function visitProof(c: Checker, n: ast.ImplementationProof, ctx: Context): void {
  checkProof(c, n);
  for (const method of n.methods) {
    visit(c, method.recv, ghostly(ctx));
    visit(c, method.type, ghostly(ctx));
    if (method.body !== null) visit(c, method.body, proofMethodContext(c, method));
  }
}
