// Settings of the tests. Long conformance runs are commands of their own (see package.json), not tests.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Ends what hangs; machines may be busy, so no test relies on being quick.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One core for each file at a time: the default leaves one of two idle.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
