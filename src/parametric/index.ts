// The interface of `parametric` for the driver: proofs for every value of the parameters, and preconditions.

export { type CheckedCall, checkCalls, type Need, needOf, requiredTerm } from './call-check.ts';
export { dafnyText, namesOf } from './dafny-text.ts';
export { encode } from './encode.ts';
export { Inexpressible } from './expr.ts';
export { solverOptions } from './options.ts';
export { overflowAssumptions } from './overflow.ts';
export { breakingValues, holdsForLarge, type Precondition, readable, valueUnder } from './precondition.ts';
export { type Outcome, type Proof, type ProveOptions, prove } from './prove.ts';
export { type Recheck, recheck } from './recheck.ts';
