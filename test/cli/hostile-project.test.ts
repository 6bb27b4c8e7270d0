// A repository that means harm: its settings for git, its configuration, and its programs.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patternOf } from '../../src/cli/config/severities.ts';
import type { JsonReport } from '../../src/report/index.ts';
import { folderWith, gordian } from '../support/cli.ts';

const leak = (name: string): string =>
  `package ${name}\n\nfunc Leak() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n`;

const sources = { 'go.mod': 'module example.com/m\n\ngo 1.26\n', 'a/a.go': leak('a'), 'b/b.go': leak('b') };

function git(cwd: string, ...args: readonly string[]): void {
  const names = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main'];
  expect(spawnSync('git', [...names, ...args], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0 });
}

describe.skipIf(process.platform === 'win32')('--changed', () => {
  test('has git run nothing that the repository names', () => {
    const cwd = folderWith(sources);
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'first');
    const evil = join(cwd, '.git', 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch "${join(cwd, '.git', 'was-run')}"\ncat\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(cwd, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'post-checkout', 'fsmonitor-watchman', 'pre-auto-gc'])
      spawnSync('cp', [evil, join(cwd, '.git', 'hooks', hook)]);
    for (const [key, value] of [
      ['core.fsmonitor', evil],
      ['core.sshCommand', evil],
      ['core.pager', evil],
      ['core.editor', evil],
      ['filter.x.clean', evil],
      ['filter.x.smudge', evil],
      ['filter.x.process', evil],
      ['filter.x.required', 'true'],
      ['diff.external', evil],
      ['diff.x.textconv', evil],
      ['diff.x.command', evil],
      ['alias.ls-tree', `!${evil}`],
      ['alias.rev-parse', `!${evil}`],
      ['credential.helper', evil],
    ] as const)
      git(cwd, 'config', key, value);
    writeFileSync(join(cwd, '.gitattributes'), '* filter=x diff=x\n');
    writeFileSync(join(cwd, 'b/b.go'), `${leak('b')}\n// changed\n`);
    for (const name of ['git', 'z3', 'go']) {
      writeFileSync(join(cwd, name), `#!/bin/sh\ntouch "${join(cwd, '.git', 'was-run')}"\n`);
      chmodSync(join(cwd, name), 0o755);
    }
    const { stdout } = gordian(['check', '--changed', '--json', '--no-cache', './...'], {
      cwd,
      env: { PATH: `${cwd}:.:${process.env.PATH}` },
    });
    const { findings }: JsonReport = JSON.parse(stdout);
    expect(findings.map(({ file }) => file)).toEqual(['b/b.go']);
    expect(existsSync(join(cwd, '.git', 'was-run'))).toBe(false);
  });

  test('compares content, whatever the ends of lines', () => {
    const cwd = folderWith(sources);
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'first');
    writeFileSync(join(cwd, 'a/a.go'), leak('a').replaceAll('\n', '\r\n'));
    const { exitCode, stdout } = gordian(['check', '--changed', '--json', '--no-cache', './...'], { cwd });
    expect([exitCode, JSON.parse(stdout).findings]).toEqual([0, []]);
  });
});

test.skipIf(process.platform === 'win32')(
  'programs of the analysed tree are not run with -C or from a directory of it',
  () => {
    const cwd = folderWith({ ...sources, 'bin/z3': '', 'bin/go': '' });
    for (const name of ['z3', 'go']) {
      writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\ntouch "${join(cwd, 'was-run')}"\n`);
      chmodSync(join(cwd, 'bin', name), 0o755);
    }
    const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` };
    gordian(['check', '-C', cwd, '--no-cache', './...'], { env });
    gordian(['check', '--no-cache', '.'], { cwd: join(cwd, 'a'), env });
    expect(existsSync(join(cwd, 'was-run'))).toBe(false);
  },
);

describe('a configuration that was found', () => {
  test.each([
    ['out', '"main.go"'],
    ['out', '"/etc/gordian-was-here"'],
    ['confirm', 'true'],
    ['cache-dir', '"."'],
    ['baseline', '"/etc/passwd"'],
    ['baseline', '"../../x"'],
  ])('may not set %s to %s', (flag, value) => {
    const cwd = folderWith({ ...sources, 'gordian.json': `{ "check": { "${flag}": ${value} } }\n` });
    const before = readdirSync(cwd);
    const { exitCode, stderr } = gordian(['check', './...'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/gordian\.json:1:\d+: /);
    expect(readdirSync(cwd)).toEqual(before);
    expect(existsSync('/etc/gordian-was-here')).toBe(false);
  });

  test('may, if the user names it', () => {
    const cwd = folderWith({ ...sources, 'gordian.json': '{ "check": { "out": "report.txt" } }\n' });
    expect(gordian(['check', '--config', 'gordian.json', './...'], { cwd }).exitCode).toBe(1);
    expect(existsSync(join(cwd, 'report.txt'))).toBe(true);
  });

  test('cannot make patterns of paths take long', () => {
    const pattern = patternOf(`${'**/a*'.repeat(40)}**`);
    expect(pattern.test(`${'a/'.repeat(400)}b`)).toBe(true);
    expect(patternOf(`${'**/a*'.repeat(40)}**/c`).test(`${'a/'.repeat(400)}b`)).toBe(false);
  });
});
