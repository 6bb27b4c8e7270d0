// Which code is put under control: dependencies with tests of their own, and folders that are reached through links.

import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explore } from '../../src/driver/test.ts';
import { makeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';

const never = { isRequested: () => false, onRequest: () => {} };

// The pair locks in two orders: a deadlock that needs a schedule with a preemption inside the dependency.
const folder = makeFolder({
  'go.mod': 'module example.com/reach\n\ngo 1.19\n',
  'pair/pair.go': `package pair

import "sync"

type Pair struct{ a, b sync.Mutex }

func (p *Pair) There() { p.a.Lock(); p.b.Lock(); p.b.Unlock(); p.a.Unlock() }
func (p *Pair) Back()  { p.b.Lock(); p.a.Lock(); p.a.Unlock(); p.b.Unlock() }
`,
  'pair/pair_test.go': `package pair

import "testing"

func TestThere(t *testing.T) { new(Pair).There() }
`,
  'use/use_test.go': `package use

import (
	"testing"

	"example.com/reach/pair"
)

func TestBoth(t *testing.T) {
	var p pair.Pair
	done := make(chan bool)
	go func() { p.There(); done <- true }()
	p.Back()
	<-done
}
`,
});
const link = `${folder}-link`;
symlinkSync(folder, link);
afterAll(() => {
  rmSync(link);
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(installedGo === null)('under control', () => {
  const cases = [
    ['a package that has tests of its own, where another one is tested', folder, ['./use']],
    ['code in a folder that is reached through a link', link, ['./use', './pair']],
  ] as const;
  for (const [what, from, patterns] of cases) {
    test(`is ${what}`, { timeout: 240_000 }, async () => {
      const result = await explore({
        folder: from,
        patterns,
        tags: [],
        run: null,
        milliseconds: 60_000,
        schedules: 100,
        strategy: 'random',
        seed: 1,
        race: false,
        instrument: [],
        allow: [],
        workers: 2,
        save: join(folder, 'schedules'),
        describe: () => '',
        progress: () => {},
        interruption: never,
      });
      expect(result.diagnostics).toEqual([]);
      expect(result.results.map((one) => one.target.name)).toContain('TestBoth');
      expect(result.findings.map((one) => one.rule)).toEqual(['lock-order']);
      const file = result.sources.position(result.findings[0]?.span.pos ?? 0)?.file ?? '';
      expect(file.endsWith('pair/pair.go')).toBe(true);
    });
  }
});
