// Runs of one `check --format json` in ways that must not matter, and whether their output is the same, byte for byte.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** A package, and how it is checked. */
export interface Subject {
  readonly dir: string;
  readonly flags: readonly string[];
}

/** What may differ between two runs. */
export interface Circumstances {
  readonly jobs: number;
  readonly timeZone: string;
  readonly locale: string;
  /** Started in the directory itself, elsewhere with `-C`, or in a copy of the directory at another place. */
  readonly where: 'inside' | 'elsewhere' | 'copy';
  /** None, an empty one, the one of the run before, or one that was filled with other limits. */
  readonly cache: 'none' | 'empty' | 'full' | 'other';
}

const timeZones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'];
const locales = ['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ja_JP.UTF-8', 'ar_EG.UTF-8'];
const places = ['inside', 'elsewhere', 'copy'] as const;
const caches = ['none', 'empty', 'full', 'other'] as const;

/** The first run is the plain one; the others go through all values of each kind, in combinations that change. */
export function circumstances(run: number): Circumstances {
  const pick = <T>(from: readonly T[], step: number): T =>
    from[(run * step + Math.floor(run / from.length)) % from.length] as T;
  return {
    jobs: 1 + (run % 4),
    timeZone: pick(timeZones, 1),
    locale: pick(locales, 1),
    where: pick(places, 1),
    cache: pick(caches, 1),
  };
}

/** A directory for caches and copies, removed at the end. */
export function newScratch(): string {
  return mkdtempSync(join(tmpdir(), 'gordian-same-bytes-'));
}

export function removeScratch(scratch: string): void {
  rmSync(scratch, { recursive: true, force: true });
}

/** What `program` writes. Throws where it fails: an exit code of 2, or no output. */
export async function outputOf(
  program: string,
  subject: Subject,
  how: Circumstances,
  scratch: string,
): Promise<Buffer> {
  const { dir, flags } = subject;
  let place = dir;
  if (how.where === 'copy') {
    place = join(mkdtempSync(join(scratch, 'copy-')), 'another', 'name');
    mkdirSync(place, { recursive: true });
    cpSync(dir, place, { recursive: true });
  }
  const full = join(scratch, `cache-${dir.split(sep).slice(-2).join('-')}`);
  const cacheDir = how.cache === 'full' ? full : mkdtempSync(join(scratch, 'cache-'));
  const cache = how.cache === 'none' ? ['--no-cache'] : ['--cache-dir', cacheDir];
  const from = how.where === 'inside' ? [] : ['-C', place];
  const run = (more: readonly string[]): Promise<Buffer> =>
    start(
      program,
      ['check', '--format', 'json', '--jobs', String(how.jobs), ...cache, ...from, ...flags, ...more, './...'],
      how.where === 'inside' ? place : scratch,
      { ...process.env, TZ: how.timeZone, LANG: how.locale, LC_ALL: how.locale },
    );
  if (how.cache === 'other') await run(['--work', '150000']);
  return run([]);
}

function start(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (): void => void child.kill();
    process.on('exit', end);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => output.push(data));
    child.stderr.on('data', (data: Buffer) => errors.push(data));
    child.on('close', (code) => {
      process.off('exit', end);
      if ((code === 0 || code === 1) && output.length > 0) resolve(Buffer.concat(output));
      else reject(new Error(`gordian ${args.join(' ')}: exit code ${code}: ${Buffer.concat(errors).toString('utf8')}`));
    });
  });
}

/** The first line in which two outputs differ; null where they are the same. */
export function firstDifference(one: Buffer, other: Buffer): string | null {
  if (one.equals(other)) return null;
  const [left, right] = [one, other].map((bytes) => bytes.toString('utf8').split('\n'));
  const at = left?.findIndex((line, i) => line !== right?.[i]) ?? 0;
  return `line ${at + 1}: ${left?.[at]?.trim()} | ${right?.[at]?.trim()}`;
}
