// Numbers that commands of the repository take from their users.

/** The integer behind `--name`, or `otherwise` where it is not given. */
export function numberOption(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!Number.isInteger(value)) throw new Error(`--${name} needs an integer`);
  return value;
}
