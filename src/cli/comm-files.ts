// Files with communication programs: checking them needs no front end, whose loading would take longer than the check.

export function isCommFile(path: string): boolean {
  return /\.(comm|migo|virgo)$/.test(path);
}

/** Whether this is `check` with such files and nothing else: then there is nothing to be read from the command line. */
export function isPlainCommCheck([command, ...paths]: readonly string[]): boolean {
  return command === 'check' && paths.length > 0 && paths.every((path) => isCommFile(path) && !path.startsWith('-'));
}
