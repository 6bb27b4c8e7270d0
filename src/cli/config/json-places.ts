// JSON with the place of every value, so that a mistake in a file can be shown where it is.

/** Lines and columns count from 1; columns in UTF-16 units. */
export interface JsonAt {
  readonly line: number;
  readonly column: number;
}

export interface JsonMember {
  readonly key: string;
  readonly at: JsonAt;
  readonly value: JsonNode;
}

export type JsonNode = { readonly at: JsonAt } & (
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
);

/** A mistake with its place. */
export class JsonMistake extends Error {
  readonly at: JsonAt;

  constructor(message: string, at: JsonAt) {
    super(message);
    this.at = at;
  }
}

interface Reading {
  readonly text: string;
  /** Where each line begins. */
  readonly lines: readonly number[];
  pos: number;
}

/** Deeper files are a mistake; reading them would use up the stack. */
const maxDepth = 64;

/** Throws a JsonMistake where the text is no JSON. */
export function readJson(text: string): JsonNode {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const r: Reading = { text, lines, pos: text.startsWith('\ufeff') ? 1 : 0 };
  const node = value(r, 0);
  skip(r);
  if (r.pos < text.length) throw mistake(r, 'text after the end of the value');
  return node;
}

function value(r: Reading, depth: number): JsonNode {
  skip(r);
  const at = placeIn(r);
  if (depth > maxDepth) throw mistake(r, 'values are nested too deeply');
  const first = r.text[r.pos] ?? '';
  if (first === '{') return { kind: 'object', at, members: members(r, depth) };
  if (first === '[') return { kind: 'array', at, items: items(r, depth) };
  if (first === '"') return { kind: 'string', at, value: text(r) };
  const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/.exec(
    r.text.slice(r.pos, r.pos + 40),
  )?.[0];
  if (word === undefined)
    throw mistake(r, first === '' ? 'the file ends where a value is expected' : 'a value is expected here');
  r.pos += word.length;
  if (word === 'null') return { kind: 'null', at };
  if (word === 'true' || word === 'false') return { kind: 'boolean', at, value: word === 'true' };
  return { kind: 'number', at, value: Number(word) };
}

function members(r: Reading, depth: number): readonly JsonMember[] {
  const found: JsonMember[] = [];
  const keys = new Set<string>();
  r.pos++;
  for (;;) {
    skip(r);
    if (found.length === 0 && take(r, '}')) return found;
    const at = placeIn(r);
    if (r.text[r.pos] !== '"') throw mistake(r, 'a name in double quotes is expected here');
    const key = text(r);
    if (keys.has(key)) throw new JsonMistake(`${JSON.stringify(key)} stands here twice`, at);
    keys.add(key);
    skip(r);
    if (!take(r, ':')) throw mistake(r, 'a colon is expected here');
    found.push({ key, at, value: value(r, depth + 1) });
    skip(r);
    if (take(r, '}')) return found;
    if (!take(r, ',')) throw mistake(r, 'a comma or } is expected here');
  }
}

function items(r: Reading, depth: number): readonly JsonNode[] {
  const found: JsonNode[] = [];
  r.pos++;
  for (;;) {
    skip(r);
    if (found.length === 0 && take(r, ']')) return found;
    found.push(value(r, depth + 1));
    skip(r);
    if (take(r, ']')) return found;
    if (!take(r, ',')) throw mistake(r, 'a comma or ] is expected here');
  }
}

function text(r: Reading): string {
  const start = r.pos;
  const literal = /^"(?:[^"\\\u0000-\u001f]|\\.)*"/.exec(r.text.slice(start))?.[0];
  if (literal === undefined) throw mistake(r, 'this string does not end on its line');
  try {
    const read: unknown = JSON.parse(literal);
    r.pos += literal.length;
    return String(read);
  } catch {
    throw mistake(r, 'this string has an invalid escape');
  }
}

function skip(r: Reading): void {
  while (/[ \t\r\n]/.test(r.text[r.pos] ?? '')) r.pos++;
}

function take(r: Reading, character: string): boolean {
  if (r.text[r.pos] !== character) return false;
  r.pos++;
  return true;
}

function mistake(r: Reading, message: string): JsonMistake {
  return new JsonMistake(message, placeIn(r));
}

function placeIn({ lines, pos }: Reading): JsonAt {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= pos) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: pos - (lines[low] ?? 0) + 1 };
}
