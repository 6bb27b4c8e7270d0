// Cycles in type declarations: names that lead to nothing but each other, and types of infinite size.

import { unalias } from './alias.ts';
import { pop, push } from './check.ts';
import type { Checker } from './checker.ts';
import { cycleError, firstInSrc } from './decl.ts';
import type { TypeName } from './object.ts';
import { lookup } from './scope.ts';
import { hasFiniteBit } from './shared.ts';
import type { Type } from './type.ts';
import { Typ } from './universe.ts';

/** Reports declarations of package level such as `type A B; type B A`, and makes one type of each cycle invalid. */
export function directCycles(c: Checker): void {
  const done = new Set<TypeName>();
  for (const obj of c.objList) {
    if (obj.kind === 'TypeName' && !done.has(obj)) directCycle(c, obj, done);
  }
}

/** Follows right-hand sides that are mere names, aliases or not. */
function directCycle(c: Checker, start: TypeName, done: Set<TypeName>): void {
  const path: TypeName[] = [];
  let tname = start;
  while (!done.has(tname)) {
    const index = path.indexOf(tname);
    if (index >= 0) {
      tname.type = Typ.invalid;
      const cycle = path.slice(index);
      cycleError(c, cycle, firstInSrc(cycle));
      break;
    }
    path.push(tname);
    const rhs = c.objMap.get(tname)?.tdecl?.type;
    if (rhs === undefined || rhs.kind !== 'Ident') break;
    const next = lookup(c.pkg.scope, rhs.name);
    if (next === null || next.kind !== 'TypeName') break;
    tname = next;
  }
  for (const t of path) done.add(t);
}

/** Whether values of the type have finite size. Reports a cycle. */
export function finiteSize(c: Checker, typ: Type): boolean {
  const t = unalias(typ);
  if (t.kind === 'Array') return finiteSize(c, t.elem);
  if (t.kind === 'Struct') {
    for (const f of t.fields) if (f.type !== null && !finiteSize(c, f.type)) return false;
    return true;
  }
  if (t.kind !== 'Named') return true;

  if ((t.state & hasFiniteBit) !== 0) return t.finite;
  const start = c.objPathIdx.get(t.obj);
  if (start !== undefined) {
    const cycle = c.objPath.slice(start);
    cycleError(c, cycle, firstInSrc(cycle));
    return false;
  }
  push(c, t.obj);
  const finite = t.fromRHS === null || finiteSize(c, t.fromRHS);
  pop(c);
  if ((t.state & hasFiniteBit) === 0) {
    t.finite = finite;
    t.state |= hasFiniteBit;
  }
  return finite;
}
