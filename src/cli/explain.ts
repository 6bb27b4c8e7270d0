// `gordian explain RULE`: the table's row for a rule or an error code.

import { nearestNames } from '../base/nearest.ts';
import { explainRule, rules } from '../driver/index.ts';
import { UsageError, writeOut } from './output.ts';

export function explainCommand(name: string): number {
  const rule = rules.get(name);
  if (rule === undefined) {
    const near = nearestNames(name, rules.keys());
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    throw new UsageError(`there is no rule or error code ${JSON.stringify(name)}${hint}`);
  }
  writeOut(explainRule(rule));
  return 0;
}
