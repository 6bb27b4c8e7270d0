// `npm run golden`: writes the golden files beside the test data anew. Read the difference before it is committed.

import { packageCommand, run, runMain } from './lib/setup.mjs';

const tests = ['test/comm/golden.test.ts', 'test/ir/golden.test.ts', 'test/types/erase.test.ts'];

runMain(() => {
  run('golden files', packageCommand('vitest'), ['run', ...tests], { env: { ...process.env, GORDIAN_UPDATE: '1' } });
  return 0;
});
