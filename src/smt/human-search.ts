// The cheapest formula over given literals that separates positive from negative points: disjunctions of conjunctions,
// conjunctions of disjunctions, and either behind a literal that all positive points satisfy.

import { and, or } from './build.ts';
import type { Term } from './terms.ts';

/** A literal with its price and the points on which it holds, as the bits of a number. */
export interface Literal {
  readonly term: Term;
  readonly cost: number;
  readonly holds: bigint;
}

export interface Found {
  readonly term: Term;
  readonly cost: number;
}

/** Bounds of the search. Beyond them a dearer formula is found, or none. */
const maxConjunction = 3;
const maxConjunctions = 4000;
const maxCoverSteps = 20_000;
const maxPeeled = 6;

/** Parentheses cost something, so that of two formulas with the same literals the flat one wins. */
const groupCost = 0.25;

/** What may still be tried: counted, not timed, so that the same question has the same answer everywhere. */
export interface Work {
  left: number;
}

interface Conjunction {
  readonly literals: readonly Literal[];
  readonly cost: number;
  /** The positive points that it covers. It covers no negative one. */
  readonly covers: bigint;
}

/** The cheapest formula that is found, null for none. With less work left fewer are tried. `positive` and `negative` are sets of points, both not empty. */
export function separate(literals: readonly Literal[], positive: bigint, negative: bigint, work: Work): Found | null {
  const useful = usefulLiterals(literals, positive, negative);
  const flat = separateFlat(useful, positive, negative, work);
  return cheaper(flat, separatePeeled(useful, positive, negative, flat?.cost ?? Number.POSITIVE_INFINITY, work));
}

function cheaper(a: Found | null, b: Found | null): Found | null {
  if (a === null || b === null) return a ?? b;
  return b.cost < a.cost ? b : a;
}

/** Of literals that hold on the same points only the cheapest is kept. */
function usefulLiterals(literals: readonly Literal[], positive: bigint, negative: bigint): Literal[] {
  const all = positive | negative;
  const best = new Map<bigint, Literal>();
  for (const literal of literals) {
    const holds = literal.holds & all;
    if (holds === 0n || holds === all) continue;
    const known = best.get(holds);
    if (known === undefined || literal.cost < known.cost) best.set(holds, { ...literal, holds });
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost);
}

function separateFlat(literals: readonly Literal[], positive: bigint, negative: bigint, work: Work): Found | null {
  const disjunction = cover(literals, positive, negative, work);
  // The dual: what separates the negative points, negated.
  const all = positive | negative;
  const negated = literals.map((literal) => ({ ...literal, holds: all & ~literal.holds }));
  const dual = cover(negated, negative, positive, work);
  const asDisjunction: Found | null =
    disjunction === null ? null : { term: or(...disjunction.map(conjunctionTerm)), cost: coverCost(disjunction) };
  const asConjunction: Found | null =
    dual === null
      ? null
      : {
          term: and(...dual.map(({ literals: parts }) => or(...parts.map(({ term }) => term)))),
          cost: coverCost(dual) + (dual.length > 1 ? groupCost * dual.filter((c) => c.literals.length > 1).length : 0),
        };
  return cheaper(asDisjunction, asConjunction);
}

function conjunctionTerm({ literals }: Conjunction): Term {
  return and(...literals.map(({ term }) => term));
}

function coverCost(conjunctions: readonly Conjunction[]): number {
  return conjunctions.reduce((total, { cost }) => total + cost, 0);
}

/** `literal && rest`, where the rest need not exclude what the literal excludes. */
function separatePeeled(
  literals: readonly Literal[],
  positive: bigint,
  negative: bigint,
  bound: number,
  work: Work,
): Found | null {
  const implied = literals
    .filter(({ holds }) => (positive & ~holds) === 0n)
    .map((literal) => ({ literal, left: negative & literal.holds }))
    .sort((a, b) => a.literal.cost - b.literal.cost || popCount(a.left) - popCount(b.left))
    .slice(0, maxPeeled);
  let best: Found | null = null;
  for (const { literal, left } of implied) {
    if (left === 0n || literal.cost >= (best?.cost ?? bound)) continue;
    const rest = separateFlat(usefulLiterals(literals, positive, left), positive, left, work);
    if (rest === null) continue;
    const grouped = rest.term.kind === 'op' && rest.term.op === 'or' ? groupCost : 0;
    best = cheaper(best, { term: and(literal.term, rest.term), cost: literal.cost + rest.cost + grouped });
  }
  return best;
}

/** A cheap set of conjunctions that together cover the positive points, and none of which covers a negative one. */
function cover(
  literals: readonly Literal[],
  positive: bigint,
  negative: bigint,
  work: Work,
): readonly Conjunction[] | null {
  const candidates = conjunctionsOf(literals, positive, negative, work);
  let best: readonly Conjunction[] | null = greedyCover(candidates, positive);
  if (best === null) return null;
  let bestCost = coverCost(best);
  let steps = Math.min(maxCoverSteps, work.left);
  const chosen: Conjunction[] = [];
  const search = (missing: bigint, cost: number) => {
    work.left--;
    if (--steps < 0 || cost >= bestCost) return;
    if (missing === 0n) {
      best = [...chosen];
      bestCost = cost;
      return;
    }
    // Some conjunction has to cover the lowest point that is left.
    const point = missing & -missing;
    for (const candidate of candidates) {
      if ((candidate.covers & point) === 0n) continue;
      if (cost + candidate.cost >= bestCost) break;
      chosen.push(candidate);
      search(missing & ~candidate.covers, cost + candidate.cost);
      chosen.pop();
    }
  };
  search(positive, 0);
  return best;
}

function greedyCover(candidates: readonly Conjunction[], positive: bigint): readonly Conjunction[] | null {
  const chosen: Conjunction[] = [];
  let missing = positive;
  while (missing !== 0n) {
    let best: Conjunction | null = null;
    let bestValue = 0;
    for (const candidate of candidates) {
      const value = popCount(candidate.covers & missing) / candidate.cost;
      if (value > bestValue) [best, bestValue] = [candidate, value];
    }
    if (best === null) return null;
    chosen.push(best);
    missing &= ~best.covers;
  }
  return chosen;
}

/** Conjunctions without a negative point, none with a literal that it could do without; the cheapest first. */
function conjunctionsOf(
  literals: readonly Literal[],
  positive: bigint,
  negative: bigint,
  work: Work,
): readonly Conjunction[] {
  const found: Conjunction[] = [];
  let open: {
    readonly literals: readonly Literal[];
    readonly next: number;
    readonly holds: bigint;
    readonly cost: number;
  }[] = [{ literals: [], next: 0, holds: positive | negative, cost: 0 }];
  for (let size = 1; size <= maxConjunction && found.length < maxConjunctions; size++) {
    const longer: typeof open = [];
    for (const part of open) {
      for (let i = part.next; i < literals.length; i++) {
        const literal = literals[i];
        if (literal === undefined || --work.left < 0) break;
        const holds = part.holds & literal.holds;
        // It must exclude something that the others do not, and leave something to cover.
        if (holds === part.holds || (holds & positive) === 0n) continue;
        const cost = part.cost + literal.cost;
        const parts = [...part.literals, literal];
        if ((holds & negative) === 0n) {
          if (isMinimal(parts, negative)) found.push({ literals: parts, cost, covers: holds & positive });
        } else if (size < maxConjunction) longer.push({ literals: parts, next: i + 1, holds, cost });
      }
    }
    open = longer;
  }
  return withoutDominated(found).slice(0, maxConjunctions);
}

function isMinimal(literals: readonly Literal[], negative: bigint): boolean {
  return literals.every((dropped) => {
    let holds = negative;
    for (const literal of literals) if (literal !== dropped) holds &= literal.holds;
    return holds !== 0n;
  });
}

/** The cheapest conjunction for each set of covered points. */
function withoutDominated(found: readonly Conjunction[]): Conjunction[] {
  const best = new Map<bigint, Conjunction>();
  for (const candidate of found) {
    const known = best.get(candidate.covers);
    if (known === undefined || candidate.cost < known.cost) best.set(candidate.covers, candidate);
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost || popCount(b.covers) - popCount(a.covers));
}

function popCount(bits: bigint): number {
  let count = 0;
  for (let rest = bits; rest !== 0n; rest &= rest - 1n) count++;
  return count;
}
