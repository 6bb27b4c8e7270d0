// GoPie's strategy: run chains, learn from what they did, mutate those that took effect (section III-D of the paper).
//
// What is new beside the paper: a chain that some run has followed already is not run but mutated at once, one whose order
// cannot be had is neither; and of three chains two let another goroutine come between two operations of one.

import { type Chain, chainKey, isChain, mutants, type Operator, type Triple, triplesOf } from './chain.ts';
import { type Knowledge, newKnowledge } from './knowledge.ts';
import type { OpPattern } from './protocol.ts';
import { newRandom, type Random } from './random.ts';
import { type Assignment, anyTime, type Strategy } from './strategy.ts';

/** Parts that can be switched off, to measure what each is worth. */
export interface GopieOptions {
  /** Off: chains are put together from operations seen anywhere, and mutated whether they took effect or not. */
  readonly feedback: boolean;
  /** Off: no chain is ever run. */
  readonly mutation: boolean;
}

const operators: readonly Operator[] = ['abridge', 'flip', 'substitute', 'augment'];
/** Longer chains hardly ever take effect. */
const maxLength = 8;
/** Mutants taken of one chain at a time; a chain that showed something new gets more. */
const usualMutants = 4;
const interestingMutants = 12;
/** Chains that wait to be run; beyond this the choice among them is random anyway. */
const maxWaiting = 4000;
/** How often chains are drawn in search of one that is worth a run. */
const drawsInterposed = 60;
const drawsMutated = 50;
/** Chains among which the one of the primitive that was served least is taken. */
const drawsFair = 4;

export function newGopie(seed: number, options: GopieOptions = { feedback: true, mutation: true }): Strategy {
  const random = newRandom(seed);
  const knowledge = newKnowledge();
  const seen = new Set<string>();
  const waiting: Chain[] = [];
  /** Chains that took effect: where to go on once nothing waits. */
  const effective: Chain[] = [];
  const running = new Map<Assignment, Chain>();
  /** Chains that were run for each primitive. */
  const served = new Map<number, number>();
  let count = 0;

  const offer = (chain: Chain): void => {
    if (chain.length > maxLength || waiting.length >= maxWaiting) return;
    if (isNew(chain)) waiting.push(chain);
  };

  const isNew = (chain: Chain): boolean => {
    const key = chainKey(chain);
    if (seen.has(key) || !knowledge.isPossible(chain)) return false;
    seen.add(key);
    return true;
  };

  const learn = (run: readonly Triple[]): readonly Chain[] => {
    const fresh = knowledge.learn(run);
    if (options.feedback) for (const pair of fresh) offer(pair);
    return fresh;
  };

  const mutate = (chain: Chain, limit: number): void => {
    const all = operators.flatMap((operator) => mutants(chain, operator, knowledge));
    for (let i = 0; i < limit && all.length > 0; i++) {
      const at = random.below(all.length);
      offer(all[at] as Chain);
      all[at] = all.at(-1) as Chain;
      all.pop();
    }
  };

  /** By chance, but so that a primitive with which much is done does not leave others nothing. */
  const draw = (chains: readonly Chain[]): number => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < drawsFair; i++) {
      const at = random.below(chains.length);
      const share = served.get(knowledge.groupOf(chains[at] as Chain)) ?? 0;
      if (share < least) [best, least] = [at, share];
    }
    return best;
  };

  const takeWaiting = (): Chain => {
    const at = draw(waiting);
    const chain = waiting[at] as Chain;
    waiting[at] = waiting.at(-1) as Chain;
    waiting.pop();
    return chain;
  };

  const interposed = (): Chain | null => {
    for (let i = 0; i < drawsInterposed; i++) {
      const chain = knowledge.interposed(random);
      if (chain === null || !isNew(chain)) continue;
      if (!knowledge.isCovered(chain)) return chain;
      effective.push(chain);
    }
    return null;
  };

  const mutated = (): Chain | null => {
    for (let i = 0; i < drawsMutated; i++) {
      if (waiting.length === 0) {
        // What already took effect is mutated further when nothing is left; chance decides where.
        if (effective.length === 0) return null;
        mutate(effective[draw(effective)] as Chain, usualMutants);
        continue;
      }
      const chain = takeWaiting();
      if (!knowledge.isPossible(chain)) continue;
      if (!knowledge.isCovered(chain)) return chain;
      effective.push(chain);
      mutate(chain, usualMutants);
    }
    return null;
  };

  const nextChain = (): Chain => {
    if (!options.mutation) return [];
    if (!options.feedback) return unguided(knowledge, random);
    return (count % 3 === 0 ? null : interposed()) ?? mutated() ?? [];
  };

  return {
    name: options.feedback ? (options.mutation ? 'gopie' : 'gopie-without-mutation') : 'gopie-without-feedback',
    next: () => {
      const chain = count === 0 ? [] : nextChain();
      const group = knowledge.groupOf(chain);
      served.set(group, (served.get(group) ?? 0) + 1);
      const ops = chain.map(({ g, site, nth }): OpPattern => ({ site, op: null, g, object: null, arm: null, nth }));
      const assignment: Assignment = {
        // The rest of the run is random, as Go's own scheduler is.
        spec: ops.length === 0 ? { kind: 'random' } : { kind: 'chain', ops, then: { kind: 'random' } },
        seed: random.seed(),
        record: 'events',
        earlyNs: count % 2 === 1 ? anyTime : 0,
      };
      count++;
      running.set(assignment, chain);
      return assignment;
    },
    observe: (assignment, record) => {
      const chain = running.get(assignment) ?? [];
      running.delete(assignment);
      // A run that was cut short says nothing about the chain.
      if (record === null || record.end?.kind === 'limit') return;
      const run = triplesOf(record);
      const fresh = learn(run);
      if (!options.feedback || !options.mutation || chain.length === 0) return;
      if ((record.end?.effect ?? -1) < chain.length) {
        knowledge.missed(chain, run);
        return;
      }
      effective.push(chain);
      mutate(chain, fresh.length > 0 ? interestingMutants : usualMutants);
    },
    completeness: () => ({ kind: 'open' }),
  };
}

/** A chain of operations taken at random from all that were seen. */
function unguided(knowledge: Knowledge, random: Random): Chain {
  const all = [...knowledge.triples.values()];
  const chain: Chain[number][] = [];
  const length = 2 + random.below(3);
  for (let tries = 0; tries < 20 && chain.length < length; tries++) {
    const next = random.pick(all);
    if (next !== undefined && isChain([...chain, next])) chain.push(next);
  }
  return chain;
}
