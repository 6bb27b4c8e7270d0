// Summaries: one value map for several quantified chunks, defined by theirs where they hold something.

import { and, apply, eq, forall, freeVars, iff, implies, not, substitute, type Term } from '../smt/index.ts';
import { isPositive } from './chunks.ts';
import type { Context } from './context.ts';
import type { QuantifiedChunk, ResourceId } from './heap.ts';
import { resourceInfo } from './resources.ts';
import { assume, fresh, type State } from './state.ts';

/**
 * A map with the values of all `chunks`. With `domain`, a condition over the resource's formals, the map is about exactly
 * the locations there. Made once for the same chunks; its definition is assumed where it is not known.
 */
export function summarise(
  ctx: Context,
  s: State,
  resource: ResourceId,
  chunks: readonly QuantifiedChunk[],
  domain: Term | null,
): readonly [State, Term] {
  const [only] = chunks;
  if (domain === null && chunks.length === 1 && only !== undefined) return [s, only.map];
  const info = resourceInfo(ctx, resource);
  const at = (args: readonly Term[]) => new Map(info.formals.map((formal, i) => [formal, args[i] ?? formal]));
  const terms = chunks.flatMap((chunk) => [chunk.map, chunk.perm]);
  const free = freeVars(...terms, ...(domain === null ? [] : [domain]));
  const bound = s.bound.filter((v) => free.has(v));
  const key = [`${resource.kind} ${resource.name}`, domain?.id ?? '', ...terms.map((term) => term.id)].join();
  let summary = ctx.summaries.get(key);
  if (summary === undefined) {
    const map = fresh(ctx, { ...s, bound }, 'summary', info.map);
    const value = apply(info.lookup, map, ...info.formals);
    const definitions: Term[] = [];
    if (domain !== null) {
      const within = apply(info.within, map, ...info.formals);
      definitions.push(forall(info.formals, iff(within, domain), { triggers: [[within]], name: 'domain of summary' }));
    }
    // Instances of a wand have each its own value: that of the first chunk counts, which is the one that is taken.
    const earlier: QuantifiedChunk[] = [];
    const isFirst = (holds: Term, at: (perm: Term) => Term): Term =>
      and(holds, ...(resource.kind === 'wand' ? earlier.map(({ perm }) => not(isPositive(ctx, at(perm)))) : []));
    for (const chunk of chunks) {
      if (chunk.single !== null) {
        const { args, perm } = chunk.single;
        const same = eq(apply(info.lookup, map, ...args), apply(info.lookup, chunk.map, ...args));
        const holds = isFirst(isPositive(ctx, perm), (other) => substitute(other, at(args)));
        // Outside its domain a map must stay open: two that agree on their domain are equal.
        definitions.push(implies(domain === null ? holds : and(holds, substitute(domain, at(args))), same));
        earlier.push(chunk);
        continue;
      }
      const here = apply(info.lookup, chunk.map, ...info.formals);
      const holds = isFirst(isPositive(ctx, chunk.perm), (other) => other);
      earlier.push(chunk);
      definitions.push(
        forall(info.formals, implies(domain === null ? holds : and(holds, domain), eq(value, here)), {
          triggers: [[value], [here]],
          name: 'value of summary',
        }),
      );
    }
    summary = { map, definitions };
    ctx.summaries.set(key, summary);
  }
  let state = s;
  // Chunks agree about the locations that both hold, but only where they are held: what `unfolding` brings does not
  // outlive it, all others are there before an expression is evaluated and after.
  const kind = ctx.openUnfoldings > 0 ? 'fact' : 'definition';
  for (const definition of summary.definitions) {
    if (!ctx.prover.isKnown(state.path, definition)) state = assume(state, definition, kind);
  }
  return [state, summary.map];
}
