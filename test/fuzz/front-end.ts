// Fuzzes the front end: damaged inputs must give neither a crash, nor a hang, nor take more than a second.
//
//   npm run fuzz:front-end -- [--inputs N] [--from N] [--seed S] [--jobs N] [--only INDEX] [--dump INDEX] [--annotated] [--corpus DIR]
//
// The last line on standard output is one JSON object with the figures; the exit code is 1 after a failure.
// With `--annotated` they are specifications, in .gobra files and in annotations of Go files. `--corpus` takes the files to damage from a
// directory. Inputs follow from corpus, seed and index alone: `--only` runs one again, `--dump` writes it to standard output, and
// `--from 50000 --inputs 100000` is the second 50,000 of a longer run.

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { installedGo } from '../support/go.ts';
import { numberOption, textOption } from '../support/option.ts';
import { makeInput } from './inputs.ts';
import { runFrontEnd } from './run.ts';

const slowMs = 1000;
const hangMs = 30_000;
/** What the main thread of Node has: 984 KB, and what workers keep for themselves besides. */
const stackSizeMb = (984 + 192) / 1024;
const root = process.env.GORDIAN_ROOT ?? process.cwd();

/** What a worker gets: every `jobs`th input from `first` on. Its place in `progress` holds the input and its start. */
interface Task {
  readonly seed: number;
  readonly first: number;
  readonly inputs: number;
  readonly jobs: number;
  readonly corpus: readonly string[];
  readonly annotated: boolean;
  readonly progress: Float64Array;
}

type Message =
  | { readonly kind: 'crash'; readonly index: number; readonly error: string }
  | { readonly kind: 'slow'; readonly index: number; readonly ms: number }
  | { readonly kind: 'done'; readonly maxMs: number };

// ---------------------------------------------------------------------------------------------------------------
// Workers

function work(task: Task, send: (message: Message) => void): void {
  let maxMs = 0;
  for (let index = task.first; index < task.inputs; index += task.jobs) {
    task.progress[1] = Date.now();
    task.progress[0] = index;
    const { bytes, specifications } = makeInput(task.seed, index, task.corpus, task.annotated);
    let ms = Number.POSITIVE_INFINITY;
    // A machine under load makes any input slow once.
    for (let attempt = 0; attempt < 3 && ms > slowMs; attempt++) {
      try {
        ms = Math.min(ms, runFrontEnd(bytes, specifications));
      } catch (error) {
        send({ kind: 'crash', index, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
        ms = 0;
      }
    }
    if (ms > slowMs) send({ kind: 'slow', index, ms });
    maxMs = Math.max(maxMs, ms);
  }
  send({ kind: 'done', maxMs });
}

// ---------------------------------------------------------------------------------------------------------------
// Main thread

interface Totals {
  crashes: number;
  slow: number;
  maxMs: number;
}

/** Runs one worker to its end; a hanging one is ended, and another one goes on behind the input it hung at. */
function runWorker(task: Omit<Task, 'progress'>, totals: Totals, seen: (index: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const progress = new Float64Array(new SharedArrayBuffer(16));
    progress[0] = task.first;
    progress[1] = Date.now();
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { ...task, progress },
      resourceLimits: { stackSizeMb },
    });
    let over = false;
    const finish = (then: () => void): void => {
      if (over) return;
      over = true;
      clearInterval(watch);
      then();
    };
    const restart = (index: number): void => {
      runWorker({ ...task, first: index + task.jobs }, totals, seen).then(resolve, reject);
    };
    const watch = setInterval(() => {
      const index = progress[0] as number;
      seen(index);
      if (Date.now() - (progress[1] as number) < hangMs) return;
      finish(() => {
        console.error(`hang: input ${index} (seed ${task.seed})`);
        totals.slow++;
        totals.maxMs = Math.max(totals.maxMs, hangMs);
        void worker.terminate().then(() => restart(index));
      });
    }, 500);
    worker.on('message', (message: Message) => {
      if (message.kind === 'crash') {
        totals.crashes++;
        console.error(`crash: input ${message.index} (seed ${task.seed}): ${message.error}`);
      } else if (message.kind === 'slow') {
        totals.slow++;
        console.error(`slow: input ${message.index} (seed ${task.seed}): ${Math.round(message.ms)} ms`);
      } else {
        totals.maxMs = Math.max(totals.maxMs, message.maxMs);
        finish(resolve);
      }
    });
    worker.on('error', (error) => {
      finish(() => {
        const index = progress[0] as number;
        totals.crashes++;
        console.error(`crash: input ${index} (seed ${task.seed}) ended the worker: ${error.message}`);
        restart(index);
      });
    });
  });
}

/** Files of the directory given. Otherwise Go files of the installed toolchain, or of this repository; annotated ones are always its own. */
function corpusFiles(annotated: boolean, given: string | null): string[] {
  if (given !== null) {
    const files = filesIn([resolve(given)], annotated ? /\.(go|gobra)$/ : /\.go$/);
    return annotated ? files.filter(isAnnotated) : files;
  }
  if (annotated) {
    const own = [
      'testdata/syntax',
      'testdata/types',
      'testdata/verify',
      'examples/verify',
      'examples/annotations',
      'specs',
    ];
    return filesIn(
      own.map((folder) => join(root, folder)),
      /\.(go|gobra)$/,
    ).filter(isAnnotated);
  }
  const folders =
    installedGo === null
      ? [join(root, 'testdata'), join(root, 'models')]
      : [join(installedGo.goroot, 'src'), join(installedGo.goroot, 'test')];
  return filesIn(folders, /\.go$/);
}

function isAnnotated(path: string): boolean {
  return path.endsWith('.gobra') || /\/\/ ?@|\/\* ?@/.test(readFileSync(path, 'utf8'));
}

function filesIn(folders: readonly string[], pattern: RegExp): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => pattern.test(path))
    .sort();
}

async function main(): Promise<void> {
  const inputs = numberOption('inputs', 20_000);
  const seed = numberOption('seed', 1);
  const jobs = Math.max(1, numberOption('jobs', availableParallelism()));
  const only = numberOption('only', -1);
  const dump = numberOption('dump', -1);
  const annotated = process.argv.includes('--annotated');
  const from = numberOption('from', 0);
  const corpus = corpusFiles(annotated, textOption('corpus'));
  if (dump >= 0) {
    process.stdout.write(makeInput(seed, dump, corpus, annotated).bytes);
    return;
  }
  const totals: Totals = { crashes: 0, slow: 0, maxMs: 0 };
  const start = performance.now();
  if (only >= 0) {
    await runWorker({ seed, first: only, inputs: only + 1, jobs: 1, corpus, annotated }, totals, () => {});
  } else {
    let next = 0.05;
    const places = new Array<number>(jobs).fill(from);
    const report = (index: number): void => {
      places[(index - from) % jobs] = index;
      const done = Math.min(...places) - from;
      if (done / (inputs - from) < next) return;
      console.error(`${done} of ${inputs - from} inputs, ${totals.crashes} crashes, ${totals.slow} slow`);
      next = done / (inputs - from) + 0.05;
    };
    await Promise.all(
      places.map((_, i) => runWorker({ seed, first: from + i, inputs, jobs, corpus, annotated }, totals, report)),
    );
  }
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const { crashes, slow } = totals;
  const maxMs = Math.round(totals.maxMs);
  console.log(JSON.stringify({ inputs: only >= 0 ? 1 : inputs - from, crashes, slow, maxMs, seconds, seed }));
  process.exitCode = crashes + slow > 0 ? 1 : 0;
}

if (isMainThread) {
  await main();
} else {
  work(workerData as Task, (message) => parentPort?.postMessage(message));
}
