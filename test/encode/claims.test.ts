// Small claims about what Go does: the right ones are proved, no wrong one is.

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { host, verifyFile } from './support.ts';

const directory = 'testdata/claims';

describe.skipIf(host === null)('claims', () => {
  for (const name of readdirSync(directory)) {
    test(name, () => {
      const { members } = verifyFile(`${directory}/${name}`);
      const about = (prefix: string) =>
        members.filter((member) => new RegExp(`\\b${prefix}[A-Z0-9]\\w*$`).test(member.function));
      const verdicts = (prefix: string) => about(prefix).map((member) => [member.function, member.verdict] as const);
      expect(verdicts('wrong').length).toBeGreaterThan(10);
      expect(verdicts('wrong').filter(([, verdict]) => verdict === 'proved' || verdict === 'trusted')).toEqual([]);
      expect(verdicts('right').filter(([, verdict]) => verdict !== 'proved')).toEqual([]);
    });
  }
});
