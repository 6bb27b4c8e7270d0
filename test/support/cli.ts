// Runs the built executable as a user would, in folders made for one test.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeFolder, removeFolder } from './folder.ts';
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
    // Results of earlier runs are kept away from the user's own.
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, XDG_CACHE_HOME: join(root, 'build'), ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
  });
  return { exitCode: result.status, stdout: result.stdout, stderr: result.stderr };
}

const folders: string[] = [];

/** A temporary folder with these files, gone after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

/** Called after the tests of each file. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) removeFolder(folder);
}
