// Build constraints: `//go:build` expressions and the older `// +build` lines, their value, and the Go version they demand.

export type Constraint =
  /** `tag` */
  | { readonly kind: 'tag'; readonly tag: string }
  /** `! x` */
  | { readonly kind: 'not'; readonly x: Constraint }
  /** `x && y` */
  | { readonly kind: 'and'; readonly x: Constraint; readonly y: Constraint }
  /** `x || y` */
  | { readonly kind: 'or'; readonly x: Constraint; readonly y: Constraint };

/** Operators and tags that one constraint may have, so that hostile input cannot exhaust the stack. */
const maxSize = 1000;

/** Whether the line is a `//go:build` constraint, well-formed or not. */
export function isGoBuild(line: string): boolean {
  return afterPrefix(line, '//go:build') !== null;
}

/** Whether the line is a `// +build` constraint, well-formed or not. */
export function isPlusBuild(line: string): boolean {
  const rest = afterSlashes(line);
  return rest !== null && afterPrefix(rest, '+build') !== null;
}

/** The constraint that a comment line states; null if it states none, or is malformed. */
export function parseConstraint(line: string): Constraint | null {
  const goBuild = afterPrefix(line, '//go:build');
  if (goBuild !== null) return parseExpr(goBuild);
  const rest = afterSlashes(line);
  const plusBuild = rest === null ? null : afterPrefix(rest, '+build');
  return plusBuild === null ? null : parsePlusBuild(plusBuild);
}

/** Whether the constraint holds if exactly the tags for which `has` is true are set. */
export function evalConstraint(c: Constraint, has: (tag: string) => boolean): boolean {
  switch (c.kind) {
    case 'tag':
      return has(c.tag);
    case 'not':
      return !evalConstraint(c.x, has);
    case 'and':
      return evalConstraint(c.x, has) && evalConstraint(c.y, has);
    case 'or':
      return evalConstraint(c.x, has) || evalConstraint(c.y, has);
  }
}

/** The constraint in `//go:build` syntax, without that prefix. */
export function constraintString(c: Constraint): string {
  switch (c.kind) {
    case 'tag':
      return c.tag;
    case 'not':
      return c.x.kind === 'tag' || c.x.kind === 'not' ? `!${constraintString(c.x)}` : `!(${constraintString(c.x)})`;
    case 'and':
      return `${operand(c.x, 'or')} && ${operand(c.y, 'or')}`;
    case 'or':
      return `${operand(c.x, 'and')} || ${operand(c.y, 'and')}`;
  }
}

function operand(c: Constraint, parenthesised: 'and' | 'or'): string {
  return c.kind === parenthesised ? `(${constraintString(c)})` : constraintString(c);
}

/** The lowest Go version under which the constraint can hold (`go1.21`), or '' if it demands none. */
export function goVersionOf(c: Constraint): string {
  const minor = minVersion(c, true);
  return minor < 0 ? '' : minor === 0 ? 'go1' : `go1.${minor}`;
}

/** The lowest minor version for which `c` (or its negation) can hold; -1 for any. */
function minVersion(c: Constraint, positive: boolean): number {
  switch (c.kind) {
    case 'tag':
      return positive ? minorOf(c.tag) : -1;
    case 'not':
      return minVersion(c.x, !positive);
    case 'and':
    case 'or': {
      const x = minVersion(c.x, positive);
      const y = minVersion(c.y, positive);
      return (c.kind === 'and') === positive ? Math.max(x, y) : Math.min(x, y);
    }
  }
}

function minorOf(tag: string): number {
  if (tag === 'go1') return 0;
  const match = /^go1\.([0-9]+)$/.exec(tag);
  return match === null ? -1 : Number(match[1]);
}

/**
 * The constraint under which a file is built: that of its `//go:build` line, otherwise all its `// +build` lines
 * together, if they stand before the package clause with an empty line below. Null if it has none or a malformed one.
 */
export function fileConstraint(text: string): Constraint | null {
  let plus: Constraint | null = null;
  let pending: Constraint | null = null;
  let inBlock = false;
  for (let start = text.charCodeAt(0) === 0xfeff ? 1 : 0; start < text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    let line = text.slice(start, end).trim();
    start = end + 1;
    if (!inBlock) {
      if (line === '') {
        if (pending !== null) plus = plus === null ? pending : { kind: 'and', x: plus, y: pending };
        pending = null;
        continue;
      }
      if (line.startsWith('//')) {
        if (isGoBuild(line)) return parseConstraint(line);
        const c = isPlusBuild(line) ? parseConstraint(line) : null;
        if (c !== null) pending = pending === null ? c : { kind: 'and', x: pending, y: c };
        continue;
      }
    }
    // Block comments may stand between; any other text ends the header.
    while (line !== '') {
      if (inBlock) {
        const close = line.indexOf('*/');
        if (close < 0) break;
        inBlock = false;
        line = line.slice(close + 2).trim();
      } else if (line.startsWith('/*')) {
        inBlock = true;
        line = line.slice(2);
      } else if (line.startsWith('//')) {
        break;
      } else {
        return plus;
      }
    }
  }
  return plus;
}

// ---------------------------------------------------------------------------------------------------------------
// Parsing

function afterSlashes(line: string): string | null {
  return line.startsWith('//') ? line.slice(2).trim() : null;
}

/** What follows `prefix` and white space on a single line; null if the line begins otherwise. */
function afterPrefix(line: string, prefix: string): string | null {
  let text = line;
  if (text.endsWith('\n')) text = text.slice(0, -1);
  if (text.endsWith('\r')) text = text.slice(0, -1);
  if (text.includes('\n') || !text.startsWith(prefix)) return null;
  const rest = text.slice(prefix.length);
  const trimmed = rest.trim();
  // Without white space between, the line is about something else: `//go:buildmode`.
  return rest.length > 0 && rest.length === rest.trimStart().length ? null : trimmed;
}

/** State of the expression parser; `failed` once the text cannot be a constraint. */
interface Cursor {
  readonly tokens: readonly string[];
  index: number;
  failed: boolean;
}

function parseExpr(text: string): Constraint | null {
  const tokens = tokenize(text);
  if (tokens === null || tokens.length === 0 || tokens.length > maxSize) return null;
  const cursor: Cursor = { tokens, index: 0, failed: false };
  const result = parseOr(cursor);
  return cursor.failed || cursor.index < tokens.length ? null : result;
}

function tokenize(text: string): string[] | null {
  const pattern = /\s*(&&|\|\||[!()]|[\p{L}\p{Nd}_.]+)/uy;
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const match = pattern.exec(text);
    if (match === null) return null;
    tokens.push(match[1] as string);
  }
  return tokens;
}

function parseOr(cursor: Cursor): Constraint {
  let x = parseAnd(cursor);
  while (cursor.tokens[cursor.index] === '||') {
    cursor.index++;
    x = { kind: 'or', x, y: parseAnd(cursor) };
  }
  return x;
}

function parseAnd(cursor: Cursor): Constraint {
  let x = parseNot(cursor);
  while (cursor.tokens[cursor.index] === '&&') {
    cursor.index++;
    x = { kind: 'and', x, y: parseNot(cursor) };
  }
  return x;
}

function parseNot(cursor: Cursor): Constraint {
  const token = cursor.tokens[cursor.index];
  if (token === '!') {
    cursor.index++;
    // A double negation is not part of the syntax.
    if (cursor.tokens[cursor.index] === '!') cursor.failed = true;
    return { kind: 'not', x: parseNot(cursor) };
  }
  cursor.index++;
  if (token === '(') {
    const x = parseOr(cursor);
    if (cursor.tokens[cursor.index] !== ')') cursor.failed = true;
    cursor.index++;
    return x;
  }
  if (token === undefined || /^[&|)]/.test(token)) {
    cursor.failed = true;
    return { kind: 'tag', tag: '' };
  }
  return { kind: 'tag', tag: token };
}

/** Options separated by spaces are alternatives, each a list of terms separated by commas that must all hold. */
function parsePlusBuild(text: string): Constraint | null {
  let result: Constraint | null = null;
  let size = 0;
  for (const clause of text.split(/\s+/)) {
    if (clause === '') continue;
    let all: Constraint | null = null;
    for (const term of clause.split(',')) {
      if (++size > maxSize) return null;
      const negated = term.startsWith('!');
      const tag = negated ? term.slice(1) : term;
      // A malformed term makes its clause false, as old tools read it.
      const literal: Constraint = { kind: 'tag', tag: /^[\p{L}\p{Nd}_.]+$/u.test(tag) ? tag : 'ignore' };
      const c: Constraint = negated && literal.tag === tag ? { kind: 'not', x: literal } : literal;
      all = all === null ? c : { kind: 'and', x: all, y: c };
    }
    if (all === null) continue;
    result = result === null ? all : { kind: 'or', x: result, y: all };
  }
  return result ?? { kind: 'tag', tag: 'ignore' };
}
