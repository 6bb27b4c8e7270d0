// Functions of the program: their symbols, and applications of them.
//
// A function takes the snapshot of its precondition beside its arguments. `f` is the function, `f%limited` the same without
// its definition (so that definitions are not unrolled forever), `f%stateless` says for which arguments it occurs, and
// `f%pre` that the precondition was proved there.

import { apply, Bool, type FuncDecl, func, ite, rewrite, type Term, type Var } from '../smt/index.ts';
import type { Expr, FuncApp, Function as FunctionMember } from '../vil/index.ts';
import { join, type Outcome } from './check.ts';
import { write } from './chunks.ts';
import { consumeEach } from './consume.ts';
import { type Context, lookup, need } from './context.ts';
import { type Evaluated, evaluate } from './evaluate.ts';
import { type Blame, isPure } from './obligations.ts';
import { Snap, unit } from './sorts.ts';
import { assume, freshBound, named, type State, usedFrom } from './state.ts';
import { enables, neverTrigger } from './triggers.ts';
import { needAxiomsAbout, sortOf } from './types.ts';

export interface FunctionData {
  readonly decl: FunctionMember;
  readonly full: FuncDecl;
  readonly limited: FuncDecl;
  readonly stateless: FuncDecl;
  readonly pre: FuncDecl;
  /** The snapshot and the arguments, as variables for axioms. */
  readonly snap: Var;
  readonly args: readonly Var[];
  /** Whether the precondition holds permissions; without, the snapshot is always `unit`. */
  readonly hasHeap: boolean;
}

export function functionData(ctx: Context, name: string): FunctionData {
  let data = ctx.functions.get(name);
  if (data === undefined) {
    const decl = lookup(ctx.table.functions, name);
    const sorts = decl.params.map((param) => sortOf(ctx, param.type));
    const result = sortOf(ctx, decl.type);
    data = {
      decl,
      full: func(name, [Snap, ...sorts], result),
      limited: func(`${name}%limited`, [Snap, ...sorts], result),
      stateless: func(`${name}%stateless`, sorts, Bool),
      pre: func(`${name}%pre`, [Snap, ...sorts], Bool),
      snap: freshBound('snap', Snap, 0),
      args: decl.params.map((param, i) => freshBound(param.name, sorts[i] ?? Bool, i + 1)),
      hasHeap: !decl.pres.every(isPure),
    };
    enables(data.pre, data.limited);
    neverTrigger(data.stateless);
    ctx.limitedOf.set(data.full, data.limited);
    ctx.functions.set(name, data);
  }
  // The sorts bring their background along, for every member anew.
  for (const param of data.decl.params) sortOf(ctx, param.type);
  sortOf(ctx, data.decl.type);
  need(ctx, `function ${name}`, () => []);
  needAxiomsAbout(ctx, name);
  return data;
}

/** The term with every application of a function limited; of those in `only`, if that is given. */
export function limitedForm(ctx: Context, term: Term, only: ReadonlySet<FuncDecl> | null = null): Term {
  return rewrite(term, (part) => {
    if (part.kind !== 'apply' || (only !== null && !only.has(part.fn))) return null;
    const limited = ctx.limitedOf.get(part.fn);
    return limited === undefined ? null : apply(limited, ...part.args);
  });
}

function isAnnotated(node: { readonly annotations?: FuncApp['annotations'] }, key: string): boolean {
  return node.annotations?.some((annotation) => annotation.key === key) ?? false;
}

/** `@inline()` on a function without a heap: applications are what its body says, also in triggers. */
function isInlined(decl: FunctionMember): decl is FunctionMember & { readonly body: Expr } {
  return decl.body !== null && decl.posts.length === 0 && decl.pres.every(isPure) && isAnnotated(decl, 'inline');
}

/** Preconditions that people write apply functions a few levels deep. */
const mostOpenCalls = 100;

// sigma |- consume(pre[es]) => snap (only read)   gives   f(snap, es), f%pre(snap, es)
export function applyFunction(ctx: Context, s: State, e: FuncApp, args: readonly Term[], blame: Blame): Evaluated {
  const data = functionData(ctx, e.func);
  const { decl } = data;
  const store = usedFrom(s.store, new Map());
  for (const [i, param] of decl.params.entries()) {
    const arg = args[i];
    if (arg !== undefined) store.set(param.name, arg);
  }
  const inner: State = { ...s, store, left: null, outer: null };
  const options = { scale: write, wantsSnap: data.hasHeap };
  const blameOf = (): Blame => ({ id: 'application.precondition', node: e });
  const outcomes = function* (): Generator<Outcome<Term>> {
    for (const { state, snap } of consumeEach(ctx, inner, s.heap, decl.pres, blameOf, options))
      yield { state, value: snap };
  };
  const { readsOnly } = ctx;
  // A function that its own precondition applies has one without end.
  if (ctx.openCalls === mostOpenCalls) throw new RangeError('preconditions apply one another without end');
  ctx.readsOnly = true;
  ctx.openCalls++;
  const [joined, snap] = (() => {
    try {
      return join(s, outcomes(), ite) ?? ([s, unit] as const);
    } finally {
      ctx.readsOnly = readsOnly;
      ctx.openCalls--;
    }
  })();
  if (isInlined(decl)) {
    const [expanded, body] = evaluate(ctx, { ...joined, store }, decl.body, blame);
    return [{ ...expanded, store: s.store }, body];
  }
  const [after, taken] = data.hasHeap ? named(ctx, joined, snap) : ([joined, unit] as const);
  const isLimited = isAnnotated(decl, 'opaque') && !isAnnotated(e, 'reveal');
  const value = apply(isLimited ? data.limited : data.full, taken, ...args);
  if (ctx.isTrusted && !ctx.isAxiom) return [after, value];
  // Without a precondition there is nothing that a branch would have to make sure.
  const kind = decl.pres.length === 0 ? 'definition' : 'fact';
  return [assume(after, apply(data.pre, taken, ...args), kind), value];
}
