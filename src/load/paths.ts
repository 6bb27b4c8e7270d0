// Paths as the host gives them: absolute, with `/` between their parts; no system calls.

/** Removes `.`, `..` and doubled slashes. '' gives '.'. */
export function clean(path: string): string {
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
      else if (!rooted) parts.push('..');
    } else {
      parts.push(part);
    }
  }
  const joined = parts.join('/');
  if (rooted) return `/${joined}`;
  return joined === '' ? '.' : joined;
}

export function join(first: string, ...rest: readonly string[]): string {
  const parts = [first, ...rest].filter((part) => part !== '');
  return parts.length === 0 ? '' : clean(parts.join('/'));
}

/** Drive letters count: a host on Windows gives `C:/dir`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** `path` seen from `dir`, absolute. */
export function resolvePath(dir: string, path: string): string {
  return isAbsolute(path) ? clean(path) : join(dir, path);
}

/** The directory that holds `path`; a root is its own parent. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether `path` is `dir` or lies below it. Works for import paths, too; '' is above everything. */
export function isWithin(path: string, dir: string): boolean {
  if (dir === '' || path === dir) return true;
  return path.startsWith(dir.endsWith('/') ? dir : `${dir}/`);
}

/** What follows `dir/` in `path`, which lies within; '' for `dir` itself. */
export function below(path: string, dir: string): string {
  if (path === dir) return '';
  if (dir === '') return path;
  return path.slice(dir.endsWith('/') ? dir.length : dir.length + 1);
}

/** `path` as a user in `cwd` would write it: relative where it lies below, absolute elsewhere. */
export function shown(path: string, cwd: string): string {
  if (path === cwd) return '.';
  return isWithin(path, cwd) ? below(path, cwd) : path;
}
