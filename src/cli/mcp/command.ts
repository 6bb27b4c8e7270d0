// The commands of Gordian as processes: what a tool asks for can be ended, and what goes wrong in it ends nothing else.

import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** A request that cannot be answered, in words for the agent. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `gordian ARGS` in a directory; `signal` ends it. */
export function run(args: readonly string[], folder: string, signal: AbortSignal): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'start.cjs'), ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // As a user ends it: what it has started ends with it.
    const stop = (): void => {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), 5000).unref();
    };
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', (error) => fail(new ToolError(`gordian cannot be started: ${error.message}`)));
    child.on('close', (exitCode) => {
      signal.removeEventListener('abort', stop);
      const [stdout, stderr] = [Buffer.concat(out).toString('utf8'), Buffer.concat(err).toString('utf8')];
      done({ exitCode, stdout, stderr });
    });
  });
}

/** The same for commands that print JSON. */
export async function runForJson<T>(args: readonly string[], folder: string, signal: AbortSignal): Promise<T> {
  const { stdout, stderr, exitCode } = await run(args, folder, signal);
  if (signal.aborted) throw new ToolError('it was ended');
  try {
    return JSON.parse(stdout) as T;
  } catch {
    const said = stderr.replace(/^gordian: /gm, '').trim();
    throw new ToolError(said === '' ? `gordian ended with ${exitCode} and no result` : said);
  }
}

/** A directory below the one that the server was started in, or that one. */
export function folderOf(directory: string | undefined): string {
  const root = realpathSync(process.cwd());
  let folder: string;
  try {
    folder = realpathSync(resolve(root, directory ?? '.'));
  } catch {
    throw new ToolError(`${directory}: there is no such directory`);
  }
  const inside = relative(root, folder);
  if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(root, inside) !== folder)
    throw new ToolError(`${directory}: outside the directory that the server was started in`);
  return folder;
}

/** Patterns of packages, which must not be taken for flags. */
export function patternsOf(packages: readonly string[] | undefined): readonly string[] {
  const patterns = packages === undefined || packages.length === 0 ? ['./...'] : packages;
  for (const pattern of patterns)
    if (pattern.startsWith('-')) throw new ToolError(`${pattern}: not a pattern of packages`);
  return patterns;
}
