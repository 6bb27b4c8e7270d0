// `emit go`: a file with specifications as plain Go, without its ghost code; `emit viper`: as the program that is verified.

import { dirname } from 'node:path';
import type { Diagnostic } from '../base/diagnostic.ts';
import { inOrder } from '../base/order.ts';
import type { SourceSet } from '../base/source.ts';
import { type LoadedPackage, type LoadResult, loadPackages } from '../load/index.ts';
import type { File } from '../syntax/nodes.ts';
import { eraseGhost } from '../types/index.ts';
import { printProgram } from '../vil/index.ts';
import { goEnvironment } from './host/go-env.ts';
import { specsFolder } from './host/installation.ts';
import { nodeHost } from './host/node-host.ts';
import { encodeLoaded } from './prove.ts';

/** The name under which `emit` knows plain Go. */
export const goLanguage = 'go';

/** The name under which `emit` knows the intermediate language, printed as Viper. */
export const viperLanguage = 'viper';

interface EmittedFile {
  readonly sources: SourceSet;
  readonly diagnostics: readonly Diagnostic[];
  /** Null where the file has errors, or is no part of a package. */
  readonly text: string | null;
  /** What the text leaves out, with its reason. */
  readonly omitted: readonly string[];
}

/** Loads and checks one file as a package, and erases its ghost code. `include` are directories of imported packages. */
export function emitGo(path: string, include: readonly string[]): EmittedFile {
  return emitFile(path, include, (loaded, pkg, file) => ({
    text: eraseGhost(loaded.sources, pkg.types, pkg.info, file),
    omitted: [],
  }));
}

/** The same as the program that is verified. Members that cannot be encoded are left out, and named. */
export function emitViper(path: string, include: readonly string[]): EmittedFile {
  return emitFile(path, include, (loaded, pkg) => {
    const { program, members } = encodeLoaded(pkg, loaded);
    const omitted = members.flatMap(({ display, fault }) => (fault === null ? [] : [`${display}: ${fault.construct}`]));
    return { text: printProgram(program), omitted };
  });
}

function emitFile(
  path: string,
  include: readonly string[],
  print: (loaded: LoadResult, pkg: LoadedPackage, file: File) => Pick<EmittedFile, 'text' | 'omitted'>,
): EmittedFile {
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
    return { sources, diagnostics, text: null, omitted: [] };
  }
  return { sources, diagnostics, ...print(loaded, pkg, file) };
}
