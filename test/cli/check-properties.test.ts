// `gordian check` with properties, formulas and values of parameters that somebody asks for; and `gordian emit` of Go functions.

import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';

const source = `package p

func Collect(n int) {
	results := make(chan int)
	for i := 0; i < n; i++ {
		go func() { results <- i }()
	}
	for i := 0; i < 2; i++ {
		<-results
	}
}

type Box struct{ in chan int }

func (b *Box) Put() { b.in <- 1 }

func Leave() {
	box := make(chan int, 1)
	box <- 1
}
`;
const cwd = folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': source });

function check(...args: readonly string[]) {
  return gordian(['check', '--no-cache', ...args], { cwd });
}

describe('properties', () => {
  test('are answered for each fragment', () => {
    const { exitCode, stdout } = check('--property', 'unreceived-message,goroutine-leak');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/error: a value in the buffer of box is never received \[unreceived-message\]/);
    expect(stdout).toMatch(/^Leave \(p\.go:17:1\)\n {2}unreceived-message +violated\n {2}goroutine-leak +proved$/m);
  });

  test('of the Godel paper have their names', () => {
    const { stdout } = check('--property', 'liveness', '--property', 'eventual-reception', '--format', 'json');
    const { fragments } = JSON.parse(stdout);
    const leave = fragments.find((fragment: { function: string }) => fragment.function === 'Leave');
    expect(leave.properties).toEqual({ liveness: 'proved', 'eventual-reception': 'violated' });
  });

  test('that do not exist are a mistake, with a hint', () => {
    const { exitCode, stderr, stdout } = check('--property', 'gorutine-leak');
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('did you mean goroutine-leak?');
    expect(check('--property', 'zzz').stderr).toContain('there are: ');
  });
});

describe('formulas', () => {
  test('speak of channels as the source names them', () => {
    const holds = check('--formula', 'always not closed box', '--format', 'json');
    const fails = check('--formula', 'eventually closed box');
    expect(JSON.parse(holds.stdout).fragments.map((f: { properties: object }) => f.properties)).toContainEqual({
      'always not closed box': 'proved',
    });
    expect(fails.exitCode).toBe(1);
    expect(fails.stdout).toContain('[formula]');
  });

  test('that cannot be read are pointed at', () => {
    expect(check('--formula', 'always (box!').stderr).toContain('  always (box!\n              ^');
    expect(check('--formula', 'always not closed bux').stderr).toContain('did you mean box?');
  });
});

describe('parameters', () => {
  test.each(['n=2', 'Collect.n=2', 'n=2,2'])('%s is fine', (setting) => {
    const { exitCode, stdout } = check('--param', setting, '--format', 'json');
    expect(exitCode).toBe(0);
    const collect = JSON.parse(stdout).fragments.find((f: { function: string }) => f.function === 'Collect');
    expect(collect).toMatchObject({ verdict: 'bounded', bounds: { n: [2] } });
  });

  test('are tried over a range', () => {
    const { exitCode, stdout } = check('--param', 'n=2..4', '--format', 'json');
    expect(exitCode).toBe(1);
    const { findings } = JSON.parse(stdout);
    expect(findings[0]).toMatchObject({ rule: 'goroutine-leak', valuation: { n: 3 } });
  });

  test.each([
    ['m=1', 'no fragment has a parameter of this name; there are: n'],
    ['n=true', 'n is a number'],
    ['n', 'write it as name=value'],
    ['n=5..1', '5 is greater than 1'],
    ['n=x', 'values are numbers'],
  ])('%s is a mistake', (setting, words) => {
    const { exitCode, stderr } = check('--param', setting);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe('emit of a Go function', () => {
  test.each([
    ['comm', 'Collect', 'param n int'],
    ['migo', 'Leave', 'newchan box, 1;'],
    ['promela', 'p.Leave', 'init'],
    ['mcrl2', 'example.com/p.Leave', 'init allow('],
    ['ir', '(*Box).Put', 'send'],
    ['ir', 'Box.Put', 'send'],
    ['ir', 'Collect$1', 'send results'],
    ['ir', 'Collect.func1', 'send results'],
  ])('prints %s of %s', (language, name, part) => {
    const { exitCode, stdout, stderr } = gordian(['emit', language, name], { cwd });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(part);
  });

  test.each([
    ['promela', 'Collect', /outside promela: .*--param 'n=\.\.\.'/],
    ['migo', 'Box.Put', /outside migo: /],
    ['comm', 'Colect', /did you mean Collect\?/],
    ['comm', 'Collect$1', /is a part of Collect/],
    ['promila', 'Leave', /did you mean promela\?/],
  ])('says why there is no %s of %s', (language, name, words) => {
    const { exitCode, stdout, stderr } = gordian(['emit', language, name], { cwd });
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(words);
  });

  test('sets parameters', () => {
    expect(gordian(['emit', 'comm', 'Collect', '--param', 'n=3'], { cwd }).stdout).not.toContain('param n');
  });
});

test('MiGo text is checked and printed like any program', () => {
  const folder = folderWith({
    'a.migo': 'def main():\n    let c = newchan c, 0;\n    spawn give(c);\n    recv c;\ndef give(c):\n    send c;\n',
  });
  const checked = gordian(['check', 'a.migo', '--property', 'liveness,no-global-deadlock'], { cwd: folder });
  expect(checked.stdout).toContain('liveness: proved\nno-global-deadlock: proved\n');
  expect(gordian(['emit', 'promela', 'a.migo'], { cwd: folder }).stdout).toContain('proctype');
});
