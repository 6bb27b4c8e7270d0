// Tokens of the text form of `comm`, and of MiGo.

/** A text that cannot be read: what is wrong, and where. */
export class TextError extends Error {
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

/** What came of reading a text. */
export type Read<P> =
  | { readonly ok: true; readonly program: P }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** What `read` gives, or why it does not. */
export function readText<P>(read: () => P): Read<P> {
  try {
    return { ok: true, program: read() };
  } catch (error) {
    // A function that reads a block within a block calls itself.
    if (error instanceof RangeError) return { ok: false, message: 'this is nested too deeply', start: 0, end: 0 };
    if (!(error instanceof TextError)) throw error;
    return { ok: false, message: error.message, start: error.start, end: error.end };
  }
}

export interface Token {
  readonly kind: 'name' | 'quoted' | 'int' | 'string' | 'punct' | 'end';
  /** The text as written; of a quoted name and a string without the quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a line ends between this token and the one before. */
  readonly first: boolean;
}

export interface LexRules {
  /** Matches a name at the current place (sticky). */
  readonly name: RegExp;
  /** Matches punctuation. */
  readonly punct: RegExp;
  /** What starts a comment that goes to the end of the line. */
  readonly comment: string;
}

/** Splits a text into tokens; the last one has kind `end`. */
export function tokenize(text: string, rules: LexRules): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let first = true;
  const push = (kind: Token['kind'], value: string, end: number): void => {
    tokens.push({ kind, text: value, start: at, end, first });
    at = end;
    first = false;
  };
  while (at < text.length) {
    const c = text[at] as string;
    if (c === '\n') first = true;
    if (c === ' ' || c === '\t' || c === '\n' || c === '\r') {
      at++;
    } else if (text.startsWith(rules.comment, at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (c === '"' || c === '`') {
      const end = closingQuote(text, at, c);
      push(c === '"' ? 'string' : 'quoted', text.slice(at + 1, end - 1), end);
    } else {
      const name = matchAt(rules.name, text, at);
      const digits = matchAt(/\d+/y, text, at);
      const punct = matchAt(rules.punct, text, at);
      // Longest match first: names of MiGo may begin with digits.
      if (digits !== '' && digits.length >= name.length) push('int', digits, at + digits.length);
      else if (name !== '') push('name', name, at + name.length);
      else if (punct !== '') push('punct', punct, at + punct.length);
      else throw new TextError(`unexpected character ${JSON.stringify(c)}`, at, at + 1);
    }
  }
  push('end', '', at);
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Where a quoted piece ends, behind its closing quote. */
function closingQuote(text: string, start: number, quote: string): number {
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  throw new TextError('a quote is not closed on its line', start, start + 1);
}
