// Verifying a function, and what its applications mean to others, as axioms over its snapshot and arguments:
//
//   { f(s, xs) }          f%limited(s, xs) == f(s, xs)
//   { f%limited(s, xs) }  f%stateless(xs)
//   { f%limited(s, xs) } { f%pre(s, xs) }  f%pre(s, xs) ==> post[f%limited(s, xs)]
//   { f(s, xs) }          f%pre(s, xs) ==> f(s, xs) == body, with the functions that f is recursive with limited
//
// The body is executed with the snapshot and the arguments as variables, so its value, which is one term, is the definition.

import {
  and,
  apply,
  conj,
  eq,
  type FuncDecl,
  forall,
  forEachPart,
  freeVars,
  implies,
  type Term,
  True,
} from '../smt/index.ts';
import type { Expr } from '../vil/index.ts';
import { check } from './check.ts';
import type { Context } from './context.ts';
import { evaluate } from './evaluate.ts';
import { type FunctionData, functionData, limitedForm } from './functions.ts';
import type { Blame } from './obligations.ts';
import { type Path, since } from './path.ts';
import { predicateTrigger } from './predicates.ts';
import { produceAll } from './produce.ts';
import { exhaledSides, sideOf } from './sides.ts';
import { unit } from './sorts.ts';
import { assume, define, emptyState, fresh, type State, withStore } from './state.ts';
import { mentions } from './triggers.ts';

/** The key under which a function's axioms are background. */
export function functionKey(name: string): string {
  return `function ${name}`;
}

function variables(data: FunctionData) {
  return data.hasHeap ? [data.snap, ...data.args] : data.args;
}

function applied(data: FunctionData, fn: FuncDecl): Term {
  return apply(fn, data.hasHeap ? data.snap : unit, ...data.args);
}

/** The axioms that hold whatever the function does. */
export function basicAxioms(data: FunctionData): readonly Term[] {
  const vars = variables(data);
  const full = applied(data, data.full);
  const limited = applied(data, data.limited);
  return [
    forall(vars, eq(limited, full), { triggers: [[full]], name: `${data.decl.name} limited` }),
    forall(vars, apply(data.stateless, ...data.args), { triggers: [[limited]], name: `${data.decl.name} occurs` }),
  ];
}

/** Adds axioms to what others need of the function. */
export function publish(ctx: Context, data: FunctionData, axioms: readonly Term[]): void {
  const key = functionKey(data.decl.name);
  const known = ctx.background.get(key);
  const needs = known?.needs ?? new Set<string>();
  for (const other of ctx.needed) if (other !== key) needs.add(other);
  ctx.background.set(key, { axioms: [...(known?.axioms ?? []), ...axioms], needs });
  ctx.needed.add(key);
  ctx.prover.assumeAlways(axioms);
}

/** What is known on each path into the function's body. */
interface Entry {
  readonly state: State;
  /** The branches that the precondition took. */
  readonly condition: Term;
}

/**
 * Verifies the function called `name`: contract first, then body and postconditions. Publishes its axioms on the way;
 * `recursive` are the functions that it is recursive with.
 */
export function verifyFunction(ctx: Context, name: string, recursive: ReadonlySet<FuncDecl>): void {
  const data = functionData(ctx, name);
  const { decl } = data;
  publish(ctx, data, basicAxioms(data));
  const store = new Map<string, Term>();
  for (const [i, param] of decl.params.entries()) {
    const arg = data.args[i];
    if (arg !== undefined) store.set(param.name, arg);
  }
  const snap = data.hasHeap ? data.snap : unit;
  const start: State = { ...emptyState, store, bound: [data.snap, ...data.args] };
  const contract = (node: Expr): Blame => ({ id: 'not.wellformed', node });
  const entries: Entry[] = [];
  const given = exhaledSides(decl.pres);
  if (given !== null) for (const _ of produceAll(ctx, start, given, snap, contract)) void _;
  for (const produced of produceAll(ctx, start, decl.pres, snap, contract)) {
    const state: State = { ...produced, olds: new Map([['', produced.heap]]) };
    entries.push({ state, condition: branches(state.path) });
  }
  const limited = applied(data, data.limited);
  const post = atEntries(entries, ({ state }) => postconditions(ctx, withStore(state, 'result', limited), decl.posts));
  // An application whose value is not used, as of a lemma, occurs only in the fact that its precondition was proved.
  const occurrences = [[limited], [applied(data, data.pre)]];
  if (post !== True) publish(ctx, data, [guarded(data, post, occurrences, 'postcondition')]);
  if (decl.body === null) return;
  const { body } = decl;
  ctx.unfolded = [];
  const blame: Blame = { id: 'function.not.wellformed', node: decl };
  const full = applied(data, data.full);
  const values: Term[] = [];
  const definition = atEntries(
    entries,
    ({ state }) => {
      const [after, value] = evaluate(ctx, state, body, blame);
      values.push(value);
      // As a fact, so that the solver looks at what the body applies also where a postcondition does not mention it.
      const result = fresh(ctx, after, 'result', value.sort);
      let at = define(withStore(after, 'result', result), eq(result, value));
      for (const post of decl.posts.flatMap(conjuncts)) {
        const e = sideOf(post, 'exhale');
        const [next, goal] = evaluate(ctx, at, e, contract(e));
        at = check(ctx, next, goal, { id: 'postcondition.violated', node: e }, 'assertion.false', e);
      }
      return [after, value];
    },
    (value) => eq(full, limitedForm(ctx, value, recursive)),
    (fact) => limitedForm(ctx, fact, recursive),
  );
  const isRecursive = values.some((value) => callsOne(value, recursive));
  const triggers = [[full], ...(isRecursive ? unfoldTriggers(ctx, data) : [])];
  ctx.unfolded = null;
  publish(ctx, data, [guarded(data, definition, triggers, 'definition')]);
}

function conjuncts(e: Expr): readonly Expr[] {
  return e.kind === 'Binary' && e.op === 'and' ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e];
}

function callsOne(term: Term, functions: ReadonlySet<FuncDecl>): boolean {
  let found = false;
  forEachPart([term], (part) => {
    if (part.kind === 'apply' && functions.has(part.fn)) found = true;
  });
  return found;
}

function postconditions(ctx: Context, s: State, posts: readonly Expr[]): readonly [State, Term] {
  let state = s;
  const terms: Term[] = [];
  for (const post of posts) {
    const e = sideOf(post, 'inhale');
    const [next, term] = evaluate(ctx, state, e, { id: 'not.wellformed', node: e });
    state = assume(next, term);
    terms.push(term);
  }
  return [state, conj(terms)];
}

function branches(path: Path | null): Term {
  const conditions: Term[] = [];
  for (let at = path; at !== null; at = at.before) if (at.kind === 'branch') conditions.push(at.term);
  return conj(conditions.reverse());
}

/** What `evaluatePart` says at each entry, with what was learned on the way, under the entry's condition. */
function atEntries(
  entries: readonly Entry[],
  evaluatePart: (entry: Entry) => readonly [State, Term],
  say: (value: Term) => Term = (value) => value,
  learn: (fact: Term) => Term = (fact) => fact,
): Term {
  const parts: Term[] = [];
  for (const entry of entries) {
    const [after, value] = evaluatePart(entry);
    // What the precondition brought is not repeated, but for what defines its symbols.
    const before = since(null, entry.state.path).filter(
      (step) => step.kind === 'definition' || step.term.kind === 'quantified',
    );
    const learned = since(entry.state.path, after.path).filter((step) => step.kind !== 'lemma');
    const facts = [...before, ...learned].map((step) => learn(step.term));
    parts.push(implies(entry.condition, and(...facts, say(value))));
  }
  return conj(parts);
}

function guarded(data: FunctionData, body: Term, triggers: readonly (readonly Term[])[], name: string): Term {
  return forall(variables(data), implies(applied(data, data.pre), body), {
    triggers,
    name: `${data.decl.name} ${name}`,
  });
}

/** Where the body unfolds a predicate instance that depends on nothing but the function's arguments, unfolding triggers it. */
function unfoldTriggers(ctx: Context, data: FunctionData): readonly (readonly Term[])[] {
  const vars = variables(data);
  const stateless = apply(data.stateless, ...data.args);
  const triggers: (readonly Term[])[] = [];
  for (const { predicate, snap, args } of ctx.unfolded ?? []) {
    const decl = ctx.table.predicates.get(predicate);
    if (decl === undefined) continue;
    const unfolded = apply(predicateTrigger(ctx, decl), snap, ...args);
    let isPlain = true;
    forEachPart([unfolded], (part) => {
      if (part.kind === 'op' || part.kind === 'quantified') isPlain = false;
    });
    const free = freeVars(unfolded, stateless);
    const isClosed = [...free].every((v) => vars.includes(v));
    if (isPlain && isClosed && vars.every((v) => free.has(v)) && mentions(unfolded, vars)) {
      triggers.push([stateless, unfolded]);
    }
  }
  return triggers.slice(0, 1);
}
