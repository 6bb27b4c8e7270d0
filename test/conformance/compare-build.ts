// One build of Gordian in a comparison: which limits its command line takes, and its results, kept so that a run can be resumed.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Unit } from './compare-units.ts';

export interface Build {
  readonly label: 'old' | 'new';
  readonly program: string;
  /** Flags that set its limits. */
  readonly limits: readonly string[];
  /** Where its results are kept: they go with its code and its limits. */
  readonly kept: string;
}

/** What a build says of a unit. */
export interface Outcome {
  readonly exitCode: number | null;
  /** CPU seconds of the process and those it waited for. */
  readonly seconds: number;
  readonly output: string;
  readonly errors: string;
}

/** `wide`: limits that only runaway searches meet, and none in time that matters. `default`: those of the build. */
export type Limits = 'wide' | 'default';

/** `given`: flags instead of those that `limits` stands for. */
export function openBuild(
  label: 'old' | 'new',
  dir: string,
  limits: Limits,
  given: string | undefined,
  results: string,
): Build {
  const program = join(dir, 'bin', 'gordian');
  const help = execFileSync(process.execPath, [program, 'check', '--help'], { encoding: 'utf8' });
  const own = given?.split(' ').filter((flag) => flag !== '');
  const flags = own ?? (limits === 'wide' ? wideLimits(help) : []);
  const code = createHash('sha256');
  for (const path of [...filesIn(join(dir, 'dist')), ...filesIn(join(dir, 'models'))]) {
    // Kept machine code is made anew at any time.
    if (!path.endsWith('.code')) code.update(path.slice(dir.length)).update(readFileSync(path));
  }
  const kept = join(
    results,
    `${code.digest('hex').slice(0, 16)}-${own === undefined ? limits : own.join('').replace(/\W+/g, '-')}`,
  );
  mkdirSync(kept, { recursive: true });
  return { label, program, limits: flags, kept };
}

function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(dir, entry.name)) : [join(dir, entry.name)]));
}

/** Limits in time are ten minutes for a fragment and ten hours for all: older builds take milliseconds, newer ones durations. */
function wideLimits(help: string): readonly string[] {
  if (/--time <milliseconds>/.test(help)) return ['--time', '600000', '--total', '36000000'];
  const flags: readonly (readonly [RegExp, readonly string[]])[] = [
    [/--time <duration>/, ['--time', '1h']],
    [/--work <number>/, ['--work', '4000000000']],
    [/--total <number>/, ['--total', '4000000000']],
    [/--total <duration>/, ['--total', '10h']],
  ];
  return flags.flatMap(([known, given]) => (known.test(help) ? given : []));
}

/** The result of an earlier run, or of one made now. */
export async function outcomeOf(build: Build, unit: Unit): Promise<Outcome> {
  const key = createHash('sha256').update(`${unit.scope} ${unit.name} ${unit.patterns.join(' ')}`);
  for (const path of unit.patterns.length === 1 && unit.patterns[0]?.includes('...')
    ? sourcesIn(unit.dir)
    : ownFiles(unit))
    key.update(path.slice(unit.dir.length)).update(readFileSync(path));
  const file = join(build.kept, `${key.digest('hex').slice(0, 24)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  const outcome = await run(build, unit);
  const part = `${file}.${process.pid}`;
  writeFileSync(part, JSON.stringify(outcome));
  renameSync(part, file);
  return outcome;
}

function ownFiles({ dir, patterns }: Unit): readonly string[] {
  return patterns[0] === '.' ? sourcesIn(dir) : patterns.map((pattern) => join(dir, pattern));
}

function sourcesIn(dir: string): readonly string[] {
  return filesIn(dir).filter((path) => /\.(go|mod|sum)$/.test(path) && statSync(path).isFile());
}

function run({ program, limits }: Build, { dir, patterns, isText, modelsOnly }: Unit): Promise<Outcome> {
  const flags = ['--format', 'json', '--no-cache', '--jobs', '1', ...limits, ...(modelsOnly ? ['--models'] : [])];
  const args = ['check', ...(isText ? [] : flags), ...patterns];
  // The process says at its end what it used: the clock would count what others do.
  const hook = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\ncpu '+(user+system)/1e6)})`;
  return new Promise((resolve) => {
    const node = [`--import=data:text/javascript,${encodeURIComponent(hook)}`, program, ...args];
    const child = spawn(process.execPath, node, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (): void => void child.kill();
    process.on('exit', end);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => output.push(data));
    child.stderr.on('data', (data: Buffer) => errors.push(data));
    child.on('close', (exitCode) => {
      process.off('exit', end);
      const said = Buffer.concat(errors).toString('utf8');
      const cpu = /\ncpu ([\d.]+)$/.exec(said);
      resolve({
        exitCode,
        seconds: Number(cpu?.[1] ?? 0),
        output: Buffer.concat(output).toString('utf8'),
        errors: cpu === null ? said : said.slice(0, cpu.index),
      });
    });
  });
}
