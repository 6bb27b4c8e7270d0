// The strategies by the names that users give them.

import { newThorough } from './dfs.ts';
import { newGopie } from './gopie.ts';
import { newMix } from './mix.ts';
import { newSampling } from './sampling.ts';
import type { Strategy } from './strategy.ts';

export const strategyNames = [
  'mix',
  'gopie',
  'gopie-without-feedback',
  'gopie-without-mutation',
  'random',
  'pct',
  'pos',
  'dfs',
] as const;
export type StrategyName = (typeof strategyNames)[number];

export function newStrategy(name: StrategyName, seed: number): Strategy {
  switch (name) {
    case 'mix':
      return newMix(seed);
    case 'gopie':
      return newGopie(seed);
    case 'gopie-without-feedback':
      return newGopie(seed, { feedback: false, mutation: true });
    case 'gopie-without-mutation':
      return newGopie(seed, { feedback: true, mutation: false });
    case 'random':
    case 'pct':
    case 'pos':
      return newSampling(name, seed);
    case 'dfs':
      return newThorough(seed);
  }
}
