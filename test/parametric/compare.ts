// Compares what is proved about a VirGo program with what brute force finds, for all small values of its parameters.

import { prove, valueUnder } from '../../src/parametric/index.ts';
import { holds, type Solver } from '../../src/smt/index.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';
import { type Outcome as Brute, brute, type Values } from '../virgo/brute.ts';
import { valuations } from '../virgo/generate.ts';

export interface Comparison {
  /** Proved for all values, for some, for none, or not decided. */
  readonly verdict: 'proved' | 'conditional' | 'never' | 'unknown';
  readonly weakest: boolean;
  readonly reason: string;
  /** Values with which the program fails although the precondition holds: must be empty. */
  readonly unsound: readonly Values[];
  /** Values that are fine and excluded, where the precondition is said to be the weakest: must be empty. */
  readonly notWeakest: readonly Values[];
  /** Values that are fine and excluded, where it is not said to be the weakest. */
  readonly missed: number;
  readonly compared: number;
  /** Programs that run through too many states are not compared for those values. */
  readonly tooLarge: number;
}

type Run = (program: VirgoProgram, values: Values) => Brute;

const bruteForce: Run = (p, v) => brute(p, v, 20_000);

export async function compare(program: VirgoProgram, solver: Solver, run = bruteForce): Promise<Comparison> {
  return compareWith(program, program, solver, run);
}

/** What is proved of one program beside runs of another, which has the same parameters, by name, and maybe more. */
export async function compareWith(
  proved: VirgoProgram,
  program: VirgoProgram,
  solver: Solver,
  run = bruteForce,
): Promise<Comparison> {
  const outcome = await prove(proved, solver);
  const places = proved.params.map(({ name }) => program.params.findIndex((param) => param.name === name));
  const unsound: Values[] = [];
  const notWeakest: Values[] = [];
  let missed = 0;
  let compared = 0;
  let tooLarge = 0;
  if (outcome.kind === 'unknown') {
    const { reason } = outcome;
    return { verdict: 'unknown', weakest: false, reason, unsound, notWeakest, missed, compared, tooLarge };
  }
  const { precondition, weakest, proof } = outcome;
  for (const values of valuations(program)) {
    const found = run(program, values);
    if (found === 'too large') {
      tooLarge++;
      continue;
    }
    compared++;
    const own = places.map((place) => values[place] as number | boolean);
    const allowed = holds(precondition, valueUnder(proof.system, own));
    if (allowed !== false && found !== 'fine') unsound.push(values);
    if (allowed !== true && found === 'fine') {
      if (weakest) notWeakest.push(values);
      else missed++;
    }
  }
  const verdict = precondition.kind !== 'bool' ? 'conditional' : precondition.value ? 'proved' : 'never';
  return { verdict, weakest, reason: '', unsound, notWeakest, missed, compared, tooLarge };
}
