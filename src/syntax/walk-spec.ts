// The children of the nodes of the specification language, for the walker.

import { assertNever } from '../base/assert.ts';
import type { Node, SpecDecl, SpecExpr, SpecPart, SpecStmt } from './nodes.ts';

export type SpecNode = SpecDecl | SpecExpr | SpecStmt | SpecPart;

type Visit = (child: Node) => void;

function each(nodes: readonly Node[], visit: Visit): void {
  for (const node of nodes) visit(node);
}

function maybe(node: Node | null, visit: Visit): void {
  if (node !== null) visit(node);
}

/** Calls `visit` for each child of `node`, in the order of the source. */
export function forEachSpecChild(node: SpecNode, visit: Visit): void {
  switch (node.kind) {
    case 'Specification':
      each(node.clauses, visit);
      return;
    case 'ContractClause':
    case 'PkgInvariant':
    case 'DomainAxiom':
    case 'ProofStmt':
      visit(node.x);
      return;
    case 'DecreasesClause':
      each(node.measures, visit);
      maybe(node.cond, visit);
      return;
    case 'BackendClause':
      each(node.options, visit);
      return;
    case 'SpecMark':
    case 'BackendOption':
    case 'OpenStmt':
      return;
    case 'FriendPkg':
      visit(node.path);
      visit(node.x);
      return;
    case 'PredDecl':
      maybe(node.recv, visit);
      visit(node.name);
      visit(node.params);
      maybe(node.body, visit);
      return;
    case 'ImplementationProof':
      visit(node.sub);
      visit(node.super);
      each(node.aliases, visit);
      each(node.methods, visit);
      return;
    case 'PredAlias':
      visit(node.name);
      visit(node.x);
      return;
    case 'MethodProof':
      visit(node.recv);
      visit(node.name);
      visit(node.type);
      maybe(node.body, visit);
      return;
    case 'OldExpr':
      maybe(node.label, visit);
      visit(node.x);
      return;
    case 'AccessExpr':
      visit(node.x);
      maybe(node.perm, visit);
      return;
    case 'QuantExpr':
      visit(node.vars);
      each(node.triggers, visit);
      visit(node.x);
      return;
    case 'Trigger':
      each(node.exprs, visit);
      return;
    case 'LetExpr':
      each(node.names, visit);
      each(node.values, visit);
      visit(node.x);
      return;
    case 'UnfoldingExpr':
      visit(node.pred);
      visit(node.x);
      return;
    case 'AssertingExpr':
      visit(node.assertion);
      visit(node.x);
      return;
    case 'CondExpr':
      visit(node.cond);
      visit(node.then);
      visit(node.else);
      return;
    case 'SpecBinaryExpr':
      visit(node.x);
      visit(node.y);
      return;
    case 'ImplementsExpr':
      visit(node.x);
      visit(node.spec);
      return;
    case 'ClosureSpec':
      visit(node.name);
      each(node.params, visit);
      return;
    case 'CallAsExpr':
      visit(node.call);
      visit(node.spec);
      return;
    case 'RevealExpr':
      visit(node.call);
      return;
    case 'UpdateExpr':
      visit(node.x);
      each(node.updates, visit);
      return;
    case 'Update':
    case 'DictType':
      visit(node.key);
      visit(node.value);
      return;
    case 'RangeLit':
      visit(node.low);
      visit(node.high);
      return;
    case 'TypeExpr':
    case 'GhostType':
      visit(node.type);
      return;
    case 'MatchExpr':
    case 'MatchStmt':
      visit(node.x);
      each(node.clauses, visit);
      return;
    case 'MatchExprClause':
      maybe(node.pattern, visit);
      visit(node.x);
      return;
    case 'MatchClause':
      maybe(node.pattern, visit);
      each(node.body, visit);
      return;
    case 'BindExpr':
      visit(node.name);
      return;
    case 'CollectionType':
      visit(node.elt);
      return;
    case 'PredType':
      visit(node.params);
      return;
    case 'DomainType':
    case 'AdtType':
      each(node.clauses, visit);
      return;
    case 'DomainFunc':
      visit(node.name);
      visit(node.type);
      return;
    case 'AdtClause':
      visit(node.name);
      visit(node.fields);
      return;
    case 'GhostStmt':
      visit(node.stmt);
      return;
    case 'ShareStmt':
      each(node.names, visit);
      return;
    case 'AssertByStmt':
      visit(node.x);
      visit(node.body);
      return;
    case 'FoldStmt':
      visit(node.pred);
      return;
    case 'DeferFoldStmt':
      visit(node.fold);
      return;
    case 'PackageStmt':
      visit(node.wand);
      maybe(node.body, visit);
      return;
    case 'ApplyStmt':
      visit(node.wand);
      return;
    case 'SuchThatStmt':
      visit(node.name);
      visit(node.type);
      visit(node.x);
      return;
    case 'OutlineStmt':
      maybe(node.spec, visit);
      each(node.list, visit);
      return;
    case 'CriticalStmt':
      visit(node.x);
      each(node.list, visit);
      return;
    case 'ClosureProofStmt':
      visit(node.x);
      visit(node.spec);
      visit(node.body);
      return;
    default:
      assertNever(node, 'node');
  }
}
