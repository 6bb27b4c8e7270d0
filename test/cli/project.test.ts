// What a project keeps: gordian.json, baselines, reports on changes, and the commands that set it up.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { configurationSchema } from '../../scripts/lib/configuration-schema.ts';
import { patternOf } from '../../src/cli/config/severities.ts';
import { folderWith, gordian } from '../support/cli.ts';
import { readText } from '../support/repository.ts';

const leak = (name: string): string => `func ${name}() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n`;
const twice = 'func Twice() {\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tmu.Lock()\n}\n';
const sources = {
  'go.mod': 'module example.com/m\n\ngo 1.26\n',
  'a/a.go': `package a\n\n${leak('A')}`,
  'b/b.go': `package b\n\nimport "sync"\n\n${twice}`,
};

interface Found {
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly file: string }[];
}

function rulesIn(cwd: string, ...args: readonly string[]): readonly string[] {
  const { stdout, stderr } = gordian(['check', '--json', ...args, './...'], { cwd });
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Found).findings.map(({ rule, severity, file }) => `${file} ${severity} ${rule}`);
}

describe('gordian.json', () => {
  const withConfiguration = (configuration: unknown): string => {
    const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
    return folderWith({ ...sources, 'gordian.json': text });
  };

  test('sets flags, which the command line can set otherwise, and is found upwards', () => {
    const cwd = withConfiguration({ check: { format: 'json', states: 1000, 'no-such': undefined } });
    expect(gordian(['check', './...'], { cwd }).stdout).toMatch(/^{\n/);
    expect(gordian(['check', '.'], { cwd: join(cwd, 'a') }).stdout).toMatch(/^{\n/);
    expect(gordian(['check', '--format', 'text', './...'], { cwd }).stdout).toMatch(/^a\/a\.go/);
    expect(gordian(['check', '--no-config', './...'], { cwd }).stdout).toMatch(/^a\/a\.go/);
    mkdirSync(join(cwd, 'a', '.git'));
    expect(gordian(['check', '.'], { cwd: join(cwd, 'a') }).stdout).toMatch(/^a\.go/);
  });

  test('gives severities by rule and path; the last row that fits decides', () => {
    const plain = folderWith(sources);
    expect(rulesIn(plain)).toEqual(['a/a.go error goroutine-leak', 'b/b.go error double-lock']);
    const cwd = withConfiguration({
      severities: [
        { severity: 'note' },
        { paths: ['b/**'], severity: 'warning' },
        { rules: ['goroutine-leak'], severity: 'off' },
      ],
    });
    expect(rulesIn(cwd)).toEqual(['b/b.go warning double-lock']);
    const { runs } = JSON.parse(gordian(['check', '--format', 'sarif', './...'], { cwd }).stdout);
    expect(runs[0].results[1].suppressions).toEqual([{ kind: 'external', justification: 'gordian.json' }]);
  });

  test.each([
    ['**/x.go', ['x.go', 'a/x.go', 'a/b/x.go'], ['a/xx.go']],
    ['internal', ['internal/a.go', 'internal/b/c.go'], ['internals/a.go', 'a/internal/b.go']],
    ['a/*.go', ['a/b.go'], ['a/b/c.go']],
    ['./a/**', ['a/b.go', 'a/b/c.go'], ['b/a/c.go']],
    ['a.b', ['a.b'], ['aab']],
  ])('pattern %s', (glob, inside, outside) => {
    for (const path of inside) expect([path, patternOf(glob).test(path)]).toEqual([path, true]);
    for (const path of outside) expect([path, patternOf(glob).test(path)]).toEqual([path, false]);
  });

  test.each([
    ['{\n  "check": { "stats": 1 }\n}', '2:14: unknown name "stats"; did you mean states?'],
    ['{ "check": { "test": "no" } }', '1:22: test is true or false'],
    ['{ "check": { "format": "yaml" } }', '1:24: format is one of text, json'],
    ['{ "chek": {} }', '1:3: unknown name "chek"; did you mean check?'],
    ['{ "check": {} ', '1:15: a comma or } is expected here'],
    ['[]', '1:1: the configuration must be an object in braces'],
    ['{ "check": 1,\n "check": 2 }', '2:2: "check" stands here twice'],
    [
      '{ "severities": [{ "rules": ["gorutine-leak"], "severity": "off" }] }',
      'unknown rule "gorutine-leak"; did you mean goroutine-leak?',
    ],
    ['{ "severities": [{ "severity": "fatal" }] }', '1:32: severity is one of off, note, warning, error'],
    ['{ "check": { "param": [1] } }', '1:24: param is a list of strings'],
    ['{ "a": "b\n" }', '1:8: this string does not end on its line'],
    ['', '1:1: the file ends where a value is expected'],
  ])('%s is a mistake with a place', (text, says) => {
    const cwd = withConfiguration(text);
    const { exitCode, stdout, stderr } = gordian(['check'], { cwd });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`gordian.json:`);
    expect(stderr).toContain(says);
  });

  test('has a schema with every flag, which is up to date', () => {
    expect(readText('docs/gordian.schema.json')).toBe(configurationSchema());
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(configurationSchema()));
    expect(validate({ check: { states: 5, param: ['n=1'], test: false }, severities: [{ severity: 'off' }] })).toBe(
      true,
    );
    expect(validate({ check: { nonsense: 1 } })).toBe(false);
  });
});

describe('a baseline', () => {
  test('keeps known findings quiet, shows new ones, and mentions those that are gone', () => {
    const cwd = folderWith(sources);
    const written = gordian(['check', '--write-baseline', './...'], { cwd });
    expect(written).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'gordian: wrote 2 findings to gordian-baseline.json\n',
    });
    const args = ['check', '--baseline', 'gordian-baseline.json', './...'];
    expect(gordian(args, { cwd })).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^2 silenced\n/) });
    // Lines move, something is new.
    writeFileSync(join(cwd, 'a/a.go'), `package a\n\n// Moved.\nvar X = 1\n\n${leak('A')}\n${leak('B')}`);
    const next = gordian(args, { cwd });
    expect(next.exitCode).toBe(1);
    expect(next.stdout).toMatch(/^a\/a\.go:13:14: error: .*\n/);
    expect(next.stdout).toContain('1 error, 2 silenced');
    writeFileSync(
      join(cwd, 'b/b.go'),
      'package b\n\nfunc Twice() {}\n\nfunc Other() { c := make(chan int); close(c) }\n',
    );
    const last = gordian(args, { cwd });
    expect(last.stderr).toBe(
      'gordian: 1 finding of the baseline is gone; --write-baseline updates gordian-baseline.json\n',
    );
    // Where its package is not looked at, nothing can be said of it.
    expect(gordian(['check', '--baseline', 'gordian-baseline.json', './a'], { cwd }).stderr).toBe('');
  });

  test.each([
    ['{ "findings": [', ':1:16: the file ends where a value is expected; write it again with --write-baseline'],
    ['{ "findings": [] }', ':1:1: not a baseline of Gordian'],
    ['{ "baseline": 2, "findings": [] }', ':1:15: this baseline was written by a newer version'],
    ['{ "baseline": 1, "findings": [{}] }', ':1:31: fingerprint is missing'],
  ])('%s is broken, and says where', (text, says) => {
    const cwd = folderWith({ ...sources, 'b.json': text });
    const { exitCode, stderr } = gordian(['check', '--baseline', 'b.json', './...'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`b.json${says}`);
  });

  test('that is not there is a mistake', () => {
    const { exitCode, stderr } = gordian(['check', '--baseline', 'no.json'], { cwd: folderWith(sources) });
    expect([exitCode, stderr]).toEqual([
      2,
      'gordian: --baseline no.json: no such file; write it with --write-baseline\n',
    ]);
  });
});

describe('--changed', () => {
  const git = (cwd: string, ...args: readonly string[]): void => {
    const names = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main'];
    expect(spawnSync('git', [...names, ...args], { cwd, encoding: 'utf8' })).toMatchObject({ status: 0 });
  };

  test('reports what a change can affect: its packages, and those that import them', () => {
    const cwd = folderWith({
      ...sources,
      'c/c.go': `package c\n\nimport (\n\tx "example.com/m/a"\n)\n\nfunc Use() { x.A() }\n\n${leak('C')}`,
    });
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'first');
    expect(rulesIn(cwd, '--changed')).toEqual([]);
    writeFileSync(join(cwd, 'a/a.go'), `package a\n\n// A leaks.\n${leak('A')}`);
    const affected = rulesIn(cwd, '--changed').map((text) => text.split(' ')[0]);
    expect([...new Set(affected)]).toEqual(['a/a.go', 'c/c.go']);
    expect(rulesIn(cwd).filter((text) => !text.startsWith('b/'))).toEqual(rulesIn(cwd, '--changed'));
    git(cwd, 'commit', '-qam', 'second');
    expect(rulesIn(cwd, '--changed')).toEqual([]);
    expect(rulesIn(cwd, '--changed=HEAD~1')).not.toEqual([]);
    // A new file counts before it is added; and go.mod decides about everything.
    writeFileSync(join(cwd, 'b/new.go'), 'package b\n');
    expect(rulesIn(cwd, '--changed')).toEqual(['b/b.go error double-lock']);
    writeFileSync(join(cwd, 'go.mod'), 'module example.com/m\n\ngo 1.25\n');
    expect(rulesIn(cwd, '--changed')).toEqual(rulesIn(cwd));
    const wrong = gordian(['check', '--changed=nonsense', './...'], { cwd });
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toMatch(/--changed=nonsense: git rev-parse: unknown revision/);
  });
});

describe('commands for projects', () => {
  test('init writes what check takes, and nothing over what is there', () => {
    const cwd = folderWith(sources);
    expect(gordian(['init'], { cwd })).toMatchObject({
      exitCode: 0,
      stdout: 'wrote gordian.json\nwrote .github/workflows/gordian.yml\n',
    });
    expect(gordian(['check', '-q', './a'], { cwd }).exitCode).toBe(1);
    const again = gordian(['init'], { cwd });
    expect([again.exitCode, again.stderr]).toEqual([
      2,
      'gordian: gordian.json and .github/workflows/gordian.yml: already there; --force writes it again\n',
    ]);
    expect(gordian(['init', '--force'], { cwd }).exitCode).toBe(0);
    expect(readFileSync(join(cwd, '.github/workflows/gordian.yml'), 'utf8')).toContain('gordian.sarif');
  });

  test('rules are those that explain knows', () => {
    const { stdout } = gordian(['rules']);
    expect(stdout).toMatch(/^goroutine-leak +A goroutine can block forever\.$/m);
    const all = JSON.parse(gordian(['rules', '--all', '--json']).stdout) as readonly { readonly name: string }[];
    expect(all.length).toBeGreaterThan(stdout.split('\n').length);
    expect(gordian(['explain', all.at(-1)?.name ?? '']).exitCode).toBe(0);
  });

  test('doctor says what is there', () => {
    const { exitCode, stdout } = gordian(['doctor']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ok {6}node {5}Node \d+/m);
    expect(stdout).toMatch(/^ok {6}report {3}installed$/m);
    expect(gordian(['doctor'], { env: { PATH: '/nowhere' } }).stdout).toMatch(
      /^missing go {7}there is no go on the PATH/m,
    );
  });

  test('cache clean removes results, and only these', () => {
    const cache = folderWith({ 'gordian/schedules/a.json': '{}' });
    const env = { XDG_CACHE_HOME: cache };
    const cwd = folderWith(sources);
    gordian(['check', '-q', './...'], { cwd, env });
    expect(gordian(['cache'], { env }).stdout).toMatch(/^[1-9]\d* results, /);
    expect(gordian(['cache', 'clean'], { env }).stdout).toMatch(/^removed [1-9]\d* results/);
    expect(gordian(['cache'], { env }).stdout).toMatch(/^0 results, /);
    expect(existsSync(join(cache, 'gordian/schedules/a.json'))).toBe(true);
  });

  test('completion names every command and flag', () => {
    const { stdout } = gordian(['completion', 'bash']);
    const script = `${stdout}\nCOMP_WORDS=(gordian check --form); COMP_CWORD=2; _gordian; echo "\${COMPREPLY[@]}"\nCOMP_WORDS=(gordian che); COMP_CWORD=1; _gordian; echo "\${COMPREPLY[@]}"`;
    const { stdout: completed } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(completed).toBe('--format --formula\ncheck\n');
    for (const shell of ['zsh', 'fish']) expect(gordian(['completion', shell]).stdout).toContain('baseline');
    expect(gordian(['completion', 'cmd']).exitCode).toBe(2);
  });
});
