// Texts as atoms: a constant of Go is the JSON form of its bytes, so that it is no other atom.

/** The atom of a text, given as its bytes. */
export function textAtom(bytes: string): string {
  return JSON.stringify(bytes);
}

const form = /^"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;

/** How many bytes the text has for which an atom stands; null for other atoms. */
export function lengthOfText(atom: string): number | null {
  if (!form.test(atom)) return null;
  return atom.slice(1, -1).replace(/\\(?:u[0-9a-fA-F]{4}|.)/g, '.').length;
}
