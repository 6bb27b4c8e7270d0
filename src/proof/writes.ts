// Which variables statements assign.

import type { Stmt } from '../vil/index.ts';

/** The variables that `stmt` may assign, those that it declares among them. */
export function assignedIn(stmt: Stmt, into: Set<string> = new Set()): ReadonlySet<string> {
  switch (stmt.kind) {
    case 'Block':
      for (const inner of stmt.stmts) assignedIn(inner, into);
      break;
    case 'If':
      assignedIn(stmt.then, into);
      assignedIn(stmt.else, into);
      break;
    case 'While':
      assignedIn(stmt.body, into);
      break;
    case 'Package':
      assignedIn(stmt.proof, into);
      break;
    case 'VarDecl':
      into.add(stmt.decl.name);
      break;
    case 'LocalAssign':
    case 'New':
      into.add(stmt.target.name);
      break;
    case 'MethodCall':
      for (const target of stmt.targets) into.add(target.name);
      break;
    default:
      break;
  }
  return into;
}
