// Programs on the PATH, by absolute path: what lies in the directory that is being analysed must never be run.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';

/** Directories of which nothing may be run. */
const analysed = new Set<string>();

/** Has no program taken from the tree that a directory belongs to: its repository or workspace, or else its module. */
export function runNothingIn(dir: string): void {
  analysed.add(treeOf(dir));
}

/** The nearest directory upwards that is the root of a repository or a workspace, or else of a module; the directory itself where there is none. */
function treeOf(dir: string): string {
  const has = (at: string, name: string): boolean => statSync(join(at, name), { throwIfNoEntry: false }) !== undefined;
  let module: string | null = null;
  for (let at = real(dir); ; at = dirname(at)) {
    if (has(at, '.git') || has(at, 'go.work')) return at;
    if (module === null && has(at, 'go.mod')) module = at;
    if (dirname(at) === at) return module ?? dir;
  }
}

/** Endings that Windows tries. */
const endings = process.platform === 'win32' ? ['.exe', '.com'] : [''];

/**
 * The absolute path of a program; null where the PATH has none. Entries that are not absolute (`.` and the empty one among them), and
 * those inside `outside` or the analysed tree, are passed over. Null: a command that runs the analyzed code anyway may use its tools.
 */
export function findExecutable(
  name: string,
  outside: string | null = process.cwd(),
  path: string = process.env.PATH ?? '',
): string | null {
  for (const dir of path.split(delimiter)) {
    if (!isAbsolute(dir)) continue;
    if (outside !== null && [outside, ...analysed].some((tree) => isInside(dir, tree))) continue;
    for (const ending of endings) {
      const file = join(dir, name + ending);
      if (isProgram(file)) return file;
    }
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether a directory is `parent` or below it, behind links too. The root of the file system has everything in it. */
function isInside(dir: string, parent: string): boolean {
  const from = real(parent);
  if (join(from, '..') === from) return false;
  const way = relative(from, real(dir));
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

function real(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}
