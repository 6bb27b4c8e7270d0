// The model checker against the naive engine on many generated programs, for every property and with every reduction.
//
//   npm run fuzz:model [-- --programs N] [--seed S]
//
// Prints what does not agree, and as its last line a summary as JSON.

import { compare, families, naive } from '../model/compare.ts';
import { generateProgram } from '../support/generate-comm.ts';
import { numberOption } from '../support/option.ts';

const programs = numberOption('programs', 10_000);
const first = numberOption('seed', 100_000);
const kinds = Object.entries(families);
const problems: string[] = [];
let compared = 0;
let tooLarge = 0;
for (let n = 0; n < programs; n++) {
  const [name, { features, size }] = kinds[n % kinds.length] as (typeof kinds)[number];
  const program = generateProgram(first + n, features, size);
  const expected = naive(program);
  if (expected === null) {
    tooLarge++;
    continue;
  }
  compared++;
  for (const problem of compare(first + n, program, expected.verdicts)) {
    problems.push(problem);
    console.log(`${name}: ${problem}`);
  }
}
console.log(JSON.stringify({ programs, compared, tooLarge, problems: problems.length }));
process.exitCode = problems.length > 0 ? 1 : 0;
