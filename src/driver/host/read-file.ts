// Reads regular files, and nothing that could make a reader wait or grow without end: pipes, devices, directories.

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Throws what node throws, or says that it is not a regular file. */
export function readRegularFile(path: string): Buffer {
  // Without this flag opening a pipe waits until something writes to it.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) throw new Error('it is a directory');
    if (!found.isFile()) throw new Error('it is not a regular file');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
