// A request with every default filled in, and the state that all parts of one load share.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Host } from '../base/host.ts';
import { SourceSet } from '../base/source.ts';
import { type BuildContext, toolTags } from './build.ts';
import type { LoadRequest, SpecificationRequest } from './data.ts';
import { type Files, isDirectory, newFiles, readOptional } from './files.ts';
import { libraryRoot, modelsHost, modelsRoot } from './models-host.ts';
import type { ModuleContext } from './modules.ts';
import { clean, join } from './paths.ts';
import { goMinor } from './semver.ts';

/** The newest language version that the front end knows: go1.26. */
export const newestGo = 26;

export interface Loader {
  readonly files: Files;
  readonly sources: SourceSet;
  readonly cwd: string;
  readonly tests: boolean;
  readonly goroot: string | null;
  readonly modCache: string | null;
  readonly gopath: readonly string[];
  readonly modelsDir: string | null;
  readonly build: BuildContext;
  readonly mod: 'mod' | 'readonly' | 'vendor' | null;
  readonly work: string | null;
  readonly bodies: boolean;
  readonly modelBodies: boolean;
  /** Null: plain Go. */
  readonly specifications: SpecificationRequest | null;
  /** Where specifications of the standard library are; null without. */
  readonly libraryDir: string | null;
  /** What is not found is missing indeed: there is a Go installation, or specifications stand alone. */
  readonly knowsAll: boolean;
  readonly progress: (path: string) => void;
  /** Of the standard library, `go1.N`. */
  readonly stdVersion: string;
  readonly diagnostics: Diagnostic[];
  /** Sets of modules by the go.mod or go.work file that heads them. */
  readonly contexts: Map<string, ModuleContext>;
  /** Length of all texts held between scanning and parsing. */
  heldText: number;
}

export function newLoader(host: Host, request: LoadRequest): Loader {
  const models = request.models ?? null;
  const specifications = request.specifications ?? null;
  const library = specifications?.library ?? null;
  let seen = models instanceof Map ? modelsHost(host, models, modelsRoot) : host;
  if (library instanceof Map) seen = modelsHost(seen, library, libraryRoot);
  const files = newFiles(seen, specifications !== null);
  const libraryDir = typeof library === 'string' ? clean(library) : library === null ? null : libraryRoot;
  const modelsDir = typeof models === 'string' ? clean(models) : models === null ? null : modelsRoot;
  let goroot = request.goroot ?? null;
  if (goroot !== null) goroot = clean(goroot);
  if (goroot !== null && !isDirectory(files, join(goroot, 'src'))) goroot = null;
  const release = goroot === null ? newestGo : gorootMinor(files, goroot);
  const goarch = request.goarch ?? 'amd64';
  const goos = request.goos ?? 'linux';
  const tags = new Set([...(request.tags ?? []), ...toolTags(goos, goarch)]);
  return {
    files,
    sources: request.sources ?? new SourceSet(),
    cwd: clean(request.cwd ?? host.cwd()),
    tests: request.tests ?? false,
    goroot,
    modCache: request.modCache == null ? null : clean(request.modCache),
    gopath: (request.gopath ?? []).map(clean),
    modelsDir,
    build: { goos, goarch, cgo: request.cgo ?? false, release, tags },
    mod: request.mod ?? null,
    work: request.work ?? null,
    bodies: request.bodies ?? false,
    modelBodies: request.modelBodies ?? false,
    specifications,
    libraryDir,
    knowsAll: goroot !== null || (specifications !== null && modelsDir === null),
    progress: request.progress ?? (() => {}),
    stdVersion: `go1.${release}`,
    diagnostics: [],
    contexts: new Map(),
    heldText: 0,
  };
}

/** Whether the models declare what the request's Go installation does: they are made from that release, for this system. */
export function modelsAgree(host: Host, request: LoadRequest): boolean {
  const { goroot, build } = newLoader(host, request);
  return goroot !== null && build.release === newestGo && build.goos === 'linux' && build.goarch === 'amd64';
}

/** The release that a Go installation is. */
function gorootMinor(files: Files, goroot: string): number {
  const version = (readOptional(files, join(goroot, 'VERSION')) ?? '').split('\n')[0]?.trim() ?? '';
  const minor = goMinor(version);
  if (minor !== null) return minor;
  // A development tree has `devel go1.N-...`.
  const devel = /go1\.(\d+)/.exec(version);
  return devel === null ? newestGo : Number(devel[1]);
}

/** Where things are according to the variables that the go command uses, as part of a request. */
export function requestFromEnvironment(env: (name: string) => string | undefined): Partial<LoadRequest> {
  const value = (name: string): string | null => {
    const text = env(name);
    return text === undefined || text === '' ? null : text.replaceAll('\\', '/');
  };
  const home = value('HOME') ?? value('USERPROFILE');
  const separator = (env('GOPATH') ?? '').includes(';') ? ';' : ':';
  const gopath = value('GOPATH')?.split(separator) ?? (home === null ? [] : [join(home, 'go')]);
  const first = gopath[0];
  const flags = (env('GOFLAGS') ?? '').split(/\s+/);
  const mod = /^--?mod=(mod|readonly|vendor)$/.exec(flags.find((flag) => /^--?mod=/.test(flag)) ?? '');
  const tags =
    flags
      .find((flag) => /^--?tags=/.test(flag))
      ?.replace(/^--?tags=/, '')
      .split(',') ?? [];
  const goos = value('GOOS');
  const goarch = value('GOARCH');
  return {
    goroot: value('GOROOT'),
    modCache: value('GOMODCACHE') ?? (first === undefined ? null : join(first, 'pkg/mod')),
    gopath,
    mod: (mod?.[1] ?? null) as 'mod' | 'readonly' | 'vendor' | null,
    work: value('GOWORK'),
    tags: tags.filter((tag) => tag !== ''),
    ...(goos === null ? {} : { goos }),
    ...(goarch === null ? {} : { goarch }),
  };
}
