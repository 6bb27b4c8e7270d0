// `gordian check --format json`, run many times on five packages in ways that must not matter: the output is the same byte for byte.
//
//   npm run determinism -- [--runs 100] [--load NUMBER] [--packages DIR,...] [--shard I/N]
//
// Runs differ in the number of processes, time zone, locale, directory (inside, elsewhere with -C, a copy at another place) and cache
// (none, empty, full, filled with other limits). Meanwhile `--load` processes, as many as there are CPUs by default, do nothing but take
// time. One of the packages has limits that cut most of its fragments. The last line of standard output is JSON.

import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  circumstances,
  firstDifference,
  newScratch,
  outputOf,
  removeScratch,
  type Subject,
} from '../support/same-bytes.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    load: { type: 'string', default: String(availableParallelism()) },
    packages: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
  },
});

const own: readonly Subject[] = [
  { dir: 'testdata/servers', flags: ['--work', '20000', '--total', '2000000'] },
  { dir: 'testdata/parametric/calls', flags: [] },
  { dir: 'testdata/parametric/figures', flags: [] },
  { dir: 'testdata/parametric/patterns', flags: [] },
  { dir: 'testdata/parametric/requires', flags: [] },
].map(({ dir, flags }) => ({ dir: join(root, dir), flags }));

const subjects: readonly Subject[] =
  values.packages?.split(',').map((dir) => ({ dir: resolve(dir), flags: [] as readonly string[] })) ?? own;

const busy: ChildProcess[] = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const scratch = newScratch();
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
  removeScratch(scratch);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const program = join(root, 'bin', 'gordian');
const runs = Number(values.runs);
const [part = 1, parts = 1] = values.shard.split('/').map(Number);
const plain = circumstances(0);
let done = 0;
let different = 0;
let bytes = 0;
for (const subject of subjects) {
  const name = relative(root, subject.dir);
  const first = await outputOf(program, subject, plain, scratch);
  bytes += first.length;
  for (let run = part; run < runs; run += parts) {
    const how = circumstances(run);
    const said = firstDifference(first, await outputOf(program, subject, how, scratch));
    done++;
    if (said === null) continue;
    different++;
    console.log(`${name}: ${JSON.stringify(how)}: ${said}`);
  }
  console.log(`${name}: ${first.length} bytes`);
}
console.log(
  JSON.stringify({ packages: subjects.length, runs: done + subjects.length, different, bytes, load: busy.length }),
);
process.exitCode = different === 0 ? 0 : 1;
process.exit();
