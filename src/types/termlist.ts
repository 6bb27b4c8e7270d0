// Unions of terms. A list is in normal form if its terms are pairwise disjoint; operations accept any list.

import { allTermlist } from './shared.ts';
import type { Type } from './type.ts';
import { type TypeTerm, termIncludes, termIntersect, termSubsetOf, termUnion } from './typeterm.ts';

export type Termlist = readonly (TypeTerm | null)[];

/** Whether the list stands for no type at all. */
export function termsEmpty(xl: Termlist): boolean {
  for (const x of xl) {
    if (x !== null) return false;
  }
  return true;
}

/** Whether the list stands for all types. */
export function termsAll(xl: Termlist): boolean {
  for (const x of xl) {
    if (x !== null && x.type === null) return true;
  }
  return false;
}

/** The normal form. */
export function termsNorm(xl: Termlist): Termlist {
  if (xl.length === 1 && xl[0] !== null) return xl;
  const used = new Array<boolean>(xl.length).fill(false);
  const rl: TypeTerm[] = [];
  for (let i = 0; i < xl.length; i++) {
    let xi = xl[i] as TypeTerm | null;
    if (xi === null || used[i]) continue;
    if (xi.type === null) return allTermlist;
    for (let j = i + 1; j < xl.length; j++) {
      const xj = xl[j] as TypeTerm | null;
      if (xj === null || used[j]) continue;
      const [u1, u2] = termUnion(xi, xj) as [TypeTerm, TypeTerm | null];
      if (u2 === null) {
        // One term of all types swallows the list.
        if (u1.type === null) return allTermlist;
        used[j] = true;
        if (u1 !== xi) {
          // A larger term may meet what the smaller one did not.
          xi = u1;
          j = i;
        }
      }
    }
    rl.push(xi);
  }
  return rl;
}

/** xl ∪ yl in normal form. */
export function termsUnion(xl: Termlist, yl: Termlist): Termlist {
  return termsNorm([...xl, ...yl]);
}

/** xl ∩ yl in normal form. */
export function termsIntersect(xl: Termlist, yl: Termlist): Termlist {
  // By far the most frequent cases: interfaces without terms.
  if (xl === allTermlist) return termsNorm(yl);
  if (yl === allTermlist) return termsNorm(xl);
  const rl: TypeTerm[] = [];
  for (const x of xl) {
    for (const y of yl) {
      const r = termIntersect(x, y);
      if (r !== null) rl.push(r);
    }
  }
  return termsNorm(rl);
}

/** Whether both lists stand for the same types. */
export function termsEqual(xl: Termlist, yl: Termlist): boolean {
  return xl === yl || (termsSubsetOf(xl, yl) && termsSubsetOf(yl, xl));
}

/** Whether t ∈ xl. */
export function termsInclude(xl: Termlist, t: Type): boolean {
  for (const x of xl) {
    if (termIncludes(x, t)) return true;
  }
  return false;
}

/** Whether y ⊆ xl. */
function termsSupersetOf(xl: Termlist, y: TypeTerm | null): boolean {
  for (const x of xl) {
    if (termSubsetOf(y, x)) return true;
  }
  return false;
}

/** Whether xl ⊆ yl. */
export function termsSubsetOf(xl: Termlist, yl: Termlist): boolean {
  if (termsEmpty(yl)) return termsEmpty(xl);
  for (const x of xl) {
    if (!termsSupersetOf(yl, x)) return false;
  }
  return true;
}

/** For messages: `~int | string`. */
export function termsString(xl: Termlist, str: (t: Type) => string): string {
  if (xl.length === 0) return '∅';
  return xl.map((x) => termString(x, str)).join(' | ');
}

function termString(x: TypeTerm | null, str: (t: Type) => string): string {
  if (x === null) return '∅';
  if (x.type === null) return '𝓤';
  return (x.tilde ? '~' : '') + str(x.type);
}
