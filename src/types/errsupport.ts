// What to say about a selector that was not found, if there is something of a similar name.

import type { Checker } from './checker.ts';
import { str } from './format.ts';
import { type GoObject, isExported } from './object.ts';
import type { Type } from './type.ts';

/**
 * The message for selector `sel` that type `t` does not have; `obj`, if not null, has its name but for case or package.
 * Inside a package, every spelling can be offered; from outside, an unexported name only if it is the one that was
 * meant, which is when nothing but the first letter differs.
 */
export function lookupError(c: Checker, t: Type, sel: string, obj: GoObject | null, structLit: boolean): string {
  const type = str(c, t);
  const alt = obj === null ? '' : obj.name;
  const similarity = obj === null ? 'missing' : compareNames(obj.pkg === c.pkg, sel, alt);
  if (structLit) {
    const unknown = `unknown field ${sel} in struct literal of type ${type}`;
    switch (similarity) {
      case 'missing':
        return unknown;
      case 'misspelled':
        return `${unknown}, but does have ${alt}`;
      case 'unexported':
        return `${unknown}, but does have unexported ${alt}`;
      case 'inaccessible':
        return `cannot refer to unexported field ${alt} in struct literal of type ${type}`;
    }
  }
  const what = obj?.kind === 'Var' ? 'field' : obj?.kind === 'Func' ? 'method' : 'object';
  const none = `type ${type} has no field or method ${sel}`;
  switch (similarity) {
    case 'missing':
      return none;
    case 'misspelled':
      return `${none}, but does have ${what} ${alt}`;
    case 'unexported':
      return `${none}, but does have unexported ${what} ${alt}`;
    case 'inaccessible':
      return `cannot refer to unexported ${what} ${alt}`;
  }
}

function compareNames(
  samePackage: boolean,
  sel: string,
  alt: string,
): 'missing' | 'misspelled' | 'unexported' | 'inaccessible' {
  if (samePackage) return 'misspelled';
  if (isExported(sel)) {
    if (isExported(alt)) return 'misspelled';
    return tail(sel) === tail(alt) ? 'unexported' : 'missing';
  }
  if (isExported(alt)) return tail(sel) === tail(alt) ? 'misspelled' : 'missing';
  return sel === alt ? 'inaccessible' : 'missing';
}

/** Everything but the first character. */
function tail(s: string): string {
  const first = s.codePointAt(0);
  return s.slice(first !== undefined && first > 0xffff ? 2 : 1);
}
