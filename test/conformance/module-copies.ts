// Modules from the module proxy, copied out of the module cache so that each is a main module of its own.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Module {
  readonly path: string;
  readonly version: string;
  /** Why this one. */
  readonly style: string;
}

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const folder = join(root, 'build', 'modules');
const goEnv = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOWORK: 'off' };

/** The folder of a module, copied and complete; null if the go command could not get it. */
export function fetchModule(module: Module): string | null {
  try {
    return copyModule(module);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    console.log(`${module.path}@${module.version} cannot be had: ${reason}`);
    return null;
  }
}

/** Copies a module into its own folder, downloads what it requires, and gives the folder. */
function copyModule(module: Module): string {
  const name = `${module.path.replaceAll('/', '_')}@${module.version}`;
  const dir = join(folder, name);
  const done = join(folder, `${name}.complete`);
  if (existsSync(done)) return dir;
  mkdirSync(folder, { recursive: true });
  // A module of our own gives the go command a place to work in.
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, 'go.mod'), 'module scratch\n\ngo 1.24\n');
  const json = go(scratch, ['mod', 'download', '-json', `${module.path}@${module.version}`]);
  const { Dir: source } = JSON.parse(json) as { Dir: string };
  cpSync(source, dir, { recursive: true });
  makeWritable(dir);
  go(dir, ['mod', 'download']);
  writeFileSync(done, '');
  return dir;
}

export function go(cwd: string, args: readonly string[]): string {
  return execFileSync('go', args, { cwd, env: goEnv, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The module cache is read-only, and so are copies of it. */
function makeWritable(path: string): void {
  chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) makeWritable(join(path, name));
}
