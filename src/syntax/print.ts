// Prints trees as Go source that parses to the same tree again.
//
// The layout is close to gofmt's, without its alignment. Of the comments, those above the package clause and those
// that document a node are printed.

import type { File, Node } from './nodes.ts';
import { printDecl, printFileTo, printSpec } from './print-decls.ts';
import { printExpr, printField, printParams } from './print-exprs.ts';
import { printSpecPart } from './print-spec.ts';
import { Printer, type PrintOptions } from './print-state.ts';
import { printClause, printStmt } from './print-stmts.ts';

export { exprString } from './expr-string.ts';

/** The file as source. Its specifications are tokens unless the options say otherwise. */
export function printFile(file: File, options: PrintOptions = {}): string {
  return printNode(file, options);
}

export function printNode(node: Node, options: PrintOptions = {}): string {
  const p = new Printer(options);
  switch (node.kind) {
    case 'File':
      printFileTo(p, node);
      break;
    case 'BadDecl':
    case 'GenDecl':
    case 'FuncDecl':
    case 'PredDecl':
    case 'ImplementationProof':
      printDecl(p, node);
      break;
    case 'ImportSpec':
    case 'ValueSpec':
    case 'TypeSpec':
      printSpec(p, node);
      break;
    case 'FieldList':
      printParams(p, node);
      break;
    case 'Field':
      printField(p, node, false);
      break;
    case 'BadStmt':
    case 'DeclStmt':
    case 'EmptyStmt':
    case 'LabeledStmt':
    case 'ExprStmt':
    case 'SendStmt':
    case 'IncDecStmt':
    case 'AssignStmt':
    case 'GoStmt':
    case 'DeferStmt':
    case 'ReturnStmt':
    case 'BranchStmt':
    case 'BlockStmt':
    case 'IfStmt':
    case 'SwitchStmt':
    case 'TypeSwitchStmt':
    case 'SelectStmt':
    case 'ForStmt':
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
    case 'OutlineStmt':
    case 'CriticalStmt':
    case 'MatchStmt':
    case 'ClosureProofStmt':
      printStmt(p, node);
      break;
    case 'CaseClause':
    case 'CommClause':
      printClause(p, node);
      break;
    case 'BadExpr':
    case 'Ident':
    case 'BasicLit':
    case 'CompositeLit':
    case 'FuncLit':
    case 'ParenExpr':
    case 'SelectorExpr':
    case 'IndexExpr':
    case 'SliceExpr':
    case 'TypeAssertExpr':
    case 'CallExpr':
    case 'StarExpr':
    case 'UnaryExpr':
    case 'BinaryExpr':
    case 'KeyValueExpr':
    case 'EllipsisExpr':
    case 'ArrayType':
    case 'StructType':
    case 'FuncType':
    case 'InterfaceType':
    case 'MapType':
    case 'ChanType':
    case 'OldExpr':
    case 'AccessExpr':
    case 'QuantExpr':
    case 'LetExpr':
    case 'UnfoldingExpr':
    case 'AssertingExpr':
    case 'CondExpr':
    case 'SpecBinaryExpr':
    case 'ImplementsExpr':
    case 'CallAsExpr':
    case 'RevealExpr':
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
      printExpr(p, node);
      break;
    default:
      printSpecPart(p, node);
  }
  return p.text;
}
