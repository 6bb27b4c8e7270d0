// GoPie's chains: the paper's own example, step by step, and the loop of running, learning and mutating.

import { describe, expect, test } from 'vitest';
import { type Chain, chainKey, mutants, type Triple, triplesOf } from '../../src/explore/chain.ts';
import { newGopie } from '../../src/explore/gopie.ts';
import { newKnowledge } from '../../src/explore/knowledge.ts';
import type { EventLine, Op, RunRecord, StrategySpec } from '../../src/explore/protocol.ts';
import { newRandom } from '../../src/explore/random.ts';

/** What the lines of the paper's Figure 1 do. */
const lines: Readonly<Record<number, Op>> = {
  9: 'recv',
  10: 'lock',
  12: 'unlock',
  17: 'lock',
  19: 'send',
  20: 'unlock',
};

/** Operations of the paper's Figure 1 by goroutine and line; rounds are not told apart there. */
function op(g: string, line: number, nth: number | null = null): Triple {
  return { g, object: line === 9 || line === 19 ? 'chan' : 'mutex', op: lines[line] as Op, site: line, nth };
}

/** The normal run of Figure 3: G2 hands over to G1, G1 has the lock, then the same with G3. */
const normal = [
  op('G2', 17),
  op('G1', 9),
  op('G2', 19),
  op('G2', 20),
  op('G1', 10),
  op('G1', 12),
  op('G3', 17),
  op('G1', 9),
  op('G3', 19),
  op('G3', 20),
  op('G1', 10),
  op('G1', 12),
];

const keys = (chains: readonly Chain[]): readonly string[] => chains.map(chainKey);

describe('what a run shows', () => {
  const knowledge = newKnowledge();
  const fresh = knowledge.learn(normal);

  test('are the pairs of Table II', () => {
    const has = (from: Triple, to: Triple): boolean =>
      knowledge.rel1(from).some((other) => chainKey([other]) === chainKey([to]));
    for (const [a, b] of [
      [op('G1', 9), op('G1', 10)],
      [op('G1', 10), op('G1', 12)],
      [op('G1', 12), op('G1', 9)],
      [op('G2', 17), op('G2', 19)],
      [op('G2', 19), op('G2', 20)],
      [op('G3', 17), op('G3', 19)],
      [op('G3', 19), op('G3', 20)],
    ] as const) {
      expect(has(a, b)).toBe(true);
      expect(has(b, a), 'also backwards').toBe(true);
    }
    const pairs = keys(fresh);
    for (const pair of [
      [op('G1', 9), op('G2', 19)],
      [op('G2', 19), op('G1', 9)],
      [op('G1', 9), op('G3', 19)],
      [op('G2', 20), op('G1', 10)],
      [op('G1', 12), op('G3', 17)],
      [op('G3', 20), op('G1', 10)],
    ])
      expect(pairs).toContain(chainKey(pair));
    expect(knowledge.learn(normal)).toEqual([]);
  });

  test('rule 3 and rule 4 relate what no run had side by side', () => {
    const related = keys(knowledge.rel2(op('G2', 19)).map((c) => [c]));
    // G2 sends, then unlocks (rule 1); G1 locks after that unlock (rule 2); so G1's lock is related to the send (rule 3).
    expect(related).toContain(chainKey([op('G1', 10)]));
    // G1's unlock precedes G3's lock, and both are related to what came before (rule 4).
    expect(related).toContain(chainKey([op('G3', 17)]));
  });

  test('leads by the steps of Table III to the chain that triggers the bug', () => {
    const steps: readonly (readonly ['substitute' | 'augment' | 'flip', Chain])[] = [
      ['substitute', [op('G2', 19), op('G1', 10)]],
      ['substitute', [op('G2', 19), op('G1', 12)]],
      // The table calls this step Abridge; it makes the chain longer, which is Augment.
      ['augment', [op('G2', 19), op('G1', 12), op('G3', 17)]],
      ['flip', [op('G2', 19), op('G3', 17), op('G1', 12)]],
      ['substitute', [op('G2', 19), op('G3', 17), op('G1', 10)]],
    ];
    let chain: Chain = [op('G2', 20), op('G1', 10)];
    for (const [operator, next] of steps) {
      expect(keys(mutants(chain, operator, knowledge))).toContain(chainKey(next));
      chain = next;
    }
  });

  test('never puts two neighbours into one goroutine', () => {
    const chain = [op('G2', 20), op('G1', 10), op('G3', 17)];
    for (const operator of ['abridge', 'flip', 'substitute', 'augment'] as const)
      for (const mutant of mutants(chain, operator, knowledge))
        for (let i = 1; i < mutant.length; i++) expect(mutant[i]?.g).not.toBe(mutant[i - 1]?.g);
  });

  test('abridge takes from either end, and leaves one', () => {
    const chain = [op('G2', 20), op('G1', 10)];
    expect(keys(mutants(chain, 'abridge', knowledge))).toEqual([chainKey([op('G1', 10)]), chainKey([op('G2', 20)])]);
    expect(mutants([op('G2', 20)], 'abridge', knowledge)).toEqual([]);
  });
});

/** A record of a run with these operations, each a step of its own. */
function recordOf(run: readonly Triple[], effect: number): RunRecord {
  const names = [...new Set(run.map((c) => c.g))];
  const objects = ['chan', 'mutex'];
  return {
    fault: null,
    head: null,
    goroutines: new Map(names.map((path, i) => [i + 1, { t: 'g', g: i + 1, parent: 0, path, s: 0 }])),
    objects: new Map(objects.map((name, i) => [i + 1, { t: 'o', o: i + 1, kind: 'mutex', name, cap: 0, s: 0 }])),
    events: run.map(
      (c, i): EventLine => ({
        t: 'e',
        i: i + 1,
        g: names.indexOf(c.g) + 1,
        op: c.op,
        o: objects.indexOf(c.object) + 1,
        s: c.site,
        arm: null,
        with: 0,
        ws: 0,
        warm: null,
        n: 2,
      }),
    ),
    uncontrolled: [],
    defects: [],
    end: {
      t: 'end',
      kind: 'passed',
      message: '',
      g: 0,
      s: 0,
      stack: '',
      steps: run.length,
      now: 0,
      stuck: [],
      effect,
      uncontrolled: false,
      timed: false,
      random: false,
      early: false,
      failed: [],
    },
  };
}

function chainOf(spec: StrategySpec): string {
  return spec.kind === 'chain' ? spec.ops.map((o) => `${o.g}:${o.site}`).join(' ') : '';
}

describe('the strategy', () => {
  /** Runs until the chain that triggers the bug comes; how many schedules that took. */
  function schedulesUntil(target: string, seed: number, options?: { feedback: boolean; mutation: boolean }): number {
    const strategy = newGopie(seed, options);
    for (let count = 1; count <= 3000; count++) {
      const assignment = strategy.next();
      if (assignment === null) return Number.POSITIVE_INFINITY;
      const chain = chainOf(assignment.spec);
      if (chain === target) return count;
      const length = assignment.spec.kind === 'chain' ? assignment.spec.ops.length : -1;
      strategy.observe(assignment, recordOf(normal, length));
    }
    return Number.POSITIVE_INFINITY;
  }

  test('comes to the chain that triggers the bug, whatever the seed', () => {
    for (let seed = 1; seed <= 5; seed++) expect(schedulesUntil('G2:19 G3:17 G1:10', seed)).toBeLessThan(3000);
  });

  test('is the same for the same seed', () => {
    expect(schedulesUntil('G2:19 G3:17 G1:10', 7)).toBe(schedulesUntil('G2:19 G3:17 G1:10', 7));
  });

  test('runs no chain without mutation', () => {
    expect(schedulesUntil('G2:19 G3:17 G1:10', 1, { feedback: true, mutation: false })).toBe(Number.POSITIVE_INFINITY);
  });

  /** All chains that it hands out while every run is the normal one. */
  function chainsRun(seed: number, effect: (chain: Chain) => number): readonly Chain[] {
    const strategy = newGopie(seed);
    const run = triplesOf(recordOf(normal, 0));
    const chains: Chain[] = [];
    for (let i = 0; i < 400; i++) {
      const assignment = strategy.next();
      if (assignment === null) break;
      const ops = assignment.spec.kind === 'chain' ? assignment.spec.ops : [];
      const chain = ops.map((o) => run.find((c) => c.g === o.g && c.site === o.site && c.nth === o.nth) as Triple);
      if (chain.length > 0) chains.push(chain);
      strategy.observe(assignment, recordOf(normal, effect(chain)));
    }
    return chains;
  }

  test('does not run what a run has shown already, nor what no run can show', () => {
    const run = triplesOf(recordOf(normal, 0));
    const places = new Map(run.map((c, i) => [chainKey([c]), i]));
    for (const chain of chainsRun(3, (all) => all.length)) {
      const order = chain.map((c) => places.get(chainKey([c])) as number);
      expect(
        order.every((place, i) => i === 0 || (order[i - 1] as number) < place),
        chainKey(chain),
      ).toBe(false);
      expect(new Set(order).size).toBe(order.length);
      for (const g of ['G1', 'G2', 'G3']) {
        const own = order.filter((_, i) => chain[i]?.g === g);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
    }
  });

  test('does not mutate a chain that took no effect', () => {
    const longest = (chains: readonly Chain[]): number => Math.max(...chains.map((chain) => chain.length));
    const run = triplesOf(recordOf(normal, 0));
    const knowledge = newKnowledge();
    knowledge.learn(run);
    for (const chain of chainsRun(5, () => 0)) {
      // One change away from what the run itself shows.
      const without = chain.map((_, i) => chain.filter((__, k) => k !== i));
      expect(without.some(knowledge.isCovered), chainKey(chain)).toBe(true);
    }
    expect(longest(chainsRun(5, (chain) => chain.length))).toBeGreaterThan(4);
  });
});

describe('orders', () => {
  const run = triplesOf(recordOf(normal, 0));

  test('tell the rounds of a loop apart', () => {
    expect(run.filter((c) => c.g === 'G1').map((c) => `${c.site}#${c.nth}`)).toEqual([
      '9#1',
      '10#1',
      '12#1',
      '9#2',
      '10#2',
      '12#2',
    ]);
  });

  test('are covered once a run had them', () => {
    const knowledge = newKnowledge();
    const chain = [op('G2', 20, 1), op('G1', 10, 1), op('G3', 17, 1)];
    expect(knowledge.isCovered(chain)).toBe(false);
    knowledge.learn(run);
    expect(knowledge.isCovered(chain)).toBe(true);
    expect(knowledge.isCovered([op('G3', 17, 1), op('G1', 10, 1)])).toBe(false);
    expect(knowledge.isCovered([op('G3', 17, 1), op('G1', 10, 2)])).toBe(true);
    expect(knowledge.isCovered([op('G2', 20), op('G1', 10)]), 'of any round').toBe(false);
  });

  test('that were asked for in vain are given up, unless a run had them', () => {
    const knowledge = newKnowledge();
    const impossible = [op('G1', 10, 1), op('G2', 17, 1)];
    const seen = [op('G2', 20, 1), op('G1', 10, 1)];
    knowledge.learn(run);
    expect(knowledge.isPossible(impossible)).toBe(true);
    for (let i = 0; i < 3; i++) {
      knowledge.missed(impossible, run);
      knowledge.missed(seen, [...run].reverse());
    }
    expect(knowledge.isPossible(impossible)).toBe(false);
    expect(knowledge.isPossible([...impossible, op('G3', 20, 1)]), 'as a part').toBe(false);
    expect(knowledge.isPossible(seen)).toBe(true);
    expect(knowledge.isPossible([op('G2', 19, 1), op('G1', 9, 1), op('G2', 19, 1)]), 'twice').toBe(false);
    expect(knowledge.isPossible([op('G2', 20, 1), op('G1', 9, 1), op('G2', 17, 1)]), 'backwards').toBe(false);
  });

  test('that make no difference are no pair', () => {
    const knowledge = newKnowledge();
    const of = (g: string, what: Op): Triple => ({ g, object: 'o', op: what, site: g === 'a' ? 1 : 2, nth: 1 });
    for (const [one, two] of [
      ['rlock', 'runlock'],
      ['atomic-load', 'atomic-load'],
      ['wg-done', 'wg-done'],
      ['wg-done', 'wg-wait'],
    ] as const)
      expect(knowledge.learn([of('a', one), of('b', two)])).toEqual([]);
    expect(knowledge.learn([of('a', 'rlock'), of('b', 'lock-wait')])).toHaveLength(1);
  });

  test('let another goroutine come between, where it can', () => {
    const knowledge = newKnowledge();
    knowledge.learn(run);
    const random = newRandom(1);
    const drawn = new Set<string>();
    for (let i = 0; i < 4000; i++) {
      const chain = knowledge.interposed(random);
      if (chain !== null) drawn.add(chainKey(chain));
    }
    expect(drawn).toContain(chainKey([op('G1', 9, 1), op('G3', 17, 1), op('G1', 10, 1)]));
    expect(drawn, 'the lock is held').not.toContain(chainKey([op('G1', 10, 1), op('G3', 17, 1), op('G1', 12, 1)]));
    expect(drawn, 'nothing of theirs').not.toContain(chainKey([op('G2', 17, 1), op('G1', 12, 1), op('G2', 19, 1)]));
  });

  test('of a writer that waits begin when it begins to wait', () => {
    const steps: readonly (readonly [g: string, what: Op])[] = [
      ['r', 'rlock'],
      ['w', 'lock-wait'],
      ['r', 'runlock'],
      ['w', 'lock'],
      ['w', 'unlock'],
    ];
    const triples = steps.map(([g, what]) => ({ g, object: 'mutex', op: what, site: what.length, nth: null }));
    expect(triplesOf(recordOf(triples, 0)).map((c) => `${c.g} ${c.op}`)).toEqual([
      'r rlock',
      'w lock-wait',
      'r runlock',
      'w unlock',
    ]);
  });
});
