// `//gordian:ignore` in both commands that find something: what it silences, and what is said of directives without effect.

import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';
import { installedGo } from '../support/go.ts';

const module = { 'go.mod': 'module example.com/a\n\ngo 1.26\n' };

/** A function whose goroutine leaks, with a comment on the operation and one above the function. */
const leak = (line: string, above = ''): string => `package a

${above}
func F() {
	c := make(chan int)
	go func() {
		c <- 1 ${line}
	}()
}
`;

function check(text: string): { readonly exitCode: number | null; readonly stdout: string } {
  return gordian(['check', '--no-cache'], { cwd: folderWith({ ...module, 'a.go': text }) });
}

describe('check', () => {
  test.each([
    ['on the line', leak('//gordian:ignore goroutine-leak by design')],
    ['above the function', leak('', '//gordian:ignore goroutine-leak by design')],
  ])('silences %s', (_, text) => {
    const { exitCode, stdout } = check(text);
    expect(stdout).toMatch(/^1 silenced$/m);
    expect(exitCode).toBe(0);
  });

  test.each([
    ['another rule', '//gordian:ignore double-lock no', 'double-lock reports nothing here'],
    ['a misspelled rule', '//gordian:ignore gorutine-leak', 'unknown rule gorutine-leak; did you mean goroutine-leak?'],
    ['no rule', '//gordian:ignore', 'gordian:ignore needs the name of a rule and a reason'],
    [
      'an error code',
      '//gordian:ignore UndeclaredName',
      'UndeclaredName cannot be ignored: it means that the code does not compile',
    ],
  ])('%s is reported, and silences nothing', (_, directive, message) => {
    const { exitCode, stdout } = check(leak(directive));
    expect(stdout).toContain(`a.go:7:10: warning: ${message} [unused-ignore]`);
    expect(stdout).toContain('[goroutine-leak]');
    expect(exitCode).toBe(1);
  });
});

describe('at a call', () => {
  const source = (one: string, two: string, three: string): string => `package a

import "sync"

type T struct{ mu sync.Mutex }

func (t *T) helper() {
	t.mu.Lock()
	defer t.mu.Unlock()
}

func (t *T) One() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.helper() ${one}
}

func (t *T) Two() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.helper() ${two}
}

func give(c chan int) { c <- 1 }

func Three(wait bool) {
	c := make(chan int)
	go give(c) ${three}
	if wait {
		<-c
	}
}
`;
  const lock = '//gordian:ignore double-lock callers know';
  const leaks = '//gordian:ignore goroutine-leak it is short';

  test('it silences what happens inside for that call alone', () => {
    const { stdout, exitCode } = check(source(lock, '', ''));
    expect(stdout).toMatch(/\[double-lock\][\s\S]*in Two:/);
    expect(stdout).not.toContain('in One:');
    expect(stdout).not.toContain('unused-ignore');
    expect(exitCode).toBe(1);
  });

  test('at all calls it silences all, at a go statement what the goroutine does', () => {
    const { stdout, exitCode } = check(source(lock, lock, leaks));
    expect(stdout).toMatch(/^3 silenced$/m);
    expect(exitCode).toBe(0);
  });

  test('another rule silences nothing', () => {
    const { stdout } = check(source(leaks, lock, lock));
    expect(stdout).toContain('a.go:15:13: warning: goroutine-leak reports nothing here [unused-ignore]');
    expect(stdout).toContain('a.go:28:13: warning: double-lock reports nothing here [unused-ignore]');
    expect(stdout).toContain('in One:');
  });
});

describe.skipIf(installedGo === null)('test', () => {
  const tests = (directive: string): Readonly<Record<string, string>> => ({
    ...module,
    'a_test.go': `package a

import "testing"

func TestLeak(t *testing.T) {
	c := make(chan int)
	go func() {
		c <- 1 ${directive}
	}()
}
`,
  });
  const run = (directive: string): ReturnType<typeof gordian> =>
    gordian(['test', '--schedules', '3'], { cwd: folderWith(tests(directive)) });

  test('silences, and does not report what silences nothing', { timeout: 240_000 }, () => {
    const silenced = run('//gordian:ignore goroutine-leak by design');
    expect(silenced.stdout).toMatch(/^1 silenced$/m);
    expect(silenced.exitCode).toBe(0);
    const other = run('//gordian:ignore double-lock');
    expect(other.stdout).toContain('[goroutine-leak]');
    expect(other.stdout).not.toContain('unused-ignore');
    expect(other.exitCode).toBe(1);
    const unknown = run('//gordian:ignore duoble-lock');
    expect(unknown.stdout).toContain('unknown rule duoble-lock; did you mean double-lock? [unused-ignore]');
  });

  test('a filter that matches no test is an error', { timeout: 120_000 }, () => {
    const { exitCode, stdout } = gordian(['test', '-run', 'TestLeek'], { cwd: folderWith(tests('')) });
    expect(stdout).toContain('error: -run TestLeek: no test matches [NoMatchingTest]');
    expect(exitCode).toBe(2);
    const untested = { 'go.mod': 'module example.com/a\n\ngo 1.26\n', 'a.go': 'package a\n' };
    expect(gordian(['test', '-run', 'TestLeek'], { cwd: folderWith(untested) }).exitCode).toBe(2);
    expect(gordian(['test'], { cwd: folderWith(untested) })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'gordian: no tests in these packages\n',
    });
  });
});
