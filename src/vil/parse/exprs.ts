// Expressions and types of `.vpr` files, loosest operator first: ?: <==> ==> --* || && ==!= <<=>>=in +-++union */\% suffixes.

import type { Pos } from '../../base/source.ts';
import {
  accept,
  acceptWord,
  attempt,
  expect,
  expected,
  expectWord,
  isName,
  isSymbol,
  lastEnd,
  next,
  type Parser,
  parseList,
  parseName,
  peek,
  spanFrom,
} from './state.ts';
import type {
  BinaryToken,
  ConstantWord,
  Name,
  SyntaxAnnotation,
  SyntaxBinding,
  SyntaxExpr,
  SyntaxTrigger,
  SyntaxType,
} from './syntax.ts';

export function parseExpr(parser: Parser): SyntaxExpr {
  const { pos } = peek(parser);
  const cond = parseRight(parser, 0);
  if (!accept(parser, '?')) return cond;
  const then = parseExpr(parser);
  expect(parser, ':');
  const otherwise = parseExpr(parser);
  return { kind: 'Cond', cond, then, else: otherwise, ...spanFrom(parser, pos) };
}

/** The operators that associate to the right, loosest first. */
const rightLevels: readonly (readonly BinaryToken[])[] = [['<==>'], ['==>'], ['--*'], ['||'], ['&&'], ['==', '!=']];
const wandLevel = 2;

function parseRight(parser: Parser, level: number): SyntaxExpr {
  const operators = rightLevels[level];
  if (operators === undefined) return parseComparison(parser);
  const { pos } = peek(parser);
  const left = parseRight(parser, level + 1);
  const op = operators.find((candidate) => isSymbol(parser, candidate));
  if (op === undefined) return left;
  next(parser);
  const right = level === wandLevel ? parseExpr(parser) : parseRight(parser, level);
  return { kind: 'Binary', op, left, right, ...spanFrom(parser, pos) };
}

/** `A --* B`, or what binds closer. */
export function parseWand(parser: Parser): SyntaxExpr {
  return parseRight(parser, wandLevel);
}

function operatorAt<T extends BinaryToken>(parser: Parser, operators: readonly T[]): T | null {
  const { kind, text } = peek(parser);
  if (kind !== 'symbol' && kind !== 'word') return null;
  return operators.find((op) => op === text) ?? null;
}

/** `a < b <= c` means `a < b && b <= c`. */
function parseComparison(parser: Parser): SyntaxExpr {
  let expr = parseSum(parser);
  let middle: SyntaxExpr | null = null;
  for (;;) {
    const op = operatorAt(parser, ['<=', '>=', '<', '>', 'in']);
    if (op === null) return expr;
    next(parser);
    const right = parseSum(parser);
    const left = middle ?? expr;
    const comparison: SyntaxExpr = { kind: 'Binary', op, left, right, pos: left.pos, end: lastEnd(parser) };
    expr =
      middle === null
        ? comparison
        : { kind: 'Binary', op: '&&', left: expr, right: comparison, pos: expr.pos, end: lastEnd(parser) };
    middle = right;
  }
}

function parseSum(parser: Parser): SyntaxExpr {
  return parseLeft(parser, ['++', '+', '-', 'union', 'intersection', 'setminus', 'subset'], parseTerm);
}

function parseTerm(parser: Parser): SyntaxExpr {
  return parseLeft(parser, ['*', '/', '\\', '%'], parseSuffixed);
}

function parseLeft(
  parser: Parser,
  operators: readonly BinaryToken[],
  operand: (parser: Parser) => SyntaxExpr,
): SyntaxExpr {
  let left = operand(parser);
  for (;;) {
    const op = operatorAt(parser, operators);
    if (op === null) return left;
    next(parser);
    const right = operand(parser);
    left = { kind: 'Binary', op, left, right, pos: left.pos, end: lastEnd(parser) };
  }
}

/** An atom with `.f`, `[i]`, `[i := e]`, `[a..b]` after it. */
export function parseSuffixed(parser: Parser): SyntaxExpr {
  let expr = parseAtom(parser);
  const { pos } = expr;
  for (;;) {
    if (accept(parser, '.')) {
      expr = { kind: 'Dot', receiver: expr, name: parseName(parser), pos, end: lastEnd(parser) };
    } else if (accept(parser, '[')) {
      expr = parseBracketed(parser, expr, pos);
    } else return expr;
  }
}

function parseBracketed(parser: Parser, base: SyntaxExpr, pos: Pos): SyntaxExpr {
  const low = isSymbol(parser, '..') ? null : parseExpr(parser);
  if (accept(parser, '..')) {
    const high = isSymbol(parser, ']') ? null : parseExpr(parser);
    expect(parser, ']');
    return { kind: 'Slice', base, low, high, ...spanFrom(parser, pos) };
  }
  if (low === null) throw expected(parser, 'an index');
  if (accept(parser, ':=')) {
    const value = parseExpr(parser);
    expect(parser, ']');
    return { kind: 'Update', base, key: low, value, ...spanFrom(parser, pos) };
  }
  expect(parser, ']');
  return { kind: 'Index', base, index: low, ...spanFrom(parser, pos) };
}

const constants: ReadonlySet<string> = new Set<ConstantWord>([
  'true',
  'false',
  'null',
  'result',
  'write',
  'none',
  'wildcard',
  'epsilon',
]);

function isConstant(word: string): word is ConstantWord {
  return constants.has(word);
}

function parseAtom(parser: Parser): SyntaxExpr {
  const { kind, text, pos } = peek(parser);
  if (kind === 'int') {
    next(parser);
    return { kind: 'Int', value: BigInt(text), ...spanFrom(parser, pos) };
  }
  if (kind === 'word') return parseWordAtom(parser);
  if (kind !== 'symbol') throw expected(parser, 'an expression');
  switch (text) {
    case '(':
      return parseParenthesized(parser);
    case '@': {
      const annotation = parseAnnotation(parser);
      const expr = parseAtom(parser);
      return { kind: 'Annotated', annotation, expr, ...spanFrom(parser, pos) };
    }
    case '-':
    case '!': {
      next(parser);
      const operand = parseSuffixed(parser);
      return { kind: 'Unary', op: text, operand, ...spanFrom(parser, pos) };
    }
    case '|':
      return parseSize(parser, pos);
    case '||':
      return parseNestedSize(parser, pos);
    case '[':
      return parseOpenBracket(parser);
    default:
      throw expected(parser, 'an expression');
  }
}

function parseSize(parser: Parser, pos: Pos): SyntaxExpr {
  expect(parser, '|');
  const operand = parseExpr(parser);
  expect(parser, '|');
  return { kind: 'Size', operand, ...spanFrom(parser, pos) };
}

/** `||s| - t|`: the token `||` begins two sizes. */
function parseNestedSize(parser: Parser, pos: Pos): SyntaxExpr {
  const both = peek(parser);
  const bar = { ...both, text: '|', end: (both.pos + 1) as Pos };
  const tokens = parser.tokens.toSpliced(parser.at, 1, bar, { ...bar, pos: bar.end, end: both.end });
  const inner: Parser = { tokens, at: parser.at, typedCallAt: -1 };
  const size = parseSize(inner, pos);
  parser.at = inner.at - 1;
  return size;
}

function parseParenthesized(parser: Parser): SyntaxExpr {
  expect(parser, '(');
  const outer = parser.typedCallAt;
  parser.typedCallAt = parser.at;
  const expr = parseExpr(parser);
  parser.typedCallAt = outer;
  expect(parser, ')');
  return expr;
}

/** `[low..high)` or `[inhaled, exhaled]`. */
function parseOpenBracket(parser: Parser): SyntaxExpr {
  const { pos } = expect(parser, '[');
  const first = parseExpr(parser);
  if (accept(parser, '..')) {
    const high = parseExpr(parser);
    expect(parser, ')');
    return { kind: 'Range', low: first, high, ...spanFrom(parser, pos) };
  }
  expect(parser, ',');
  const exhale = parseExpr(parser);
  expect(parser, ']');
  return { kind: 'InhaleExhale', inhale: first, exhale, ...spanFrom(parser, pos) };
}

function parseWordAtom(parser: Parser): SyntaxExpr {
  const { text, pos } = peek(parser);
  if (isName(parser)) return parseNameOrCall(parser);
  if (isConstant(text)) {
    next(parser);
    return { kind: 'Constant', word: text, ...spanFrom(parser, pos) };
  }
  const at = parser.at++;
  switch (text) {
    case 'acc': {
      expect(parser, '(');
      const loc = parseSuffixed(parser);
      const perm = accept(parser, ',') ? parseExpr(parser) : null;
      expect(parser, ')');
      return { kind: 'Acc', loc, perm, ...spanFrom(parser, pos) };
    }
    case 'perm': {
      expect(parser, '(');
      const resource = parseWand(parser);
      expect(parser, ')');
      return { kind: 'Perm', resource, ...spanFrom(parser, pos) };
    }
    case 'old': {
      const label = accept(parser, '[') ? parseOldLabel(parser) : null;
      expect(parser, '(');
      const body = parseExpr(parser);
      expect(parser, ')');
      return { kind: 'Old', label, body, ...spanFrom(parser, pos) };
    }
    case 'let': {
      const name = parseName(parser);
      expect(parser, '==');
      expect(parser, '(');
      const value = parseExpr(parser);
      expect(parser, ')');
      expectWord(parser, 'in');
      const body = parseExpr(parser);
      return { kind: 'Let', name, value, body, ...spanFrom(parser, pos) };
    }
    case 'forall':
    case 'exists': {
      const vars = parseBindings(parser);
      expect(parser, '::');
      const triggers: SyntaxTrigger[] = [];
      while (isSymbol(parser, '{')) {
        const start = peek(parser).pos;
        const exprs = parseList(parser, '{', '}', () => parseExpr(parser));
        triggers.push({ exprs, ...spanFrom(parser, start) });
      }
      const body = parseExpr(parser);
      return { kind: 'Quantifier', word: text, vars, triggers, body, ...spanFrom(parser, pos) };
    }
    case 'forperm': {
      const vars = parseBindings(parser);
      expect(parser, '[');
      const resource = parseWand(parser);
      expect(parser, ']');
      expect(parser, '::');
      const body = parseExpr(parser);
      return { kind: 'ForPerm', vars, resource, body, ...spanFrom(parser, pos) };
    }
    case 'unfolding': {
      const acc = parseAtom(parser);
      expectWord(parser, 'in');
      const body = parseExpr(parser);
      return { kind: 'Unfolding', acc, body, ...spanFrom(parser, pos) };
    }
    case 'applying': {
      expect(parser, '(');
      const wand = parseWand(parser);
      expect(parser, ')');
      expectWord(parser, 'in');
      const body = parseExpr(parser);
      return { kind: 'Applying', wand, body, ...spanFrom(parser, pos) };
    }
    case 'asserting': {
      expect(parser, '(');
      const assertion = parseExpr(parser);
      expect(parser, ')');
      expectWord(parser, 'in');
      const body = parseExpr(parser);
      return { kind: 'Asserting', assertion, body, ...spanFrom(parser, pos) };
    }
    case 'Seq':
    case 'Set':
    case 'Multiset': {
      const elem = accept(parser, '[') ? parseType(parser) : null;
      if (elem !== null) expect(parser, ']');
      const elems = parseList(parser, '(', ')', () => parseExpr(parser));
      return { kind: 'CollectionLit', name: text, elem, elems, ...spanFrom(parser, pos) };
    }
    case 'Map':
      return parseMapLit(parser, pos);
    case 'domain':
    case 'range': {
      expect(parser, '(');
      const map = parseExpr(parser);
      expect(parser, ')');
      return { kind: 'MapPart', part: text, map, ...spanFrom(parser, pos) };
    }
    case 'new': {
      expect(parser, '(');
      const all = accept(parser, '*');
      const fields: Name[] = [];
      if (!all && !isSymbol(parser, ')')) {
        do fields.push(parseName(parser));
        while (accept(parser, ','));
      }
      expect(parser, ')');
      return { kind: 'New', fields: all ? null : fields, ...spanFrom(parser, pos) };
    }
    default:
      parser.at = at;
      throw expected(parser, 'an expression');
  }
}

function parseOldLabel(parser: Parser): Name | 'lhs' {
  const label = acceptWord(parser, 'lhs') ? 'lhs' : parseName(parser);
  expect(parser, ']');
  return label;
}

function parseMapLit(parser: Parser, pos: Pos): SyntaxExpr {
  let types: { key: SyntaxType; value: SyntaxType } | null = null;
  if (accept(parser, '[')) {
    const key = parseType(parser);
    expect(parser, ',');
    types = { key, value: parseType(parser) };
    expect(parser, ']');
  }
  const entries = parseList(parser, '(', ')', () => {
    const key = parseExpr(parser);
    expect(parser, ':=');
    return { key, value: parseExpr(parser) };
  });
  return { kind: 'MapLit', types, entries, ...spanFrom(parser, pos) };
}

/** A call's `(` stands on the line of its name: a statement may begin with one. */
export function parseNameOrCall(parser: Parser): SyntaxExpr {
  const mayHaveType = parser.typedCallAt === parser.at;
  const name = parseName(parser);
  const { pos } = name;
  if (!isSymbol(parser, '(') || peek(parser).afterLine) return { kind: 'Name', name, ...spanFrom(parser, pos) };
  const args = parseList(parser, '(', ')', () => parseExpr(parser));
  const type = mayHaveType && accept(parser, ':') ? parseType(parser) : null;
  return { kind: 'Call', name, args, type, ...spanFrom(parser, pos) };
}

export function parseBindings(parser: Parser): SyntaxBinding[] {
  const bindings: SyntaxBinding[] = [];
  do bindings.push(parseBinding(parser));
  while (accept(parser, ','));
  return bindings;
}

export function parseBinding(parser: Parser): SyntaxBinding {
  const name = parseName(parser);
  expect(parser, ':');
  const type = parseType(parser);
  return { name, type, ...spanFrom(parser, name.pos) };
}

export function parseType(parser: Parser): SyntaxType {
  const { text, pos } = peek(parser);
  if (isName(parser)) return parseNamedType(parser);
  const at = parser.at++;
  switch (text) {
    case 'Int':
    case 'Bool':
    case 'Perm':
    case 'Ref':
      return { kind: 'Basic', name: text, ...spanFrom(parser, pos) };
    case 'Rational':
      return { kind: 'Basic', name: 'Perm', ...spanFrom(parser, pos) };
    case 'Seq':
    case 'Set':
    case 'Multiset': {
      expect(parser, '[');
      const elem = parseType(parser);
      expect(parser, ']');
      return { kind: 'Collection', name: text, elem, ...spanFrom(parser, pos) };
    }
    case 'Map': {
      expect(parser, '[');
      const key = parseType(parser);
      expect(parser, ',');
      const value = parseType(parser);
      expect(parser, ']');
      return { kind: 'Map', key, value, ...spanFrom(parser, pos) };
    }
    default:
      parser.at = at;
      throw expected(parser, 'a type');
  }
}

function parseNamedType(parser: Parser): SyntaxType {
  const name = parseName(parser);
  if (isSymbol(parser, '(')) {
    const args = parseList(parser, '(', ')', () => parseExpr(parser));
    return { kind: 'Macro', name, args, ...spanFrom(parser, name.pos) };
  }
  const args = isSymbol(parser, '[')
    ? (attempt(parser, () => parseList(parser, '[', ']', () => parseType(parser))) ?? [])
    : [];
  return { kind: 'Named', name, args, ...spanFrom(parser, name.pos) };
}

/** `@key("value", ...)`; keys may contain dots. */
export function parseAnnotation(parser: Parser): SyntaxAnnotation {
  const { pos } = expect(parser, '@');
  const parts: string[] = [];
  do {
    if (peek(parser).kind !== 'word') throw expected(parser, 'the name of an annotation');
    parts.push(next(parser).text);
  } while (accept(parser, '.'));
  const values = parseList(parser, '(', ')', () => parseString(parser));
  return { key: parts.join('.'), values, ...spanFrom(parser, pos) };
}

export function parseString(parser: Parser): string {
  if (peek(parser).kind !== 'string') throw expected(parser, 'a string');
  return next(parser).text;
}
