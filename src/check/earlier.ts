// What the model checker has said about programs in earlier runs, however it is kept.

import type { CommProgram } from '../comm/comm.ts';
import type { ModelResult } from '../model/index.ts';

/** A result, and the work that the search for it was allowed. */
export interface EarlierResult {
  readonly result: ModelResult;
  readonly work: number;
}

/** Results of one package's fragments. */
export interface EarlierResults {
  /** What tells a program from all others. `options` is whatever else decides the result, as text; places count too. */
  readonly keyOf: (program: CommProgram, options: string) => string;
  readonly get: (key: string) => EarlierResult | null;
  readonly put: (key: string, result: EarlierResult) => void;
}
