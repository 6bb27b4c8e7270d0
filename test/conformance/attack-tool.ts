// `npm run attack:tool -- [--quick] [--only TEXT]`
//
// Attacks on the tool itself, one after the other: a table of what was tried and what it did, and as its last line a summary as JSON.

import { parseArgs } from 'node:util';
import { installedGo } from '../support/go.ts';
import { attacks, outcomeOf } from '../support/tool-attacks.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });

let [tried, held] = [0, 0];
const wrong: string[] = [];
for (const one of attacks) {
  if (values.quick && !one.quick) continue;
  if (values.only !== undefined && !`${one.row} ${one.name}`.includes(values.only)) continue;
  if (one.row.includes('hostile tests') && installedGo === null) continue;
  const begin = performance.now();
  const found = await outcomeOf(one);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  tried++;
  if (found.length === 0) held++;
  else wrong.push(`${one.row}: ${one.name}`);
  console.log(
    `| ${one.row} | ${JSON.stringify(one.name).slice(1, -1)} | ${found.length === 0 ? 'held' : found.join('; ').replaceAll(/\s+/g, ' ')} | ${seconds} s |`,
  );
}
console.log(JSON.stringify({ command: 'attack:tool', tried, held, wrong }));
if (wrong.length > 0) process.exitCode = 1;
