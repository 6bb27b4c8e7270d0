// `npm run fuzz:check -- [--files 20000] [--modules 500] [--command check] [--seed 1] [--shard I/N] [--resume FILE] [--minutes M] [--corpus DIR...]`
//
// Mutated real files, a hundred to a module, and generated hostile modules through the whole of `check` (or `verify`) as a user runs it: no
// crash, no internal error, nothing of it far above its limit, nothing executed, nothing left behind; every tenth run is interrupted, and
// must end soon with a report. One that fails is made again by its name: `--only 'check files 1.7' --keep DIR`.
// Prints what is wrong, and as its last line a summary as JSON.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeTree } from '../../src/driver/host/remove.ts';
import type { JsonReport } from '../../src/report/index.ts';
import { installedGo } from '../support/go.ts';
import { damaged, mutated } from '../support/go-mutations.ts';
import { marker, writeHostileModule } from '../support/hostile-modules.ts';
import { processesWith } from '../support/hostile-tests.ts';
import { type Random, randomFrom } from './random.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    modules: { type: 'string', default: '500' },
    command: { type: 'string', default: 'check' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    resume: { type: 'string' },
    minutes: { type: 'string', default: '1000' },
    only: { type: 'string' },
    keep: { type: 'string' },
    corpus: { type: 'string', multiple: true },
  },
});

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const perModule = values.command === 'verify' ? 20 : 100;
/** As users give them in CI: seconds for a fragment, and work for all together. */
const limitSeconds = 10;
const limits = new Map<string, readonly string[]>([
  ['check', ['--time', `${limitSeconds}s`, '--work', '300000', '--total', '6000000', '--timings', '--jobs', '2']],
  ['verify', ['--no-check', '--jobs', '2']],
]);
/** Longer is a hang: loading, all fragments, and proofs. */
const hangSeconds = 300;

/** Go files of the toolchain by directory, and programs of its tests, which are packages of one file; or those of `--corpus`. */
function corpusPackages(): readonly (readonly string[])[] {
  const isVerify = values.command === 'verify';
  const own = isVerify
    ? [join(root, 'testdata', 'verify'), join(root, 'examples', 'verify')]
    : [join(root, 'testdata', 'check')];
  const goroot = installedGo?.goroot;
  const single = [
    ...(values.corpus ?? []),
    ...own,
    ...(isVerify || goroot === undefined ? [] : [join(goroot, 'test')]),
  ];
  const pattern = isVerify ? /\.(?:go|gobra)$/ : /\.go$/;
  const filesIn = (dir: string, name: RegExp): readonly string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  const packages: (readonly string[])[] = single.flatMap((dir) => filesIn(dir, pattern)).map((path) => [path]);
  if (!isVerify && goroot !== undefined) {
    const byDirectory = new Map<string, string[]>();
    for (const path of filesIn(join(goroot, 'src'), /^[a-z0-9]+\.go$/)) {
      if (/testdata|\/cmd\/|\/vendor\/|\/runtime\//.test(path)) continue;
      byDirectory.set(dirname(path), [...(byDirectory.get(dirname(path)) ?? []), path]);
    }
    packages.push(...[...byDirectory.values()].filter((list) => list.length <= 30));
  }
  return packages;
}

/** Files of a module with mutated packages: until there are enough. */
function writeMutants(folder: string, random: Random, corpus: readonly (readonly string[])[]): number {
  writeFileSync(join(folder, 'go.mod'), 'module example.com/fuzz\n\ngo 1.26\n');
  let made = 0;
  for (let k = 0; made < perModule; k++) {
    const files = random.pick(corpus);
    const change = random.int(5) === 0 ? damaged : mutated;
    const dir = join(folder, `p${k}`);
    mkdirSync(dir);
    for (const path of files) {
      writeFileSync(join(dir, basename(path)), change(random, readFileSync(path, 'utf8')));
      made++;
    }
  }
  return made;
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly seconds: number;
  readonly interrupted: boolean;
  readonly listening: boolean;
  readonly fragments: number;
}

/** Runs the command in a folder; `signalAfter` in milliseconds, or null. */
async function run(folder: string, signalAfter: number | null): Promise<Outcome> {
  const temporary = mkdtempSync(join(tmpdir(), 'gordian-fuzz-tmp-'));
  const args = [
    join(root, 'bin', 'gordian'),
    values.command,
    '--no-cache',
    '--format',
    'json',
    ...(limits.get(values.command) ?? []),
    './...',
  ];
  const begin = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, PATH: `.:${folder}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  let hung = false;
  let sent = 0;
  const hang = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, hangSeconds * 1000);
  const signal =
    signalAfter === null
      ? null
      : setTimeout(() => {
          sent = performance.now();
          child.kill('SIGINT');
        }, signalAfter);
  const [code, by] = await new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (exitCode, name) => resolve([exitCode, name]));
  });
  clearTimeout(hang);
  if (signal !== null) clearTimeout(signal);
  const end = performance.now();
  const wrong: string[] = [];
  // Where others have the processors, a second takes longer.
  const busy = Math.max(1, (loadavg()[0] ?? 0) / 2);
  const isEarly = sent > 0 && by === 'SIGINT';
  if (hung) wrong.push(`does not end in ${hangSeconds} s`);
  else if (!isEarly) wrong.push(...wrongIn(code, stdout, stderr, sent > 0, busy));
  if (sent > 0 && end - sent > 2000 * busy) wrong.push(`ends ${Math.round(end - sent)} ms after a signal`);
  if (existsSync(join(folder, marker))) wrong.push('something of the module was run');
  if (readdirSync(temporary).length > 0)
    wrong.push(`left in the temporary directory: ${readdirSync(temporary).join(' ')}`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const left = processesWith(folder);
  if (left.length > 0) wrong.push(`left running: ${left.join('; ')}`);
  removeTree(temporary);
  return {
    wrong,
    seconds: (end - begin) / 1000,
    interrupted: sent > 0,
    listening: sent > 0 && !isEarly,
    fragments: (stdout.match(/"verdict":/g) ?? []).length,
  };
}

function wrongIn(
  code: number | null,
  stdout: string,
  stderr: string,
  interrupted: boolean,
  busy: number,
): readonly string[] {
  const wrong: string[] = [];
  for (const [text] of `${stdout}\n${stderr}`.matchAll(
    /(?:Gordian failed|internal error|internal-error)[^"\n]{0,160}|InternalError[^"\n]{0,160}|its proof broke down[^"\n]{0,160}/g,
  ))
    wrong.push(text);
  if (/^\s+at .*(?:\.cjs|node:)/m.test(stderr))
    wrong.push(`a stack trace: ${stderr.split('\n').slice(0, 3).join(' ')}`);
  if (code === null || code > 2 || (interrupted && code !== 2 && code !== 1 && code !== 0))
    wrong.push(`exit code ${code}: ${stderr.slice(0, 200)}`);
  // A mistake in a configuration or the flags ends a run with a sentence.
  if (stdout === '' && code === 2 && stderr.startsWith('gordian: ')) return wrong;
  try {
    const report: JsonReport = JSON.parse(stdout);
    for (const { function: name, ms } of report.fragments ?? []) {
      if ((ms ?? 0) > (limitSeconds + 2) * 1000 * busy) wrong.push(`${name} took ${ms} ms`);
    }
  } catch {
    wrong.push(`no report: ${stdout.slice(0, 100)} ${stderr.slice(0, 200)}`);
  }
  return [...new Set(wrong)];
}

interface Task {
  readonly id: string;
  readonly write: (folder: string) => number;
}

const seed = Number(values.seed);
const corpus = corpusPackages();
const tasks: readonly Task[] = [
  ...Array.from(
    { length: Math.ceil(Number(values.files) / perModule) },
    (_, i): Task => ({
      id: `${values.command} files ${seed}.${i}`,
      write: (folder) => writeMutants(folder, randomFrom(seed * 100_003 + i), corpus),
    }),
  ),
  ...Array.from(
    { length: Number(values.modules) },
    (_, i): Task => ({
      id: `${values.command} module ${seed}.${i}`,
      write: (folder) => {
        writeHostileModule(folder, seed * 10_007 + i);
        return 0;
      },
    }),
  ),
];

const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const done = new Set(
  values.resume !== undefined && existsSync(values.resume)
    ? readFileSync(values.resume, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { id: string }).id)
    : [],
);
const until = performance.now() + Number(values.minutes) * 60_000;
const sum = { runs: 0, files: 0, hostile: 0, fragments: 0, interrupted: 0, reported: 0, wrong: 0, slowest: 0 };
for (const [i, task] of tasks.entries()) {
  if (values.only === undefined ? i % shards !== shard - 1 || done.has(task.id) : task.id !== values.only) continue;
  if (performance.now() > until) break;
  const random = randomFrom(seed * 31 + i);
  const folder = mkdtempSync(join(tmpdir(), 'gordian-fuzz-'));
  const files = task.write(folder);
  const signalAfter = i % 10 === 3 ? 300 + random.int(12_000) : null;
  const outcome = await run(folder, signalAfter);
  sum.runs++;
  sum.files += files;
  if (files === 0) sum.hostile++;
  sum.fragments += outcome.fragments;
  if (outcome.interrupted) sum.interrupted++;
  if (outcome.listening) sum.reported++;
  sum.slowest = Math.max(sum.slowest, Math.round(outcome.seconds));
  if (outcome.wrong.length > 0) {
    sum.wrong++;
    for (const text of outcome.wrong) console.log(`${task.id}: ${text}`);
  }
  if (values.resume !== undefined)
    appendFileSync(values.resume, `${JSON.stringify({ id: task.id, files, ...outcome })}\n`);
  console.error(
    `${task.id}: ${outcome.seconds.toFixed(1)} s, ${outcome.fragments} fragments${outcome.interrupted ? ', interrupted' : ''}; ${sum.wrong} wrong of ${sum.runs}`,
  );
  if (values.keep !== undefined) cpSync(folder, values.keep, { recursive: true });
  removeTree(folder);
}
console.log(JSON.stringify({ command: `fuzz:check ${values.command}`, seed, shard: values.shard, ...sum }));
if (sum.wrong > 0) process.exitCode = 1;
