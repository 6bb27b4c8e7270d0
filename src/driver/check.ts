// `check`: loads packages with all that they need, and collects what is wrong with them.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceSet } from '../base/source.ts';
import { forEachPackage, type LoadRequest, requestFromEnvironment } from '../load/index.ts';
import { goEnvironment } from './go-env.ts';
import { modelsFolder } from './installation.ts';
import { nodeHost } from './node-host.ts';

export interface CheckRequest {
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
  /** Called before each package, with its import path. */
  readonly progress: (path: string) => void;
}

export interface CheckResult {
  readonly sources: SourceSet;
  /** Those without a place first, then by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

export function check(request: CheckRequest): CheckResult {
  const host = nodeHost(request.folder, goEnvironment());
  // Nothing is done with a package yet but to hear what is wrong with it, so that none needs to be kept.
  const { sources, diagnostics } = forEachPackage(host, loadRequest(request, host.env), () => {});
  return { sources, diagnostics: inOrder(diagnostics, sources) };
}

export function loadRequest(request: CheckRequest, env: (name: string) => string | undefined): LoadRequest {
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
    progress: request.progress,
  };
}

/** Go's names where Node's differ. */
function thisSystem(): string {
  return process.platform === 'win32' ? 'windows' : process.platform === 'sunos' ? 'solaris' : process.platform;
}

function thisArchitecture(): string {
  const names: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', ppc64: 'ppc64le' };
  return names[process.arch] ?? process.arch;
}

/** In the order in which people read; what was found twice, by way of a package and its test, is said once. */
export function inOrder(diagnostics: readonly Diagnostic[], sources: SourceSet): readonly Diagnostic[] {
  const placed = diagnostics.map((diagnostic) => {
    const pos = diagnostic.span?.pos ?? 0;
    const file = sources.fileOf(pos);
    return { diagnostic, path: file?.path ?? '', offset: file === null ? 0 : pos - file.base };
  });
  placed.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.offset - b.offset));
  const seen = new Set<string>();
  const result: Diagnostic[] = [];
  for (const { diagnostic, path, offset } of placed) {
    const key = JSON.stringify([path, offset, diagnostic.rule, diagnostic.message]);
    if (seen.has(key)) continue;
    seen.add(key);
    result.push(diagnostic);
  }
  return result;
}
