// Programs of testdata/ir through the interpreter: they print what their `// Output:` comments say, under any schedule.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { installedGo } from '../support/go.ts';
import { type Library, loadLibrary, runFile } from '../support/interp.ts';
import { root } from '../support/repository.ts';
import { expectedOutput, trimmed } from './support.ts';

const folder = join(root, 'testdata', 'ir');
const names = readdirSync(folder).filter((name) => name.endsWith('.go'));

describe.runIf(installedGo !== null)('the interpreter', () => {
  let library: Library;
  beforeAll(() => {
    library = loadLibrary(['fmt', 'errors', 'os', 'strings', 'sync', 'time'], root);
  });

  test.each(names)('prints what Go prints for %s', (name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const expected = expectedOutput(text);
    expect(expected).not.toBeNull();
    for (const seed of [null, 1, 2]) {
      const { stdout, stderr, exitCode } = runFile(library, path, text, { seed });
      expect(trimmed(Buffer.from(stdout, 'latin1').toString('utf8'))).toBe(expected);
      expect(stderr).toBe('');
      expect(exitCode).toBe(0);
    }
  });

  test('says when all goroutines are asleep', () => {
    const { stderr, exitCode } = runFile(library, 'deadlock.go', 'package main\nfunc main() { <-make(chan int) }\n');
    expect(stderr).toBe('fatal error: all goroutines are asleep - deadlock!\n');
    expect(exitCode).toBe(2);
  });

  test('ends with status 2 after a panic that nobody recovers', () => {
    const text = 'package main\nfunc main() { defer println("deferred"); panic("no") }\n';
    const { stderr, exitCode } = runFile(library, 'panic.go', text);
    expect(stderr).toMatch(/^deferred\npanic: no\n/);
    expect(exitCode).toBe(2);
  });
});
