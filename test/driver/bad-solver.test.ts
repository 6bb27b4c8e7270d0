// A z3 on the PATH that is none, or does not work: fragments are unknown with the reason, nothing hangs, and nothing is left running.

import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';

const code = folderWith({
  'go.mod': 'module example.com/p\n\ngo 1.22\n',
  'p.go': `package p

func Parametric(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	for i := 0; i < n; i++ {
		<-c
	}
}

func Plain() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}
`,
});

const version = '[ "$1" = --version ] && { echo "Z3 version 4.8.12 - 64 bit"; exit 0; }';

/** How long a process sleeps that a script has started: no other one sleeps that long, not even one of the same test run elsewhere. */
const seconds = 86_000_000 + process.pid;

const scripts: readonly (readonly [string, string, RegExp])[] = [
  ['dies at once', `${version}\necho "no memory" >&2\nexit 3`, /^not proved for every value: .*no memory/],
  ['hangs', `${version}\nsleep ${seconds}`, /^not proved for every value: .*no answer within/],
  [
    'prints rubbish',
    `${version}\nwhile read line; do case "$line" in *gordian-answer*) echo "$line" | sed 's/.*"\\(.*\\)".*/\\1/';; *) echo ') (';; esac; done`,
    /^not proved for every value: .*cannot be read/,
  ],
];

function runningStill(): boolean {
  return spawnSync('pgrep', ['-f', `sleep ${seconds}`], { encoding: 'utf8' }).stdout.trim() !== '';
}

describe.skipIf(process.platform === 'win32')('a z3 that', () => {
  test.each(scripts)('%s', { timeout: 120_000 }, (_, script, reason) => {
    const folder = folderWith({ z3: `#!/bin/sh\n${script}\n` });
    chmodSync(join(folder, 'z3'), 0o755);
    const args = ['check', '--models', '--no-cache', '--time', '1s', '--format', 'json', '.'];
    const result = gordian(args, { cwd: code, env: { PATH: `${folder}:${process.env.PATH}` } });
    const { fragments } = JSON.parse(result.stdout) as {
      readonly fragments: readonly { readonly function: string; readonly verdict: string; readonly reason: string }[];
    };
    expect(fragments.map((one) => [one.function, one.verdict])).toEqual([
      ['Parametric', 'bounded'],
      ['Plain', 'proved'],
    ]);
    expect(fragments[0]?.reason).toMatch(reason);
    expect(runningStill()).toBe(false);
  });

  test('does not even say its version is left alone', { timeout: 120_000 }, () => {
    const folder = folderWith({ z3: "#!/bin/sh\ntrap '' TERM\nwhile :; do :; done\n" });
    chmodSync(join(folder, 'z3'), 0o755);
    const args = ['check', '--models', '--no-cache', '--format', 'json', '.'];
    const result = gordian(args, { cwd: code, env: { PATH: `${folder}:${process.env.PATH}` } });
    const { fragments } = JSON.parse(result.stdout) as { readonly fragments: readonly { readonly verdict: string }[] };
    expect(fragments.map((one) => one.verdict)).toEqual(['proved', 'proved']);
  });
});
