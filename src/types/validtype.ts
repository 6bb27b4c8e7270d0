// Types of infinite size: a defined type must not contain its own memory, nor an interface embed itself.

import { unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { cycleError } from './decl.ts';
import { atPos, reportError } from './errors.ts';
import { originOf, unpack } from './named.ts';
import { identical } from './predicates.ts';
import { validBit } from './shared.ts';
import type { Named, Type, TypeParam } from './type.ts';
import { Typ } from './universe.ts';

/** One search for a cycle. */
interface Search {
  readonly c: Checker;
  /** Types whose memory contains what is being looked at, outermost first. */
  readonly nest: Named[];
  /** All defined types on the way, also those whose type arguments are being looked at; for the report. */
  readonly path: Named[];
  /** Something was not set up yet, so that the outcome is not final. */
  incomplete: boolean;
  /** How many types may still be looked at. */
  left: number;
}

/** Instances within instances can contain more types than anything could look at; other types stay far below this. */
const mostTypes = 200_000;

/** Reports a type that contains itself, and makes it invalid. */
export function validType(c: Checker, typ: Named): void {
  const s: Search = { c, nest: [], path: [], incomplete: false, left: mostTypes };
  valid(s, typ);
  if (s.left >= 0) return;
  originOf(typ).fromRHS = Typ.invalid;
  reportError(c, atPos(typ.obj.pos), 'TooComplex', `${typ.obj.name} contains too many types to be checked`);
}

function valid(s: Search, typ: Type): boolean {
  if (--s.left < 0) return false;
  const t = unalias(typ);
  switch (t.kind) {
    case 'Array':
      return valid(s, t.elem);
    case 'Struct':
      for (const f of t.fields) if (f.type !== null && !valid(s, f.type)) return false;
      return true;
    case 'Union':
      for (const term of t.terms) if (!valid(s, term.type)) return false;
      return true;
    case 'Interface':
      for (const e of t.embeddeds) if (!valid(s, e)) return false;
      return true;
    case 'Named':
      return validNamed(s, t);
    case 'TypeParam':
      return validArgument(s, t);
    case 'Basic':
    case 'Slice':
    case 'Pointer':
    case 'Tuple':
    case 'Signature':
    case 'Map':
    case 'Chan':
    case 'Math':
      return true;
  }
}

function validNamed(s: Search, t: Named): boolean {
  // What does not depend on type arguments is looked into once; what is imported was looked into by its own package.
  const closed = t.inst === null && t.typeParams === null;
  if (closed && ((t.state & validBit) !== 0 || t.obj.pkg !== s.c.pkg)) return true;

  for (const e of s.nest) {
    if (!identical(e, t)) continue;
    // The type is invalid however it is instantiated, since the cycle is in the generic declaration.
    originOf(t).fromRHS = Typ.invalid;
    const start = s.path.findIndex((p) => identical(p, t));
    cycleError(
      s.c,
      s.path.slice(start).map((p) => p.obj),
      0,
    );
    return false;
  }

  const rhs = unpack(originOf(t)).fromRHS;
  if (rhs === null) {
    s.incomplete = true;
    return true;
  }
  s.nest.push(t);
  s.path.push(t);
  const ok = valid(s, rhs);
  s.nest.pop();
  s.path.pop();
  if (ok && closed && !s.incomplete) t.state |= validBit;
  return ok;
}

/** A type parameter stands for the argument of the innermost type, which is looked at where that type was written. */
function validArgument(s: Search, t: TypeParam): boolean {
  const inst = s.nest[s.nest.length - 1];
  if (inst === undefined || inst.inst === null) return true;
  const i = originOf(inst).typeParams?.indexOf(t) ?? -1;
  const targ = i < 0 ? undefined : inst.inst.typeArgs[i];
  if (targ === undefined) return true;
  s.nest.pop();
  const ok = valid(s, targ);
  s.nest.push(inst);
  return ok;
}
