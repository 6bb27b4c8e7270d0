// Statements of `.vpr` files.

import type { Pos } from '../../base/source.ts';
import { parseAnnotation, parseBindings, parseExpr, parseSuffixed, parseWand } from './exprs.ts';
import {
  accept,
  acceptWord,
  attempt,
  expect,
  expected,
  isName,
  isSymbol,
  isWord,
  next,
  type Parser,
  parseList,
  parseName,
  peek,
  spanFrom,
} from './state.ts';
import type { SyntaxBlock, SyntaxDefine, SyntaxExpr, SyntaxMeasure, SyntaxStmt } from './syntax.ts';

export function parseBlock(parser: Parser): SyntaxBlock {
  const { pos } = expect(parser, '{');
  const stmts: SyntaxStmt[] = [];
  while (!isSymbol(parser, '}')) {
    stmts.push(parseStmt(parser));
    accept(parser, ';');
  }
  expect(parser, '}');
  return { kind: 'Block', stmts, ...spanFrom(parser, pos) };
}

function parseStmt(parser: Parser): SyntaxStmt {
  const { kind, text, pos } = peek(parser);
  if (kind === 'symbol') {
    if (text === '{') return parseBlock(parser);
    if (text === '@') {
      const annotation = parseAnnotation(parser);
      const stmt = parseStmt(parser);
      return { kind: 'Annotated', annotation, stmt, ...spanFrom(parser, pos) };
    }
    return parseAssign(parser);
  }
  if (kind !== 'word') throw expected(parser, 'a statement');
  if (isName(parser)) return parseAssign(parser);
  return parseKeywordStmt(parser, text, pos);
}

function parseKeywordStmt(parser: Parser, word: string, pos: Pos): SyntaxStmt {
  switch (word) {
    case 'inhale':
    case 'exhale':
    case 'assert':
    case 'assume':
    case 'refute': {
      next(parser);
      const assertion = parseExpr(parser);
      return { kind: 'Assertion', word, assertion, ...spanFrom(parser, pos) };
    }
    case 'fold':
    case 'unfold': {
      next(parser);
      const acc = parseSuffixed(parser);
      return { kind: word === 'fold' ? 'Fold' : 'Unfold', acc, ...spanFrom(parser, pos) };
    }
    case 'if':
      return parseIf(parser);
    case 'while':
      return parseWhile(parser);
    case 'var': {
      next(parser);
      const vars = parseBindings(parser);
      const value = accept(parser, ':=') ? parseExpr(parser) : null;
      return { kind: 'Vars', vars, value, ...spanFrom(parser, pos) };
    }
    case 'define':
      return parseDefine(parser);
    case 'goto': {
      next(parser);
      const label = parseName(parser);
      return { kind: 'Goto', label, ...spanFrom(parser, pos) };
    }
    case 'label': {
      next(parser);
      const name = parseName(parser);
      const invariants: SyntaxExpr[] = [];
      while (acceptWord(parser, 'invariant')) {
        invariants.push(parseExpr(parser));
        accept(parser, ';');
      }
      return { kind: 'Label', name, invariants, ...spanFrom(parser, pos) };
    }
    case 'package': {
      next(parser);
      const wand = parseWand(parser);
      const proof = isSymbol(parser, '{') ? parseBlock(parser) : null;
      return { kind: 'Package', wand, proof, ...spanFrom(parser, pos) };
    }
    case 'apply': {
      next(parser);
      const wand = parseWand(parser);
      return { kind: 'Apply', wand, ...spanFrom(parser, pos) };
    }
    case 'quasihavoc':
    case 'quasihavocall':
      return parseQuasihavoc(parser);
    default:
      return parseAssign(parser);
  }
}

function parseIf(parser: Parser): SyntaxStmt {
  const { pos } = next(parser);
  const cond = parseCondition(parser);
  const then = parseBlock(parser);
  let otherwise: SyntaxBlock | null = null;
  if (acceptWord(parser, 'else')) otherwise = parseBlock(parser);
  else if (isWord(parser, 'elseif')) {
    const inner = parseIf(parser);
    otherwise = { kind: 'Block', stmts: [inner], pos: inner.pos, end: inner.end };
  }
  return { kind: 'If', cond, then, else: otherwise, ...spanFrom(parser, pos) };
}

function parseCondition(parser: Parser): SyntaxExpr {
  expect(parser, '(');
  const cond = parseExpr(parser);
  expect(parser, ')');
  return cond;
}

function parseWhile(parser: Parser): SyntaxStmt {
  const { pos } = next(parser);
  const cond = parseCondition(parser);
  const invariants: SyntaxExpr[] = [];
  const measures: SyntaxMeasure[] = [];
  for (;;) {
    if (acceptWord(parser, 'invariant')) invariants.push(parseExpr(parser));
    else if (isWord(parser, 'decreases')) measures.push(parseMeasure(parser));
    else break;
    accept(parser, ';');
  }
  const body = parseBlock(parser);
  return { kind: 'While', cond, invariants, measures, body, ...spanFrom(parser, pos) };
}

/** `decreases e1, e2 if c`, `decreases _ if c`, `decreases *` */
export function parseMeasure(parser: Parser): SyntaxMeasure {
  const { pos } = next(parser);
  if (accept(parser, '*')) return { kind: 'Star', ...spanFrom(parser, pos) };
  if (isWord(parser, '_')) {
    next(parser);
    const condition = acceptWord(parser, 'if') ? parseExpr(parser) : null;
    return { kind: 'Wildcard', condition, ...spanFrom(parser, pos) };
  }
  const exprs: SyntaxExpr[] = [];
  const first = startsMeasure(parser) ? attempt(parser, () => parseExpr(parser)) : null;
  if (first !== null) {
    exprs.push(first);
    while (accept(parser, ',')) exprs.push(parseExpr(parser));
  }
  const condition = acceptWord(parser, 'if') ? parseExpr(parser) : null;
  return { kind: 'Tuple', exprs, condition, ...spanFrom(parser, pos) };
}

/** `decreases` without a tuple may be followed by the body, another clause or the next member. */
function startsMeasure(parser: Parser): boolean {
  return !isSymbol(parser, '{') && !isSymbol(parser, '@');
}

function parseQuasihavoc(parser: Parser): SyntaxStmt {
  const { pos, text } = next(parser);
  const vars = text === 'quasihavocall' ? parseBindings(parser) : null;
  if (vars !== null) expect(parser, '::');
  const condition = attempt(parser, () => {
    const found = parseWand(parser);
    expect(parser, '==>');
    return found;
  });
  const resource = parseExpr(parser);
  return { kind: 'Quasihavoc', vars, condition, resource, ...spanFrom(parser, pos) };
}

/** `a, b.f := e`, or a call or macro alone. */
function parseAssign(parser: Parser): SyntaxStmt {
  const { pos } = peek(parser);
  const targets = [parseSuffixed(parser)];
  while (accept(parser, ',')) targets.push(parseSuffixed(parser));
  if (accept(parser, ':=')) {
    const value = parseExpr(parser);
    return { kind: 'Assign', targets, value, ...spanFrom(parser, pos) };
  }
  const [only, ...others] = targets;
  if (only === undefined || others.length > 0 || (only.kind !== 'Name' && only.kind !== 'Call')) {
    throw expected(parser, '":="');
  }
  return { kind: 'Assign', targets: [], value: only, ...spanFrom(parser, pos) };
}

export function parseDefine(parser: Parser): SyntaxDefine {
  const { pos } = next(parser);
  const name = parseName(parser);
  const params =
    isSymbol(parser, '(') && !peek(parser).afterLine
      ? attempt(parser, () => {
          const names = parseList(parser, '(', ')', () => parseName(parser));
          // `define m (e) && f` has a body that begins with a parenthesis.
          if (!startsBody(parser)) throw expected(parser, 'a body');
          return names;
        })
      : null;
  const body = isSymbol(parser, '{') ? parseBlock(parser) : parseExpr(parser);
  return { kind: 'Define', name, params, body, ...spanFrom(parser, pos) };
}

function startsBody(parser: Parser): boolean {
  const { kind, text } = peek(parser);
  if (kind === 'int') return true;
  if (kind === 'word') return !memberWords.has(text);
  return kind === 'symbol' && ['{', '(', '[', '-', '!', '|', '||', '@'].includes(text);
}

const memberWords: ReadonlySet<string> = new Set([
  'import',
  'define',
  'field',
  'method',
  'function',
  'predicate',
  'adt',
  'in',
  'union',
  'intersection',
  'setminus',
  'subset',
]);
