// `emit go`: a file with specifications as plain Go, without its ghost code.

import { dirname } from 'node:path';
import type { Diagnostic } from '../base/diagnostic.ts';
import { inOrder } from '../base/order.ts';
import type { SourceSet } from '../base/source.ts';
import { loadPackages } from '../load/index.ts';
import { eraseGhost } from '../types/index.ts';
import { goEnvironment } from './host/go-env.ts';
import { specsFolder } from './host/installation.ts';
import { nodeHost } from './host/node-host.ts';

/** The name under which `emit` knows plain Go. */
export const goLanguage = 'go';

/** Whether a name on the command line means a file with specifications rather than a function. */
export function isSpecifiedFile(path: string): boolean {
  return path.endsWith('.gobra');
}

interface EmittedGo {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  /** Null where the file has errors, or is no part of a package. */
  readonly text: string | null;
}

/** Loads and checks one file as a package, and erases its ghost code. `include` are directories of imported packages. */
export function emitGo(path: string, include: readonly string[]): EmittedGo {
  const folder = dirname(path);
  const loaded = loadPackages(nodeHost(folder, goEnvironment()), {
    patterns: [path],
    cwd: folder,
    specifications: {
      include,
      module: '',
      library: specsFolder(),
      onlyWithHeader: false,
      rules: { requireMeasures: false, friendClauses: true, relations: true, requireTriggers: false },
    },
  });
  const { sources } = loaded;
  const diagnostics = inOrder(loaded.diagnostics, sources);
  const pkg = loaded.packages.find((p) => p.files.some((file) => sources.fileOf(file.pos)?.path === path));
  const file = pkg?.files.find((f) => sources.fileOf(f.pos)?.path === path);
  if (pkg === undefined || file === undefined || diagnostics.some((d) => d.severity === 'error')) {
    return { sources, diagnostics, text: null };
  }
  return { sources, diagnostics, text: eraseGhost(sources, pkg.types, pkg.info, file) };
}
