// The one walker of syntax trees. It keeps its own stack, so the depth of a tree does not matter.

import type { Node } from './nodes.ts';
import { forEachSpecChild } from './walk-spec.ts';

/** Marks on the stack that the node below it has had its children walked. */
const leaveMark = Symbol('leave');

/**
 * Visits `root` and all nodes under it in the order of the source. `enter` returns false to leave the children of a
 * node out; `leave` is called after the children of every node that was entered.
 */
export function walk(root: Node, enter: (node: Node) => unknown, leave?: (node: Node) => void): void {
  const stack: (Node | typeof leaveMark)[] = [root];
  const found: Node[] = [];
  const collect = (child: Node): void => {
    found.push(child);
  };
  for (;;) {
    const top = stack.pop();
    if (top === undefined) return;
    if (top === leaveMark) {
      leave?.(stack.pop() as Node);
      continue;
    }
    const deeper = enter(top) !== false;
    if (leave !== undefined) stack.push(top, leaveMark);
    if (!deeper) continue;
    found.length = 0;
    forEachChild(top, collect);
    for (let i = found.length - 1; i >= 0; i--) stack.push(found[i] as Node);
  }
}

type Visit = (child: Node) => void;

function each(nodes: readonly Node[], visit: Visit): void {
  for (const node of nodes) visit(node);
}

function maybe(node: Node | null, visit: Visit): void {
  if (node !== null) visit(node);
}

/** Calls `visit` for each child of `node`, in the order of the source. */
export function forEachChild(node: Node, visit: Visit): void {
  switch (node.kind) {
    case 'File':
      each(node.invariants, visit);
      visit(node.name);
      each(node.friends, visit);
      each(node.decls, visit);
      return;
    case 'GenDecl':
      each(node.specs, visit);
      return;
    case 'FuncDecl':
      maybe(node.spec, visit);
      maybe(node.recv, visit);
      visit(node.name);
      visit(node.type);
      maybe(node.body, visit);
      return;
    case 'ImportSpec':
      each(node.requires, visit);
      maybe(node.name, visit);
      visit(node.path);
      return;
    case 'ValueSpec':
      each(node.names, visit);
      maybe(node.type, visit);
      each(node.values, visit);
      return;
    case 'TypeSpec':
      visit(node.name);
      maybe(node.typeParams, visit);
      visit(node.type);
      return;
    case 'FieldList':
      each(node.list, visit);
      return;
    case 'Field':
      maybe(node.spec, visit);
      each(node.names, visit);
      maybe(node.type, visit);
      maybe(node.tag, visit);
      return;
    case 'BadDecl':
    case 'BadExpr':
    case 'BadStmt':
    case 'Ident':
    case 'BasicLit':
    case 'EmptyStmt':
      return;
    case 'CompositeLit':
      maybe(node.type, visit);
      each(node.elts, visit);
      return;
    case 'FuncLit':
      maybe(node.spec, visit);
      maybe(node.name, visit);
      visit(node.type);
      visit(node.body);
      return;
    case 'ParenExpr':
    case 'StarExpr':
    case 'UnaryExpr':
    case 'ExprStmt':
    case 'IncDecStmt':
      visit(node.x);
      return;
    case 'SelectorExpr':
      visit(node.x);
      visit(node.sel);
      return;
    case 'IndexExpr':
      visit(node.x);
      each(node.indices, visit);
      return;
    case 'SliceExpr':
      visit(node.x);
      maybe(node.low, visit);
      maybe(node.high, visit);
      maybe(node.max, visit);
      return;
    case 'TypeAssertExpr':
      visit(node.x);
      maybe(node.type, visit);
      return;
    case 'CallExpr':
      visit(node.fun);
      each(node.args, visit);
      return;
    case 'BinaryExpr':
      visit(node.x);
      visit(node.y);
      return;
    case 'KeyValueExpr':
      visit(node.key);
      visit(node.value);
      return;
    case 'EllipsisExpr':
      maybe(node.elt, visit);
      return;
    case 'ArrayType':
      maybe(node.len, visit);
      visit(node.elt);
      return;
    case 'StructType':
      visit(node.fields);
      return;
    case 'FuncType':
      maybe(node.typeParams, visit);
      visit(node.params);
      maybe(node.results, visit);
      return;
    case 'InterfaceType':
      visit(node.methods);
      return;
    case 'MapType':
      visit(node.key);
      visit(node.value);
      return;
    case 'ChanType':
      visit(node.value);
      return;
    case 'DeclStmt':
      visit(node.decl);
      return;
    case 'LabeledStmt':
      visit(node.label);
      visit(node.stmt);
      return;
    case 'SendStmt':
      visit(node.chan);
      visit(node.value);
      return;
    case 'AssignStmt':
      each(node.lhs, visit);
      each(node.rhs, visit);
      return;
    case 'GoStmt':
    case 'DeferStmt':
      visit(node.call);
      return;
    case 'ReturnStmt':
      each(node.results, visit);
      return;
    case 'BranchStmt':
      maybe(node.label, visit);
      return;
    case 'BlockStmt':
      each(node.list, visit);
      return;
    case 'IfStmt':
      maybe(node.init, visit);
      visit(node.cond);
      visit(node.body);
      maybe(node.else, visit);
      return;
    case 'CaseClause':
      if (node.list !== null) each(node.list, visit);
      each(node.body, visit);
      return;
    case 'SwitchStmt':
      maybe(node.init, visit);
      maybe(node.tag, visit);
      each(node.clauses, visit);
      return;
    case 'TypeSwitchStmt':
      maybe(node.init, visit);
      visit(node.assign);
      each(node.clauses, visit);
      return;
    case 'CommClause':
      maybe(node.comm, visit);
      each(node.body, visit);
      return;
    case 'SelectStmt':
      each(node.clauses, visit);
      return;
    case 'ForStmt':
      maybe(node.spec, visit);
      maybe(node.init, visit);
      maybe(node.cond, visit);
      maybe(node.post, visit);
      visit(node.body);
      return;
    case 'RangeStmt':
      maybe(node.spec, visit);
      maybe(node.key, visit);
      maybe(node.value, visit);
      each(node.extra, visit);
      visit(node.x);
      maybe(node.with, visit);
      visit(node.body);
      return;
    default:
      forEachSpecChild(node, visit);
  }
}
