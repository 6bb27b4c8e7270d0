// The command line's own manners: versions, help, usage errors, where results go.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';
import { readText, root } from '../support/repository.ts';

const healthy = { 'go.mod': 'module example.com/a\n\ngo 1.26\n', 'a.go': 'package a\n\nvar A = 1\n' };
const broken = { ...healthy, 'b.go': 'package a\n\nvar B = missing\n' };

describe('answers', () => {
  test('--version prints the version of package.json', () => {
    const { version } = JSON.parse(readText('package.json'));
    expect(gordian(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
    expect(gordian(['-V']).stdout).toBe(`${version}\n`);
  });

  test('help goes to standard output, and names every command', () => {
    const { exitCode, stdout, stderr } = gordian(['help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const command of ['check', 'explain', 'help']) expect(stdout).toContain(`  ${command} `);
    expect(gordian(['help', 'check']).stdout).toContain('--format');
  });

  test('help fits into 80 columns, and shows no defaults that say nothing', () => {
    for (const command of ['', 'check', 'test', 'replay', 'verify', 'emit', 'explain']) {
      const lines = gordian(['help', ...(command === '' ? [] : [command])]).stdout.split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(lines.filter((line) => /default: (false|\[|"|\))/.test(line))).toEqual([]);
    }
  });

  test('explain prints a row of the table', () => {
    const { exitCode, stdout } = gordian(['explain', 'NoGoFiles']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^NoGoFiles \(.*\)\n\n\S/);
  });

  test('a healthy package gives nothing', () => {
    expect(gordian(['check'], { cwd: folderWith(healthy) })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

test('the number of processes changes nothing', () => {
  const cwd = folderWith({
    ...healthy,
    'c.go': 'package a\n\nfunc F() { make(chan int) <- 1 }\n\nfunc G(n int) { make(chan int, n) <- 1 }\n',
  });
  const by = (jobs: string): unknown => gordian(['check', '--no-cache', '--jobs', jobs, './...'], { cwd });
  expect(by('1')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('2 fragments') });
  expect(by('2')).toEqual(by('1'));
});

test('a run that does not look at everything says so, and is a failure with --strict', () => {
  const functions = Array.from({ length: 40 }, (_, i) => `func F${i}() { c := make(chan int, 1); c <- ${i}; <-c }\n`);
  const cwd = folderWith({ ...healthy, 'c.go': `package a\n\n${functions.join('\n')}` });
  const by = (...flags: readonly string[]): ReturnType<typeof gordian> =>
    gordian(['check', '--no-cache', '--jobs', '1', ...flags], { cwd });
  const cut = by('--total', '1');
  expect(cut.exitCode).toBe(0);
  expect(cut.stderr).toMatch(/^gordian: \d+ of 40 fragments were not looked at/);
  expect(by('--total', '1', '--strict').exitCode).toBe(2);
  expect(by('--strict').exitCode).toBe(0);
});

describe('wrong usage ends with 2 and a word on standard error', () => {
  test.each([
    { args: [], says: /Usage: gordian/ },
    { args: ['chekc'], says: /unknown command 'chekc'/ },
    { args: ['check', '--jobs', '0'], says: /--jobs 0: not a whole number of at least 1/ },
    { args: ['check', '--nonsense'], says: /unknown option '--nonsense'/ },
    { args: ['check', '--format', 'yaml'], says: /Allowed choices are text, json, sarif/ },
    { args: ['check', '-C', 'no/such/folder'], says: /no\/such\/folder: no such directory/ },
    { args: ['check', '--goos', 'linxu'], says: /--goos linxu: unknown operating system; did you mean linux\?/ },
    { args: ['check', '--goarch', 'toString'], says: /--goarch toString: unknown architecture; known are 386, amd64/ },
    { args: ['explain', 'NoGoFile'], says: /did you mean NoGoFiles/ },
    { args: ['explain'], says: /missing required argument/ },
    { args: ['emit', 'goo', 'F'], says: /there is no language goo; did you mean go\?/ },
    { args: ['emit', 'go', 'F'], says: /emit go prints files: F is neither a \.gobra nor a \.go file/ },
  ])('$args', ({ args, says }) => {
    const { exitCode, stdout, stderr } = gordian(args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
  });
});

test('emit go prints what is left of a file without its ghost code', () => {
  const cwd = folderWith({
    'a.gobra': 'package p\n\nrequires x > 0\nfunc f(x int) int {\n\tghost y := x\n\tassert y > 0\n\treturn x\n}\n',
    'b.go': 'package p\n\n//@ requires x > 0\nfunc f(x int) {}\n',
  });
  const erased = gordian(['emit', 'go', 'a.gobra'], { cwd });
  expect(erased.exitCode).toBe(0);
  expect(erased.stdout.replace(/\s+/g, ' ')).toBe('package p func f(x int) int { return x } ');
  expect(gordian(['emit', 'go', 'b.go'], { cwd }).stdout).toContain('//@ requires x > 0\nfunc f(x int) {}');
  expect(gordian(['emit', 'viper', 'b.go'], { cwd }).stdout).toContain('method f(x: Int)');
});

describe('--out', () => {
  test('writes the whole result to a file, and leaves nothing else behind', () => {
    const cwd = folderWith(broken);
    const toFile = gordian(['check', '--format', 'json', '--out', 'result.json'], { cwd });
    expect(toFile).toEqual({ exitCode: 2, stdout: '', stderr: '' });
    const direct = gordian(['check', '--format', 'json'], { cwd });
    expect(readFileSync(join(cwd, 'result.json'), 'utf8')).toBe(direct.stdout);
    expect(readdirSync(cwd).sort()).toEqual(['a.go', 'b.go', 'go.mod', 'result.json']);
  });

  test('replaces an older file, without colours', () => {
    const cwd = folderWith({ ...broken, 'out.txt': 'old' });
    gordian(['check', '--out', 'out.txt'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toMatch(/^b\.go:3:9: error: undefined: missing/);
  });

  test('refuses a folder, and a place that is not there', () => {
    const cwd = folderWith({ ...broken, 'dir/x': '' });
    const folder = gordian(['check', '--out', 'dir'], { cwd });
    expect([folder.exitCode, folder.stdout]).toEqual([2, '']);
    expect(folder.stderr).toMatch(/--out dir: it is a directory/);
    const nowhere = gordian(['check', '--out', 'no/where'], { cwd });
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.stderr).toMatch(/--out no\/where: cannot write it/);
    expect(statSync(join(cwd, 'dir')).isDirectory()).toBe(true);
  });

  test.runIf(existsSync('/dev/full'))('a result that finds no room is a refusal, not a defect', () => {
    const cwd = folderWith(broken);
    const toDevice = gordian(['check', '--out', '/dev/full'], { cwd });
    expect(toDevice).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^gordian: --out \/dev\/full: cannot write it: ENOSPC.*\n$/),
    });
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'gordian'), 'check', '--no-cache'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^gordian: cannot write the result: ENOSPC.*\n$/)]);
  });
});

describe('colours', () => {
  test('are left out where standard output is no terminal', () => {
    expect(gordian(['check'], { cwd: folderWith(broken) }).stdout).not.toContain('\x1b');
  });

  test('can be forced, and NO_COLOR and --no-color win', () => {
    const cwd = folderWith(broken);
    const forced = { FORCE_COLOR: '1' };
    expect(gordian(['check'], { cwd, env: forced }).stdout).toContain('\x1b[');
    expect(gordian(['check'], { cwd, env: { ...forced, NO_COLOR: '1' } }).stdout).not.toContain('\x1b');
    expect(gordian(['check', '--no-color'], { cwd, env: forced }).stdout).not.toContain('\x1b');
  });
});

describe('what is checked', () => {
  test('test files, unless left out', () => {
    const cwd = folderWith({ ...healthy, 'a_test.go': 'package a\n\nvar T = missing\n' });
    expect(gordian(['check'], { cwd }).exitCode).toBe(2);
    expect(gordian(['check', '--no-test'], { cwd }).exitCode).toBe(0);
  });

  test('files for the system and the tags that are asked for', () => {
    const cwd = folderWith({
      ...healthy,
      'b_windows.go': 'package a\n\nvar B = missing\n',
      'c.go': '//go:build special\n\npackage a\n\nvar C = missing\n',
      'd_s390x.go': 'package a\n\nvar D = missing\n',
    });
    const files = (...args: readonly string[]) => {
      const { stdout } = gordian(['check', '--format', 'json', ...args], { cwd });
      return JSON.parse(stdout).problems.map((problem: { file: string }) => problem.file);
    };
    expect(files('--goos', 'linux', '--goarch', 'amd64')).toEqual([]);
    expect(files('--goos', 'windows', '--goarch', 'amd64')).toEqual(['b_windows.go']);
    expect(files('--goos', 'linux', '--goarch', 's390x')).toEqual(['d_s390x.go']);
    expect(files('--goos', 'linux', '--goarch', 'amd64', '--tags', 'other,special')).toEqual(['c.go']);
  });

  test('the standard library, from the models where asked or where there is no Go', () => {
    const source = 'package a\n\nimport "sync"\n\nvar M sync.Mutex\nvar N int = M.Lock\n';
    const cwd = folderWith({ ...healthy, 'b.go': source });
    const withoutGo = { PATH: '', GOROOT: undefined };
    for (const result of [
      gordian(['check'], { cwd }),
      gordian(['check', '--models'], { cwd }),
      gordian(['check'], { cwd, env: withoutGo }),
    ]) {
      expect(result.exitCode).toBe(2);
      expect(result.stdout).toMatch(/^b\.go:6:13: error: cannot use M\.Lock/);
    }
  });

  test('a folder given with -C, and paths are relative to it', () => {
    const cwd = folderWith({ 'm/go.mod': healthy['go.mod'], 'm/sub/b.go': broken['b.go'] });
    expect(gordian(['check', '-C', 'm', './...'], { cwd }).stdout).toMatch(/^sub\/b\.go:3:9: /);
  });
});
