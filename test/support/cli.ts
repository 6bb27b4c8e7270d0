// Runs the built executable as a user would, in folders made for one test.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { root } from './repository.ts';

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs `bin/gordian`; `npm test` has built it. */
export function gordian(args: readonly string[], { cwd = root, env = {} }: CliOptions = {}): CliResult {
  const result = spawnSync(process.execPath, [join(root, 'bin', 'gordian'), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
  });
  return { exitCode: result.status, stdout: result.stdout, stderr: result.stderr };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A temporary folder with these files, gone after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-test-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
