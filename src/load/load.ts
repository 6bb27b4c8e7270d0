// Loading: patterns to packages with trees, types and facts.

import type { Host } from '../base/host.ts';
import type { SourceSet } from '../base/source.ts';
import { checkGraph } from './check.ts';
import type { LoadedPackage, LoadRequest, LoadResult, LoadSummary } from './data.ts';
import { buildGraph } from './graph.ts';
import { expandPatterns } from './patterns.ts';
import { newLoader } from './settings.ts';

/** Loads the packages that a request names, and keeps them all. Never throws for any input on the host. */
export function loadPackages(host: Host, request: LoadRequest): LoadResult {
  const packages: LoadedPackage[] = [];
  const summary = load(host, request, (loaded) => packages.push(loaded), true);
  return { ...summary, packages };
}

/**
 * Loads packages one after the other, imports before importers. Each is given to `visit`; afterwards its texts and
 * scopes are released, so that any number of packages fits into memory. The caller must not keep trees or facts.
 */
export function forEachPackage(
  host: Host,
  request: LoadRequest,
  visit: (loaded: LoadedPackage, sources: SourceSet) => void,
): LoadSummary {
  return load(host, request, visit, false);
}

function load(
  host: Host,
  request: LoadRequest,
  visit: (loaded: LoadedPackage, sources: SourceSet) => void,
  keep: boolean,
): LoadSummary {
  const loader = newLoader(host, request);
  const targets = expandPatterns(loader, request.patterns);
  const order = buildGraph(loader, targets);
  const dependencies = checkGraph(loader, order, (loaded) => visit(loaded, loader.sources), keep);
  return { sources: loader.sources, diagnostics: loader.diagnostics, dependencies };
}
