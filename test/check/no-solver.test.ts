// Where there is no solver, nothing that needs one is claimed, and it is said what was left out.

import { expect, test } from 'vitest';
import { HostError } from '../../src/base/host.ts';
import { checkPackages } from '../../src/check/check.ts';
import { rules } from '../../src/driver/rules.ts';
import { memoryHost } from '../support/memory-host.ts';

const text = `package p

//gordian:requires n > 0
func Some(n int) {
	c := make(chan int, n)
	c <- 1
}

func None() { Some(0) }
`;

test('calls are not checked against what functions require, and a note says so', async () => {
  const host = memoryHost({ '/m/go.mod': 'module example.com/p\n\ngo 1.26\n', '/m/p.go': text });
  const load = { patterns: ['./...'], cwd: '/m', tests: true, goos: 'linux', goarch: 'amd64', goroot: null };
  const limits = { states: 10_000, work: 1_000_000, totalWork: null, milliseconds: 1 };
  const { diagnostics, findings } = await checkPackages(
    host,
    load,
    { limits },
    {
      rules,
      clock: () => () => 0,
      wall: () => 0,
      solver: () => {
        throw new HostError('no solver here');
      },
      progress: () => {},
    },
  );
  expect(diagnostics).toMatchObject([
    { rule: 'unchecked-requires', severity: 'note', message: expect.stringContaining('no solver here') },
  ]);
  expect(findings.filter(({ rule }) => rule === 'precondition')).toEqual([]);
});
