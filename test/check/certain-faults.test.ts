// What goes wrong whoever calls: `// want [SEVERITY] RULE "regexp"` on the line of the operation, and nothing else.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/base/finding.ts';
import { flowProgram, supersededBy } from '../../src/check/analyse.ts';
import { certainFaults } from '../../src/check/certain-faults.ts';
import type { LoadResult } from '../../src/load/index.ts';
import { loadFiles, loadSource } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';
import { compareFindings } from '../support/want.ts';

function found(loaded: LoadResult): readonly Finding[] {
  expect(loaded.packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  const superseded = supersededBy(loaded.packages);
  const own = new Set(loaded.packages.map(({ types }) => types).filter((pkg) => !superseded.has(pkg)));
  return certainFaults(flowProgram(loaded), (pkg) => own.has(pkg));
}

describe('testdata/certain', () => {
  const files = readdirSync(join(root, 'testdata/certain'));
  test.each(files)('%s', (name) => {
    const text = readText(`testdata/certain/${name}`);
    const loaded = loadSource(text);
    expect(compareFindings(text, found(loaded), loaded.sources)).toEqual([]);
  });
});

describe('code of others counts', () => {
  const waits = `package p
type latch struct { c chan int }
func New() *latch { return &latch{c: make(chan int)} }
func (l *latch) Wait() { <-l.c }
`;
  const mod = { 'go.mod': 'module example.com/p\n\ngo 1.26\n' };

  test('a test of the same package may be the only one that gives', () => {
    const files = {
      ...mod,
      'p.go': waits,
      'p_test.go': `package p
import "testing"
func TestWait(t *testing.T) { l := New(); go func() { l.c <- 1 }(); l.Wait() }
`,
    };
    expect(found(loadFiles(files))).toEqual([]);
    expect(found(loadFiles({ ...mod, 'p.go': waits })).map(({ rule }) => rule)).toEqual(['goroutine-leak']);
  });

  test('so does what unsafe code may reach', () => {
    const odd = 'import "unsafe"\nfunc Odd(l *latch) unsafe.Pointer { return unsafe.Pointer(l) }\n';
    expect(found(loadSource(waits.replace('type latch', `${odd}type latch`)))).toEqual([]);
  });
});

test('what goroutines of main wait for when it returns is no leak; what main waits for is', () => {
  const rulesIn = (body: string): readonly string[] => {
    const text = `package main\nfunc main() {\n\tstop := make(chan bool)\n\t${body}\n}\n`;
    return found(loadSource(text)).map(({ rule }) => rule);
  };
  expect(rulesIn('go func() { <-stop }()')).toEqual([]);
  expect(rulesIn('<-stop')).toEqual(['goroutine-leak']);
});
