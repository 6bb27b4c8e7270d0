// `npm run fuzz:limits -- [--size 500] [--doublings 2] [--command check,verify,instrument] [--only NAME] [--shard I/N] [--seconds 120]`
//
// Packages that are large in one dimension, at a size and its doublings, through `check`, `verify` and the instrumentation of `test`:
// CPU time and memory may grow with n log n. Prints a line for each dimension and command, and the summary as JSON as its last line; the
// exit code is 1 where something grows faster, takes too long, crashes or fails inside.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { neverInterrupted } from '../../src/base/interruption.ts';
import { loadTests } from '../../src/driver/explore/build.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { instrument } from '../../src/explore/index.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { type Dimension, dimensions, specifiedDimensions } from '../support/large-programs.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '500' },
    doublings: { type: 'string', default: '2' },
    command: { type: 'string', default: 'check,verify,instrument' },
    only: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    seconds: { type: 'string', default: '120' },
    measure: { type: 'string' },
  },
});

const gordian = join(process.env.GORDIAN_ROOT ?? process.cwd(), 'bin', 'gordian');

/** Below this, what is measured says more about the machine than about growth. */
const leastSeconds = 0.7;
const leastMegabytes = 150;

/** What doubling the size may multiply time by: 2, the logarithm, and the noise of a machine with other work. */
const mostGrowth = 2.7;

interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
  readonly wrong: string;
}

const common = ['--jobs', '1', '--format', 'json', '--no-cache'];

const commands: ReadonlyMap<string, readonly string[]> = new Map([
  ['check', [gordian, 'check', ...common, './...']],
  ['verify', [gordian, 'verify', ...common, '--no-check', '--all', '.']],
]);

/** Written by each process that is measured when it ends. */
const meter = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  if (require('node:worker_threads').isMainThread)
    require('node:fs').writeFileSync(process.env.GORDIAN_METER, JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024]));
});`;

function costOf(command: string, dimension: Dimension, n: number): Cost {
  const folder = makeFolder({
    'go.mod': 'module example.com/large\n\ngo 1.26\n',
    'meter.cjs': meter,
    ...Object.fromEntries(dimension.files(n)),
  });
  try {
    const measured = join(folder, 'measured');
    const args = commands.get(command) ?? [process.argv[1] as string, '--measure', folder];
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', join(folder, 'meter.cjs'), ...args],
      {
        cwd: folder,
        env: { ...process.env, GORDIAN_METER: measured },
        encoding: 'utf8',
        maxBuffer: 1 << 30,
        timeout: Number(values.seconds) * 1000,
        killSignal: 'SIGKILL',
      },
    );
    if (signal !== null)
      return { seconds: Number(values.seconds), megabytes: 0, wrong: `does not end in ${values.seconds} s` };
    const [seconds = 0, megabytes = 0] = JSON.parse(readFileSync(measured, 'utf8')) as number[];
    return { seconds, megabytes, wrong: wrongIn(status, stdout, stderr) };
  } finally {
    removeFolder(folder);
  }
}

/** What is wrong with how a run ended; '' for nothing. */
function wrongIn(status: number | null, stdout: string, stderr: string): string {
  const failed = /Gordian failed[^"\\]*|internal error[^"\\]*/.exec(stdout + stderr)?.[0];
  if (failed !== undefined) return failed.split('\n')[0] as string;
  const [first = ''] = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^gordian: \d+ of \d+ fragments were not looked at/.test(line));
  return status === null || status > 2 ? `exit code ${status}: ${first}` : '';
}

/** Instruments the package in a folder: what `test` does before it builds. */
function measureInstrumentation(folder: string): void {
  const loaded = loadTests(nodeHost(folder, goEnvironment()), {
    folder,
    patterns: ['./...'],
    tags: [],
    run: null,
    race: false,
    instrument: [],
    progress: () => {},
    interruption: neverInterrupted,
  });
  const { files } = instrument(loaded.packages, loaded.sources, 'internal/gordian');
  console.log(`${files.length} files`);
}

if (values.measure !== undefined) {
  measureInstrumentation(values.measure);
} else {
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const jobs = values.command.split(',').flatMap((command) => {
    const all = command.startsWith('verify') ? [...specifiedDimensions, ...dimensions] : dimensions;
    return all
      .filter(({ name }) => values.only === undefined || name === values.only)
      .map((dimension) => ({ command, dimension }));
  });
  let wrong = 0;
  let measured = 0;
  const bases = new Map<string, Cost>();
  for (const [i, { command, dimension }] of jobs.entries()) {
    if (i % shards !== shard - 1) continue;
    let base = bases.get(command);
    if (base === undefined) bases.set(command, (base = costOf(command, dimension, 1)));
    const sizes = Array.from({ length: Number(values.doublings) + 1 }, (_, k) => Number(values.size) * 2 ** k);
    const costs: Cost[] = [];
    for (const n of sizes) {
      const cost = costOf(command, dimension, n);
      costs.push(cost);
      if (cost.wrong !== '') break;
    }
    const problem = problemOf(costs, base);
    measured++;
    if (problem !== '') wrong++;
    const shown = costs.map(({ seconds, megabytes }) => `${seconds.toFixed(1)}s/${Math.round(megabytes)}M`).join(' ');
    console.log(
      `${problem === '' ? 'ok   ' : 'WRONG'} ${command}: ${dimension.name}: ${shown}${problem === '' ? '' : `  ${problem}`}`,
    );
  }
  console.log(
    JSON.stringify({
      command: 'fuzz:limits',
      size: Number(values.size),
      doublings: Number(values.doublings),
      measured,
      wrong,
    }),
  );
  if (wrong > 0) process.exitCode = 1;
}

function problemOf(costs: readonly Cost[], base: Cost): string {
  const last = costs.at(-1);
  if (last === undefined) return '';
  if (last.wrong !== '') return last.wrong;
  const before = costs.at(-2);
  if (before === undefined) return '';
  const time = (last.seconds - base.seconds) / Math.max(0.2, before.seconds - base.seconds);
  if (last.seconds > base.seconds + leastSeconds && time > mostGrowth) return `time grows by ${time.toFixed(1)}`;
  const memory = (last.megabytes - base.megabytes) / Math.max(50, before.megabytes - base.megabytes);
  if (last.megabytes > base.megabytes + leastMegabytes && memory > mostGrowth)
    return `memory grows by ${memory.toFixed(1)}`;
  return '';
}
