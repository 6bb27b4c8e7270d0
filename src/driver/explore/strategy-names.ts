// The strategies that a user can name.

import { type StrategyName, strategyNames } from '../../explore/index.ts';

export const strategyList = strategyNames.join(', ');

export function isStrategyName(text: string): text is StrategyName {
  return (strategyNames as readonly string[]).includes(text);
}
