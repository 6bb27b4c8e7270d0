// How the executable starts: with code that the build has kept, without it, and with readers that are slow or go away.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, gordian } from '../support/cli.ts';
import { root } from '../support/repository.ts';

const model = join(root, 'testdata', 'comm', 'mutex.comm');

/** A copy of the bundle, for itself. */
function copyOfBundle(): string {
  const folder = join(folderWith({}), 'dist');
  cpSync(join(root, 'dist'), folder, { recursive: true });
  return folder;
}

function codeIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.code'))
    .map((name) => join(folder, name));
}

function run(folder: string, args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(folder, 'start.cjs'), ...args], { encoding: 'utf8' });
}

describe('kept code', () => {
  test('is there for both programs, and node takes it', () => {
    const folder = join(root, 'dist');
    const kept = codeIn(folder);
    expect(kept).toHaveLength(2);
    // As the loader does it, with node's answer printed.
    const asked = `
      const vm = require('node:vm');
      const { Script } = vm;
      vm.Script = class extends Script {
        constructor(text, options) {
          super(text, options);
          console.log(options.filename, this.cachedDataRejected);
        }
      };
      process.argv.splice(1, 0, 'gordian');
      require(${JSON.stringify(join(folder, 'start.cjs'))});
    `;
    const told = (args: readonly string[]): string =>
      execFileSync(process.execPath, ['-e', asked, '--', ...args], { encoding: 'utf8' });
    expect(told(['check', model])).toMatch(/^check-comm\.cjs false$/m);
    expect(told(['explain', 'goroutine-leak'])).toMatch(/^gordian\.cjs false$/m);
  });

  test.each([
    ['is damaged', (path: string) => writeFileSync(path, 'no code at all')],
    ['is cut off', (path: string) => writeFileSync(path, '')],
    ['is not there', (path: string) => rmSync(path)],
  ])('that %s changes nothing', (_, change) => {
    const folder = copyOfBundle();
    for (const path of codeIn(folder)) change(path);
    for (const args of [
      ['check', model],
      ['explain', 'goroutine-leak'],
    ]) {
      const { exitCode, stdout, stderr } = gordian(args);
      expect(run(folder, args)).toMatchObject({ status: exitCode, stdout, stderr });
    }
  });
});

describe('standard output', () => {
  const many = Array<string>(600).fill(model);

  test('that nobody reads to its end is no failure', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `"$@" | true`, 'sh', ...commandFor(many)], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('gets everything although its reader is slow and writing does not wait', () => {
    // Node makes a pipe that it writes to itself one that does not wait, for all who have it, until it ends.
    const other = `process.stdout.write(''); setTimeout(() => {}, 60_000)`;
    const script = `node=$1; text=$2; shift 2
      { "$node" -e "$text" & sleep 1; "$@"; kill $!; } | { sleep 3; cat; }`;
    const args = ['-c', script, 'sh', process.execPath, other, ...commandFor(many)];
    const { stdout } = spawnSync('sh', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(stdout.length).toBeGreaterThan(100_000);
    expect(stdout).toBe(gordian(['check', ...many]).stdout);
  });
});

function commandFor(paths: readonly string[]): readonly string[] {
  return [process.execPath, join(root, 'bin', 'gordian'), 'check', ...paths];
}
