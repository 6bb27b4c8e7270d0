// Bad input, seen by a user: each case names the place and what is wrong, ends with 2, and the rest is still done.

import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/report/index.ts';
import { folderWith, gordian } from '../support/cli.ts';

const goMod = 'module example.com/m\n\ngo 1.26\n';

/** A package with one type error, to see that it is still checked. */
const wrong = 'package wrong\n\nvar X int = "text"\n';
const wrongSeen = { code: 'IncompatibleAssign', file: 'wrong/wrong.go', line: 3 };

function check(cwd: string, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = gordian(['check', '--format', 'json', ...args], { cwd });
  expect(stderr).toBe('');
  const report: JsonReport = JSON.parse(stdout);
  return { exitCode, problems: report.problems };
}

function folderWithWrong(files: Readonly<Record<string, string | Uint8Array>>): string {
  return folderWith({ 'go.mod': goMod, 'wrong/wrong.go': wrong, ...files });
}

describe('what is named cannot be had', () => {
  test('a missing file', () => {
    const { exitCode, problems } = check(folderWithWrong({}), 'nowhere.go');
    expect(exitCode).toBe(2);
    expect(problems).toMatchObject([{ code: 'UnreadableFile', message: expect.stringContaining('nowhere.go') }]);
  });

  test('a missing folder beside one that is there', () => {
    const { exitCode, problems } = check(folderWithWrong({}), './nowhere', './wrong');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining('nowhere') }));
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test('a folder without Go files', () => {
    const { exitCode, problems } = check(folderWithWrong({ 'empty/read.me': 'x' }), './empty', './wrong');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'NoGoFiles', message: expect.stringContaining('empty') }),
    );
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test('a pattern that matches nothing', () => {
    const { exitCode, problems } = check(folderWithWrong({ 'nothing/read.me': 'x' }), './nothing/...', './wrong');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'PatternNoMatch', message: expect.stringContaining('nothing') }),
    );
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', () => {
    const cwd = folderWithWrong({ 'secret/secret.go': 'package secret\n' });
    chmodSync(join(cwd, 'secret/secret.go'), 0);
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'UnreadableFile', message: expect.stringContaining('permission denied') }),
    );
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });
});

describe('modules', () => {
  test('a broken go.mod', () => {
    const cwd = folderWith({ 'go.mod': 'module example.com/m\n\nrequire (\n', 'wrong/wrong.go': wrong });
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(expect.objectContaining({ code: 'BadGoMod', file: 'go.mod' }));
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test('an import cycle', () => {
    const cwd = folderWithWrong({
      'a/a.go': 'package a\n\nimport "example.com/m/b"\n\nvar A = b.B\n',
      'b/b.go': 'package b\n\nimport "example.com/m/a"\n\nvar B = a.A\n',
    });
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    const cycles = problems.filter((problem) => problem.code === 'ImportCycle');
    expect(cycles.length).toBeGreaterThan(0);
    expect(cycles[0]?.file).toMatch(/^[ab]\/[ab]\.go$/);
    expect(`${cycles[0]?.message} ${cycles[0]?.notes.join(' ')}`).toContain('example.com/m/b');
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test('an import that cannot be found', () => {
    const cwd = folderWithWrong({ 'a/a.go': 'package a\n\nimport "example.com/m/missing"\n\nvar A = missing.B\n' });
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems.filter((problem) => problem.file === 'a/a.go')).toMatchObject([{ line: 3 }]);
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });
});

describe('files', () => {
  test('a package that does not compile shows all of its errors', () => {
    const cwd = folderWith({
      'go.mod': goMod,
      'a/a.go': 'package a\n\nfunc f() int {\n}\n\nvar x = y +\n',
      'b/b.go': 'package b\n\nfunc g() int {\n\tunused := 1\n}\n',
    });
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual(
      expect.arrayContaining(['b/b.go UnusedVar', 'b/b.go MissingReturn']),
    );
    expect(problems.some(({ file, line }) => file === 'a/a.go' && (line ?? 0) >= 6)).toBe(true);
  });

  test('a file of 50 MB', () => {
    const cwd = folderWithWrong({});
    const line = '// fifty characters of comment, with nothing in them\n';
    writeFileSync(join(cwd, 'large.go'), `package m\n${line.repeat(Math.ceil((50 << 20) / line.length))}`);
    const start = performance.now();
    const { exitCode, problems } = check(cwd, './...');
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
    for (const problem of problems) {
      if (problem.file !== wrongSeen.file) expect(problem).toMatchObject({ code: 'FileTooLarge' });
    }
  });

  test('invalid UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('package bad\n\nvar S = "'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"\n'),
    ]);
    const { exitCode, problems } = check(folderWithWrong({ 'bad/bad.go': bytes }), './...');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(expect.objectContaining({ file: 'bad/bad.go', line: 3, column: 10 }));
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });

  test('bytes that are no text at all', () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) % 256);
    const { exitCode, problems } = check(folderWithWrong({ 'bad/bad.go': bytes }), './...');
    expect(exitCode).toBe(2);
    expect(problems.some((problem) => problem.file === 'bad/bad.go')).toBe(true);
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });
});

describe('symbolic links', () => {
  test('a folder that contains itself', () => {
    const cwd = folderWithWrong({ 'a/a.go': 'package a\n' });
    symlinkSync('..', join(cwd, 'a', 'up'));
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems).toMatchObject([wrongSeen]);
  });

  test('a file that points to itself', () => {
    const cwd = folderWithWrong({ 'a/a.go': 'package a\n' });
    symlinkSync('loop.go', join(cwd, 'a', 'loop.go'));
    const { exitCode, problems } = check(cwd, './...');
    expect(exitCode).toBe(2);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'UnreadableFile', message: expect.stringMatching(/loop\.go.*loop/) }),
    );
    expect(problems).toContainEqual(expect.objectContaining(wrongSeen));
  });
});

describe.skipIf(process.platform === 'win32')('what is not a regular file', () => {
  const cwd = folderWith({ 'go.mod': goMod, 'sub/a.go': 'package sub\n' });
  for (const name of ['pipe.go', 'pipe.comm', 'pipe.json', 'sub/b.go', 'sub/go.mod'])
    spawnSync('mkfifo', [join(cwd, name)]);

  test.each([
    [['check', 'pipe.go'], /pipe\.go: it is not a regular file/],
    [['check', 'pipe.comm'], /pipe\.comm: it is not a regular file/],
    [['emit', 'comm', 'pipe.comm'], /pipe\.comm: it is not a regular file/],
    [['verify', 'pipe.go'], /pipe\.go: it is not a regular file/],
    [['replay', 'pipe.json'], /pipe\.json: it is not a regular file/],
    [['check', './sub'], /it is not a regular file/],
  ])('is not waited for: %j', (args, message) => {
    const { exitCode, stdout, stderr } = gordian(args, { cwd });
    expect(stdout + stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});

describe('hidden characters', () => {
  const evil = '\u202e\u009b31m\u200b';
  const cwd = folderWith({
    'go.mod': goMod,
    'a.go': `package m

func F(m map[string]chan int) {
	c := m["${evil}"]
	go func() { c <- 1 }()
	panic("${evil}")
}

//gordian:ignore ${evil} x
func G() { var x int = "${evil}" }
`,
  });

  test.each([
    [['check']],
    [['check', '-v']],
    [['check', '--json']],
    [['check', '--format', 'sarif']],
    [['check', `./${evil}`]],
    [['check', '--param', `${evil}=1`]],
    [['emit', 'comm', evil]],
    [['emit', 'comm', `${evil}.comm`]],
    [['explain', evil]],
    [['replay', `${evil}.json`]],
    [['verify', '--no-proof']],
  ])('never leave raw: %j', (args) => {
    const { stdout, stderr } = gordian(args, { cwd });
    expect(stdout + stderr).not.toMatch(/[\x80-\x9f\u200b-\u200f\u202a-\u202e]/);
    expect((stdout + stderr).length).toBeGreaterThan(0);
  });

  test('are the same text in JSON', () => {
    const report: JsonReport = JSON.parse(gordian(['check', '--json'], { cwd }).stdout);
    expect(JSON.stringify(report)).toContain('\u202e');
  });
});

test('a heap that is too small is said', () => {
  const cwd = folderWith({ 'go.mod': goMod, 'a.go': 'package m\n' });
  const { exitCode, stderr } = gordian(['check'], { cwd, env: { NODE_OPTIONS: '--max-old-space-size=128' } });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^gordian: Node's heap may only take \d+ MB/)]);
});

describe('names that every object of JavaScript has', () => {
  const names = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];

  test.each(names)('%s is a name like any other', (name) => {
    const cwd = folderWith({
      'go.mod': goMod,
      'a.go': `package m

type ${name} struct{ ${name} chan int }

func F(${name} int) {
	c := make(chan int)
	go func() { c <- 1 }()
	if ${name} != 3 {
		<-c
	}
}

func (x *${name}) leaks() {
	x.${name} = make(chan int)
	go func() { x.${name} <- 1 }()
}
`,
    });
    const { exitCode, stdout } = gordian(['check', '--json', '--no-cache', '--param', `${name}=2,3`], { cwd });
    const report: JsonReport = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(report.fragments.filter(({ reason }) => reason.includes('Gordian'))).toEqual([]);
    const [first, second] = report.findings;
    expect([first?.rule, second?.rule]).toEqual(['goroutine-leak', 'goroutine-leak']);
    expect(Object.entries(first?.valuation ?? {})).toEqual([[name, 3]]);
  });
});
