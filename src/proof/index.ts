// The interface of the folder: verifying a vil program with a solver that answers synchronously.

export type { ProofOptions } from './context.ts';
export { type Construct, obligationWords } from './obligations.ts';
export type { ProverOptions } from './prover.ts';
export { type Slices, slicesOf } from './slices.ts';
export { openTerminating, type TerminatingOptions, verifyTerminating } from './terminating.ts';
export { type MemberResult, type MemberVerdict, type Verifier, type VerifyOptions, verifyProgram } from './verify.ts';
