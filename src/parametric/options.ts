// How solvers are set up for proofs.

import type { SolverOptions } from '../smt/index.ts';

/**
 * Questions are small and nearly all linear: the older arithmetic of Z3 answers them with three quarters of the work, and what few
 * products there are as well as the newer one does.
 */
export const solverOptions: NonNullable<SolverOptions['options']> = { 'smt.arith.solver': 2 };
