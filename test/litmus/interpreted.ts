// Litmus programs in the interpreter of `ir`, under schedules that a seed decides.

import { Unsupported } from '../../src/ir/interp/index.ts';
import { type Library, loadLibrary, runFile } from '../support/interp.ts';
import { type Litmus, type Outcome, outcomeOf } from './suite.ts';

/** The packages that litmus programs use. */
export function litmusLibrary(cwd: string): Library {
  return loadLibrary(['fmt', 'errors', 'os', 'runtime', 'sync', 'sync/atomic', 'time', 'context'], cwd);
}

const initialised: ReadonlySet<string> = new Set(['sync', 'internal/sync', 'sync/atomic', 'context']);

/** One run; seed 0 is round robin. A text says what of the library cannot be interpreted. */
export function interpret(library: Library, litmus: Litmus, seed: number, fuel = 5_000_000): Outcome | string {
  try {
    const { stdout, stderr, exitCode, left } = runFile(library, litmus.name, litmus.text, {
      seed: seed === 0 ? null : seed * 7919,
      fuel,
      initialised,
      ...(litmus.entry === 'Litmus' ? { entry: 'Litmus' } : {}),
    });
    return outcomeOf(stdout, stderr, exitCode, left);
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    throw error;
  }
}
