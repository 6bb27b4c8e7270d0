// The litmus suite at length: many runs by real Go, many schedules of the interpreter, and the verdicts of `check`.
//
//   npm run litmus [-- --runs N] [NAME]
//
// Prints what does not fit and which outcomes were not seen, and as its last line a summary as JSON.

import { interpret, litmusLibrary } from '../litmus/interpreted.ts';
import { judge } from '../litmus/model.ts';
import { buildSuite, runCase } from '../litmus/real-go.ts';
import { indexOfOutcome, type Litmus, litmusSuite, type Outcome, showOutcome } from '../litmus/suite.ts';
import { installedGo } from '../support/go.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const args = process.argv.slice(2);
const at = args.indexOf('--runs');
const runs = at < 0 ? 40 : Number(args.splice(at, 2)[1]);
const suite = litmusSuite(root).filter(({ name }) => args.every((part) => name.includes(part)));

interface Tally {
  runs: number;
  wrong: number;
  unseen: number;
  notRun: number;
}

/** Compares what was seen of one program with its set. */
function compare(who: string, litmus: Litmus, seen: readonly (Outcome | string)[], tally: Tally): void {
  const found = new Set<number>();
  const wrong = new Set<string>();
  for (const outcome of seen) {
    if (typeof outcome === 'string') {
      tally.notRun++;
      console.log(`${litmus.name}: ${who} cannot run it: ${outcome}`);
      return;
    }
    tally.runs++;
    const index = indexOfOutcome(litmus, outcome);
    if (index < 0) wrong.add(showOutcome(outcome));
    else found.add(index);
  }
  tally.wrong += wrong.size;
  for (const text of wrong) console.log(`${litmus.name}: WRONG for ${who}: ${text}`);
  litmus.outcomes.forEach((outcome, i) => {
    if (found.has(i)) return;
    tally.unseen++;
    console.log(`${litmus.name}: ${who} did not show ${showOutcome(outcome)}`);
  });
}

const newTally = (): Tally => ({ runs: 0, wrong: 0, unseen: 0, notRun: 0 });
const go = newTally();
const interpreter = newTally();
let wrongVerdicts = 0;

for (const litmus of suite) {
  for (const problem of judge(litmus)) {
    wrongVerdicts++;
    console.log(`${litmus.name}: check: ${problem}`);
  }
}
if (installedGo === null) console.log('Go is not installed: neither real runs nor the interpreter');
else {
  const built = buildSuite(suite);
  for (const [i, litmus] of suite.entries()) {
    const seen: Outcome[] = [];
    for (let n = 0; n < runs; n += 4) {
      seen.push(...(await Promise.all([1, 2, 4, 2].map((processors) => runCase(built.binary, i, processors)))));
    }
    compare('Go', litmus, seen, go);
  }
  built.remove();
  const library = litmusLibrary(root);
  for (const litmus of suite) {
    const seen: (Outcome | string)[] = [];
    for (let seed = 0; seed < runs * 2; seed++) {
      seen.push(interpret(library, litmus, seed));
      if (typeof seen.at(-1) === 'string') break;
    }
    compare('the interpreter', litmus, seen.some((s) => typeof s === 'string') ? seen.slice(-1) : seen, interpreter);
  }
}
const outcomes = suite.reduce((n, litmus) => n + litmus.outcomes.length, 0);
console.log(JSON.stringify({ programs: suite.length, outcomes, go, interpreter, wrongVerdicts }));
process.exitCode = go.wrong + interpreter.wrong + wrongVerdicts > 0 ? 1 : 0;
