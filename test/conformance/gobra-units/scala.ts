// A reader of the part of Scala in which Gobra's unit tests are written: classes of tests, calls, literals and patterns.
//
// What it does not know it reports with the line, so that no test is dropped silently.

export type Sx =
  | { readonly k: 'name'; readonly name: string }
  | { readonly k: 'select'; readonly x: Sx; readonly name: string }
  | { readonly k: 'call'; readonly fn: Sx; readonly args: readonly Sx[] }
  | { readonly k: 'text'; readonly value: string }
  | { readonly k: 'pieces'; readonly parts: readonly (string | Sx)[] }
  | { readonly k: 'number'; readonly value: bigint }
  | { readonly k: 'tuple'; readonly items: readonly Sx[] }
  | { readonly k: 'infix'; readonly op: string; readonly x: Sx; readonly y: Sx }
  | { readonly k: 'not'; readonly x: Sx }
  | { readonly k: 'lambda'; readonly param: string; readonly body: readonly Stmt[] }
  | { readonly k: 'cases'; readonly cases: readonly Case[] }
  | { readonly k: 'block'; readonly body: readonly Stmt[] }
  | { readonly k: 'if'; readonly cond: Sx; readonly then: Sx; readonly else: Sx }
  | { readonly k: 'throws'; readonly x: Sx };

export interface Case {
  readonly pattern: Sx;
  readonly guard: Sx | null;
  readonly body: readonly Stmt[];
}

export type Stmt =
  | { readonly k: 'val'; readonly name: string; readonly x: Sx }
  | { readonly k: 'for'; readonly name: string; readonly x: Sx; readonly body: readonly Stmt[] }
  | { readonly k: 'expr'; readonly x: Sx };

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'pieces' | 'mark' | 'end';
  readonly text: string;
  readonly parts: readonly (string | Sx)[];
  /** It begins a line. */
  readonly first: boolean;
  readonly at: number;
}

/** Operators, with how tight they bind. */
const operators: ReadonlyMap<string, number> = new Map([
  ['should', 0],
  ['shouldEqual', 0],
  ['contains', 0],
  ['&&', 1],
  ['==', 2],
]);

/** The statements in the body of the first class of a file. What the class declares besides values and tests is left out. */
export function readTests(text: string): readonly Stmt[] {
  const r = new Reader(text);
  while (r.tok.text !== 'class' && r.tok.kind !== 'end') r.next();
  while (r.tok.text !== '{' && r.tok.kind !== 'end') r.next();
  r.expect('{');
  return r.statements('}');
}

class Reader {
  readonly text: string;
  at = 0;
  tok: Token;
  /** In the pattern or the condition of a case, where `=>` ends it. */
  inGuard = false;

  constructor(text: string) {
    this.text = text;
    this.tok = this.scan();
  }

  next(): Token {
    const { tok } = this;
    this.tok = this.scan();
    return tok;
  }

  fail(what: string): never {
    const line = this.text.slice(0, this.tok.at).split('\n').length;
    throw new Error(`line ${line}: ${what}, found ${this.tok.text}`);
  }

  expect(mark: string): void {
    if (this.tok.text !== mark || this.tok.kind === 'text') this.fail(`expected ${mark}`);
    this.next();
  }

  is(text: string): boolean {
    return this.tok.text === text && (this.tok.kind === 'mark' || this.tok.kind === 'name');
  }

  // -------------------------------------------------------------------------------------------------------------
  // Tokens

  scan(): Token {
    const { text } = this;
    let first = this.at === 0;
    for (;;) {
      const blank = /\s*/y;
      blank.lastIndex = this.at;
      const space = blank.exec(text)?.[0] ?? '';
      first ||= space.includes('\n');
      this.at += space.length;
      if (text.startsWith('//', this.at)) this.at = endOf(text, '\n', this.at);
      else if (text.startsWith('/*', this.at)) this.at = endOf(text, '*/', this.at);
      else break;
    }
    const at = this.at;
    const make = (kind: Token['kind'], value: string, parts: Token['parts'] = []): Token => {
      return { kind, text: value, parts, first, at };
    };
    if (at >= text.length) return make('end', '');
    const prefix = text.startsWith('s"', at) ? 1 : 0;
    if (text.startsWith('"""', at + prefix)) {
      const end = text.indexOf('"""', at + prefix + 3);
      this.at = end + 3;
      return make('pieces', '', pieces(text.slice(at + prefix + 3, end), prefix === 1));
    }
    const quoted = /s?"((?:[^"\\\n]|\\.)*)"/y;
    quoted.lastIndex = at;
    const string = quoted.exec(text);
    if (string !== null) {
      this.at += string[0].length;
      const value = unescaped(string[1] as string);
      return prefix === 1 ? make('pieces', '', pieces(value, true)) : make('text', value);
    }
    const char = /'(\\.|[^\\])'/y;
    char.lastIndex = at;
    const rune = char.exec(text);
    if (rune !== null) {
      this.at += rune[0].length;
      return make('text', unescaped(rune[1] as string));
    }
    const word = /[A-Za-z_$][\w$]*|0x[0-9a-fA-F]+|\d+|=>|==|!=|<-|&&|\|\||./sy;
    word.lastIndex = at;
    const found = word.exec(text)?.[0] ?? '';
    this.at += found.length;
    return make(/^\d/.test(found) ? 'number' : /^[A-Za-z_$]/.test(found) ? 'name' : 'mark', found);
  }

  // -------------------------------------------------------------------------------------------------------------
  // Statements

  statements(closing: string): Stmt[] {
    const list: Stmt[] = [];
    for (;;) {
      while (this.is(';')) this.next();
      if (this.is(closing) || this.is('case') || this.tok.kind === 'end') break;
      const stmt = this.statement();
      if (stmt !== null) list.push(stmt);
    }
    if (this.is(closing)) this.next();
    return list;
  }

  statement(): Stmt | null {
    while (this.is('private') || this.is('lazy')) this.next();
    if (this.is('class') || this.is('def')) {
      this.skipDeclaration();
      return null;
    }
    if (this.is('val')) {
      this.next();
      const name = this.next().text;
      if (this.is(':')) while (!this.is('=')) this.next();
      this.expect('=');
      return { k: 'val', name, x: this.expr() };
    }
    if (this.is('for')) {
      this.next();
      this.expect('(');
      const name = this.next().text;
      this.expect('<-');
      const x = this.expr();
      this.expect(')');
      if (this.is('yield')) this.next();
      this.expect('{');
      return { k: 'for', name, x, body: this.statements('}') };
    }
    return { k: 'expr', x: this.expr() };
  }

  skipDeclaration(): void {
    while (!this.is('{') && this.tok.kind !== 'end') this.next();
    let depth = 0;
    do {
      if (this.is('{')) depth++;
      if (this.is('}')) depth--;
      this.next();
    } while (depth > 0 && this.tok.kind !== 'end');
  }

  // -------------------------------------------------------------------------------------------------------------
  // Expressions

  expr(): Sx {
    if (this.is('if')) {
      this.next();
      this.expect('(');
      const cond = this.expr();
      this.expect(')');
      const then = this.expr();
      this.expect('else');
      return { k: 'if', cond, then, else: this.expr() };
    }
    if (this.is('an')) {
      while (!this.is('thrownBy')) this.next();
      this.next();
      return { k: 'throws', x: this.expr() };
    }
    return this.infix(0);
  }

  /** Operands with the operators that bind at least as tight as `level`. */
  infix(level: number): Sx {
    let x = this.unary();
    for (;;) {
      const binds = this.tok.kind === 'text' || this.tok.first ? undefined : operators.get(this.tok.text);
      if (binds === undefined || binds < level) return x;
      const op = this.next().text;
      x = { k: 'infix', op, x, y: op === 'should' ? this.matcher() : this.infix(binds + 1) };
    }
  }

  /** `be (x)`, `matchPattern { cases }`; `be` alone says nothing. */
  matcher(): Sx {
    const name = this.next().text;
    if (name === 'matchPattern') return this.braces();
    if (name !== 'be') this.fail('expected be or matchPattern');
    return this.is('(') && !this.tok.first ? this.unary() : { k: 'tuple', items: [] };
  }

  unary(): Sx {
    if (this.is('!')) {
      this.next();
      return { k: 'not', x: this.unary() };
    }
    if (this.is('-')) {
      this.next();
      return { k: 'number', value: -BigInt(this.next().text) };
    }
    if (this.is('new')) this.next();
    return this.postfix(this.primary());
  }

  primary(): Sx {
    const { kind, text, parts } = this.tok;
    if (kind === 'text') {
      this.next();
      return { k: 'text', value: text };
    }
    if (kind === 'pieces') {
      this.next();
      return { k: 'pieces', parts };
    }
    if (kind === 'number') {
      this.next();
      return { k: 'number', value: BigInt(text) };
    }
    if (this.is('(')) {
      const items = this.list(')');
      return items.length === 1 ? (items[0] as Sx) : { k: 'tuple', items };
    }
    if (this.is('{')) return this.braces();
    if (kind !== 'name') this.fail('expected an expression');
    this.next();
    if (this.is('=>') && !this.inGuard) {
      this.next();
      const body = this.is('{') ? this.block() : [{ k: 'expr', x: this.expr() } as const];
      return { k: 'lambda', param: text, body };
    }
    return { k: 'name', name: text };
  }

  postfix(begin: Sx): Sx {
    let x = begin;
    for (;;) {
      if (this.is('.')) {
        this.next();
        x = { k: 'select', x, name: this.next().text };
      } else if (this.is('[') && !this.tok.first) {
        this.skipBrackets();
      } else if (this.is('(') && !this.tok.first) {
        x = { k: 'call', fn: x, args: this.list(')') };
      } else if (this.is('{') && !this.tok.first) {
        x = { k: 'call', fn: x, args: [this.braces()] };
      } else return x;
    }
  }

  skipBrackets(): void {
    let depth = 0;
    do {
      if (this.is('[')) depth++;
      if (this.is(']')) depth--;
      this.next();
    } while (depth > 0);
  }

  /** Arguments; names before them are dropped, since they stand in the order of the parameters. */
  list(closing: string): Sx[] {
    this.next();
    const items: Sx[] = [];
    while (!this.is(closing)) {
      const item = this.expr();
      if (this.is('=')) {
        this.next();
        items.push(this.expr());
      } else items.push(item);
      if (!this.is(closing)) this.expect(',');
    }
    this.next();
    return items;
  }

  braces(): Sx {
    this.expect('{');
    if (!this.is('case')) return { k: 'block', body: this.statements('}') };
    const cases: Case[] = [];
    while (this.is('case')) {
      this.next();
      const pattern = this.pattern();
      let guard: Sx | null = null;
      if (this.is('if')) {
        this.next();
        this.inGuard = true;
        guard = this.expr();
        this.inGuard = false;
      }
      this.expect('=>');
      const body: Stmt[] = [];
      while (!this.is('case') && !this.is('}')) {
        const stmt = this.statement();
        if (stmt !== null) body.push(stmt);
      }
      cases.push({ pattern, guard, body });
    }
    this.expect('}');
    return { k: 'cases', cases };
  }

  block(): readonly Stmt[] {
    this.expect('{');
    return this.statements('}');
  }

  /** A pattern is written as an expression; `x: T` is the call `typed(x, T)`. */
  pattern(): Sx {
    this.inGuard = true;
    const x = this.postfix(this.primary());
    if (this.is(':')) {
      this.next();
      const type = this.postfix(this.primary());
      this.inGuard = false;
      return { k: 'call', fn: { k: 'name', name: 'typed' }, args: [x, type] };
    }
    this.inGuard = false;
    return x;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(.)/gs, (_, c: string) => named[c] ?? c);
}

/** The parts of an interpolated text: `${e}` are expressions. */
function pieces(text: string, interpolated: boolean): readonly (string | Sx)[] {
  if (!interpolated) return [text];
  const parts: (string | Sx)[] = [];
  let from = 0;
  for (const match of text.matchAll(/\$\{([^}]*)\}/g)) {
    parts.push(text.slice(from, match.index), new Reader(match[1] as string).expr());
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}
