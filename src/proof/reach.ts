// What a member refers to, directly and through others: functions with their recursion, and quantified resources.

import type { Expr, Member, Node } from '../vil/index.ts';
import type { ProgramTable } from './context.ts';
import { resourceKey } from './heap.ts';
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

/** The resources that quantified permissions in `trees` speak about. */
export function quantifiedResources(trees: readonly unknown[]): ReadonlySet<string> {
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
    const { acc } = parts;
    keys.add(
      resourceKey(
        acc.kind === 'AccField'
          ? { kind: 'field', name: acc.loc.field }
          : { kind: 'predicate', name: acc.loc.predicate },
      ),
    );
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

/** Strongly connected components, those that others depend on first (Tarjan). */
function components(
  nodes: readonly string[],
  edges: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const result: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of edges(node)) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const group: string[] = [];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      onStack.delete(top);
      group.push(top);
      if (top === node) break;
    }
    result.push(group);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return result;
}
