// The public interface of the interpreter of ir.

export { type ContractOutcome, type ContractRun, inputTypes, runContract } from './contract.ts';
export type { Skipped } from './ghost.ts';
export { type Outcome, type Packages, type RunOptions, run } from './run.ts';
export { drawSample, type Sample, type Sampling, sampleText } from './sample.ts';
export { Unsupported } from './values.ts';
