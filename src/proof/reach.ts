// What a member refers to, directly and through others: functions with their recursion, and quantified resources.

import { components, type Expr, type Member, type Node } from '../vil/index.ts';
import type { ProgramTable } from './context.ts';
import { resourceKey } from './heap.ts';
import { locationOf } from './locations.ts';
import { isPure } from './obligations.ts';
import { splitQuantified } from './rewrite.ts';

/** Calls `visit` for every node of a tree. */
export function forEachNode(root: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(root)) {
    for (const item of root) forEachNode(item, visit);
    return;
  }
  if (typeof root !== 'object' || root === null || root instanceof Map) return;
  if ('kind' in root && 'src' in root) visit(root as Node);
  for (const [key, value] of Object.entries(root)) if (key !== 'src' && key !== 'type') forEachNode(value, visit);
}

/** The functions that occur in a tree. */
export function functionsIn(root: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  forEachNode(root, (node) => {
    if (node.kind === 'FuncApp') names.add(node.func);
  });
  return names;
}

/** The members that a tree refers to by name. */
function membersIn(table: ProgramTable, root: unknown): readonly Member[] {
  const members = new Set<Member>();
  const note = (member: Member | undefined) => {
    if (member !== undefined) members.add(member);
  };
  forEachNode(root, (node) => {
    switch (node.kind) {
      case 'FuncApp':
        note(table.functions.get(node.func));
        break;
      case 'PredicateAccess':
        note(table.predicates.get(node.predicate));
        break;
      case 'MethodCall':
        note(table.methods.get(node.method));
        break;
      case 'DomainFuncApp':
        note(table.domains.get(node.domain));
        break;
      default:
        break;
    }
  });
  return [...members];
}

/** `member` and what it refers to: of methods that are called only the contract, of all others everything. */
export function reachable(table: ProgramTable, member: Member): readonly unknown[] {
  const seen = new Set<Member>([member]);
  const trees: unknown[] = [member];
  const work: unknown[] = [member];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const other of membersIn(table, next)) {
      if (seen.has(other)) continue;
      seen.add(other);
      const tree = other.kind === 'Method' ? [other.pres, other.posts] : other;
      trees.push(tree);
      work.push(tree);
    }
  }
  return trees;
}

/** The functions whose axioms may be needed where `member` is verified. */
export function neededFunctions(table: ProgramTable, member: Member): ReadonlySet<string> {
  return functionsIn(reachable(table, member));
}

/** The functions that axioms of domains apply: they are needed wherever such a domain is. */
export function functionsOfAxioms(table: ProgramTable): readonly string[] {
  const direct = functionsIn([...table.domains.values()].map((domain) => domain.axioms));
  return [...direct].flatMap((name) => {
    const decl = table.functions.get(name);
    return decl === undefined ? [] : [name, ...neededFunctions(table, decl)];
  });
}

/** The resources that quantified permissions in `trees` speak about. */
export function quantifiedResources(table: ProgramTable, trees: readonly unknown[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const collect = (e: Expr) => {
    if (e.kind !== 'Forall' || isPure(e)) return;
    const parts = splitQuantified(e);
    if (parts.kind === 'several') {
      forEachNode(parts.assertion, (node) => {
        if (node.kind === 'Forall') collect(node);
      });
      return;
    }
    keys.add(resourceKey(locationOf(table, parts.loc).resource));
  };
  forEachNode(trees, (node) => {
    if (node.kind === 'Forall') collect(node);
  });
  return keys;
}

/**
 * Functions in an order in which callees come first, in groups that call each other. What is called by predicates that a
 * function unfolds does not count: the contents of a predicate are a value to it.
 */
export function functionGroups(table: ProgramTable): readonly (readonly string[])[] {
  const calls = new Map([...table.functions].map(([name, fn]) => [name, [...functionsIn(fn)]]));
  return components([...table.functions.keys()], (name) => calls.get(name) ?? []);
}
