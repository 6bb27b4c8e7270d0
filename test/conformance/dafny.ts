// `npm run conformance:dafny [-- DIR] [--programs N] [--seed S] [--limit SECONDS] [--only REGEXP]`: what we call proved, beside the real Dafny.
//
// The programs are those of testdata/virgo and testdata/parametric, the VirGo texts below DIR, and N generated ones in the paper's
// language. Each that we prove for some values is printed for Dafny with its precondition. Dafny has only the invariant of the
// paper's templates: where it refuses, all schedules are run for small values that the precondition admits. If one of them fails,
// Dafny has refuted us; else its invariant was too weak. Strategies 1 to 3 are the paper's own, and strategy 4 goes past it.
// Ends with one line of JSON, and with exit code 1 if a proof was refuted or a program is not valid Dafny.

import { parseArgs } from 'node:util';
import { solverHost } from '../../src/driver/solver/choose.ts';
import { type Proof, prove, solverOptions, valueUnder } from '../../src/parametric/index.ts';
import { holds, openSolver } from '../../src/smt/index.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';
import { dafnyOf, hasDafny, runDafny } from '../parametric/dafny.ts';
import { allFragments } from '../parametric/fragments.ts';
import { brute } from '../virgo/brute.ts';
import { generate, valuations } from '../virgo/generate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    programs: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
});

/** Whether a small valuation that the precondition admits fails. */
function failsSomewhere(program: VirgoProgram, { precondition, system }: Proof): boolean {
  for (const valuation of valuations(program)) {
    if (holds(precondition, valueUnder(system, valuation)) === false) continue;
    const found = brute(program, valuation, 20_000);
    if (found === 'blocks' || found === 'fails') return true;
  }
  return false;
}

async function main(): Promise<number> {
  if (!hasDafny()) {
    console.log(JSON.stringify({ command: 'conformance:dafny', skipped: 'Dafny is not installed' }));
    return 0;
  }
  const begin = performance.now();
  const { fragments, unreadable } = allFragments(positionals[0]);
  for (const line of unreadable) console.log(`unreadable: ${line}`);
  const generated = Array.from({ length: Number(values.programs) }, (_, i) => {
    const seed = Number(values.seed) + i;
    return { name: `seed ${seed}`, program: generate(seed, { extended: false }) };
  });
  const wanted = new RegExp(values.only);
  const counts = { programs: 0, unknown: 0, never: 0, notExpressible: 0, asked: 0 };
  const empty = { accepted: 0, tooWeak: 0, timeout: 0, refuted: 0, invalid: 0 };
  const answers = { templates: { ...empty }, beyond: { ...empty } };
  const solver = openSolver(solverHost('auto'), { timeoutMs: 5000, options: solverOptions });
  for (const { name, program } of [...fragments, ...generated]) {
    if (!wanted.test(name)) continue;
    counts.programs++;
    const outcome = await prove(program, solver);
    if (outcome.kind === 'unknown') {
      counts.unknown++;
      continue;
    }
    const { precondition, proof, strategy } = outcome;
    // What holds for no value is accepted by anybody.
    if (precondition.kind === 'bool' && !precondition.value) {
      counts.never++;
      continue;
    }
    const text = dafnyOf(program, proof);
    if (text === null) {
      counts.notExpressible++;
      continue;
    }
    counts.asked++;
    const said = runDafny(text, Number(values.limit));
    const answer = said !== 'refused' ? said : failsSomewhere(program, proof) ? 'refuted' : 'tooWeak';
    if (answer === 'not expressible') continue;
    answers[strategy < 4 ? 'templates' : 'beyond'][answer]++;
    console.log(`${name}: ${answer} (strategy ${strategy})`);
  }
  await solver.dispose();
  const { templates, beyond } = answers;
  const wrong = templates.refuted + beyond.refuted + templates.invalid + beyond.invalid;
  const ms = Math.round(performance.now() - begin);
  console.log(
    JSON.stringify({ command: 'conformance:dafny', ...counts, unreadable: unreadable.length, ...answers, ms }),
  );
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
