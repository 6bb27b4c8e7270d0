// Members of `.vpr` files, and whole files. After an error in a member the parser goes on with the next member.

import type { Diagnostic } from '../../base/diagnostic.ts';
import type { SourceFile, Span } from '../../base/source.ts';
import { parseAnnotation, parseBinding, parseBindings, parseExpr, parseString, parseType } from './exprs.ts';
import {
  accept,
  acceptWord,
  createParser,
  expect,
  expected,
  expectWord,
  isName,
  isSymbol,
  isWord,
  next,
  type Parser,
  parseList,
  parseName,
  peek,
  SyntaxFault,
  spanFrom,
} from './state.ts';
import { parseBlock, parseDefine, parseMeasure } from './stmts.ts';
import type {
  Name,
  SyntaxAdt,
  SyntaxAnnotation,
  SyntaxAxiom,
  SyntaxConstructor,
  SyntaxDomain,
  SyntaxDomainFunction,
  SyntaxExpr,
  SyntaxFile,
  SyntaxFunction,
  SyntaxMeasure,
  SyntaxMember,
  SyntaxMethod,
  SyntaxType,
} from './syntax.ts';

/** The file's members that could be read, and what is wrong with the others. */
export function parseFile(file: SourceFile): { readonly tree: SyntaxFile; readonly errors: readonly Diagnostic[] } {
  const parser = createParser(file);
  const members: SyntaxMember[] = [];
  const errors: Diagnostic[] = [];
  while (peek(parser).kind !== 'end') {
    const start = parser.at;
    try {
      members.push(parseMember(parser));
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      errors.push(error.diagnostic);
      parser.at = Math.max(parser.at, start + 1);
      while (peek(parser).kind !== 'end' && !startsMember(parser)) next(parser);
    }
  }
  return { tree: { members }, errors };
}

function startsMember(parser: Parser): boolean {
  const { kind, text } = peek(parser);
  return kind === 'word' && ['field', 'method', 'predicate', 'import', 'define', 'adt'].includes(text);
}

function parseMember(parser: Parser): SyntaxMember {
  const { pos } = peek(parser);
  const annotations: SyntaxAnnotation[] = [];
  while (isSymbol(parser, '@')) annotations.push(parseAnnotation(parser));
  const { kind, text } = peek(parser);
  if (kind !== 'word') throw expected(parser, 'a member');
  switch (text) {
    case 'import': {
      next(parser);
      const path = peek(parser);
      if (path.kind !== 'string' && path.kind !== 'path') throw expected(parser, 'a path');
      next(parser);
      return {
        kind: 'Import',
        path: path.text,
        standard: path.kind === 'path',
        annotations,
        ...spanFrom(parser, pos),
      };
    }
    case 'define':
      return parseDefine(parser);
    case 'field': {
      next(parser);
      const fields = parseBindings(parser);
      accept(parser, ';');
      return { kind: 'Fields', fields, annotations, ...spanFrom(parser, pos) };
    }
    case 'method':
      return parseMethod(parser, annotations);
    case 'function':
      return parseFunction(parser, annotations);
    case 'predicate': {
      next(parser);
      const name = parseName(parser);
      const params = parseList(parser, '(', ')', () => parseBinding(parser));
      const body = parseBraced(parser);
      return { kind: 'Predicate', name, params, body, annotations, ...spanFrom(parser, pos) };
    }
    case 'domain':
      return parseDomain(parser, annotations);
    case 'adt':
      return parseAdt(parser, annotations);
    default:
      throw expected(parser, 'a member');
  }
}

/** `{ e }`, if there is one. */
function parseBraced(parser: Parser): SyntaxExpr | null {
  if (!accept(parser, '{')) return null;
  const body = parseExpr(parser);
  expect(parser, '}');
  return body;
}

interface Contract {
  readonly pres: readonly SyntaxExpr[];
  readonly posts: readonly SyntaxExpr[];
  readonly measures: readonly SyntaxMeasure[];
}

function parseContract(parser: Parser): Contract {
  const pres: SyntaxExpr[] = [];
  const posts: SyntaxExpr[] = [];
  const measures: SyntaxMeasure[] = [];
  for (;;) {
    if (isWord(parser, 'requires') && posts.length === 0) {
      next(parser);
      pres.push(parseExpr(parser));
    } else if (acceptWord(parser, 'ensures')) posts.push(parseExpr(parser));
    else if (isWord(parser, 'decreases')) measures.push(parseMeasure(parser));
    else return { pres, posts, measures };
    accept(parser, ';');
  }
}

function parseMethod(parser: Parser, annotations: readonly SyntaxAnnotation[]): SyntaxMethod {
  const { pos } = next(parser);
  const name = parseName(parser);
  const params = parseList(parser, '(', ')', () => parseBinding(parser));
  const results = acceptWord(parser, 'returns') ? parseList(parser, '(', ')', () => parseBinding(parser)) : [];
  const contract = parseContract(parser);
  const body = isSymbol(parser, '{') ? parseBlock(parser) : null;
  return { kind: 'Method', name, params, results, ...contract, body, annotations, ...spanFrom(parser, pos) };
}

function parseFunction(parser: Parser, annotations: readonly SyntaxAnnotation[]): SyntaxFunction {
  const { pos } = next(parser);
  const name = parseName(parser);
  const params = parseList(parser, '(', ')', () => parseBinding(parser));
  expect(parser, ':');
  const type = parseType(parser);
  const contract = parseContract(parser);
  const body = parseBraced(parser);
  return { kind: 'Function', name, params, type, ...contract, body, annotations, ...spanFrom(parser, pos) };
}

function parseDomain(parser: Parser, annotations: readonly SyntaxAnnotation[]): SyntaxDomain {
  const { pos } = next(parser);
  const name = parseName(parser);
  const typeParams = isSymbol(parser, '[') ? parseList(parser, '[', ']', () => parseName(parser)) : [];
  let interpretation: Map<string, string> | null = null;
  if (acceptWord(parser, 'interpretation')) {
    interpretation = new Map(
      parseList(parser, '(', ')', (): [string, string] => {
        const backend = parseName(parser);
        expect(parser, ':');
        return [backend.text, parseString(parser)];
      }),
    );
  }
  const functions: SyntaxDomainFunction[] = [];
  const axioms: SyntaxAxiom[] = [];
  expect(parser, '{');
  while (!accept(parser, '}')) {
    const start = peek(parser).pos;
    const own: SyntaxAnnotation[] = [];
    while (isSymbol(parser, '@')) own.push(parseAnnotation(parser));
    if (acceptWord(parser, 'axiom')) {
      const axiomName = isName(parser) ? parseName(parser) : null;
      expect(parser, '{');
      const body = parseExpr(parser);
      expect(parser, '}');
      axioms.push({ kind: 'Axiom', name: axiomName, body, annotations: own, ...spanFrom(parser, start) });
    } else functions.push(parseDomainFunction(parser, own));
    accept(parser, ';');
  }
  return {
    kind: 'Domain',
    name,
    typeParams,
    functions,
    axioms,
    interpretation,
    annotations,
    ...spanFrom(parser, pos),
  };
}

function parseDomainFunction(parser: Parser, annotations: readonly SyntaxAnnotation[]): SyntaxDomainFunction {
  const { pos } = peek(parser);
  const unique = acceptWord(parser, 'unique');
  expectWord(parser, 'function');
  const name = parseName(parser);
  const params = parseList(parser, '(', ')', (): { name: Name | null; type: SyntaxType } =>
    isName(parser) && isSymbol(parser, ':', 1) ? parseBinding(parser) : { name: null, type: parseType(parser) },
  );
  expect(parser, ':');
  const type = parseType(parser);
  const interpretation = acceptWord(parser, 'interpretation') ? parseString(parser) : null;
  const span = spanFrom(parser, pos);
  return { kind: 'DomainFunction', unique, name, params, type, interpretation, annotations, ...span };
}

function parseAdt(parser: Parser, annotations: readonly SyntaxAnnotation[]): SyntaxAdt {
  const { pos } = next(parser);
  const name = parseName(parser);
  const typeParams = isSymbol(parser, '[') ? parseList(parser, '[', ']', () => parseName(parser)) : [];
  const constructors: SyntaxConstructor[] = [];
  expect(parser, '{');
  while (!accept(parser, '}')) {
    const start = peek(parser).pos;
    const own: SyntaxAnnotation[] = [];
    while (isSymbol(parser, '@')) own.push(parseAnnotation(parser));
    const constructorName = parseName(parser);
    const params = parseList(parser, '(', ')', () => parseBinding(parser));
    const span: Span = spanFrom(parser, start);
    constructors.push({ kind: 'Constructor', name: constructorName, params, annotations: own, ...span });
    accept(parser, ';');
  }
  const derives = acceptWord(parser, 'derives') ? parseDerives(parser) : [];
  return { kind: 'Adt', name, typeParams, constructors, derives, annotations, ...spanFrom(parser, pos) };
}

function parseDerives(parser: Parser): SyntaxAdt['derives'] {
  const derives: { name: Name; type: SyntaxType | null; without: readonly Name[] }[] = [];
  expect(parser, '{');
  while (!accept(parser, '}')) {
    const name = parseName(parser);
    const type = accept(parser, '[') ? parseType(parser) : null;
    if (type !== null) expect(parser, ']');
    const without: Name[] = [];
    if (acceptWord(parser, 'without')) {
      do without.push(parseName(parser));
      while (accept(parser, ','));
    }
    derives.push({ name, type, without });
    accept(parser, ';');
  }
  return derives;
}
