// What the model checker has said about programs in earlier runs, however it is kept.

import type { CommProgram } from '../comm/comm.ts';
import type { ModelResult } from '../model/index.ts';

/** Results of one package's fragments. */
export interface EarlierResults {
  /** What tells a program from all others. `options` is whatever else decides the result, as text; places count too. */
  readonly keyOf: (program: CommProgram, options: string) => string;
  readonly get: (key: string) => ModelResult | null;
  readonly put: (key: string, result: ModelResult) => void;
}
