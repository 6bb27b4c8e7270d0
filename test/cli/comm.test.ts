// Communication programs given as text, on the command line.

import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';

const clean = 'proc main() {\n  c = chan 0\n  go give(c)\n  recv c\n}\nproc give(c) {\n  send c, 1\n}\n';
const leaking = clean
  .replace('proc main', 'program "leaking" function\nproc main')
  .replace('  recv c', '  go give(c)\n  recv c');

describe('gordian emit', () => {
  const cwd = folderWith({
    'a.comm': clean,
    'b.migo': 'def main():\n    let c = newchan c, 1;\n    send c;\n',
    'p.comm': 'param n int\nproc main() {\n  c = chan $n\n}\n',
    'bad.comm': 'proc main() {\n  send c, 1\n}\n',
  });

  test.each([
    ['promela', 'a.comm', 'proctype P_give(int c)'],
    ['mcrl2', 'a.comm', 'init allow('],
    ['migo', 'a.comm', 'spawn give(c);'],
    ['comm', 'b.migo', 'send c, nil'],
  ])('prints %s of %s', (language, file, part) => {
    const { exitCode, stdout } = gordian(['emit', language, file], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(part);
  });

  test('sets parameters', () => {
    expect(gordian(['emit', 'migo', 'p.comm', '--param', 'n=3'], { cwd }).stdout).toContain('newchan c, 3;');
    expect(gordian(['emit', 'promela', 'p.comm'], { cwd })).toMatchObject({ exitCode: 2, stdout: '' });
    expect(gordian(['emit', 'migo', 'p.comm', '--param', 'n=x'], { cwd }).stderr).toContain('n is a number');
  });

  test('says where a text is wrong', () => {
    const { exitCode, stderr } = gordian(['emit', 'comm', 'bad.comm'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('bad.comm:2:8: there is no variable of this name');
  });

  test('says what cannot be read or printed', () => {
    expect(gordian(['emit', 'comm', 'none.comm'], { cwd }).stderr).toContain('cannot read');
    expect(gordian(['emit', 'java', 'a.comm'], { cwd }).stderr).toContain('there are: comm, migo, promela, mcrl2');
  });
});

describe('gordian check', () => {
  const cwd = folderWith({ 'clean.comm': clean, 'leaking.comm': leaking, 'bad.migo': 'def main(): send x;' });

  test('proves a program that is right', () => {
    const { exitCode, stdout } = gordian(['check', 'clean.comm'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('goroutine-leak: proved');
  });

  test('reports a leak with its run', () => {
    const { exitCode, stdout } = gordian(['check', 'leaking.comm'], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/leaking\.comm:9:3: error: .*\[goroutine-leak\]/);
    expect(stdout).toContain('give (g3) is blocked sending on c: no remaining goroutine receives from c');
  });

  test('cannot check what it cannot read', () => {
    const { exitCode, stderr } = gordian(['check', 'bad.migo'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('bad.migo:1:18: x is not defined');
  });
});
