// The quick ones of the attacks on the tool itself; all of them: npm run attack:tool.

import { expect, test } from 'vitest';
import { attacks, outcomeOf } from '../support/tool-attacks.ts';

test.skipIf(process.platform === 'win32').each(attacks.filter(({ quick }) => quick).map((one) => ({ ...one, one })))(
  '$row: $name',
  async ({ one }) => {
    expect(await outcomeOf(one)).toEqual([]);
  },
);
