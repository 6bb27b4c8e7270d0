// Options of the repository's own commands.

/** The integer after `--name`, or `otherwise` if it is not given. */
export function numberOption(name: string, otherwise: number): number {
  const text = textOption(name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new Error(`--${name} needs an integer`);
  return value;
}

/** What follows `--name`, or null if it is not given. */
export function textOption(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? '');
}
