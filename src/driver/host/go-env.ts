// What the installed Go says about itself. Nothing of the analysed module is run or downloaded.

import { spawnSync } from 'node:child_process';
import { parse } from 'node:path';
import { findExecutable } from './executables.ts';

const names = ['GOROOT', 'GOPATH', 'GOMODCACHE', 'GOFLAGS', 'GOOS', 'GOARCH', 'CGO_ENABLED'];

/** The environment as `load` should see it: the process's own, completed by `go env` where Go is installed. */
export function goEnvironment(): Readonly<Record<string, string | undefined>> {
  const go = findExecutable('go');
  if (go === null) return process.env;
  const result = spawnSync(go, ['env', '-json', ...names], {
    // Away from the analysed module: a go.mod that asks for a newer Go, or is broken, makes `go env` fail.
    cwd: parse(process.cwd()).root,
    encoding: 'utf8',
    timeout: 10_000,
    // Never fetch another toolchain on behalf of the analysed module.
    env: { ...process.env, GOTOOLCHAIN: 'local' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (result.error !== undefined || result.status !== 0) return process.env;
  return { ...process.env, ...parseGoEnv(result.stdout) };
}

/** The variables that have a value. */
function parseGoEnv(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return found;
  }
  if (typeof parsed !== 'object' || parsed === null) return found;
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
}
