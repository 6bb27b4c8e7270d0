// Loading: patterns to packages with trees, types and facts.

import type { Host } from '../base/host.ts';
import type { SourceSet } from '../base/source.ts';
import type { Bodies } from './bodies.ts';
import { checkGraph } from './check.ts';
import type { LoadedPackage, LoadRequest, LoadResult, LoadSummary } from './data.ts';
import { buildGraph } from './graph.ts';
import type { PackageNode } from './packages.ts';
import { expandPatterns } from './patterns.ts';
import { newLoader } from './settings.ts';

/** Loads the packages that a request names, and keeps them all. Never throws for any input on the host. */
export function loadPackages(host: Host, request: LoadRequest): LoadResult {
  const loader = newLoader(host, request);
  const imported = request.imported ?? [];
  const others = imported.length === 0 ? [] : expandPatterns(loader, imported);
  const { roots, nodes } = buildGraph(loader, expandPatterns(loader, request.patterns), others);
  const loaded = new Map<PackageNode, LoadedPackage>();
  const { settled, ...checked } = checkGraph(loader, nodes, (pkg, node) => loaded.set(node, pkg), true);
  const packages = roots.map((node) => loaded.get(node)).filter((pkg) => pkg !== undefined);
  return { sources: loader.sources, diagnostics: loader.diagnostics, ...checked, packages, settled };
}

/**
 * Loads packages one after the other, imports before importers. Each is given to `visit`; afterwards its texts and
 * scopes are released, so that any number of packages fits into memory. The caller must not keep trees or facts.
 */
export function forEachPackage(
  host: Host,
  request: LoadRequest,
  visit: (loaded: LoadedPackage, sources: SourceSet, bodies: Bodies | null) => void,
): LoadSummary {
  const loader = newLoader(host, request);
  const { nodes } = buildGraph(loader, expandPatterns(loader, request.patterns));
  const { dependencies, bodies } = checkGraph(
    loader,
    nodes,
    (pkg, _, available) => visit(pkg, loader.sources, available),
    false,
  );
  return { sources: loader.sources, diagnostics: loader.diagnostics, dependencies, bodies };
}
