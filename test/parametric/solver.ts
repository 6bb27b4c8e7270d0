// One solver for the tests of a file: the native one where there is one, because it starts faster.

import { solverHost } from '../../src/driver/solver/choose.ts';
import { solverOptions } from '../../src/parametric/index.ts';
import { openSolver, type Solver } from '../../src/smt/index.ts';

export function testSolver(): Solver {
  return openSolver(solverHost('auto'), { timeoutMs: 5000, options: solverOptions });
}
