// Walks over terms: children, free variables, substitution. Shared parts are visited once.

import { assert } from '../base/assert.ts';
import { exists, forall, rebuild } from './build.ts';
import { type FuncDecl, type Term, type Var, variable } from './terms.ts';

/** The direct parts of a term; of a quantifier its body. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'bool':
    case 'int':
    case 'real':
    case 'var':
      return [];
    case 'apply':
    case 'op':
      return term.args;
    case 'quantified':
      return [term.body];
  }
}

/**
 * Calls `visit` for every distinct part of `terms`, parts before wholes. Triggers are not visited; nor is what lies within terms
 * that are `closed`.
 */
export function forEachPart(
  terms: readonly Term[],
  visit: (term: Term) => void,
  closed: (term: Term) => boolean = () => false,
): void {
  const seen = new Set<Term>();
  const work: { readonly term: Term; readonly done: boolean }[] = [];
  for (let i = terms.length - 1; i >= 0; i--) {
    const term = terms[i];
    if (term !== undefined) work.push({ term, done: false });
  }
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { term, done } = next;
    if (done) {
      visit(term);
      continue;
    }
    if (seen.has(term)) continue;
    seen.add(term);
    work.push({ term, done: true });
    if (closed(term)) continue;
    const parts = partsOf(term);
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i];
      if (part !== undefined && !seen.has(part)) work.push({ term: part, done: false });
    }
  }
}

/** The number of distinct parts. */
export function termSize(term: Term): number {
  let size = 0;
  forEachPart([term], () => size++);
  return size;
}

export function hasQuantifier(term: Term): boolean {
  let found = false;
  forEachPart([term], (part) => {
    if (part.kind === 'quantified') found = true;
  });
  return found;
}

function collectFree(term: Term, bound: ReadonlySet<Var>, free: Set<Var>): void {
  const seen = new Set<Term>();
  const work: Term[] = [term];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'var') {
      if (!bound.has(next)) free.add(next);
    } else if (next.kind === 'quantified') {
      // The same part can be free here and bound there, so each scope is walked with its own set of seen parts.
      const inner = new Set([...bound, ...next.vars]);
      for (const part of [next.body, ...next.triggers.flat()]) collectFree(part, inner, free);
    } else {
      const parts = partsOf(next);
      for (let i = parts.length - 1; i >= 0; i--) {
        const part = parts[i];
        if (part !== undefined) work.push(part);
      }
    }
  }
}

/** The variables that occur outside quantifiers that bind them, in the order of their first occurrence. */
export function freeVars(...terms: readonly Term[]): ReadonlySet<Var> {
  const free = new Set<Var>();
  for (const term of terms) collectFree(term, new Set(), free);
  return free;
}

/** The functions that occur in `terms`, triggers included. */
export function functionsOf(...terms: readonly Term[]): ReadonlySet<FuncDecl> {
  const functions = new Set<FuncDecl>();
  const visit = (part: Term) => {
    if (part.kind === 'apply') functions.add(part.fn);
    if (part.kind === 'quantified') forEachPart(part.triggers.flat(), visit);
  };
  forEachPart(terms, visit);
  return functions;
}

/** A variable of the sort of `like` whose name is not among `taken`. */
export function freshVar(like: Var, taken: ReadonlySet<string>): Var {
  for (let i = 1; ; i++) {
    const name = `${like.name}!${i}`;
    if (!taken.has(name)) return variable(name, like.sort);
  }
}

/** `term` with each free occurrence of a key of `map` replaced; bound variables are renamed where they would capture. */
export function substitute(term: Term, map: ReadonlyMap<Var, Term>): Term {
  for (const [from, to] of map) assert(from.sort === to.sort, 'substitution by a term of another sort');
  return map.size === 0 ? term : mapScoped(term, map);
}

function mapScoped(root: Term, map: ReadonlyMap<Var, Term>): Term {
  const done = new Map<Term, Term>();
  const result = (term: Term): Term => {
    const value = done.get(term);
    assert(value !== undefined, 'a part was visited after its whole');
    return value;
  };
  const work: Term[] = [root];
  while (work.length > 0) {
    const term = work[work.length - 1];
    if (term === undefined) break;
    if (done.has(term)) {
      work.pop();
      continue;
    }
    if (term.kind === 'var') done.set(term, map.get(term) ?? term);
    else if (term.kind === 'quantified') done.set(term, substituteQuantified(term, map));
    else {
      const parts = partsOf(term);
      const missing = parts.filter((part) => !done.has(part));
      if (missing.length > 0) {
        work.push(...missing);
        continue;
      }
      const fresh = parts.map(result);
      done.set(term, fresh.every((part, i) => part === parts[i]) ? term : rebuild(term, fresh));
    }
    work.pop();
  }
  return result(root);
}

function substituteQuantified(term: Term & { readonly kind: 'quantified' }, map: ReadonlyMap<Var, Term>): Term {
  const inner = new Map(map);
  for (const bound of term.vars) inner.delete(bound);
  const free = freeVars(term.body, ...term.triggers.flat());
  for (const from of inner.keys()) if (!free.has(from)) inner.delete(from);
  if (inner.size === 0) return term;
  const coming = new Set<string>();
  for (const to of inner.values()) for (const { name } of freeVars(to)) coming.add(name);
  const taken = new Set([...coming, ...[...free].map(({ name }) => name)]);
  const vars = term.vars.map((bound) => {
    if (!coming.has(bound.name)) return bound;
    const renamed = freshVar(bound, taken);
    taken.add(renamed.name);
    inner.set(bound, renamed);
    return renamed;
  });
  const body = mapScoped(term.body, inner);
  const triggers = term.triggers.map((trigger) => trigger.map((part) => mapScoped(part, inner)));
  const build = term.quantifier === 'forall' ? forall : exists;
  return build(vars, body, { triggers, name: term.name });
}

/** `term` with its parts replaced by what `replace` gives for them, from the leaves up; `null` keeps a part. */
export function rewrite(root: Term, replace: (part: Term) => Term | null): Term {
  const done = new Map<Term, Term>();
  forEachPart([root], (term) => {
    const parts = partsOf(term);
    const fresh = parts.map((part) => done.get(part) ?? part);
    const same = fresh.every((part, i) => part === parts[i]);
    const whole = same ? term : rebuild(term, fresh);
    done.set(term, replace(whole) ?? whole);
  });
  return done.get(root) ?? root;
}
