// Minimal version selection: of each module the highest version that any requirement in the module graph names.
//
// From go 1.17 on a go.mod file lists everything that its packages need. So the requirements of such a dependency
// are taken into account, but not followed further; older ones are followed to the end. A go.mod file that was never
// downloaded cannot be followed: the go command did not need it, so its requirements do not matter either.

import type { ModFile } from './modfile.ts';
import { goModOf, type ModuleContext } from './modules.ts';
import { compareVersions, goMinor } from './semver.ts';
import type { Loader } from './settings.ts';

const firstPruned = 17;

/** Whether the go.mod file lists indirect requirements, too. */
export function isPruned(file: ModFile): boolean {
  return (goMinor(file.go) ?? 0) >= firstPruned && file.go !== '';
}

interface Visit {
  readonly path: string;
  readonly version: string;
  /** Follow all requirements, whatever the module's own go.mod says. */
  readonly whole: boolean;
}

/** The selected version of every module of the graph. Main modules are not in it: they select themselves. */
export function selectVersions(loader: Loader, context: ModuleContext): ReadonlyMap<string, string> {
  const mains = new Set(context.mains.map((main) => main.path));
  const selected = new Map<string, string>();
  const seen = new Set<string>();
  const queue: Visit[] = [];
  const require = (file: ModFile, follow: boolean, whole: boolean): void => {
    for (const { path, version } of file.require) {
      if (mains.has(path) || context.excludes.has(`${path}@${version}`)) continue;
      const current = selected.get(path);
      if (current === undefined || compareVersions(current, version) < 0) selected.set(path, version);
      if (follow) queue.push({ path, version, whole });
    }
  };
  for (const main of context.mains) require(main.file, true, !isPruned(main.file));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = `${next.path}@${next.version}`;
    if (seen.has(key) || (!next.whole && seen.has(`${key} pruned`))) continue;
    seen.add(next.whole ? key : `${key} pruned`);
    const file = goModOf(loader, context, next.path, next.version);
    if (file === null) continue;
    const whole = next.whole || !isPruned(file);
    require(file, whole, whole);
  }
  return selected;
}

/**
 * The version of a module to use. The main module's own list decides wherever it can: it is complete from go 1.17 on,
 * and reading the whole graph costs much.
 */
export function versionOf(loader: Loader, context: ModuleContext, path: string, whole: boolean): string | null {
  if (!whole && !needsGraph(context)) return context.roots.get(path) ?? null;
  context.selected ??= selectVersions(loader, context);
  return context.selected.get(path) ?? null;
}

/** Whether the main modules' lists alone do not decide. */
export function needsGraph(context: ModuleContext): boolean {
  return context.workspace || context.mains.some((main) => !isPruned(main.file));
}
