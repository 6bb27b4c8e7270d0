// Preconditions, of directives and of contracts: assumed inside the function, and reported where it cannot be used.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/check/check.ts';
import { check } from '../../src/driver/check.ts';
import { assumptionText } from '../../src/report/index.ts';
import { folderWith } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';
import { reasonOf } from '../support/words.ts';

function checkFolder(folder: string, parametric = true): Promise<CheckResult> {
  return check({
    folder,
    patterns: ['./...'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    parametric,
    limits: { states: 100_000, work: 20_000_000, totalWork: 200_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
}

function checkText(text: string, parametric = true): Promise<CheckResult> {
  const files = { 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': `package p\n\n${text}\n` };
  return checkFolder(folderWith(files), parametric);
}

test('what callers promise is assumed, and said', async () => {
  const folder = 'testdata/parametric/requires';
  const wanted = new Map<string, string>();
  const text = readText(`${folder}/requires.go`);
  for (const [, want, stated, name] of text.matchAll(/^\/\/ want (.*)\n\/\/\n((?:\/\/.*\n)*)func (\w+)/gm)) {
    const said = [...(stated ?? '').matchAll(/requires (.*)\n/g)].map(([, condition]) => `requires: ${condition}`);
    wanted.set(name ?? '', [want, ...said].join('; '));
  }
  expect(wanted.size).toBe(7);
  const { fragments, findings, diagnostics } = await checkFolder(join(root, folder));
  const found = fragments.map(({ function: name, verdict, precondition, weakest, assumptions }) => {
    const condition = `precondition "${precondition}"${weakest ? ' weakest' : ''}`;
    const said = assumptions.filter(({ kind }) => kind === 'requires').map(assumptionText);
    return [name, [verdict === 'conditional' ? condition : verdict, ...said].join('; ')];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  expect(diagnostics).toEqual([]);
  // Who promises something promises enough, or is told.
  expect(findings.map(({ function: name, severity }) => [name, severity])).toEqual([
    ['TooLittle', 'warning'],
    ['NotAboutIt', 'note'],
  ]);
});

describe('a condition that cannot be used', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'missing'],
    ['n >', 'expected operand'],
    ['n > 0)', 'nothing may follow'],
    ['n > 0; m > 0', 'nothing may follow'],
    ['k > 0', 'undefined: k'],
    ['n', 'no condition'],
    ['n > "a"', 'mismatched types'],
    ['name == "a"', 'only numbers and booleans'],
    ['err == nil', 'only numbers and booleans'],
    ['get() > 0', 'only parameters'],
    ['total > 0', 'no parameter'],
    ['out > 0', 'no parameter'],
    ['n / n > 0', 'only a constant can divide'],
    ['small + 1 > 0', 'only numbers of type int'],
    ['n << 1 > 0', '<< cannot be used'],
    ['func() bool { for {} }()', 'only parameters'],
    ['func() bool { return', 'expected'],
    ['((((((((n > 0', 'expected'],
    ['\u202e', 'U+202E'],
  ];
  test.each(cases)('//gordian:requires %s', async (condition, message) => {
    const { diagnostics, fragments } = await checkText(`
var total = 1

//gordian:requires ${condition}
func Send(n int, small uint8, name string, err error, get func() int) (out int) {
	c := make(chan int, n)
	c <- 1
	return 0
}`);
    expect(diagnostics.map(({ rule, severity }) => [rule, severity])).toEqual([['bad-requires', 'warning']]);
    expect(diagnostics[0]?.message).toContain(message);
    expect(fragments.map(({ verdict, precondition, assumptions }) => [verdict, precondition, assumptions])).toEqual([
      ['conditional', 'n > 0', expect.not.arrayContaining([expect.stringContaining('requires')])],
    ]);
  });

  test('is one that stands above no function', async () => {
    const { diagnostics } = await checkText('//gordian:requires n > 0\n\nvar n = 1\n\nfunc F() {}\n');
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('above no function')]);
  });
});

describe('a precondition for verify', () => {
  const send = (above: string) => `
${above}
func Send(n int, p *int) {
	c := make(chan int, n)
	c <- 1
}`;
  const assumed = async (above: string) => {
    const { diagnostics, fragments } = await checkText(send(above));
    expect(diagnostics).toEqual([]);
    return fragments.map(({ verdict, assumptions }) => [
      verdict,
      ...assumptions.filter(({ kind }) => kind === 'requires').map(assumptionText),
    ]);
  };

  test.each([
    '//@ requires n > 0',
    '// @ requires n > 0\n// @ ensures n > 1',
    '// Send sends.\n//\n//@ requires n > 0',
  ])('counts for check: %j', async (above) => {
    expect(await assumed(above)).toEqual([['proved', 'requires: n > 0']]);
  });

  test('counts as far as it is about arguments of plain Go', async () => {
    const stated = '//@ requires acc(p) && n > 0 && *p > 0 && (forall i int :: i < n ==> i < 7)';
    expect(await assumed(stated)).toEqual([['proved', 'requires: n > 0']]);
  });

  test('is left to verify where it cannot be read', async () => {
    const { fragments, diagnostics } = await checkText(send('//@ requires n >'));
    expect([fragments.map(({ verdict }) => verdict), diagnostics]).toEqual([['conditional'], []]);
  });

  test('is checked at calls', async () => {
    const { findings } = await checkText(`${send('//@ requires n > 0')}\n\nfunc Zero() { Send(0, nil) }`);
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['precondition', 'error']]);
  });
});

test('only values that callers may give are tried', async () => {
  const { fragments, findings } = await checkText(
    `
//gordian:requires 0 <= a && a < b && b <= 12
func Both(a, b int) {
	c := make(chan int, b)
	for i := 0; i <= a; i++ {
		c <- 1
	}
}

//gordian:requires n > 500 && n < 500
func Nobody(n int) {
	c := make(chan int, n-501)
	c <- n
}`,
    false,
  );
  expect(findings).toEqual([]);
  expect(fragments.map((one) => [one.function, one.verdict, reasonOf(one)])).toEqual([
    ['Both', 'bounded', expect.anything()],
    ['Nobody', 'unknown', 'no values were found that callers may pass'],
  ]);
});
