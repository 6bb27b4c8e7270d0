// Comparison of trees: what the source says, not where it stands.

import type { CommentGroup, Node } from './nodes.ts';

/** Properties that say where a node is, or hold comments that no node owns. */
const ignored = new Set(['id', 'pos', 'end', 'path', 'comments', 'imports']);

/** Two values to compare, and the property of the pair above that they are. */
interface Pair {
  readonly a: unknown;
  readonly b: unknown;
  readonly key: string;
  readonly above: Pair | null;
}

/**
 * The first difference between two trees as a path with both values, or null if they are the same.
 * Ids, places and comments that are no node's `doc` are left out; of other places it counts only whether they are set.
 */
export function difference(a: Node, b: Node): string | null {
  const stack: Pair[] = [{ a, b, key: a.kind, above: null }];
  for (;;) {
    const pair = stack.pop();
    if (pair === undefined) return null;
    const found = compare(pair, stack);
    if (found !== null) return `${pathOf(pair)}: ${found}`;
  }
}

/** Compares two values but not what is inside them, which goes on the stack. */
function compare(pair: Pair, stack: Pair[]): string | null {
  const { a, b, key } = pair;
  if (a === b) return null;
  if (typeof a === 'number' && typeof b === 'number' && key !== 'iota') {
    return (a === 0) === (b === 0) ? null : 'one has a place, the other has none';
  }
  if (!isObject(a) || !isObject(b)) return `${show(a)} and ${show(b)}`;
  if (key === 'doc') {
    const docA = docText(a as unknown as CommentGroup);
    const docB = docText(b as unknown as CommentGroup);
    return docA === docB ? null : `${show(docA)} and ${show(docB)}`;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return `${a.length} and ${b.length} elements`;
    for (let i = a.length - 1; i >= 0; i--) stack.push({ a: a[i], b: b[i], key: String(i), above: pair });
    return null;
  }
  if (a.kind !== b.kind) return `${show(a)} and ${show(b)}`;
  for (const property in a) {
    if (!ignored.has(property)) stack.push({ a: a[property], b: b[property], key: property, above: pair });
  }
  return null;
}

function pathOf(pair: Pair): string {
  const keys: string[] = [];
  for (let p: Pair | null = pair; p !== null; p = p.above) keys.push(p.key);
  return keys.reverse().join('.');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function docText(group: CommentGroup): string {
  return group.list.map((comment) => comment.text).join('\n');
}

function show(value: unknown): string {
  return isObject(value) ? `a ${value.kind ?? 'list'}` : JSON.stringify(value);
}
