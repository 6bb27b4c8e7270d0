// Loads packages so that their fragments can be checked: with all bodies, and the standard library from the models.

import type { Host } from '../../base/host.ts';
import { type LoadedPackage, type LoadRequest, type LoadResult, loadPackages } from '../../load/index.ts';
import { modelsFolder } from './installation.ts';

/** What the standard library does is always taken from the models, so that verdicts do not depend on the machine. */
export function loadForAnalysis(host: Host, request: LoadRequest): LoadResult {
  return loadPackages(host, { ...request, goroot: null, models: modelsFolder(), bodies: true, modelBodies: true });
}

/** Nothing is said about the behaviour of code that does not compile. */
export function analysable({ packages }: LoadResult): readonly LoadedPackage[] {
  return packages.filter((pkg) => !pkg.diagnostics.some((found) => found.severity === 'error'));
}
