// Generated methods with brute force as referee: what is proved must hold in every run.
//
//   npm run fuzz:proof [-- --programs N] [--seed S] [--shard I/N] [--solver native|wasm]
//
// Prints methods that are proved and fail in a run; the last line is a summary as JSON, with how many of the methods that
// never fail were proved.

import { parseArgs } from 'node:util';
import { SourceSet } from '../../src/base/source.ts';
import { type SolverChoice, syncSolverHost } from '../../src/driver/solver/choose.ts';
import { verifyProgram } from '../../src/proof/index.ts';
import { readProgram } from '../../src/vil/index.ts';
import { generate, holdsInAllRuns } from '../proof/generate.ts';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '100000' },
    shard: { type: 'string', default: '1/1' },
    solver: { type: 'string', default: 'auto' },
  },
});
const [, index = '1', count = '1'] = /^(\d+)\/(\d+)$/.exec(values.shard) ?? [];
const host = syncSolverHost(values.solver as SolverChoice);

let programs = 0;
let held = 0;
let proved = 0;
let undecided = 0;
let wrong = 0;
for (let n = Number(index) - 1; n < Number(values.programs); n += Number(count)) {
  const seed = Number(values.seed) + n;
  const generated = generate(seed);
  const { program, errors } = readProgram('generated.vpr', generated.text, new SourceSet(), () => null);
  const [problem] = errors;
  if (problem !== undefined) throw new Error(`seed ${seed} cannot be read: ${problem.message}`);
  const verdict = [...verifyProgram(program, host)].find(({ member }) => member.name === 'm')?.verdict.kind;
  const holds = holdsInAllRuns(generated);
  programs++;
  if (holds) held++;
  if (verdict !== 'proved' && verdict !== 'failed') undecided++;
  if (verdict !== 'proved') continue;
  if (holds) proved++;
  else {
    wrong++;
    console.log(`seed ${seed} is proved and fails in a run:\n${generated.text}\n`);
  }
}
console.log(JSON.stringify({ command: 'fuzz:proof', programs, held, proved, undecided, wrong }));
process.exitCode = wrong > 0 ? 1 : 0;
