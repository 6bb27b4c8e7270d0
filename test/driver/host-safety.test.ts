// What the driver takes from the machine: programs, cache directories, temporary directories.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { cacheFolder, openStore } from '../../src/driver/cache/store.ts';
import { findExecutable } from '../../src/driver/host/executables.ts';
import { removeTree } from '../../src/driver/host/remove.ts';
import { folderWith, gordian } from '../support/cli.ts';
import { installedGo } from '../support/go.ts';
import { readText } from '../support/repository.ts';

const posix = process.platform !== 'win32';

describe.runIf(posix)('programs', () => {
  const dir = folderWith({ 'bin/z3': '#!/bin/sh\n', 'bin/plain': '', 'bin/dir/x': '' });
  const bin = join(dir, 'bin');
  chmodSync(join(bin, 'z3'), 0o755);

  test('are found by absolute path, where they can be run', () => {
    expect(findExecutable('z3', '/elsewhere', `/missing:${bin}`)).toBe(join(bin, 'z3'));
    expect(findExecutable('plain', '/elsewhere', bin)).toBeNull();
    expect(findExecutable('dir', '/elsewhere', bin)).toBeNull();
    expect(findExecutable('z3', '/elsewhere', '')).toBeNull();
  });

  test('are not looked for in relative entries or the analysed directory', () => {
    expect(findExecutable('z3', '/elsewhere', `.::bin:${bin.slice(1)}`)).toBeNull();
    expect(findExecutable('z3', dir, bin)).toBeNull();
    expect(findExecutable('z3', bin, bin)).toBeNull();
    expect(findExecutable('z3', null, bin)).toBe(join(bin, 'z3'));
  });

  test('of the analysed tree are not run by check', () => {
    const script = '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\nexit 1\n';
    const cwd = folderWith({
      'go.mod': 'module example.com/a\n\ngo 1.26\n',
      'a.go': 'package a\n\nfunc F(n int) { c := make(chan int, n); c <- 1 }\n',
      z3: script,
      go: script,
    });
    for (const name of ['z3', 'go']) chmodSync(join(cwd, name), 0o755);
    gordian(['check', '--no-cache'], { cwd, env: { PATH: `.:${cwd}:${process.env.PATH}` } });
    expect(existsSync(join(cwd, 'was-run'))).toBe(false);
  });
});

describe('the cache directory', () => {
  test.each([
    [{ XDG_CACHE_HOME: '/x', HOME: '/h' }, 'linux', '/x/gordian'],
    [{ XDG_CACHE_HOME: 'x', HOME: '/h' }, 'linux', '/h/.cache/gordian'],
    [{ XDG_CACHE_HOME: '', HOME: '/h' }, 'linux', '/h/.cache/gordian'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Caches/gordian'],
  ])('%j on %s', (env, platform, wanted) => {
    expect(cacheFolder(env, platform)).toBe(wanted);
  });

  test('is never relative', () => {
    for (const HOME of ['', '.', 'home']) {
      const found = cacheFolder({ HOME, XDG_CACHE_HOME: '' }, 'linux');
      expect(found === null || found.startsWith('/')).toBe(true);
    }
  });

  test('an empty environment leaves the user’s tree alone', () => {
    const cwd = folderWith({ 'go.mod': 'module example.com/a\n\ngo 1.26\n', 'a.go': 'package a\n' });
    const before = readdirSync(cwd);
    gordian(['check'], { cwd, env: { XDG_CACHE_HOME: '', HOME: join(cwd, '..', 'no-such-home') } });
    expect(readdirSync(cwd)).toEqual(before);
  });

  test('entries under another name are not taken', () => {
    const dir = folderWith({});
    const store = openStore(dir);
    store.put('a', 'of a');
    const [first = ''] = readdirSync(dir);
    store.put('b', 'of b');
    const second = readdirSync(dir).find((name) => name !== first) ?? '';
    renameSync(join(dir, first), join(dir, second));
    expect(store.get('b')).toBeNull();
  });

  test.runIf(posix)('that others can write to is not used', () => {
    const dir = folderWith({});
    const store = openStore(dir);
    store.put('a', 'text');
    chmodSync(dir, 0o777);
    expect(store.get('a')).toBeNull();
    store.put('b', 'text');
    chmodSync(dir, 0o700);
    expect([store.get('a'), store.get('b')]).toEqual(['text', null]);
  });
});

describe.runIf(posix)('removing directories', () => {
  test('copes with what has no permissions', () => {
    const dir = folderWith({ 'a/b/c': '' });
    const locked = join(dir, 'a', 'locked');
    mkdirSync(join(locked, 'in'), { recursive: true });
    writeFileSync(join(locked, 'in', 'file'), '');
    chmodSync(join(locked, 'in'), 0o000);
    chmodSync(locked, 0o500);
    chmodSync(dir, 0o755);
    // The system refuses root nothing: another user shows more.
    if (process.getuid?.() !== 0) {
      expect(removeTree(join(dir, 'a'))).toBeNull();
      return;
    }
    expect(spawnSync('chown', ['-R', '65534', dir]).status).toBe(0);
    const { code } = transformSync(readText('src/driver/host/remove.ts'), { loader: 'ts' });
    const script = `${code}\nremoveTree(process.argv[1]);`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script, join(dir, 'a')], {
      uid: 65534,
      encoding: 'utf8',
    });
    expect(other.stderr).toBe('');
    expect(existsSync(join(dir, 'a'))).toBe(false);
  });

  test('says what is left', () => {
    expect(removeTree('/proc/self/fd')).toBe('/proc/self/fd');
  });
});

test.skipIf(installedGo === null)('tests have temporary directories of their own', { timeout: 240_000 }, () => {
  const temporary = folderWith({ keep: '' });
  const cwd = folderWith({
    'go.mod': 'module example.com/a\n\ngo 1.26\n',
    'a_test.go': `package a

import (
	"os"
	"testing"
)

func TestTemporary(t *testing.T) {
	dir := os.TempDir()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Fatal(dir, entries, err)
	}
	if wd, _ := os.Getwd(); wd != os.Getenv("PWD") {
		t.Fatal(wd, os.Getenv("PWD"))
	}
	locked := dir + "/locked"
	os.MkdirAll(locked+"/in", 0o700)
	os.Chmod(locked, 0o500)
	os.Remove(dir)
}
`,
  });
  const { exitCode, stdout, stderr } = gordian(['test', '--schedules', '4'], { cwd, env: { TMPDIR: temporary } });
  // On a busy machine progress is shown in between.
  const said = stderr.replaceAll(/^gordian: \w+, \d+ schedules, \d+ findings\n/gm, '');
  expect([exitCode, said]).toEqual([0, '']);
  expect(stdout).toContain('TestTemporary');
  expect(readdirSync(temporary)).toEqual(['keep']);
});
