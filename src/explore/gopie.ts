// GoPie's strategy: run chains, learn from what they did, mutate those that took effect (section III-D of the paper).

import {
  type Chain,
  chainKey,
  isChain,
  type Knowledge,
  mutants,
  newKnowledge,
  type Operator,
  triplesOf,
} from './chain.ts';
import type { OpPattern, RunRecord } from './protocol.ts';
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

export function newGopie(seed: number, options: GopieOptions = { feedback: true, mutation: true }): Strategy {
  const random = newRandom(seed);
  const knowledge = newKnowledge();
  const seen = new Set<string>();
  const waiting: Chain[] = [];
  /** Chains that took effect: where to go on once nothing waits. */
  const effective: Chain[] = [];
  const running = new Map<Assignment, Chain>();
  let count = 0;

  const offer = (chain: Chain): void => {
    if (chain.length > maxLength || waiting.length >= maxWaiting) return;
    const key = chainKey(chain);
    if (seen.has(key)) return;
    seen.add(key);
    waiting.push(chain);
  };

  const learn = (record: RunRecord): readonly Chain[] => {
    const fresh = knowledge.learn(triplesOf(record));
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

  const nextChain = (): Chain => {
    if (!options.mutation) return [];
    if (!options.feedback) return unguided(knowledge, random);
    // What already took effect is mutated further when nothing is left; chance decides where.
    for (let i = 0; i < 4 && waiting.length === 0 && effective.length > 0; i++)
      mutate(random.pick(effective) as Chain, usualMutants);
    if (waiting.length === 0) return [];
    const at = random.below(waiting.length);
    const chain = waiting[at] as Chain;
    waiting[at] = waiting.at(-1) as Chain;
    waiting.pop();
    return chain;
  };

  return {
    name: options.feedback ? (options.mutation ? 'gopie' : 'gopie-without-mutation') : 'gopie-without-feedback',
    next: () => {
      const chain = count === 0 ? [] : nextChain();
      const ops = chain.map(({ g, site }): OpPattern => ({ site, op: null, g, object: null, arm: null }));
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
      const fresh = learn(record);
      if (!options.feedback || !options.mutation || chain.length === 0) return;
      if ((record.end?.effect ?? -1) < chain.length) return;
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
