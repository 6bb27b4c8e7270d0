// Where results go: standard output, or a file that appears whole or not at all.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A mistake in how the tool was called: one line for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Writes the result to `file`, or to standard output where there is none. */
export function writeResult(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  const path = resolve(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`--out ${file}: it is a directory; give the name of a file`);
  // Devices and pipes cannot be replaced by renaming.
  if (there !== undefined && !there.isFile()) writeWhole(path, text, 'w');
  else writeAtomically(path, text, file);
}

function writeAtomically(path: string, text: string, shown: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeWhole(temporary, text, 'wx');
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(`--out ${shown}: cannot write it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function writeWhole(path: string, text: string, flags: string): void {
  const bytes = Buffer.from(text);
  const handle = openSync(path, flags);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    if (flags === 'wx') fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether text on standard output gets colours: on a terminal only, and not against the user's wish. */
export function wantsColor(flag: boolean, file: string | undefined): boolean {
  if (!flag || file !== undefined || (process.env.NO_COLOR ?? '') !== '') return false;
  if ((process.env.FORCE_COLOR ?? '') !== '') return process.env.FORCE_COLOR !== '0';
  return process.stdout.isTTY === true && process.env.TERM !== 'dumb';
}
