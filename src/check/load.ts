// Packages loaded so that their fragments can be checked, and for what is wrong with them.

import type { Host } from '../base/host.ts';
import {
  forEachPackage,
  type LoadedPackage,
  type LoadRequest,
  type LoadResult,
  type LoadSummary,
  loadPackages,
  modelsAgree,
} from '../load/index.ts';

/** What the standard library does is always taken from the models, so that verdicts do not depend on the machine. */
export function loadForAnalysis(host: Host, request: LoadRequest): LoadResult {
  return loadPackages(host, { ...request, goroot: null, bodies: true, modelBodies: true });
}

/** Nothing is said about the behaviour of code that does not compile. */
export function analysable({ packages }: LoadResult): readonly LoadedPackage[] {
  return packages.filter((pkg) => !pkg.diagnostics.some((found) => found.severity === 'error'));
}

export interface Loaded {
  /** For their behaviour. */
  readonly loaded: LoadResult;
  /** For what is wrong with them, where the other load does not know all of it. */
  readonly declared: LoadSummary | null;
  /** What the load for their behaviour took. */
  readonly milliseconds: number;
}

/**
 * Packages for their behaviour; and for what is wrong with them, with the standard library as Go has it, where there is a Go
 * and models may not know all that is wrong.
 */
export function loadBoth(host: Host, load: LoadRequest, wall: () => number): Loaded {
  const once = load.goroot === null || modelsAgree(host, load);
  const quiet = { ...load, progress: () => {} };
  const early = once ? null : forEachPackage(host, load, () => {});
  const begin = wall();
  const loaded = loadForAnalysis(host, once ? load : quiet);
  const milliseconds = wall() - begin;
  const late = once && load.goroot !== null && !loaded.settled ? forEachPackage(host, quiet, () => {}) : null;
  return { loaded, declared: early ?? late, milliseconds };
}
