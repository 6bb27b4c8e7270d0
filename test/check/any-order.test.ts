// What a look at a fragment finds, and the work that it counts, do not depend on what was looked at before: other processes look at others.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepare } from '../../src/check/analyse.ts';
import { analysable, loadForAnalysis } from '../../src/check/load.ts';
import { modelsFolder } from '../../src/driver/host/installation.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { root } from '../support/repository.ts';

const limits = { states: 5_000, work: 30_000, totalWork: null, milliseconds: 600_000 };

/** What is found of each root, by its name, where the roots are looked at in this order. */
function looks(dir: string, pattern: string, order: (count: number) => readonly number[]): ReadonlyMap<string, string> {
  const load = { patterns: [pattern], cwd: dir, tests: true, goos: 'linux', goarch: 'amd64', models: modelsFolder() };
  const loaded = loadForAnalysis(nodeHost(dir, {}), load);
  const input = { ...loaded, packages: analysable(loaded), limits, now: () => 0, progress: () => {}, only: null };
  const stage = prepare(input);
  const found = new Map<string, string>();
  for (const at of order(stage.roots.length)) {
    const { checked, worked } = stage.look({ at, round: 2, position: at, work: limits.work });
    const said = checked === null ? null : { ...checked, root: null, program: null, again: null, inPart: null };
    found.set(
      stage.roots[at]?.id ?? '',
      JSON.stringify([worked, said], (_, value) => bySize(value)),
    );
  }
  return found;
}

function bySize(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value instanceof Map ? [...value] : value;
}

const forwards = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

test.each([
  ['testdata/servers', './broken/...'],
  ['testdata/parametric/patterns', './...'],
])('%s, from either end, and some of them alone', (name, pattern) => {
  const dir = join(root, name);
  const one = looks(dir, pattern, forwards);
  expect(one.size).toBeGreaterThan(5);
  const other = looks(dir, pattern, (count) => [...forwards(count)].reverse());
  const some = looks(dir, pattern, (count) => [Math.floor(count / 2), 3, count - 1]);
  for (const [id, text] of one) expect(other.get(id), id).toBe(text);
  for (const [id, text] of some) expect(text, id).toBe(one.get(id));
});
