// `npm run fuzz:parametric -- --programs N [--seed S] [--core] [--go]`: generated VirGo programs against brute force, for all values from
// -2 to 4; with `--go` they are written as Go functions first, and come back through the whole front end. Ends with one line of JSON, and with exit code 1 if a precondition admits what fails, or a weakest one excludes what is fine.

import { solverHost } from '../../src/driver/solver/choose.ts';
import { solverOptions } from '../../src/parametric/index.ts';
import { openSolver } from '../../src/smt/index.ts';
import { printVirgo } from '../../src/virgo/index.ts';
import { type Comparison, compare } from '../parametric/compare.ts';
import { compareThroughGo } from '../parametric/through-go.ts';
import { numberOption } from '../support/option.ts';
import { generate } from '../virgo/generate.ts';

const programs = numberOption('programs', 1000);
const seed = numberOption('seed', 1_000_000);
const core = process.argv.includes('--core');
const begin = performance.now();
const solver = openSolver(solverHost('auto'), { timeoutMs: 5000, options: solverOptions });
const counts: Record<string, number> = { proved: 0, conditional: 0, never: 0, unknown: 0, weakest: 0 };
let compared = 0;
let missed = 0;
let tooLarge = 0;
let exceptions = 0;
const throughGo = process.argv.includes('--go');
/** So many functions are one package. */
const batch = 50;
let given: readonly (Comparison | null)[] = [];
let lost = 0;
const programAt = (i: number): ReturnType<typeof generate> =>
  generate(seed + i, { extended: !core && i % 3 !== 0, locks: !core && i % 4 === 1 });
for (let i = 0; i < programs; i++) {
  const program = programAt(i);
  if (throughGo && i % batch === 0) {
    const size = Math.min(batch, programs - i);
    given = await compareThroughGo(
      Array.from({ length: size }, (_, k) => programAt(i + k)),
      solver,
    );
  }
  const found = throughGo ? given[i % batch] : await compare(program, solver);
  if (found === null || found === undefined) {
    lost++;
    continue;
  }
  counts[found.verdict] = (counts[found.verdict] ?? 0) + 1;
  if (found.weakest) counts.weakest = (counts.weakest ?? 0) + 1;
  compared += found.compared;
  missed += found.missed;
  tooLarge += found.tooLarge;
  const [wrong] = [...found.unsound, ...found.notWeakest];
  if (wrong === undefined) continue;
  exceptions++;
  const kind = found.unsound.length > 0 ? 'admits what fails' : 'excludes what is fine';
  process.stdout.write(`seed ${seed + i}: ${kind}: ${JSON.stringify(wrong)}\n${printVirgo(program)}\n`);
}
await solver.dispose();
const ms = Math.round(performance.now() - begin);
process.stdout.write(
  `${JSON.stringify({ command: 'fuzz:parametric', programs, seed, throughGo, ...counts, lost, compared, missed, tooLarge, exceptions, ms })}\n`,
);
process.exitCode = exceptions === 0 ? 0 : 1;
