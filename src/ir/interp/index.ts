// The public interface of the interpreter of ir.

export { type Outcome, type Packages, type RunOptions, run } from './run.ts';
export { Unsupported } from './values.ts';
