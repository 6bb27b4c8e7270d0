// Inverse functions: for a quantified permission `forall x :: c(x) ==> acc(e(x).f)` they give the x that a location has.
//
//   forall x :: c(x)  ==>  inv(e(x)) == x && image(e(x))
//   forall r :: image(r) && c(inv(r))  ==>  e(inv(r)) == r
//
// No functions are needed where e is made of variables, sums with one variable, and domain functions that are annotated with
// their inverses: `@inverse("g", "h") function f(x, y)` says that g(f(x, y)) == x and h(f(x, y)) == y. The annotation is only
// a hint: that it gives the variables back is checked like injectivity, which follows from it.
//
//   forall i :: c(i) ==> acc(f(a, i + k).f)      inv(r) = h(r) - k      image(r) = (r == f(a, h(r)))

import {
  and,
  apply,
  Bool,
  conj,
  eq,
  type FuncDecl,
  forall,
  freeVars,
  func,
  Int,
  implies,
  sub,
  substitute,
  type Term,
  type Var,
  variable,
} from '../smt/index.ts';
import { sameArgs } from './chunks.ts';
import type { Context } from './context.ts';
import { plain, simplify } from './projections.ts';
import { quantify } from './quantify.ts';
import type { State } from './state.ts';
import type { Triggers } from './triggers.ts';

export interface Inverse {
  /** The values of the quantified variables at the location that the resource's formals name. */
  readonly at: ReadonlyMap<Var, Term>;
  /** Whether the location is given by some values of the variables. */
  readonly image: Term;
  /** What has to hold for different values to have different locations, and for `at` to be right. */
  readonly isInverse: Term;
  /** True where injectivity holds, and only to be assumed there. */
  readonly axioms: readonly Term[];
}

/** The inverse of locations `args` over `bound`, where `guard` says which values count. The same for the same terms. */
export function inverseOf(
  ctx: Context,
  s: State,
  formals: readonly Var[],
  bound: readonly Var[],
  guard: Term,
  args: readonly Term[],
  triggers: Triggers,
): Inverse {
  const direct = directInverse(
    ctx,
    formals,
    bound,
    guard,
    args.map((arg) => plain(ctx, arg)),
  );
  if (direct !== null) return direct;
  const ids = (terms: readonly Term[]) => terms.map((term) => term.id).join();
  const key = `${ids(formals)}:${ids(s.bound)}:${ids(bound)}:${ids(args)}:${guard.id}`;
  let inverse = ctx.inverses.get(key);
  if (inverse === undefined) {
    inverse = makeInverse(ctx, s, formals, bound, guard, args, triggers);
    ctx.inverses.set(key, inverse);
  }
  return inverse;
}

/** Where what the variables are can be said in terms of the location. */
function directInverse(
  ctx: Context,
  formals: readonly Var[],
  bound: readonly Var[],
  guard: Term,
  args: readonly Term[],
): Inverse | null {
  const at = new Map<Var, Term>();
  for (const [i, arg] of args.entries()) {
    const formal = formals[i];
    if (formal !== undefined) solve(ctx, arg, formal, bound, at);
  }
  if (at.size < bound.length) return null;
  const image = simplify(ctx, conj(formals.map((formal, i) => eq(formal, substitute(args[i] ?? formal, at)))));
  const there = new Map(formals.map((formal, i) => [formal, args[i] ?? formal]));
  const back = conj(bound.map((v) => eq(substitute(at.get(v) ?? v, there), v)));
  return { at, image, isInverse: implies(guard, simplify(ctx, back)), axioms: [] };
}

/** Notes what variables are if `term` is `value`, as far as that can be said. */
function solve(ctx: Context, term: Term, value: Term, bound: readonly Var[], at: Map<Var, Term>): void {
  const mentioned = bound.filter((v) => !at.has(v) && freeVars(term).has(v));
  const [only] = mentioned;
  if (only === undefined) return;
  if (term === only) {
    at.set(only, value);
  } else if (term.kind === 'apply') {
    for (const [i, inverse] of (ctx.invertible.get(term.fn) ?? []).entries()) {
      const arg = term.args[i];
      if (arg !== undefined) solve(ctx, arg, apply(inverse, value), bound, at);
    }
  } else if (term.sort === Int && mentioned.length === 1) {
    const rest = sub(term, only);
    if (!bound.some((v) => freeVars(rest).has(v))) at.set(only, sub(value, rest));
  }
}

function makeInverse(
  ctx: Context,
  s: State,
  formals: readonly Var[],
  bound: readonly Var[],
  guard: Term,
  args: readonly Term[],
  triggers: Triggers,
): Inverse {
  const id = ctx.counter.next++;
  const free = freeVars(guard, ...args);
  const outer = s.bound.filter((v) => !bound.includes(v) && free.has(v));
  const sorts = [...outer, ...formals].map((v) => v.sort);
  const functions = bound.map((v): FuncDecl => func(`inverse@${id} ${v.name}`, sorts, v.sort));
  const image = func(`image@${id}`, sorts, Bool);
  const ofFormals = functions.map((fn) => apply(fn, ...outer, ...formals));
  const at = new Map(bound.map((v, i) => [v, ofFormals[i] ?? v]));
  const imageOfFormals = apply(image, ...outer, ...formals);
  const there = conj(bound.map((v, i) => eq(apply(functions[i] ?? image, ...outer, ...args), v)));
  const located = implies(guard, and(there, apply(image, ...outer, ...args)));
  const forwards = quantify(ctx, 'forall', bound, located, {
    triggers,
    candidates: [...args, guard],
    name: 'inverse of location',
  });
  const back = conj(formals.map((formal, j) => eq(substitute(args[j] ?? formal, at), formal)));
  const backwards = forall(formals, implies(and(imageOfFormals, substitute(guard, at)), back), {
    triggers: [...ofFormals.map((term) => [term]), [imageOfFormals]],
    name: 'location of inverse',
  });
  return { at, image: imageOfFormals, isInverse: injectivity(bound, args, guard), axioms: [forwards, backwards] };
}

/** Different values of the variables have different locations. */
function injectivity(bound: readonly Var[], args: readonly Term[], guard: Term): Term {
  const renamed = new Map<Var, Term>(bound.map((v) => [v, variable(`${v.name}'`, v.sort)]));
  const other = args.map((arg) => substitute(arg, renamed));
  const same = sameArgs(args, other);
  const goal = sameArgs(
    bound,
    bound.map((v) => renamed.get(v) ?? v),
  );
  return implies(and(guard, substitute(guard, renamed), same), goal);
}
