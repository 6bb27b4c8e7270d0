// Where results go: standard output, or a file that appears whole or not at all.

import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isatty, WriteStream } from 'node:tty';
import { isMainThread } from 'node:worker_threads';

/** A mistake in how the tool was called: one line for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Writes the result to `file`, or to standard output where there is none. */
export function writeResult(text: string, file: string | undefined): void {
  if (file === undefined) {
    writeOut(text);
    return;
  }
  const path = resolve(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`--out ${file}: it is a directory; give the name of a file`);
  try {
    // Devices and pipes cannot be replaced by renaming.
    if (there !== undefined && !there.isFile()) writeWhole(path, text, 'w');
    else writeAtomically(path, text);
  } catch (error) {
    throw new UsageError(`--out ${file}: cannot write it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Set once something had to be left to node's stream: what comes later must not overtake it. */
let streamed: NodeJS.WriteStream | null = null;

/** Writes to standard output, without node's stream for it where that is possible: making one takes longer than a small check. */
export function writeOut(text: string): void {
  const bytes = Buffer.from(text);
  // Consoles of Windows want other characters than files.
  const done = streamed === null && process.platform !== 'win32' ? writeAtOnce(bytes) : 0;
  if (done < bytes.length) outStream().write(bytes.subarray(done));
}

/** How many bytes could be written; a reader that is slow may take no more for now. */
function writeAtOnce(bytes: Buffer): number {
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(1, bytes, done);
  } catch (error) {
    outFailed(error as NodeJS.ErrnoException);
  }
  return done;
}

/** Node's stream for standard output. */
export function outStream(): NodeJS.WriteStream {
  streamed ??= process.stdout.on('error', outFailed);
  return streamed;
}

/** A reader that goes away early (`gordian check | head`) is no failure of ours. */
function outFailed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  if (error.code === 'EAGAIN') return;
  process.stderr.write(`gordian: cannot write the result: ${error.message}\n`);
  process.exit(2);
}

function writeAtomically(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeWhole(temporary, text, 'wx');
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
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
  return terminalAt(1) !== null && process.env.TERM !== 'dumb';
}

const terminals: Partial<Record<1 | 2, WriteStream>> = {};

/** The terminal that standard output (1) or standard error (2) goes to; null where that is a file or a pipe. */
export function terminalAt(handle: 1 | 2): WriteStream | null {
  // Making node's stream only to see that it is none would take longer.
  if (!fstatSync(handle).isCharacterDevice()) return null;
  if (!isatty(handle)) return null;
  // In a thread node's own streams go through the main thread and know of no terminal.
  if (!isMainThread) return (terminals[handle] ??= new WriteStream(handle));
  return handle === 1 ? process.stdout : process.stderr;
}
