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

/** Chosen by name, before anything was known about what Gordian would say. */
export const realModules: readonly Module[] = [
  { path: 'golang.org/x/sync', version: 'v0.24.0', style: 'primitives: errgroup, semaphore, singleflight' },
  { path: 'github.com/sourcegraph/conc', version: 'v0.3.0', style: 'structured concurrency' },
  { path: 'github.com/panjf2000/ants/v2', version: 'v2.12.1', style: 'a pool of goroutines' },
  { path: 'github.com/gorilla/websocket', version: 'v1.5.3', style: 'a protocol' },
  { path: 'github.com/dgraph-io/ristretto/v2', version: 'v2.4.2', style: 'a cache' },
  { path: 'github.com/hashicorp/raft', version: 'v1.8.0', style: 'consensus: channels everywhere' },
  { path: 'go.uber.org/zap', version: 'v1.28.0', style: 'a library with many tests' },
  { path: 'github.com/nats-io/nats.go', version: 'v1.55.0', style: 'a client' },
  { path: 'github.com/redis/go-redis/v9', version: 'v9.23.0', style: 'a large client' },
  { path: 'google.golang.org/grpc', version: 'v1.85.0', style: 'more than 100,000 lines' },
];

/** `PATH@VERSION` as the user writes it. */
export function moduleNamed(text: string): Module {
  const at = text.lastIndexOf('@');
  return { path: text.slice(0, at), version: text.slice(at + 1), style: 'asked for' };
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
