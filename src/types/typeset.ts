// Type sets of interfaces: all their methods, and the types that their elements admit.

import { noPos, type Pos } from '../base/source.ts';
import { unalias } from './alias.ts';
import { later } from './check.ts';
import type { Checker } from './checker.ts';
import { atPos, newError, reportError } from './errors.ts';
import { str } from './format.ts';
import { methodIndex } from './lookup.ts';
import { type Func, isExported, type Package, sameId } from './object.ts';
import { comparableType, identical, isValid } from './predicates.ts';
import { allTermlist, invalidTypeSet, topTypeSet } from './shared.ts';
import { type Termlist, termsAll, termsEmpty, termsIntersect, termsSubsetOf, termsUnion } from './termlist.ts';
import type { InterfaceType, Type, Union } from './type.ts';
import type { TypeTerm } from './typeterm.ts';
import { isImportedConstraint } from './typexpr.ts';
import { type TypePair, under } from './under.ts';
import { maxTermCount } from './union.ts';
import { allowVersion, go1_14, go1_18, verifyVersion } from './version.ts';

const noSpecificTypes: readonly TypePair[] = [[null, null]];

/** A type is in the set iff it has all methods, is in the term list, and is comparable where that is asked. */
export interface TypeSet {
  /** All methods, embedded ones too, in the order of `compareFuncs`. */
  methods: readonly Func[];
  terms: Termlist;
  /** Only if `terms` are all types: those that are strictly comparable are meant. */
  comparable: boolean;
}

/** The type set of an interface. Before the interface is set up it is taken to be that of all types. */
export function typeSet(t: InterfaceType): TypeSet {
  return t.tset ?? computeInterfaceTypeSet(t.check, noPos, t);
}

/** To be called once the package is checked. */
export function cleanupInterface(t: InterfaceType): void {
  typeSet(t);
  t.check = null;
  t.embedPos = null;
}

/** Whether no type is in the set. */
export function isEmptySet(s: TypeSet): boolean {
  return termsEmpty(s.terms);
}

/** Whether every type is in the set, as in that of `interface{}`. */
export function isAllSet(s: TypeSet): boolean {
  return isMethodSet(s) && s.methods.length === 0;
}

/** Whether methods alone decide. */
export function isMethodSet(s: TypeSet): boolean {
  return !s.comparable && termsAll(s.terms);
}

/** Whether all types of the set are comparable. */
export function isComparableSet(s: TypeSet, seen: Set<Type> | null): boolean {
  if (termsAll(s.terms)) return s.comparable;
  return isSet(s, (t) => t !== null && comparableType(t.type as Type, false, seen) === null);
}

/** Whether the set has specific terms. */
export function hasTerms(s: TypeSet): boolean {
  return !termsEmpty(s.terms) && !termsAll(s.terms);
}

/** Whether a ⊆ b, regarding terms only. */
export function subsetOf(a: TypeSet, b: TypeSet): boolean {
  return termsSubsetOf(a.terms, b.terms);
}

/** The method of that name with its index, or null. */
export function lookupSetMethod(
  s: TypeSet,
  pkg: Package | null,
  name: string,
  foldCase: boolean,
): [number, Func] | null {
  const i = methodIndex(s.methods, pkg, name, foldCase);
  return i < 0 ? null : [i, s.methods[i] as Func];
}

/** Specific types with their underlying types; without any, a pair of nulls. */
export function typeSetPairs(s: TypeSet): readonly TypePair[] {
  if (!hasTerms(s)) return noSpecificTypes;
  const pairs: TypePair[] = [];
  for (const t of s.terms) {
    const type = (t as TypeTerm).type as Type;
    pairs.push([type, (t as TypeTerm).tilde ? unalias(type) : under(type)]);
  }
  return pairs;
}

/** Whether `f` holds for each specific term; without any, the result of f(null). */
export function isSet(s: TypeSet, f: (t: TypeTerm | null) => boolean): boolean {
  if (!hasTerms(s)) return f(null);
  for (const t of s.terms) {
    if (!f(t)) return false;
  }
  return true;
}

/** Exported methods first, then by name, then by package path. */
function compareFuncs(a: Func, b: Func): number {
  if (a === b) return 0;
  const ea = isExported(a.name);
  if (ea !== isExported(b.name)) return ea ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (ea) return 0;
  const pa = a.pkg?.path ?? '';
  const pb = b.pkg?.path ?? '';
  return pa === pb ? 0 : pa < pb ? -1 : 1;
}

export function sortMethods(list: Func[]): void {
  if (list.length > 1) list.sort(compareFuncs);
}

/** Methods collected so far, with the places of their specification or embedding. */
interface MethodCollector {
  readonly methods: Func[];
  readonly places: Pos[];
}

/** Computes and stores the type set; without a checker, errors go unreported. */
export function computeInterfaceTypeSet(c: Checker | null, _pos: Pos, ityp: InterfaceType): TypeSet {
  if (ityp.tset !== null) return ityp.tset;
  // A partial set must not be stored, or methods would be missing for good.
  if (!ityp.complete) return topTypeSet;

  // An interface that contains itself is reported by validType; here it must merely not recurse forever.
  const tset: TypeSet = { methods: topTypeSet.methods, terms: allTermlist, comparable: false };
  ityp.tset = tset;

  const all: MethodCollector = { methods: [], places: [] };
  for (const m of ityp.methods) addMethod(c, all, m.pos, m, true);

  let terms: Termlist = allTermlist;
  let comparable = false;
  for (let i = 0; i < ityp.embeddeds.length; i++) {
    const typ = ityp.embeddeds[i] as Type;
    // Without a place the interface comes from another package, and versions do not matter.
    const pos = ityp.embedPos === null ? noPos : (ityp.embedPos[i]?.pos ?? noPos);
    const versioned = c !== null && pos !== noPos;
    let eterms: Termlist;
    let ecomparable = false;
    const u = under(typ);
    if (u.kind === 'Interface') {
      const eset = computeInterfaceTypeSet(c, pos, u);
      if (
        versioned &&
        isImportedConstraint(c, typ) &&
        !verifyVersion(c, atPos(pos), go1_18, `embedding constraint interface ${str(c, typ)}`)
      ) {
        continue;
      }
      ecomparable = eset.comparable;
      for (const m of eset.methods) addMethod(c, all, pos, m, false);
      eterms = eset.terms;
    } else if (u.kind === 'Union') {
      if (versioned && !verifyVersion(c, atPos(pos), go1_18, `embedding interface element ${str(c, u)}`)) continue;
      const eset = computeUnionTypeSet(c, c === null ? new Map() : c.unionTypeSets, pos, u);
      if (eset === invalidTypeSet) continue;
      eterms = eset.terms;
    } else {
      if (!isValid(u)) continue;
      if (versioned && !verifyVersion(c, atPos(pos), go1_18, `embedding non-interface type ${str(c, typ)}`)) continue;
      eterms = [{ tilde: false, type: typ }];
    }
    [terms, comparable] = intersectTermLists(terms, comparable, eterms, ecomparable);
  }

  tset.comparable = comparable;
  if (all.methods.length > 0) {
    sortMethods(all.methods);
    tset.methods = all.methods;
  }
  tset.terms = terms;
  return tset;
}

function addMethod(c: Checker | null, all: MethodCollector, pos: Pos, m: Func, explicit: boolean): void {
  for (let i = 0; i < all.methods.length; i++) {
    const other = all.methods[i] as Func;
    if (!sameId(other, m.pkg, m.name)) continue;
    if (c === null) return;
    const otherPos = all.places[i] as Pos;
    if (explicit) reportDuplicate(c, pos, otherPos, m);
    else {
      // Embedded methods may overlap if they are identical, which can be told once all types are set up.
      later(c, () => {
        if ((pos !== noPos && !allowVersion(c, go1_14)) || !identical(m.type as Type, other.type as Type)) {
          reportDuplicate(c, pos, otherPos, m);
        }
      });
    }
    return;
  }
  all.methods.push(m);
  all.places.push(pos);
}

function reportDuplicate(c: Checker, pos: Pos, otherPos: Pos, m: Func): void {
  const err = newError(c, 'DuplicateDecl');
  err.add(atPos(pos), `duplicate method ${m.name}`);
  err.add(atPos(otherPos), `other declaration of method ${m.name}`);
  err.report();
}

/** Intersects terms; if either side asks for comparable types, only such terms are kept. */
function intersectTermLists(xterms: Termlist, xcomp: boolean, yterms: Termlist, ycomp: boolean): [Termlist, boolean] {
  const terms = termsIntersect(xterms, yterms);
  if (!(xcomp || ycomp)) return [terms, false];
  if (termsAll(terms)) return [terms, true];
  return [terms.filter((t) => comparableType((t as TypeTerm).type as Type, false, null) === null), false];
}

/** The type set of `A | B`; invalidTypeSet if it has too many terms. */
export function computeUnionTypeSet(c: Checker | null, sets: Map<Union, TypeSet>, pos: Pos, utyp: Union): TypeSet {
  const known = sets.get(utyp);
  if (known !== undefined) return known;
  const tset: TypeSet = { methods: [], terms: [], comparable: false };
  sets.set(utyp, tset);

  let terms: Termlist = [];
  for (const t of utyp.terms) {
    const u = under(t.type);
    let uterms: Termlist;
    if (u.kind === 'Interface') {
      uterms = computeInterfaceTypeSet(c, pos, u).terms;
    } else if (!isValid(u)) {
      continue;
    } else if (t.tilde && !identical(t.type, u)) {
      // No type has t.type as its underlying type.
      uterms = [null];
    } else {
      uterms = [t];
    }
    terms = termsUnion(terms, uterms);
    if (terms.length > maxTermCount) {
      if (c !== null) {
        const msg = `cannot handle more than ${maxTermCount} union terms (implementation limitation)`;
        reportError(c, atPos(pos), 'InvalidUnion', msg);
      }
      sets.set(utyp, invalidTypeSet);
      return invalidTypeSet;
    }
  }
  tset.terms = terms;
  return tset;
}
