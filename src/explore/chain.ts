// Scheduling chains: GoPie's data and rules, section III of the paper.
//
// An operation is a triple of goroutine, primitive and place. A chain is a sequence of operations, neighbours in
// different goroutines, that are to happen in this order. What is related to what is learnt from runs:
//
//   CPOP1  two operations that one goroutine performs one after the other
//   CPOP2  two operations of different goroutines that follow each other on one primitive
//   rule 1   c' in Rel1(c)  if  (c, c') in CPOP1
//   rule 2   c' in Rel2(c)  if  (c, c') in CPOP2
//   rule 3   c'' in Rel2(c)  if  c' in Rel1(c) and c'' in Rel2(c')
//   rule 4   c'' in Rel2(c)  if  c' in Rel2(c) and c'' in Rel2(c')

import type { Op, RunRecord } from './protocol.ts';

/** An operation as chains name it. */
export interface Triple {
  /** Path of the goroutine. */
  readonly g: string;
  /** Name of the primitive: it says which operations of one run meet. */
  readonly object: string;
  readonly site: number;
}

export type Chain = readonly Triple[];

/** Without the primitive: one that nobody made is named after who meets it first, which schedules change. */
export function tripleKey({ g, site }: Triple): string {
  return `${g} ${site}`;
}

export function chainKey(chain: Chain): string {
  return chain.map(tripleKey).join('\n');
}

/** Whether neighbours run in different goroutines, so that their order is the scheduler's to decide. */
export function isChain(chain: Chain): boolean {
  return chain.length > 0 && chain.every((one, i) => i === 0 || (chain[i - 1] as Triple).g !== one.g);
}

/** What runs have shown. */
export interface Knowledge {
  readonly triples: ReadonlyMap<string, Triple>;
  readonly cpop1: ReadonlyMap<string, ReadonlySet<string>>;
  readonly cpop2: ReadonlyMap<string, ReadonlySet<string>>;
  /** Takes in a run; gives the CPOP2 pairs that no run had shown before. */
  readonly learn: (run: readonly Triple[]) => readonly Chain[];
  /** Operations before or after `c` in its goroutine: rule 1 read in both directions, as `substitute` needs it. */
  readonly rel1: (c: Triple) => readonly Triple[];
  /** Rules 2 to 4. */
  readonly rel2: (c: Triple) => readonly Triple[];
}

export function newKnowledge(): Knowledge {
  const triples = new Map<string, Triple>();
  const cpop1 = new Map<string, Set<string>>();
  const cpop1Back = new Map<string, Set<string>>();
  const cpop2 = new Map<string, Set<string>>();
  let related = new Map<string, readonly Triple[]>();
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
        if (other !== undefined && other.g !== c.g && add(cpop2, tripleKey(other), key)) {
          fresh.push([other, c]);
          changed = true;
        }
        lastOn.set(c.object, c);
      }
      if (changed) related = new Map();
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
  };
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

// ---------------------------------------------------------------------------------------------------------------
// Mutation

export type Operator = 'abridge' | 'flip' | 'substitute' | 'augment';

/** All chains that one application of an operator makes of a chain. */
export function mutants(chain: Chain, operator: Operator, knowledge: Knowledge): readonly Chain[] {
  return candidates(chain, operator, knowledge).filter(isChain);
}

function candidates(chain: Chain, operator: Operator, knowledge: Knowledge): readonly Chain[] {
  switch (operator) {
    case 'abridge':
      return chain.length < 2 ? [] : [chain.slice(1), chain.slice(0, -1)];
    case 'flip':
      return chain.slice(1).map((right, i) => {
        const left = chain[i] as Triple;
        return [...chain.slice(0, i), right, left, ...chain.slice(i + 2)];
      });
    case 'substitute':
      return chain.flatMap((c, i) =>
        knowledge.rel1(c).map((other) => [...chain.slice(0, i), other, ...chain.slice(i + 1)]),
      );
    case 'augment': {
      const tail = chain.at(-1);
      return tail === undefined ? [] : knowledge.rel2(tail).map((other) => [...chain, other]);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// From records

/** Operations that are places to schedule at: not beginnings, which every goroutine has, nor second halves of others. */
const schedulable: ReadonlySet<Op> = new Set<Op>([
  'send',
  'recv',
  'close',
  'select',
  'lock',
  'unlock',
  'rlock',
  'runlock',
  'trylock',
  'tryrlock',
  'wg-add',
  'wg-done',
  'wg-wait',
  'cond-wait',
  'cond-signal',
  'cond-broadcast',
  'once',
  'atomic-load',
  'atomic-store',
  'atomic-rmw',
]);

/** The operations of a run in order; both sides of a rendezvous, the sender first. */
export function triplesOf(record: RunRecord): readonly Triple[] {
  const triples: Triple[] = [];
  const path = (g: number): string => record.goroutines.get(g)?.path ?? '';
  for (const event of record.events) {
    if (event.g === 0 || !schedulable.has(event.op)) continue;
    const object = record.objects.get(event.o)?.name ?? '';
    triples.push({ g: path(event.g), object, site: event.s });
    if (event.with !== 0 && event.ws !== 0) triples.push({ g: path(event.with), object, site: event.ws });
  }
  return triples;
}
