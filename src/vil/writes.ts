// Which variables statements assign, and which anything mentions.

import type { Stmt } from './vil.ts';

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

/** The names of variables that stand anywhere in a tree. */
export function mentionedIn(root: unknown, into: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(root)) {
    for (const item of root) mentionedIn(item, into);
  } else if (typeof root === 'object' && root !== null) {
    const { kind, name } = root as { readonly kind?: unknown; readonly name?: unknown };
    if (kind === 'LocalVar' && typeof name === 'string') into.add(name);
    for (const [key, value] of Object.entries(root)) if (key !== 'src' && key !== 'type') mentionedIn(value, into);
  }
  return into;
}
