// Settings of the tests. Long conformance runs are commands of their own (see package.json), not tests.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One core for each file at a time: the default leaves one of two idle.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
