// Which variables of a function need a cell of their own, and other facts that must be known before translating it.
//
// A variable is shared if its address is taken, or if a function literal (or the body of a range over a function)
// captures it and it is assigned to after its declaration. All other captured variables are copied into closures.

import { forEachChild } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { hasPtrRecv, type Info, under } from '../types/index.ts';
import type { Var } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import type { Sharing } from './lowerer.ts';

/** A function, a literal, or the body of a range over a function. */
interface Scope {
  /** What return statements and labels inside belong to. */
  readonly node: ast.Node;
  readonly inRangeFunc: boolean;
}

interface Analysis {
  readonly info: Info;
  /** Types with the type arguments in force: what is ranged over may depend on them. */
  readonly typeIn: (t: Type) => Type;
  readonly owner: Map<Var, Scope>;
  readonly captured: Set<Var>;
  readonly assigned: Set<Var>;
  readonly addressed: Set<Var>;
  readonly sharedResults: Set<ast.Node>;
  readonly needsFrame: Set<ast.Node>;
  readonly gotoLabels: Map<ast.Node, Set<string>>;
}

/** Looks through a declaration, or the initialiser of a package variable, with all literals in it. */
export function analyzeSharing(root: ast.Node, info: Info, typeIn: (t: Type) => Type): Sharing {
  const a: Analysis = {
    info,
    typeIn,
    owner: new Map(),
    captured: new Set(),
    assigned: new Set(),
    addressed: new Set(),
    sharedResults: new Set(),
    needsFrame: new Set(),
    gotoLabels: new Map(),
  };
  visit(a, root, { node: root, inRangeFunc: false });
  const shared = new Set(a.addressed);
  for (const v of a.captured) if (a.assigned.has(v) || v.var === 'result') shared.add(v);
  return { shared, sharedResults: a.sharedResults, needsFrame: a.needsFrame, gotoLabels: a.gotoLabels };
}

/** Whether a loop ranges over a function, so that its body is a function of its own. */
export function rangesOverFunc(info: Info, typeIn: (t: Type) => Type, s: ast.RangeStmt): boolean {
  const tv = info.types.get(s.x);
  return tv !== undefined && under(typeIn(tv.type)).kind === 'Signature';
}

function visit(a: Analysis, node: ast.Node, scope: Scope): void {
  switch (node.kind) {
    case 'Ident':
      visitIdent(a, node, scope);
      return;
    case 'FuncLit': {
      const inner: Scope = { node, inRangeFunc: false };
      forEachChild(node, (child) => visit(a, child, inner));
      return;
    }
    case 'CaseClause': {
      const symbol = a.info.implicits.get(node);
      if (symbol?.kind === 'Var') a.owner.set(symbol, scope);
      break;
    }
    case 'AssignStmt':
      for (const lhs of node.lhs) if (!isDefinition(a, lhs)) markAssigned(a, lhs);
      break;
    case 'IncDecStmt':
      markAssigned(a, node.x);
      break;
    case 'UnaryExpr':
      if (node.op === '&') markAddressed(a, node.x);
      break;
    case 'SliceExpr':
      if (underOf(a, node.x)?.kind === 'Array') markAddressed(a, node.x);
      break;
    case 'SelectorExpr':
      visitSelector(a, node, scope);
      return;
    case 'RangeStmt':
      visitRange(a, node, scope);
      return;
    case 'BranchStmt':
      if (node.keyword === 'goto' && node.label !== null) {
        let labels = a.gotoLabels.get(scope.node);
        if (labels === undefined) a.gotoLabels.set(scope.node, (labels = new Set()));
        labels.add(node.label.name);
      }
      return;
    case 'ReturnStmt':
      if (scope.inRangeFunc) a.sharedResults.add(scope.node);
      break;
    case 'DeferStmt':
      if (scope.inRangeFunc) a.needsFrame.add(scope.node);
      break;
    case 'CallExpr':
      if (scope.inRangeFunc && isRecover(a, node.fun)) a.needsFrame.add(scope.node);
      break;
    case 'KeyValueExpr': {
      // The key of a struct literal names a field.
      if (node.key.kind === 'Ident') {
        const used = a.info.uses.get(node.key);
        if (used?.kind === 'Var' && used.var === 'field') {
          visit(a, node.value, scope);
          return;
        }
      }
      break;
    }
    default:
      break;
  }
  forEachChild(node, (child) => visit(a, child, scope));
}

function visitIdent(a: Analysis, id: ast.Ident, scope: Scope): void {
  const def = a.info.defs.get(id);
  if (def?.kind === 'Var') {
    a.owner.set(def, scope);
    return;
  }
  const used = a.info.uses.get(id);
  if (used?.kind !== 'Var' || used.var === 'field' || used.var === 'package') return;
  const owner = a.owner.get(used);
  if (owner !== undefined && owner !== scope) a.captured.add(used);
}

function visitSelector(a: Analysis, node: ast.SelectorExpr, scope: Scope): void {
  const selection = a.info.selections.get(node);
  if (selection?.kind === 'method' && selection.obj.kind === 'Func' && hasPtrRecv(selection.obj)) {
    if (!selection.indirect && underOf(a, node.x)?.kind !== 'Pointer') markAddressed(a, node.x);
  }
  visit(a, node.x, scope);
}

function visitRange(a: Analysis, s: ast.RangeStmt, scope: Scope): void {
  visit(a, s.x, scope);
  const overFunc = rangesOverFunc(a.info, a.typeIn, s);
  const inner: Scope = overFunc ? { node: scope.node, inRangeFunc: true } : scope;
  for (const v of [s.key, s.value]) {
    if (v === null) continue;
    visit(a, v, inner);
    if (s.op === '=') markAssigned(a, v);
    else if (!a.info.perIteration.has(s) && v.kind === 'Ident') {
      const def = a.info.defs.get(v);
      if (def?.kind === 'Var') a.assigned.add(def);
    }
  }
  visit(a, s.body, inner);
}

function isDefinition(a: Analysis, e: ast.Expr): boolean {
  return e.kind === 'Ident' && a.info.defs.get(e) !== undefined;
}

function isRecover(a: Analysis, fun: ast.Expr): boolean {
  let f = fun;
  while (f.kind === 'ParenExpr') f = f.x;
  if (f.kind !== 'Ident') return false;
  const used = a.info.uses.get(f);
  return used?.kind === 'Builtin' && used.builtin === 'recover';
}

function underOf(a: Analysis, e: ast.Expr): Type | null {
  const tv = a.info.types.get(e);
  return tv === undefined ? null : under(a.typeIn(tv.type));
}

function markAssigned(a: Analysis, e: ast.Expr): void {
  const root = rootVariable(a, e);
  if (root !== null) a.assigned.add(root);
}

function markAddressed(a: Analysis, e: ast.Expr): void {
  const root = rootVariable(a, e);
  if (root !== null && root.var !== 'package') a.addressed.add(root);
}

/** The variable that holds what `e` denotes, reached without following a pointer. */
function rootVariable(a: Analysis, e: ast.Expr): Var | null {
  switch (e.kind) {
    case 'ParenExpr':
      return rootVariable(a, e.x);
    case 'Ident': {
      const obj = a.info.uses.get(e) ?? a.info.defs.get(e);
      return obj?.kind === 'Var' ? obj : null;
    }
    case 'SelectorExpr': {
      const selection = a.info.selections.get(e);
      if (selection === undefined || selection.indirect) return null;
      return rootVariable(a, e.x);
    }
    case 'IndexExpr':
      return underOf(a, e.x)?.kind === 'Array' ? rootVariable(a, e.x) : null;
    default:
      return null;
  }
}
