// Loading: patterns to packages with trees, types and facts.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Host } from '../base/host.ts';
import type { SourceSet } from '../base/source.ts';
import { sizesFor } from '../types/index.ts';
import type { Bodies } from './bodies.ts';
import { checkGraph } from './check.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import type { LoadedPackage, LoadRequest, LoadResult, LoadSummary } from './data.ts';
import { buildGraph } from './graph.ts';
import { isEmpty, type PackageNode, selectFiles } from './packages.ts';
import { expandPatterns, type Target } from './patterns.ts';
import { type Loader, newLoader } from './settings.ts';

/** Loads the packages that a request names, and keeps them all. Never throws for any input on the host. */
export function loadPackages(host: Host, request: LoadRequest): LoadResult {
  const loader = newLoader(host, request);
  const imported = request.imported ?? [];
  const others = imported.length === 0 ? [] : expandPatterns(loader, imported);
  const { roots, nodes } = buildGraph(loader, expandPatterns(loader, request.patterns), others);
  const loaded = new Map<PackageNode, LoadedPackage>();
  const { settled, ...checked } = checkGraph(loader, nodes, (pkg, node) => loaded.set(node, pkg), true);
  const packages = roots.map((node) => loaded.get(node)).filter((pkg) => pkg !== undefined);
  const wordBits = 8 * sizesFor(loader.build.goarch).wordSize;
  return { sources: loader.sources, diagnostics: loader.diagnostics, ...checked, packages, settled, wordBits };
}

/** Packages that may have a configuration in common. */
export interface Configured {
  /** Directories, or Go files. */
  readonly patterns: readonly string[];
  readonly configuration: Configuration;
}

/** Patterns for targets by themselves. A directory that nothing of fits the build is left out unless it was named. */
function patternsOf(loader: Loader, targets: readonly Target[]): readonly string[] {
  return targets.flatMap((target) => {
    if (target.kind === 'files') return target.paths;
    const { dir } = target.location;
    return target.named || !isEmpty(selectFiles(loader, dir, loader.tests)) ? [dir] : [];
  });
}

/** The packages that a request names, by their configurations, and what is wrong with those and with the patterns. */
export function configuredPackages(
  host: Host,
  request: LoadRequest,
): { readonly groups: readonly Configured[]; readonly diagnostics: readonly Diagnostic[] } {
  const loader = newLoader(host, request);
  const groups = new Map<string, { targets: Target[]; configuration: Configuration }>();
  const wrong = new Set<string>();
  for (const target of expandPatterns(loader, request.patterns)) {
    const { dir } = target.location;
    const { configuration, diagnostics } = readConfiguration(loader.files, loader.sources, dir);
    for (const found of diagnostics) {
      const where = found.span === null ? null : loader.sources.position(found.span.pos);
      const key = `${where?.file} ${where?.line} ${where?.column} ${found.message}`;
      if (!wrong.has(key)) loader.diagnostics.push(found);
      wrong.add(key);
    }
    const key = JSON.stringify(configuration);
    const group = groups.get(key) ?? { targets: [], configuration };
    groups.set(key, group);
    group.targets.push(target);
  }
  const all = [...groups.values()];
  if (all.length < 2) {
    const same = all.map(({ configuration }) => ({ configuration, patterns: request.patterns }));
    return { groups: same, diagnostics: loader.diagnostics };
  }
  const split = all.map(({ targets, configuration }) => ({ configuration, patterns: patternsOf(loader, targets) }));
  return { groups: split.filter(({ patterns }) => patterns.length > 0), diagnostics: loader.diagnostics };
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
