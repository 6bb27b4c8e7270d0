// A sample of the comparison between verdicts and all interleavings of generated programs (`npm run fuzz:engines`).

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Children } from '../../src/driver/explore/process.ts';
import { compareEngines, writeModule } from '../support/engine-fuzz.ts';
import { installedGo } from '../support/go.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gordian-engines-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test.skipIf(installedGo === null)('check and test agree on generated programs', { timeout: 300_000 }, async () => {
  const folder = join(scratch, 'module');
  mkdirSync(folder);
  writeModule(folder, 30, 42);
  const children = new Children();
  const result = await compareEngines({ folder, scratch, children, schedules: 300, only: null, progress: () => {} });
  expect(result.wrongProofs).toEqual([]);
  expect(result.falseAlarms).toEqual([]);
  expect(result.complete).toBeGreaterThan(25);
  expect(result.undecided).toBe(0);
  expect(result.agreed).toBeGreaterThan(150);
});
