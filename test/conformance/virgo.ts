// `npm run conformance:virgo -- DIR`: proves every VirGo text below a folder, for instance the examples of the paper's artifact.
// Ends with one line of JSON. Texts that cannot be read count as such; nothing else is left out.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { solverHost } from '../../src/driver/solver/choose.ts';
import { prove, readable, recheck, solverOptions } from '../../src/parametric/index.ts';
import { openSolver } from '../../src/smt/index.ts';
import { parseVirgo } from '../../src/virgo/index.ts';

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npm run conformance:virgo -- DIR\n');
  process.exit(2);
}

const begin = performance.now();
const solver = openSolver(solverHost('auto'), { timeoutMs: 10_000, options: solverOptions });
const counts = { files: 0, unreadable: 0, proved: 0, conditional: 0, never: 0, unknown: 0, weakest: 0, rechecked: 0 };
const times: number[] = [];
for (const path of filesBelow(folder)) {
  counts.files++;
  const name = relative(folder, path);
  const parsed = parseVirgo(readFileSync(path, 'utf8'), path);
  if (!parsed.ok) {
    counts.unreadable++;
    process.stdout.write(`${name}: unreadable: ${parsed.message}\n`);
    continue;
  }
  const start = performance.now();
  const outcome = await prove(parsed.program, solver);
  times.push(performance.now() - start);
  if (outcome.kind === 'unknown') {
    counts.unknown++;
    process.stdout.write(`${name}: unknown: ${outcome.reason}\n`);
    continue;
  }
  const { precondition, weakest, strategy, proof } = outcome;
  if (precondition.kind !== 'bool') counts.conditional++;
  else if (precondition.value) counts.proved++;
  else counts.never++;
  if (weakest) counts.weakest++;
  const again = await recheck(proof, solver);
  if (again.ok) counts.rechecked++;
  else process.stdout.write(`${name}: the stored proof fails: ${again.reason}\n`);
  const { text } = await readable(solver, proof.system, precondition);
  const told = weakest ? 'the weakest' : 'maybe not the weakest';
  process.stdout.write(`${name}: ${text ?? 'no form in Go'} (strategy ${strategy}, ${told})\n`);
}
await solver.dispose();
times.sort((a, b) => a - b);
const verified = counts.proved + counts.conditional + counts.never;
process.stdout.write(
  `${JSON.stringify({
    command: 'conformance:virgo',
    ...counts,
    share: counts.files === 0 ? 0 : Number((verified / counts.files).toFixed(3)),
    medianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    ms: Math.round(performance.now() - begin),
  })}\n`,
);
