// Inverse functions: for a quantified permission `forall x :: c(x) ==> acc(e(x).f)` they give the x that a location has.
//
//   forall x :: c(x)  ==>  inv(e(x)) == x && image(e(x))
//   forall r :: image(r) && c(inv(r))  ==>  e(inv(r)) == r

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
  implies,
  substitute,
  type Term,
  type Var,
} from '../smt/index.ts';
import type { Context } from './context.ts';
import { quantify } from './quantify.ts';
import type { State } from './state.ts';
import type { Triggers } from './triggers.ts';

export interface Inverse {
  /** The values of the quantified variables at the location that the resource's formals name. */
  readonly at: ReadonlyMap<Var, Term>;
  /** Whether the location is given by some values of the variables. */
  readonly image: Term;
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
  const direct = directInverse(formals, bound, args);
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

/** Where every variable is an argument by itself, that argument gives it; the other arguments have to be as they say. */
function directInverse(formals: readonly Var[], bound: readonly Var[], args: readonly Term[]): Inverse | null {
  const at = new Map<Var, Term>();
  const direct = new Set<number>();
  for (const [i, arg] of args.entries()) {
    const formal = formals[i];
    if (formal === undefined || arg.kind !== 'var' || !bound.includes(arg) || at.has(arg)) continue;
    at.set(arg, formal);
    direct.add(i);
  }
  if (at.size < bound.length) return null;
  const rest = args.flatMap((arg, i) => {
    const formal = formals[i];
    return direct.has(i) || formal === undefined ? [] : [eq(formal, substitute(arg, at))];
  });
  return { at, image: conj(rest), axioms: [] };
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
  return { at, image: imageOfFormals, axioms: [forwards, backwards] };
}
