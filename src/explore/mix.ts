// The default strategy: a little of everything, and the systematic search once a test turns out to be small.

import { newDfs } from './dfs.ts';
import { newGopie } from './gopie.ts';
import { seedFor } from './random.ts';
import { decisionsOf, newFirst, newSampling } from './sampling.ts';
import { type Assignment, anyTime, type Completeness, type Strategy } from './strategy.ts';

/** Tests with more decisions in one run have too many interleavings for the systematic search. */
const smallDecisions = 60;
/** With no more than these the systematic search is likely to come to its end, which is worth more than a quick finding. */
const fewDecisions = 25;

type Part = 'gopie' | 'dfs' | 'random' | 'pct' | 'pos' | 'early';

/** With these it comes to its end within a few schedules, and nothing else is needed. */
const hardlyAnyDecisions = 4;

/** Which strategy gets the next schedule, in turn. What draws by chance comes first: on most tests it is quickest, and no search needs it. */
const turns: readonly Part[] = ['gopie', 'random', 'gopie', 'pos', 'gopie', 'dfs', 'gopie', 'random', 'early', 'pct'];
/** The same for tests with few decisions. */
const turnsForFew: readonly Part[] = [
  'gopie',
  'random',
  'pos',
  'dfs',
  'gopie',
  'early',
  'dfs',
  'random',
  'dfs',
  'early',
];
const turnsForHardlyAny: readonly Part[] = ['dfs', 'dfs', 'early', 'gopie'];
/** The same for tests whose runs do not end: few runs fit into the time, and priorities take them furthest. */
const turnsForLong: readonly Part[] = ['pct', 'random', 'pct', 'gopie'];

export function newMix(seed: number): Strategy {
  const first = newFirst();
  const dfs = newDfs(seedFor(seed, 'dfs'));
  const early = newDfs(seedFor(seed, 'dfs'), anyTime);
  const parts: Readonly<Record<Part, Strategy>> = {
    gopie: newGopie(seedFor(seed, 'gopie')),
    random: newSampling('random', seedFor(seed, 'random')),
    pct: newSampling('pct', seedFor(seed, 'pct')),
    pos: newSampling('pos', seedFor(seed, 'pos')),
    dfs,
    early,
  };
  const owners = new Map<Assignment, Strategy>();
  let turn = 0;
  /** The most decisions that a run had. */
  let decisions = 0;
  /** The first run was cut at a limit. */
  let endless = false;
  /** Some run has met a timer: then it matters when timers fire. */
  let timed = false;

  const take = (strategy: Strategy): Assignment | null => {
    const assignment = strategy.next();
    if (assignment !== null) owners.set(assignment, strategy);
    return assignment;
  };

  return {
    name: 'mix',
    next: () => {
      const begin = take(first);
      if (begin !== null) return begin;
      // All interleavings were run: nothing else can be learnt.
      if (isComplete(timed ? early : dfs)) return null;
      for (;;) {
        const order = orderFor(endless, decisions);
        const part = order[turn++ % order.length] as Part;
        if ((part === 'dfs' || part === 'early') && decisions > smallDecisions) continue;
        if (part === 'early' && !timed) continue;
        const assignment = take(parts[part]);
        if (assignment !== null) return assignment;
      }
    },
    observe: (assignment, record) => {
      const owner = owners.get(assignment);
      owners.delete(assignment);
      owner?.observe(assignment, record);
      // What is related to what can be learnt from any run.
      if (owner !== parts.gopie) parts.gopie.observe(assignment, record);
      if (record === null) return;
      if (owner === first) endless = record.end?.kind === 'limit';
      decisions = Math.max(decisions, decisionsOf(record));
      timed ||= record.end?.timed ?? false;
    },
    completeness: (): Completeness => {
      const said = (timed ? early : dfs).completeness();
      return said.kind === 'complete' ? said : { kind: 'open' };
    },
  };
}

function orderFor(endless: boolean, decisions: number): readonly Part[] {
  if (endless) return turnsForLong;
  if (decisions <= hardlyAnyDecisions) return turnsForHardlyAny;
  return decisions <= fewDecisions ? turnsForFew : turns;
}

function isComplete(dfs: Strategy): boolean {
  return dfs.completeness().kind === 'complete';
}
