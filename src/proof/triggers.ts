// Triggers: which terms let the solver instantiate a quantifier.

import {
  apply,
  type FuncDecl,
  forEachPart,
  freeVars,
  isNumeric,
  partsOf,
  type Term,
  termSize,
  type Var,
} from '../smt/index.ts';

/** Whether a free variable of `term` is among `vars`. */
export function mentions(term: Term, vars: readonly Var[]): boolean {
  if (vars.length === 0) return false;
  const free = freeVars(term);
  return vars.some((bound) => free.has(bound));
}

/** Whether the solver can match `term`: symbols of its own theories with bound variables inside cannot be matched. */
export function isTrigger(term: Term, vars: readonly Var[]): boolean {
  if (term.kind !== 'apply' || term.fn.role === 'builtin') return false;
  if (!mentions(term, vars)) return false;
  return isMatchable(term, vars);
}

function isMatchable(term: Term, vars: readonly Var[]): boolean {
  switch (term.kind) {
    case 'var':
    case 'bool':
    case 'int':
    case 'real':
      return true;
    case 'apply':
      return term.args.every((arg) => isMatchable(arg, vars));
    case 'op':
      // The solver refuses connectives and conditionals in patterns, also those without variables.
      return isNumeric(term.sort) && term.op !== 'ite' && !mentions(term, vars);
    case 'quantified':
      return false;
  }
}

/** Functions that only say what was proved. They occur with everything that they are about, so they are no better triggers. */
const quiet = new WeakSet<FuncDecl>();

export function neverTrigger(fn: FuncDecl): void {
  quiet.add(fn);
}

/** What says that an application was proved to be well defined: it matters wherever the application occurs. */
const enabling = new WeakMap<FuncDecl, FuncDecl>();

/** `fn(args)` enables `enabled(args)`. */
export function enables(fn: FuncDecl, enabled: FuncDecl): void {
  quiet.add(fn);
  enabling.set(fn, enabled);
}

/** The applications that `fact` enables, as triggers; none where one lacks a variable. */
export function enabledBy(fact: Term, vars: readonly Var[]): Triggers {
  const triggers: (readonly Term[])[] = [];
  forEachPart([fact], (part) => {
    const enabled = part.kind === 'apply' ? enabling.get(part.fn) : undefined;
    if (enabled === undefined || part.kind !== 'apply') return;
    const term = apply(enabled, ...part.args);
    if (isTrigger(term, vars) && vars.every((v) => freeVars(term).has(v))) triggers.push([term]);
  });
  return triggers;
}

/** Whether `fact` enables anything. */
export function isEnabling(fact: Term): boolean {
  let found = false;
  forEachPart([fact], (part) => {
    if (part.kind === 'apply' && enabling.has(part.fn)) found = true;
  });
  return found;
}

export function isQuiet(fn: FuncDecl): boolean {
  return quiet.has(fn);
}

/** Each list alone lets the solver instantiate. */
export type Triggers = readonly (readonly Term[])[];

/**
 * Triggers for a quantifier over `vars` whose body says `body`: the smallest terms with all variables, each alone; where
 * there are none, one set of terms that have them together; where that is impossible none, and the solver chooses.
 */
export function findTriggers(body: readonly Term[], vars: readonly Var[]): readonly (readonly Term[])[] {
  const candidates: Term[] = [];
  const visit = (part: Term) => {
    if (part.kind === 'apply' && !quiet.has(part.fn) && isTrigger(part, vars)) candidates.push(part);
  };
  forEachPart(body, visit, (part) => part.kind === 'quantified');
  const covered = new Map(candidates.map((term) => [term, vars.filter((bound) => freeVars(term).has(bound)).length]));
  const whole = candidates.filter((term) => covered.get(term) === vars.length);
  // A term inside another one matches wherever that one does.
  const minimal = whole.filter((term) => !whole.some((other) => other !== term && contains(term, other)));
  if (minimal.length > 0) return minimal.map((term) => [term]);
  const chosen: Term[] = [];
  const missing = new Set(vars);
  const bySize = [...candidates].sort((a, b) => termSize(a) - termSize(b));
  for (const term of bySize) {
    const free = freeVars(term);
    if (![...missing].some((bound) => free.has(bound))) continue;
    chosen.push(term);
    for (const bound of vars) if (free.has(bound)) missing.delete(bound);
  }
  return missing.size === 0 && chosen.length > 0 ? [chosen] : [];
}

function contains(whole: Term, part: Term): boolean {
  const work = [...partsOf(whole)];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (next === part) return true;
    work.push(...partsOf(next));
  }
  return false;
}
