// How the text form of `comm` writes names: plain where that is clear, in backquotes or with a number where it is not.

/** Words that begin or structure a line; a variable of such a name stands in backquotes. */
const keywords: ReadonlySet<string> = new Set(
  (
    'var results global true false nil func new as mutex rwmutex waitgroup cond chan array map timer atomic send recv ' +
    'close select case ' +
    'default lock unlock rlock runlock trylock tryrlock add wait go call optional through defer return panic fatal goexit recover exit if ' +
    'else choose or loop next terminates unknown break continue yield'
  ).split(' '),
);

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** A name as it stands in the text: `x`, or `` `len(files)` ``. `_` is no name: it means "dropped". */
export function quoteName(name: string): string {
  if (plainName.test(name) && name !== '_' && !keywords.has(name)) return name;
  return `\`${JSON.stringify(name).slice(1, -1).replaceAll('`', '\\u0060')}\``;
}

/** The name that stands between two backquotes, or null if it is none. */
export function unquoteName(inner: string): string | null {
  try {
    const value: unknown = JSON.parse(`"${inner}"`);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Printed names of a list of declarations: those that share a name get their index, as in `x#2`. */
export function printedNames(declarations: readonly { readonly name: string }[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { name } of declarations) count.set(name, (count.get(name) ?? 0) + 1);
  return declarations.map(({ name }, index) => quoteName(name) + (count.get(name) === 1 ? '' : `#${index}`));
}

/** Whether a word has a meaning of its own in the text form. */
export function isKeyword(word: string): boolean {
  return keywords.has(word);
}
