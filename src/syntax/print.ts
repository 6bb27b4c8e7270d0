// Prints trees as Go source that parses to the same tree again.
//
// The layout is close to gofmt's, without its alignment. Of the comments, those above the package clause and those
// that document a node are printed.

import { assertNever } from '../base/assert.ts';
import type { File, Node } from './nodes.ts';
import { printDecl, printFileTo, printSpec } from './print-decls.ts';
import { printExpr, printNames, printParams } from './print-exprs.ts';
import { Printer } from './print-state.ts';
import { printClause, printStmt } from './print-stmts.ts';

export { exprString } from './expr-string.ts';

export function printFile(file: File): string {
  return printNode(file);
}

export function printNode(node: Node): string {
  const p = new Printer();
  switch (node.kind) {
    case 'File':
      printFileTo(p, node);
      break;
    case 'BadDecl':
    case 'GenDecl':
    case 'FuncDecl':
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
      printNames(p, node.names);
      if (node.type !== null) {
        if (node.names.length > 0) p.text += ' ';
        printExpr(p, node.type);
      }
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
      printExpr(p, node);
      break;
    default:
      assertNever(node, 'node');
  }
  return p.text;
}
