// Settings of the tests. Long conformance runs are commands of their own (see package.json), not tests.

import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';

/** Where the go command keeps what it has built: tests that move the caches of the user leave this one where it is. */
function goCache(): Readonly<Record<string, string>> {
  const { status, stdout } = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' });
  return status === 0 ? { GOCACHE: stdout.trim() } : {};
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/each-file.ts'],
    // Phases have no ambient state, so files can share a process: modules are loaded, and compiled by the engine, once for each process.
    isolate: false,
    env: goCache(),
    // Ends what hangs; machines may be busy, so no test relies on being quick.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One core for each file at a time: the default leaves one of two idle.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
