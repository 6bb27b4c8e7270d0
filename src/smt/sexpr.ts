// S-expressions: the shape of everything that a solver answers.

export interface Atom {
  readonly kind: 'symbol' | 'numeral' | 'decimal' | 'string' | 'keyword';
  /** Without quotes and without the colon of a keyword. */
  readonly text: string;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly SExpr[];
}

export type SExpr = Atom | List;

/** The text is not what a solver may answer. */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault';
}

const token = /\s+|;[^\n]*|\(|\)|\|([^|]*)\||"((?:[^"]|"")*)"|([^\s()|";]+)/y;

function atomOf(text: string): Atom {
  if (/^\d+$/.test(text)) return { kind: 'numeral', text };
  if (/^\d+\.\d+$/.test(text)) return { kind: 'decimal', text };
  if (text.startsWith(':')) return { kind: 'keyword', text: text.slice(1) };
  return { kind: 'symbol', text };
}

/** All expressions of `text`. Throws a SyntaxFault where it is no sequence of such. */
export function parseSExprs(text: string): readonly SExpr[] {
  const top: SExpr[] = [];
  const open: SExpr[][] = [];
  let current = top;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const position = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new SyntaxFault(`unexpected ${JSON.stringify(text.slice(position, position + 20))}`);
    const [whole, symbol, quoted, plain] = match;
    if (whole === '(') {
      open.push(current);
      current = [];
    } else if (whole === ')') {
      const outer = open.pop();
      if (outer === undefined) throw new SyntaxFault('a parenthesis closes nothing');
      outer.push({ kind: 'list', items: current });
      current = outer;
    } else if (symbol !== undefined) current.push({ kind: 'symbol', text: symbol });
    else if (quoted !== undefined) current.push({ kind: 'string', text: quoted.replaceAll('""', '"') });
    else if (plain !== undefined) current.push(atomOf(plain));
  }
  if (open.length > 0) throw new SyntaxFault('a parenthesis stays open');
  return top;
}

/** The items of a list whose first is the symbol `head`, else `undefined`. */
export function listHeaded(expr: SExpr | undefined, head: string): readonly SExpr[] | undefined {
  if (expr?.kind !== 'list') return undefined;
  const [first] = expr.items;
  return first?.kind === 'symbol' && first.text === head ? expr.items : undefined;
}

export function isSymbol(expr: SExpr | undefined, text: string): boolean {
  return expr?.kind === 'symbol' && expr.text === text;
}

/** The expression as text, shortened for messages. */
export function showSExpr(expr: SExpr, limit = 80): string {
  const whole = show(expr);
  return whole.length <= limit ? whole : `${whole.slice(0, limit)}...`;
}

function show(expr: SExpr): string {
  if (expr.kind === 'list') return `(${expr.items.map(show).join(' ')})`;
  if (expr.kind === 'keyword') return `:${expr.text}`;
  return expr.kind === 'string' ? JSON.stringify(expr.text) : expr.text;
}
