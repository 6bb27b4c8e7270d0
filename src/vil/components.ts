// Strongly connected components, of calls for instance.

/** The components of a graph, those that others lead to first (Tarjan's algorithm). */
export function components<T>(nodes: readonly T[], edges: (node: T) => readonly T[]): readonly (readonly T[])[] {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const onStack = new Set<T>();
  const result: T[][] = [];
  const lower = (node: T, to: number): void => {
    low.set(node, Math.min(low.get(node) ?? to, to));
  };
  const visit = (node: T): void => {
    const own = index.size;
    index.set(node, own);
    lower(node, own);
    stack.push(node);
    onStack.add(node);
    for (const next of edges(node)) {
      if (!index.has(next)) {
        visit(next);
        lower(node, low.get(next) as number);
      } else if (onStack.has(next)) lower(node, index.get(next) as number);
    }
    if (low.get(node) !== own) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    result.push(component);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return result;
}
