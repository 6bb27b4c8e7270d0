// `npm run fuzz:hostile-tests -- [--tests 500] [--seed 1] [--shard I/N]`
//
// Generated tests that exit, fork, close, flood and forge, under `gordian test`: results of the tests beside them must be
// unharmed, the tree unchanged, and nothing left running. Prints what is wrong, and as its last line a summary as JSON.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { attack, hostileModule } from '../support/hostile-tests.ts';

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
  },
});

const perModule = 19;
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const save = mkdtempSync(join(tmpdir(), 'gordian-hostile-'));
let hostile = 0;
let wrong = 0;
for (let i = 0; i * (perModule + 1) < Number(values.tests); i++) {
  if (i % shards !== shard - 1) continue;
  const seed = Number(values.seed) * 10_000 + i;
  const mark = `31${seed}.${process.pid}`;
  const generated = hostileModule(seed, perModule, mark);
  const folder = makeFolder(generated.files);
  hostile += generated.hostile;
  for (const text of await attack(folder, mark, seed, save)) {
    wrong++;
    console.log(`seed ${seed}: ${text}`);
  }
  removeFolder(folder);
  console.error(`${hostile} hostile tests, ${wrong} wrong`);
}
rmSync(save, { recursive: true, force: true });
console.log(JSON.stringify({ command: 'fuzz:hostile-tests', seed: values.seed, shard: values.shard, hostile, wrong }));
if (wrong > 0) process.exitCode = 1;
