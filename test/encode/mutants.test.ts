// Mutants of the verified examples: what is proved all the same is listed with its reason, and nothing else is.

import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSuiteFile } from '../conformance/gobra-front-end.ts';
import { optionsOf } from '../conformance/gobra-suite.ts';
import { contractMutants, mutated } from '../support/contract-mutants.ts';
import { judgeMutant, originalOf } from '../support/judge-mutant.ts';
import { host } from './support.ts';

/** The changed line of each mutant that is proved, and why that is no wrong proof. */
const survivors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'counter.go': {
    '// @ fold c.Ready(); fold c.Ready()': 'some permission is left each time',
    '// @ unfold acc(c.Ready(), _); unfold acc(c.Ready(), _)': 'some permission is left each time',
    'c.mu.Lock(); c.mu.Lock()': 'blocks forever, which contracts do not exclude',
    'c.n++; c.n++': 'the invariant allows any larger number',
    'without c.n++': 'the invariant allows the same number',
    'without c.mu.Unlock()': 'blocks the others forever, which contracts do not exclude',
    'without n = c.n': 'the result is 0, which the contract allows',
    'go c.Add(); go c.Add()': 'each needs some permission only',
    'without go c.Add()': 'nothing is promised of it',
  },
};

describe.skipIf(host === null)('mutants of examples/verify', () => {
  for (const name of Object.keys(survivors)) {
    test(`${name}: those that are proved are the ones listed`, () => {
      const path = resolve('examples/verify', name);
      const text = readFileSync(path, 'utf8');
      const file = {
        name: basename(path),
        path,
        expected: [],
        column: 'verify-ok',
        options: optionsOf(text, path),
      } as const;
      const load = (changed?: string) => loadSuiteFile(file, resolve('specs'), changed);
      const loaded = load();
      const tree = loaded.packages[0]?.files.find((one) => loaded.sources.fileOf(one.pos)?.path === path);
      const base = tree === undefined ? undefined : loaded.sources.fileOf(tree.pos)?.base;
      if (host === null || tree === undefined || base === undefined) throw new Error('not loaded');
      const original = originalOf(loaded, host, {});
      if (original === null) throw new Error('not proved');
      const proved = new Set<string>();
      const counts = { failed: 0, proved: 0, other: 0 };
      for (const mutant of contractMutants(tree, text, base)) {
        const changed = mutated(text, mutant);
        const { kind } = judgeMutant(original, load(changed), host, {});
        counts[kind === 'failed' || kind === 'proved' ? kind : 'other']++;
        if (kind !== 'proved') continue;
        const line = text.slice(0, mutant.start).split('\n').length - 1;
        const [before = '', after = ''] = [text, changed].map((whole) => (whole.split('\n')[line] ?? '').trim());
        proved.add(after === '' ? `without ${before}` : after);
      }
      expect([...proved].sort()).toEqual(Object.keys(survivors[name] ?? {}).sort());
      expect(counts.failed).toBeGreaterThan(2 * counts.proved);
      expect(counts.other).toBe(0);
    });
  }
});
