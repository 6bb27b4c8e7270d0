// The translation to ir, tested by running: GOROOT's own test programs through the interpreter, against real Go.
//
//   npm run conformance:ir [-- --only REGEXP --std --skip-programs]
//
// 1. Every single-file program of GOROOT/test that is marked `// run` without arguments prints what `go run` prints on
//    standard output, and ends with the same status. Outputs of real Go are kept in build/conformance/ir.
// 2. So do the programs of testdata/ir; their `// Output:` comments are those of real Go.
// 3. With --std, every function of the standard library is translated and satisfies the invariants of ir.
// The last line of standard output is JSON with all figures.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Unsupported } from '../../src/ir/interp/index.ts';
import { expectedOutput, trimmed } from '../ir/support.ts';
import { installedGo } from '../support/go.ts';
import { loadLibrary, runFile } from '../support/interp.ts';
import { lowerStandardLibrary } from './ir-std.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const outputFolder = join(root, 'build', 'conformance', 'ir');

/** What programs may import; all else is left out and counted. */
const libraryPackages =
  `fmt runtime os unsafe strings math time bytes strconv sync sync/atomic errors runtime/debug io sort log context
  encoding/binary unicode/utf8 unicode math/rand math/bits maps slices iter cmp container/ring container/heap
  container/list bufio text/tabwriter regexp math/big math/cmplx hash/crc32`.split(/\s+/);

/** Programs that no interpreter of ir can run as Go does, with the reason. */
const excused: readonly (readonly [RegExp, string])[] = [
  [/^abi\/|^dwarf\/|^codegen\//, 'about the calling convention or debug information of the compiler'],
];

interface Program {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

interface Expected {
  readonly exitCode: number;
  readonly stdout: string;
}

function programs(folder: string): Program[] {
  const found: Program[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.go') || entry.parentPath.endsWith('.dir')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    if (!/^\/\/ run$/m.test(text.slice(0, 2000).split(/^package /m)[0] ?? '')) continue;
    found.push({ path, name: relative(folder, path), text });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What `go run` gives, from the cache if the program has not changed. */
async function expectedOf(program: Program, version: string): Promise<Expected | null> {
  const key = createHash('sha256').update(version).update(program.text).digest('hex').slice(0, 24);
  const cached = join(outputFolder, `${key}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'gordian-ir-'));
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GO111MODULE: 'off', CGO_ENABLED: '0' };
  let expected: Expected | null = null;
  try {
    const executable = join(folder, 'program');
    await promisify(execFile)('go', ['build', '-o', executable, program.path], { env, cwd: folder });
    expected = await new Promise((resolve) => {
      const options = { cwd: folder, encoding: 'latin1', maxBuffer: 1 << 26, timeout: 60_000 } as const;
      const child = execFile(executable, [], options, (_, stdout) => {
        resolve(child.exitCode === null ? null : { exitCode: child.exitCode, stdout });
      });
    });
  } catch {
    expected = null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(cached, JSON.stringify(expected));
  return expected;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      std: { type: 'boolean', default: false },
      'skip-programs': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (installedGo === null) {
    console.error('conformance:ir needs Go 1.26 or later on the PATH');
    return 2;
  }
  mkdirSync(outputFolder, { recursive: true });
  const std = values.std ? lowerStandardLibrary(root) : null;
  if (std !== null) console.log(`std: ${JSON.stringify(std)}`);
  const figures = values['skip-programs']
    ? null
    : await runPrograms(installedGo, new RegExp(values.only), values.verbose);
  console.log(JSON.stringify({ go: installedGo.version, ...figures, std }));
  const bad =
    (std !== null && (std.crashes > 0 || std.insane > 0)) || (figures !== null && figures.own.failed.length > 0);
  return bad || (figures !== null && figures.rate < 0.8) ? 1 : 0;
}

interface Tally {
  files: number;
  passed: number;
  readonly skipped: Map<string, number>;
  readonly failed: string[];
}

async function runPrograms(go: { goroot: string; version: string }, only: RegExp, verbose: boolean) {
  const started = performance.now();
  const library = loadLibrary(libraryPackages, root);
  console.log(`library: ${library.packages.size} packages in ${seconds(started)} s`);
  const theirs = await runAll(
    programs(join(go.goroot, 'test')).filter((p) => only.test(p.name)),
    library,
    go.version,
    verbose,
  );
  const ownFolder = join(root, 'testdata', 'ir');
  const own = readdirSync(ownFolder)
    .filter((name) => name.endsWith('.go') && only.test(name))
    .map((name) => ({ name, path: join(ownFolder, name), text: readFileSync(join(ownFolder, name), 'utf8') }))
    .filter((program) => expectedOutput(program.text) !== null);
  const ours = await runAll(own, library, go.version, verbose);
  for (const program of own) {
    const real = await expectedOf(program, go.version);
    if (real === null || trimmed(utf8(real.stdout)) !== expectedOutput(program.text))
      ours.failed.push(`${program.name}: its comment is not what Go prints`);
  }
  const ran = theirs.passed + theirs.failed.length;
  return {
    files: theirs.files,
    ran,
    passed: theirs.passed,
    rate: ran === 0 ? 1 : Math.round((theirs.passed / ran) * 1000) / 1000,
    skipped: Object.fromEntries([...theirs.skipped].sort((a, b) => b[1] - a[1])),
    failed: theirs.failed,
    own: { files: ours.files, passed: ours.passed, failed: ours.failed },
    seconds: seconds(started),
  };
}

async function runAll(
  list: readonly Program[],
  library: ReturnType<typeof loadLibrary>,
  version: string,
  verbose: boolean,
): Promise<Tally> {
  const tally: Tally = { files: list.length, passed: 0, skipped: new Map(), failed: [] };
  const skip = (reason: string): void => {
    tally.skipped.set(reason, (tally.skipped.get(reason) ?? 0) + 1);
  };
  const queue = [...list];
  const worker = async (): Promise<void> => {
    for (let p = queue.shift(); p !== undefined; p = queue.shift()) {
      const excuse = excused.find(([pattern]) => pattern.test((p as Program).name));
      if (excuse !== undefined) {
        skip(excuse[1]);
        continue;
      }
      const outcome = await judge(p, library, version);
      if (outcome === 'passed') tally.passed++;
      else if (outcome.startsWith('skip: ')) skip(outcome.slice('skip: '.length));
      else tally.failed.push(`${p.name}: ${outcome}`);
      if (verbose && outcome !== 'passed') console.log(`${p.name}: ${outcome}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return tally;
}

async function judge(p: Program, library: ReturnType<typeof loadLibrary>, version: string): Promise<string> {
  let outcome: ReturnType<typeof runFile>;
  try {
    outcome = runFile(library, p.path, p.text, { fuel: 60_000_000 });
  } catch (error) {
    if (error instanceof Unsupported) return `skip: ${error.message}`;
    return error instanceof Error
      ? `${error.message}${(error.stack ?? '').split('\n').slice(1, 3).join(' ')}`
      : String(error);
  }
  const expected = await expectedOf(p, version);
  if (expected === null) return 'skip: Go itself does not build or run it';
  if (outcome.exitCode !== expected.exitCode) {
    return `ends with ${outcome.exitCode}, not ${expected.exitCode}: ${outcome.stderr.slice(0, 200)}${outcome.stdout.slice(0, 100)}`;
  }
  return outcome.stdout === expected.stdout
    ? 'passed'
    : `prints something else: ${difference(outcome.stdout, expected.stdout)}`;
}

function difference(got: string, want: string): string {
  const [g, w] = [got.split('\n'), want.split('\n')];
  const i = g.findIndex((line, k) => line !== w[k]);
  return `line ${i + 1}: ${JSON.stringify(g[i]?.slice(0, 120))}, not ${JSON.stringify(w[i]?.slice(0, 120))}`;
}

/** Outputs are byte strings. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}

process.exitCode = await main();
