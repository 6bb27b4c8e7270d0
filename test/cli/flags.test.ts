// Durations, numbers and switches as the go command spells them, and the exit codes that all commands share.

import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { duration, exitCodeFor, wholeNumber, withReportFlags } from '../../src/cli/flags.ts';
import { withTwoDashes } from '../../src/cli/go-flags.ts';
import { folderWith, gordian } from '../support/cli.ts';

describe('durations', () => {
  test.each([
    ['500ms', 500],
    ['2s', 2000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['250us', 0.25],
  ])('%s', (text, milliseconds) => {
    expect(duration('--time', text)).toBe(milliseconds);
  });

  test.each([
    ['2000', /--time 2000: missing unit; write it as in 500ms/],
    ['2 s', /not a duration/],
    ['2d', /not a duration/],
    ['-1s', /not a duration/],
    ['', /not a duration/],
    ['0s', /above zero/],
    ['1.2.3s', /not a duration/],
  ])('%j is refused', (text, message) => {
    expect(() => duration('--time', text)).toThrow(message);
  });
});

test('whole numbers', () => {
  expect(wholeNumber('--jobs', '4', 1)).toBe(4);
  for (const text of ['0', '-1', '1.5', '1e3', '0x10', '', 'many', '99999999999']) {
    expect(() => wholeNumber('--jobs', text, 1)).toThrow(`--jobs ${text}: not a whole number of at least 1`);
  }
});

describe('flags in the form of the go command', () => {
  const program = new Command('gordian');
  withReportFlags(program.command('check'))
    .option('-C <dir>')
    .option('--tags <list>')
    .option('--no-test')
    .option('--race', '', false);
  test.each([
    [
      ['check', '-tags', 'a,b', './...'],
      ['check', '--tags', 'a,b', './...'],
    ],
    [
      ['check', '-tags=a'],
      ['check', '--tags', 'a'],
    ],
    [
      ['check', '-C=dir'],
      ['check', '-C', 'dir'],
    ],
    [
      ['check', '-race', '-v'],
      ['check', '--race', '--verbose'],
    ],
    [
      ['check', '-race=true'],
      ['check', '--race'],
    ],
    [['check', '-race=false'], ['check']],
    [
      ['check', '-test=false'],
      ['check', '--no-test'],
    ],
    [
      ['check', '-json', '--', '-race'],
      ['check', '--json', '--', '-race'],
    ],
    [
      ['check', '--tags', '-race'],
      ['check', '--tags', '-race'],
    ],
    [
      ['check', '-nonsense', '-race=maybe'],
      ['check', '-nonsense', '-race=maybe'],
    ],
  ])('%j', (given, wanted) => {
    expect(withTwoDashes(given, program)).toEqual(wanted);
  });
});

test('an incomplete run is 2 whatever was found, and notes do not count', () => {
  expect(exitCodeFor(false, [])).toBe(0);
  expect(exitCodeFor(false, [{ severity: 'note' }])).toBe(0);
  expect(exitCodeFor(false, [{ severity: 'note' }, { severity: 'warning' }])).toBe(1);
  expect(exitCodeFor(true, [{ severity: 'error' }])).toBe(2);
});

test('one dash works on the command line, and -q leaves the summary out', () => {
  const leak = 'package a\n\nfunc F() { make(chan int) <- 1 }\n';
  const cwd = folderWith({ 'go.mod': 'module example.com/a\n\ngo 1.26\n', 'a.go': leak });
  const json = gordian(['check', '-no-cache', '-json'], { cwd });
  expect(JSON.parse(json.stdout).findings).toHaveLength(1);
  expect(gordian(['check', '-no-cache'], { cwd }).stdout).toMatch(/^1 fragment: 1 violated/m);
  expect(gordian(['check', '-no-cache', '-q'], { cwd }).stdout).not.toMatch(/^1 fragment/m);
});

test('paths in SARIF are relative to the root of the repository', () => {
  const cwd = folderWith({
    '.git/HEAD': 'ref: refs/heads/main\n',
    'part/go.mod': 'module example.com/a\n\ngo 1.26\n',
    'part/a.go': 'package a\n\nfunc F() { make(chan int) <- 1 }\n',
  });
  const { stdout } = gordian(['check', '--no-cache', '--format', 'sarif'], { cwd: join(cwd, 'part') });
  const [result] = JSON.parse(stdout).runs[0].results;
  expect(result.locations[0].physicalLocation.artifactLocation).toEqual({ uri: 'part/a.go', uriBaseId: '%SRCROOT%' });
});
