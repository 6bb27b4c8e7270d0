// Whether faults are reported where they have to be repaired, on pairs of programs with and without a fault.
//
//   npm run causes [-- FOLDER...]
//
// Each folder has `broken/NAME` and `repaired/NAME`; without one, those of testdata/servers and testdata/causes are checked. The last
// line of standard output is JSON: pairs, hits (something is reported on a line that the repair changes, or in the same statement), the others.

import { resolve } from 'node:path';
import { isHit, pairsIn } from '../support/causes.ts';

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['testdata/servers', 'testdata/causes'];
const summary: { folder: string; pairs: number; hits: number; missed: readonly string[]; alarmsAfterRepair: number }[] =
  [];
for (const folder of folders) {
  const { pairs } = await pairsIn(resolve(process.env.GORDIAN_ROOT ?? process.cwd(), folder));
  for (const pair of pairs) {
    console.log(
      `${isHit(pair) ? 'hit ' : 'miss'} ${pair.name}${pair.told.length === 0 ? ': nothing is reported' : ''}`,
    );
    for (const { rule, file, line, said } of pair.told)
      console.log(`     ${file}:${line} ${rule}: ${said.split(';')[0]}`);
  }
  const missed = pairs.filter((pair) => !isHit(pair)).map(({ name }) => name);
  const alarmsAfterRepair = pairs.reduce((n, { left }) => n + left, 0);
  summary.push({ folder, pairs: pairs.length, hits: pairs.length - missed.length, missed, alarmsAfterRepair });
}
console.log(JSON.stringify(summary));
