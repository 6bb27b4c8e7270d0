// `npm run conformance:viper -- DIR [--only PATTERN] [--shard I/N] [--resume FILE] [--seconds N] [--against FILE] [--quiet]`
//
// Verifies the programs of Viper's own test suite, a folder with .vpr files, and compares with what they expect by the
// suite's own rules. Results go into a file as they come (build/conformance-viper.jsonl unless --resume names another one);
// with --resume, files with a result there are not run again. Files are verified in a second process: one that takes longer
// than --seconds is given up.
//
// Not scored: files that expect parser, type or consistency errors, plug-ins, files ignored for Silicon, and the folders
// with tests of the tool itself. Of what a file expects of single tools only what is noted of Silicon is read. Files with
// magic wands are counted apart as well. With --against FILE, the results of an earlier run, what changed is listed.

import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { must } from '../../src/base/assert.ts';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import { type Judged, judge, type Result } from './viper-run.ts';
import { type LeftOut, type ViperFile, viperFiles } from './viper-suite.ts';

const args = process.argv.slice(2);
const flagsWithValue = ['--only', '--shard', '--resume', '--seconds', '--against'];

function flagValue(flag: string): string | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
}

const dirArgument = args.find((arg, i) => !arg.startsWith('--') && !flagsWithValue.includes(args[i - 1] ?? ''));
if (dirArgument === undefined) {
  process.stderr.write(
    'usage: npm run conformance:viper -- DIR [--only PATTERN] [--shard I/N] [--resume FILE] [--seconds N] [--against FILE] [--quiet]\n',
  );
  process.exit(2);
}
const dir = resolve(dirArgument);
/** Why something is proved rightly that the suite expects to fail. */
const explained: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(process.env.GORDIAN_ROOT ?? '.', 'testdata/conformance/viper-explained.json'), 'utf8'),
);

if (process.send !== undefined) serve();
else await main(dir);

/** The second process: judges the files whose names it is sent. */
function serve(): void {
  const host = must(nativeSyncHost(), 'z3 on the PATH');
  const files = new Map(viperFiles(dir).map((file) => [file.name, file]));
  process.on('message', (name: string) => {
    const file = must(files.get(name), name);
    let judged: Judged;
    try {
      judged = judge(file, dir, host);
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      judged = { name, result: 'crash', wands: false, why: why.split('\n').slice(0, 6), ms: 0 };
    }
    process.send?.(judged);
  });
  process.on('disconnect', () => process.exit(0));
}

interface Worker {
  run(file: ViperFile): Promise<Judged>;
  close(): void;
}

function newWorker(seconds: number): Worker {
  let child: ChildProcess | null = null;
  const close = (): void => {
    // The solver is in the same group.
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    child = null;
  };
  const run = (file: ViperFile): Promise<Judged> =>
    new Promise((done) => {
      child ??= fork(must(process.argv[1]), [dir], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      const current = child;
      const finish = (judged: Judged): void => {
        clearTimeout(timer);
        current.removeAllListeners();
        done(judged);
      };
      const timer = setTimeout(() => {
        close();
        finish({
          name: file.name,
          result: 'timeout',
          wands: false,
          why: [`not finished after ${seconds} s`],
          ms: seconds * 1000,
        });
      }, seconds * 1000);
      current.once('message', (judged) => finish(judged as Judged));
      current.once('exit', (code) => {
        child = null;
        finish({ name: file.name, result: 'crash', wands: false, why: [`the process ended with ${code}`], ms: 0 });
      });
      current.send(file.name);
    });
  return { run, close };
}

function resultsIn(file: string): Map<string, Judged> {
  const results = new Map<string, Judged>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const judged = JSON.parse(line) as Judged;
    results.set(judged.name, judged);
  }
  return results;
}

async function main(dir: string): Promise<void> {
  const only = flagValue('--only');
  const pattern = only === null ? null : new RegExp(only);
  const [, index = '1', count = '1'] = /^(\d+)\/(\d+)$/.exec(flagValue('--shard') ?? '1/1') ?? [];
  const resume = flagValue('--resume');
  const output = resume ?? join(process.env.GORDIAN_ROOT ?? '.', 'build/conformance-viper.jsonl');
  const seconds = Number(flagValue('--seconds') ?? 60);

  const leftOut: Partial<Record<LeftOut, number>> = {};
  const chosen: ViperFile[] = [];
  for (const file of viperFiles(dir)) {
    if (pattern !== null && !pattern.test(file.name)) continue;
    if (file.leftOut !== null) leftOut[file.leftOut] = (leftOut[file.leftOut] ?? 0) + 1;
    else chosen.push(file);
  }
  const shard = chosen.filter((_, i) => i % Number(count) === Number(index) - 1);

  mkdirSync(dirname(output), { recursive: true });
  const known = resume !== null && existsSync(resume) ? resultsIn(resume) : new Map<string, Judged>();
  if (known.size === 0) writeFileSync(output, '');
  const against = flagValue('--against');
  const earlier = against === null ? null : resultsIn(against);
  let changed = 0;
  let valid = 0;

  const worker = newWorker(seconds);
  const results: Partial<Record<Result, number>> = {};
  const annotated = { scored: 0, matched: 0 };
  const annotatedWands = { scored: 0, matched: 0 };
  let ms = 0;
  for (const file of shard) {
    const before = known.get(file.name);
    const judged = before ?? (await worker.run(file));
    if (before === undefined) appendFileSync(output, `${JSON.stringify(judged)}\n`);
    ms += judged.ms;
    const why = explained[file.name];
    if (judged.result === 'accepted' && why !== undefined) valid++;
    else results[judged.result] = (results[judged.result] ?? 0) + 1;
    if (file.expected.length > 0) {
      const counts = judged.wands ? annotatedWands : annotated;
      counts.scored++;
      if (judged.result === 'matched') counts.matched++;
    }
    const formerly = earlier?.get(file.name);
    if (formerly !== undefined && formerly.result !== judged.result) {
      changed++;
      console.log(`changed ${file.name}: ${formerly.result} -> ${judged.result}`);
    }
    if (judged.result === 'matched' || args.includes('--quiet')) continue;
    console.log(`${judged.result} ${file.name}`);
    for (const line of judged.why) console.log(`    ${line}`);
    if (why !== undefined) console.log(`    explained: ${why}`);
  }
  worker.close();
  const { matched = 0, accepted = 0, ...others } = results;
  console.log(
    JSON.stringify({
      command: 'conformance:viper',
      scored: shard.length,
      matched,
      accepted,
      acceptedAsValid: valid,
      ...others,
      annotated,
      annotatedWands,
      leftOut,
      ...(earlier === null ? {} : { changed }),
      ms,
    }),
  );
  process.exitCode = accepted > 0 ? 1 : 0;
}
