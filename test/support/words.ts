// What fragments say in words, for tests that compare what a user reads.

import type { Fragment } from '../../src/base/finding.ts';
import { assumptionText, reasonsText } from '../../src/report/index.ts';

export function reasonOf({ reasons }: Pick<Fragment, 'reasons'>): string {
  return reasonsText(reasons, () => '');
}

export function assumptionsOf({ assumptions }: Pick<Fragment, 'assumptions'>): readonly string[] {
  return assumptions.map(assumptionText);
}
