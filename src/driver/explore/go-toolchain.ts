// The user's own Go: whether there is one, and building test binaries with it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable } from '../host/executables.ts';
import { toSlash } from '../host/node-host.ts';
import { type Children, notStarted, type ProcessResult, runProcess } from './process.ts';

export interface Toolchain {
  /** `go1.26.8` */
  readonly version: string;
}

/** What to tell a user who has no Go. */
export const noToolchain =
  'gordian test runs the real tests and needs Go 1.19 or later: install it from https://go.dev/dl/ and put `go` on the PATH';

const oldest = 19;

/** The installed Go, or a sentence that says what is missing. */
export async function findToolchain(children: Children, cwd: string): Promise<Toolchain | string> {
  const result = await go(['env', 'GOVERSION'], cwd, {}, 30_000, children);
  if (result.problem !== '') return noToolchain;
  const version = result.stdout.trim();
  const minor = /^go1\.(\d+)/.exec(version)?.[1];
  if (result.exitCode !== 0) return `go does not work here: ${result.stderr.trim() || `exit code ${result.exitCode}`}`;
  if (minor !== undefined && Number(minor) < oldest) return `${version} is too old: ${noToolchain}`;
  return { version };
}

/**
 * The GOROOT of the Go that is used in a folder: go.mod and GOTOOLCHAIN may name another one than the installed. Null if
 * there is none.
 */
export async function gorootIn(folder: string, children: Children): Promise<string | null> {
  const result = await go(['env', 'GOROOT'], folder, {}, 300_000, children);
  return result.exitCode === 0 && result.stdout.trim() !== '' ? toSlash(result.stdout.trim()) : null;
}

export interface BuildRequest {
  /** As `gorootIn` gives it. */
  readonly goroot: string;
  /** Folder of the package. */
  readonly folder: string;
  /** Of the overlay, and what it needs. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly output: string;
  readonly race: boolean;
  readonly tags: readonly string[];
  readonly wallMs: number;
}

/** Builds a package's tests; '' on success, else what the compiler says. */
export async function buildTestBinary(request: BuildRequest, children: Children): Promise<string> {
  const args = ['test', '-c', '-vet=off', ...request.flags, `-o=${request.output}`];
  if (request.race) args.push('-race');
  if (request.tags.length > 0) args.push(`-tags=${request.tags.join(',')}`);
  // The command of that very GOROOT: asked to switch to another Go, it would look for it in our copy of the module cache.
  const own = join(request.goroot, 'bin', process.platform === 'win32' ? 'go.exe' : 'go');
  const env = { ...request.env, GOTOOLCHAIN: 'local' };
  const result = existsSync(own)
    ? await go([...args, '.'], request.folder, env, request.wallMs, children, own)
    : await go([...args, '.'], request.folder, request.env, request.wallMs, children);
  if (result.timedOut) return 'building the tests took too long';
  if (result.problem !== '') return result.problem;
  return result.exitCode === 0 ? '' : result.stderr.trim() || result.stdout.trim() || 'go test -c failed';
}

function go(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  wallMs: number,
  children: Children,
  program?: string,
): Promise<ProcessResult> {
  const command = program ?? findExecutable('go', null);
  if (command === null) return Promise.resolve(notStarted);
  // Files are given by their paths as we know them: the go command must call the folder what we do, links or not.
  const variables = { ...process.env, PWD: cwd, ...env };
  return runProcess({ command, args, cwd, env: variables, wallMs, keep: 1024 * 1024 }, children);
}
