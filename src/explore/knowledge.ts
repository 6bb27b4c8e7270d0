// What GoPie learns from runs: which operations are related, and which orders were had or cannot be had.
//
//   CPOP1  two operations that one goroutine performs one after the other
//   CPOP2  two operations of different goroutines that follow each other on one primitive
//   rule 1   c' in Rel1(c)  if  (c, c') in CPOP1
//   rule 2   c' in Rel2(c)  if  (c, c') in CPOP2
//   rule 3   c'' in Rel2(c)  if  c' in Rel1(c) and c'' in Rel2(c')
//   rule 4   c'' in Rel2(c)  if  c' in Rel2(c) and c'' in Rel2(c')
//
// Beside the paper: operations that do the same in either order are no pair of CPOP2.

import { type Chain, type Triple, tripleKey } from './chain.ts';
import type { Op } from './protocol.ts';
import type { Random } from './random.ts';

/** What runs have shown. */
export interface Knowledge {
  readonly triples: ReadonlyMap<string, Triple>;
  readonly cpop1: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cpop2: ReadonlyMap<string, ReadonlySet<string>>;
  /** Takes in that a run was told to follow a chain and had its operations in another order. */
  readonly missed: (chain: Chain, run: readonly Triple[]) => void;
  /** Takes in a run; gives the CPOP2 pairs that no run had shown before. */
  readonly learn: (run: readonly Triple[]) => readonly Chain[];
  /** Operations before or after `c` in its goroutine: rule 1 read in both directions, as `substitute` needs it. */
  readonly rel1: (c: Triple) => readonly Triple[];
  /** Rules 2 to 4. */
  readonly rel2: (c: Triple) => readonly Triple[];
  /**
   * Whether runs leave it open that the operations of a chain come in its order: each of them happens once, a goroutine
   * goes its way, and what was asked for in vain again and again is taken for impossible.
   */
  readonly isPossible: (chain: Chain) => boolean;
  /** Whether one of the runs had the operations of a chain in its order already, so that it need not be run. */
  readonly isCovered: (chain: Chain) => boolean;
  /**
   * A chain in which another goroutine comes between two neighbouring operations of one, at a primitive of theirs. Every
   * primitive gets the same share. Null: this draw gave none.
   */
  readonly interposed: (random: Random) => Chain | null;
  /** A number for all sites that are used with one primitive: those of the first operation of a chain. */
  readonly groupOf: (chain: Chain) => number;
}

/** Runs whose orders are remembered, the newest, and how long one of them may be. */
const rememberedRuns = 256;
const rememberedLength = 4000;
/** An order that was asked for so often in vain is taken for impossible, unless a run had it. */
const enoughMisses = 2;

export function newKnowledge(): Knowledge {
  const triples = new Map<string, Triple>();
  const cpop1 = new Map<string, Set<string>>();
  const cpop1Back = new Map<string, Set<string>>();
  const cpop2 = new Map<string, Set<string>>();
  let related = new Map<string, readonly Triple[]>();
  const groups = new Map<number, number>();
  let members: readonly (readonly Triple[])[] | null = null;
  const groupOfSite = (site: number): number => {
    const up = groups.get(site);
    if (up === undefined || up === site) return site;
    const top = groupOfSite(up);
    groups.set(site, top);
    return top;
  };
  /** Of each run: at which place each operation came. */
  const runs: ReadonlyMap<string, number>[] = [];
  /** How often one operation was to come before another one and did not. */
  const misses = new Map<string, number>();
  const triplesOf = (keys: Iterable<string>): Triple[] => [...keys].map((key) => triples.get(key) as Triple);
  return {
    triples,
    cpop1,
    cpop2,
    learn: (run) => {
      const fresh: Chain[] = [];
      let changed = false;
      const lastOf = new Map<string, Triple>();
      const lastOn = new Map<string, Triple>();
      for (const c of run) {
        const key = tripleKey(c);
        triples.set(key, c);
        const before = lastOf.get(c.g);
        if (before !== undefined) {
          if (add(cpop1, tripleKey(before), key)) changed = true;
          add(cpop1Back, key, tripleKey(before));
        }
        lastOf.set(c.g, c);
        if (c.object === '') continue;
        const other = lastOn.get(c.object);
        if (other !== undefined && other.site !== c.site) groups.set(groupOfSite(c.site), groupOfSite(other.site));
        if (other !== undefined && other.g !== c.g && !commute(other.op, c.op) && add(cpop2, tripleKey(other), key)) {
          fresh.push([other, c]);
          changed = true;
        }
        lastOn.set(c.object, c);
      }
      if (changed) related = new Map();
      members = null;
      if (run.length <= rememberedLength) runs.push(placesOf(run));
      if (runs.length > rememberedRuns) runs.shift();
      return fresh;
    },
    rel1: (c) => {
      const key = tripleKey(c);
      return triplesOf(new Set([...(cpop1.get(key) ?? []), ...(cpop1Back.get(key) ?? [])]));
    },
    rel2: (c) => {
      const key = tripleKey(c);
      const known = related.get(key);
      if (known !== undefined) return known;
      const found = triplesOf(relatedByRules(key, cpop1, cpop2));
      related.set(key, found);
      return found;
    },
    interposed: (random) => {
      members ??= groupsOf(triples, groupOfSite);
      const group = random.pick(members) ?? [];
      const c = random.pick(group);
      const y = random.pick(group);
      if (c === undefined || y === undefined || c.g === y.g || c.object !== y.object || commute(c.op, y.op))
        return null;
      const before = random.below(2) === 0;
      const neighbours = triplesOf((before ? cpop1Back : cpop1).get(tripleKey(c)) ?? []);
      const neighbour = random.pick(neighbours);
      if (neighbour === undefined) return null;
      const [first, last] = before ? [neighbour, c] : [c, neighbour];
      return keepsOut(first, y) ? null : [first, y, last];
    },
    missed: (chain, run) => {
      const places = placesOf(run);
      for (const [earlier, later] of pairsOf(chain)) {
        const [a, b] = [tripleKey(earlier), tripleKey(later)];
        const pair = `${a}\n${b}`;
        if ((places.get(b) ?? Infinity) < (places.get(a) ?? Infinity)) misses.set(pair, (misses.get(pair) ?? 0) + 1);
      }
    },
    isPossible: (chain) =>
      pairsOf(chain).every(([earlier, later]) => {
        if (earlier.nth === null || later.nth === null) return true;
        const [a, b] = [tripleKey(earlier), tripleKey(later)];
        if (a === b) return false;
        if (earlier.g !== later.g)
          return (misses.get(`${a}\n${b}`) ?? 0) < enoughMisses || runs.some((places) => isInOrder([a, b], places));
        const run = runs.findLast((places) => places.has(a) && places.has(b));
        return run === undefined || isInOrder([a, b], run);
      }),
    groupOf: ([first]) => groupOfSite(first?.site ?? 0),
    isCovered: (chain) =>
      chain.every(({ nth }) => nth !== null) && runs.some((places) => isInOrder(chain.map(tripleKey), places)),
  };
}

/** Operations that have a primitive, by their groups. */
function groupsOf(
  triples: ReadonlyMap<string, Triple>,
  groupOfSite: (site: number) => number,
): readonly (readonly Triple[])[] {
  const groups = new Map<number, Triple[]>();
  for (const c of triples.values()) {
    if (c.object === '') continue;
    const group = groupOfSite(c.site);
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [c]);
    else members.push(c);
  }
  return [...groups.values()];
}

function placesOf(run: readonly Triple[]): ReadonlyMap<string, number> {
  return new Map(run.map((c, i) => [tripleKey(c), i]));
}

/** Every operation with every later one. */
function pairsOf(chain: Chain): readonly (readonly [Triple, Triple])[] {
  return chain.flatMap((earlier, i) => chain.slice(i + 1).map((later) => [earlier, later] as const));
}

/** Operations on one primitive that do the same in either order. */
function commute(a: Op, b: Op): boolean {
  return alike.some((ops) => ops.includes(a) && ops.includes(b));
}

const alike: readonly (readonly Op[])[] = [
  ['rlock', 'runlock', 'tryrlock'],
  ['atomic-load'],
  ['wg-add'],
  // A goroutine that waits continues after the last one, whichever that is.
  ['wg-done', 'wg-wait'],
];

/** Right behind the first, the second cannot happen: it needs what the first has taken. */
function keepsOut(first: Triple, second: Triple): boolean {
  if (first.object !== second.object) return false;
  return first.op === 'lock' || first.op === 'lock-wait' || (first.op === 'rlock' && second.op === 'unlock');
}

function isInOrder(keys: readonly string[], places: ReadonlyMap<string, number>): boolean {
  let last = -1;
  for (const key of keys) {
    const place = places.get(key);
    if (place === undefined || place <= last) return false;
    last = place;
  }
  return true;
}

/** Rules 2 to 4 read as a search: everything that a path of both kinds of edges reaches whose last edge is in CPOP2. */
function relatedByRules(
  from: string,
  cpop1: ReadonlyMap<string, ReadonlySet<string>>,
  cpop2: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set([from]);
  const found = new Set<string>();
  const work = [from];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    for (const next of cpop2.get(at) ?? []) found.add(next);
    for (const next of [...(cpop1.get(at) ?? []), ...(cpop2.get(at) ?? [])]) {
      if (reached.has(next)) continue;
      reached.add(next);
      work.push(next);
    }
  }
  return found;
}

function add(map: Map<string, Set<string>>, from: string, to: string): boolean {
  const set = map.get(from);
  if (set === undefined) map.set(from, new Set([to]));
  else if (set.has(to)) return false;
  else set.add(to);
  return true;
}
