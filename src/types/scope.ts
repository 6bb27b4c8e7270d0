// Scopes: names and what they denote, nested by blocks.

import type { Pos } from '../base/source.ts';
import { type GoObject, isExported } from './object.ts';

export interface Scope {
  readonly parent: Scope | null;
  /** What the scope belongs to, for readers of a dump: `package`, `file`, `function`, `if`, ... */
  readonly comment: string;
  pos: Pos;
  end: Pos;
  /** Null before the first object. */
  elems: Map<string, GoObject> | null;
  /** Function scopes stop some searches. */
  isFunc: boolean;
  readonly children: Scope[];
}

export function newScope(parent: Scope | null, pos: Pos, end: Pos, comment: string): Scope {
  const scope: Scope = { parent, comment, pos, end, elems: null, isFunc: false, children: [] };
  // The universe is shared by all packages and must not keep them alive.
  if (parent !== null && parent.parent !== null) parent.children.push(scope);
  return scope;
}

/** The object of that name in this very scope, or null. */
export function lookup(scope: Scope, name: string): GoObject | null {
  if (scope.elems === null) return null;
  return scope.elems.get(name) ?? null;
}

/** Adds `obj` unless its name is taken; then the object that has it is given back. */
export function insert(scope: Scope, obj: GoObject): GoObject | null {
  const elems = scope.elems;
  if (elems === null) {
    scope.elems = new Map([[obj.name, obj]]);
  } else {
    const other = elems.get(obj.name);
    if (other !== undefined) return other;
    elems.set(obj.name, obj);
  }
  obj.parent ??= scope;
  return null;
}

/** Objects of this scope whose names equal `name` but for case, by name; with `exported` only those. */
export function lookupIgnoringCase(scope: Scope, name: string, exported: boolean): GoObject[] {
  const found: GoObject[] = [];
  if (scope.elems === null) return found;
  const folded = name.toLowerCase();
  for (const obj of scope.elems.values()) {
    if (obj.name.toLowerCase() === folded && (!exported || isExported(obj.name))) found.push(obj);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names declared in this scope, sorted. */
export function names(scope: Scope): string[] {
  return scope.elems === null ? [] : [...scope.elems.keys()].sort();
}

/** The innermost declaration of `name` visible at `pos`, outwards from `scope`; with pos 0, regardless of place. */
export function lookupParent(scope: Scope, name: string, pos: Pos): GoObject | null {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    const obj = lookup(s, name);
    if (obj !== null && (pos === 0 || obj.scopePos <= pos)) return obj;
  }
  return null;
}
