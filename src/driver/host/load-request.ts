// What to load, by what the user asked for and what the environment says.

import { tableOf } from '../../base/named.ts';
import type { ShowProgress } from '../../base/progress.ts';
import { type LoadRequest, requestFromEnvironment } from '../../load/index.ts';
import { needRoom } from './heap.ts';
import { modelsFolder } from './installation.ts';

export interface Wanted {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly patterns: readonly string[];
  /** Build tags besides those of GOFLAGS. */
  readonly tags: readonly string[];
  /** Null: that of the environment. */
  readonly goos: string | null;
  readonly goarch: string | null;
  /** Check `_test.go` files too. */
  readonly tests: boolean;
  /** Take the standard library from models/ even where Go is installed. */
  readonly modelsOnly: boolean;
  readonly progress: ShowProgress;
}

export function loadRequest(request: Wanted, env: (name: string) => string | undefined): LoadRequest {
  const found = requestFromEnvironment(env);
  return {
    ...found,
    patterns: request.patterns,
    cwd: request.folder,
    tests: request.tests,
    tags: [...(found.tags ?? []), ...request.tags],
    goos: request.goos ?? found.goos ?? thisSystem(),
    goarch: request.goarch ?? found.goarch ?? thisArchitecture(),
    goroot: request.modelsOnly ? null : (found.goroot ?? null),
    // As the go command has it: on, except for builds for another system. No C compiler is needed to look at types.
    cgo: env('CGO_ENABLED') !== '0' && request.goos === null && request.goarch === null,
    models: modelsFolder(),
    progress: (path) => {
      needRoom();
      request.progress(`loading ${path}`);
    },
  };
}

function thisSystem(): string {
  return process.platform === 'win32' ? 'windows' : process.platform === 'sunos' ? 'solaris' : process.platform;
}

/** Go's names where Node's differ. */
const architectures = tableOf<string>({ x64: 'amd64', ia32: '386', ppc64: 'ppc64le' });

function thisArchitecture(): string {
  return architectures.get(process.arch) ?? process.arch;
}
