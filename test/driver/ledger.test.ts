// The ledger of each function that is verified: what proofs and `check` say together.

import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ledger, ledgerOf } from '../../src/base/ledger.ts';
import { verify } from '../../src/driver/index.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { folderWith, gordian } from '../support/cli.ts';

async function ledgers(folder: string, patterns: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { members } = await verify({
    folder,
    patterns,
    tags: [],
    goos: null,
    goarch: null,
    tests: true,
    modelsOnly: true,
    include: [],
    module: '',
    onlyWithHeader: false,
    requireMeasures: true,
    requireTriggers: false,
    friendClauses: false,
    relations: false,
    prove: true,
    all: true,
    limits: { states: 20_000, work: 500_000, totalWork: null, milliseconds: 60_000 },
    progress: () => {},
  });
  return Object.fromEntries(
    members.flatMap(({ function: name, ledger }) => (ledger === null ? [] : [[name, row(ledger)]])),
  );
}

function row({ memory, races, contract, terminates, blocking }: Ledger): string {
  return [memory, races, contract, terminates, blocking].join(' ');
}

const text = `package p

import "sync"

//@ requires acc(x)
//@ ensures  acc(x) && *x == old(*x) + 1
func inc(x *int) {
	*x = *x + 1
}

func reads(x *int) int {
	return *x
}

//@ ensures r > n
func larger(n int) (r int) {
	return n
}

func constant() int {
	return 1
}

//@ requires n >= 0
//@ decreases n
func down(n int) {
	if n > 0 {
		down(n - 1)
	}
}

//@ decreases n
func up(n int) {
	up(n + 1)
}

func forever() {
	for {
	}
}

func stuck() {
	var m sync.Mutex //@ addressable: m
	m.Lock()
	m.Lock()
}

func calls(f func()) {
	//@ assert true
}
`;

describe.skipIf(nativeSyncHost() === null)('the ledger', () => {
  test('says of each function what is promised', async () => {
    const folder = folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text });
    expect(await ledgers(folder, ['.'])).toEqual({
      inc: 'conditional conditional proved proved proved',
      reads: 'failed failed unknown proved proved',
      larger: 'unknown unknown failed proved proved',
      constant: 'proved proved proved proved proved',
      down: 'conditional conditional proved conditional proved',
      up: 'unknown unknown unknown failed proved',
      forever: 'proved proved proved unknown proved',
      stuck: 'failed failed unknown proved failed',
      calls: 'proved proved proved proved proved',
    });
  });

  test('knows nothing of what can block in files that are not Go', async () => {
    const folder = folderWith({ 'p.gobra': 'package p\n\nfunc f() int {\n\treturn 1\n}\n' });
    expect(await ledgers(folder, ['p.gobra'])).toEqual({ f: 'proved proved proved unknown unknown' });
  });

  test('is a table of at most 80 columns', () => {
    const { stdout, exitCode } = gordian(['verify', '--no-cache', '.'], { cwd: resolve('examples/verify') });
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('function            memory safe race free   contract    terminates  never stuck');
    expect(lines).toContain('Sum                 conditional conditional proved      unknown     proved');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

test('what failed leaves the rest unknown', () => {
  const member = (id: readonly string[]) => {
    const span = { pos: 1, end: 2 };
    return { verdict: 'failed', errors: [{ id, span, offending: span, values: [] }] } as const;
  };
  const claims = { requires: false, measure: 'all' } as const;
  const of = (...id: readonly string[]) => row(ledgerOf(member(id), claims, { blocking: 'unknown', ends: false }));
  expect(of('assignment_error', 'permission_error')).toBe('failed failed unknown unknown unknown');
  expect(of('assignment_error', 'assertion_error')).toBe('failed unknown unknown unknown unknown');
  expect(of('postcondition_error', 'assertion_error')).toBe('unknown unknown failed unknown unknown');
  expect(of('postcondition_error', 'permission_error')).toBe('failed failed unknown unknown unknown');
  expect(of('loop_termination_error', 'tuple_simple_false_error')).toBe('unknown unknown unknown failed unknown');
});
