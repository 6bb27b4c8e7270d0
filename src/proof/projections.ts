// Projections: domain functions that axioms define on what another one makes, rewritten as soon as they occur.
//
//   axiom  forall xs :: make(xs) has  part(make(xs)) == x       part(make(es))           becomes  e
//                                                               make(a, e) == make(a, d) becomes  e == d, with all parts
//   axiom  forall xs :: c(xs) ==> part(make(xs)) == x           the same where c(es) is known to hold
//
//   axiom  forall x, y :: at(x, y) == x + y                     at(part(e) + d, i)       becomes  at(part(e), d + i)
//                                                               at(d, i)                 becomes  d + i, if d has no such part
//
// The solver can do all of this. But terms that are equal without being the same keep it from matching what belongs together,
// and each round of matching over such terms makes further ones.

import {
  type Apply,
  add,
  apply,
  conj,
  eq,
  type FuncDecl,
  Int,
  linearOf,
  rewrite,
  sub,
  substitute,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import { holds } from './check.ts';
import type { Context } from './context.ts';
import { assume, type State } from './state.ts';
import { neverTrigger } from './triggers.ts';

/** `part(make(vars))` is `value` where `guard` holds. */
interface Projection {
  readonly vars: readonly Var[];
  readonly guard: Term;
  readonly value: Term;
}

/** What is known of `part(make(...))`, by both functions; and what makes values of several parts. */
export interface Projections {
  readonly of: Map<FuncDecl, Map<FuncDecl, Projection>>;
  /** Functions whose arguments can all be had back from what they make. */
  readonly injective: Set<FuncDecl>;
  /** Functions that are the sum of their two arguments: names that the solver can match, which it cannot do with sums. */
  readonly sums: Set<FuncDecl>;
  readonly done: WeakMap<Term, Term>;
}

export function newProjections(): Projections {
  return { of: new Map(), injective: new Set(), sums: new Set(), done: new WeakMap() };
}

/** Notes what `axiom`, which holds in every state, says of projections. */
export function noteProjections(ctx: Context, axiom: Term): void {
  if (axiom.kind !== 'quantified' || axiom.quantifier !== 'forall') return;
  const { vars, body } = axiom;
  noteSum(ctx, vars, body);
  const [guard, said] = body.kind === 'op' && body.op === 'implies' ? body.args : [True, body];
  if (guard === undefined || said === undefined) return;
  const parts = said.kind === 'op' && said.op === 'and' ? said.args : [said];
  const back = new Map<FuncDecl, Set<Term>>();
  for (const part of parts) {
    if (part.kind !== 'op' || part.op !== 'eq') continue;
    const [a, b] = part.args;
    for (const [left, value] of [
      [a, b],
      [b, a],
    ]) {
      const made = madeBy(left, vars);
      if (made === null || value === undefined || value.kind !== 'var' || left?.kind !== 'apply') continue;
      const known = ctx.projections.of.get(left.fn) ?? new Map<FuncDecl, Projection>();
      // One that holds everywhere is worth more.
      if (known.get(made.fn)?.guard !== True) known.set(made.fn, { vars: made.args as readonly Var[], guard, value });
      ctx.projections.of.set(left.fn, known);
      if (guard === True) back.set(made.fn, (back.get(made.fn) ?? new Set()).add(value));
    }
  }
  for (const [fn, values] of back) if (values.size === fn.params.length) ctx.projections.injective.add(fn);
}

function noteSum(ctx: Context, vars: readonly Var[], body: Term): void {
  if (vars.length !== 2 || body.kind !== 'op' || body.op !== 'eq' || body.args[0]?.sort !== Int) return;
  const [a, b] = body.args;
  const [x, y] = vars;
  if (a === undefined || b === undefined || x === undefined || y === undefined) return;
  for (const term of [...linearOf(sub(a, b)).monomials.keys()]) {
    if (term.kind !== 'apply' || term.fn.role !== 'uninterpreted' || term.args[0] !== x || term.args[1] !== y) continue;
    if (term.args.length !== 2 || body !== eq(term, add(x, y))) continue;
    ctx.projections.sums.add(term.fn);
    // It only stands for a number: what it is the index of is a better trigger.
    neverTrigger(term.fn);
  }
}

/** `fn(first, second)` with as much as possible in the second argument; a sum where nothing is left for the first. */
function sumOf(ctx: Context, fn: FuncDecl, first: Term, second: Term): Term {
  const parts = [...linearOf(first).monomials];
  const base = parts.find(
    ([part, { num, den }]) => part.kind === 'apply' && num === 1n && den === 1n && ctx.projections.of.has(part.fn),
  )?.[0];
  if (base === undefined) return add(first, second);
  return base === first ? apply(fn, first, second) : apply(fn, base, add(sub(first, base), second));
}

/** `term` with plain sums, for arithmetic. */
export function plain(ctx: Context, term: Term): Term {
  if (ctx.projections.sums.size === 0) return term;
  return rewrite(term, (part) => {
    const [a, b] = part.kind === 'apply' && ctx.projections.sums.has(part.fn) ? part.args : [];
    return a === undefined || b === undefined ? null : add(a, b);
  });
}

/** `make(xs)` where `term` is `part(make(xs))`, and `xs` are all of `vars`. */
function madeBy(term: Term | undefined, vars: readonly Var[]): Apply | null {
  if (term?.kind !== 'apply' || term.fn.role !== 'uninterpreted' || term.args.length !== 1) return null;
  const [made] = term.args;
  if (made?.kind !== 'apply' || made.fn.role !== 'uninterpreted' || made.args.length !== vars.length) return null;
  const args = new Set<Term>(made.args);
  return args.size === vars.length && vars.every((v) => args.has(v)) ? made : null;
}

function find(
  ctx: Context,
  part: FuncDecl,
  arg: Term | undefined,
): { readonly guard: Term; readonly value: Term } | null {
  if (arg?.kind !== 'apply') return null;
  const found = ctx.projections.of.get(part)?.get(arg.fn);
  if (found === undefined) return null;
  const args = new Map(found.vars.map((v, i) => [v, arg.args[i] ?? v]));
  return { guard: substitute(found.guard, args), value: substitute(found.value, args) };
}

/** `term` with what holds of projections everywhere put to use. */
export function simplify(ctx: Context, term: Term): Term {
  const { of, injective, sums, done } = ctx.projections;
  if (of.size === 0) return term;
  let result = done.get(term);
  if (result === undefined) {
    result = rewrite(term, (part) => {
      if (part.kind === 'op' && part.op === 'eq') {
        const [a, b] = part.args;
        if (a?.kind !== 'apply' || b?.kind !== 'apply' || a.fn !== b.fn || !injective.has(a.fn)) return null;
        const different = a.args.flatMap((arg, i) => (arg === b.args[i] ? [] : [[arg, b.args[i] ?? arg] as const]));
        // Where several parts differ, what is made says more than the parts: it can be matched.
        return different.length > 1 ? null : conj(different.map(([x, y]) => eq(plain(ctx, x), plain(ctx, y))));
      }
      if (part.kind !== 'apply') return null;
      const [first, second] = part.args;
      if (first !== undefined && second !== undefined && sums.has(part.fn)) return sumOf(ctx, part.fn, first, second);
      const found = part.args.length === 1 ? find(ctx, part.fn, first) : null;
      return found !== null && found.guard === True ? plain(ctx, found.value) : null;
    });
    done.set(term, result);
  }
  return result;
}

/** The value of `fn(args)`, simpler where `fn` is a projection whose condition holds in `s`. */
export function project(ctx: Context, s: State, fn: FuncDecl, args: readonly Term[]): readonly [State, Term] {
  const [first, second] = args;
  if (first !== undefined && second !== undefined && ctx.projections.sums.has(fn) && !ctx.isAxiom) {
    return [s, sumOf(ctx, fn, first, second)];
  }
  const found = args.length === 1 && !ctx.isAxiom ? find(ctx, fn, first) : null;
  if (found === null) return [s, apply(fn, ...args)];
  const { guard, value } = found;
  // What a trigger looks like changes no meaning.
  if (guard === True || ctx.isTrusted || ctx.prover.isKnown(s.path, guard)) return [s, value];
  return holds(ctx, s, guard) ? [assume(s, guard), value] : [s, apply(fn, ...args)];
}
