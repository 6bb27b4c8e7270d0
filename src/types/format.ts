// Parts of messages: how types, packages and lists are named in them.

import type { Checker } from './checker.ts';
import type { Package } from './object.ts';
import type { Type } from './type.ts';
import { type Qualifier, typeString } from './typestring.ts';

const qualifiers = new WeakMap<Checker, Qualifier>();

/** Own objects are unqualified; others have their package's name, or its path where two packages share a name. */
export function qualifierOf(c: Checker): Qualifier {
  let qualifier = qualifiers.get(c);
  if (qualifier === undefined) {
    const paths = new Map<string, Set<string>>();
    markImports(c.pkg, paths, new Set());
    qualifier = (pkg) => {
      if (pkg === c.pkg) return '';
      const sameName = paths.get(pkg.name);
      return sameName !== undefined && sameName.size > 1 ? JSON.stringify(pkg.path) : pkg.name;
    };
    qualifiers.set(c, qualifier);
  }
  return qualifier;
}

function markImports(pkg: Package, paths: Map<string, Set<string>>, seen: Set<Package>): void {
  if (seen.has(pkg)) return;
  seen.add(pkg);
  const sameName = paths.get(pkg.name);
  if (sameName === undefined) paths.set(pkg.name, new Set([pkg.path]));
  else sameName.add(pkg.path);
  for (const imported of pkg.imports) markImports(imported, paths, seen);
}

/** A longer type helps no reader, and damaged files can nest them a thousand deep. */
const longestType = 2000;

/** The type as messages name it; without a checker, packages are named by path. */
export function str(c: Checker | null, t: Type | null): string {
  return typeString(t, c === null ? null : qualifierOf(c), longestType);
}
