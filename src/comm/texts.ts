// Texts as atoms: a constant of Go is the JSON form of its bytes, so that it is no other atom.

/** The atom of a text, given as its bytes. */
export function textAtom(bytes: string): string {
  return JSON.stringify(bytes);
}

const form = /^"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;

/** The text for which an atom stands, as its bytes; null for other atoms. */
export function textOf(atom: string): string | null {
  return form.test(atom) ? (JSON.parse(atom) as string) : null;
}

/** Longer strings are not tracked, so that what grows forever does not make states forever. Enough for names and keys. */
const longest = 64;

/** Two texts one behind the other, as an atom; null where that is too long. */
export function joined(x: string, y: string): string | null {
  return x.length + y.length > longest ? null : textAtom(x + y);
}
