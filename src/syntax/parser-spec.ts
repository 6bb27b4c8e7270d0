// The grammar of contracts, and of the declarations that only the specification language has.

import { lineOf, noPos, type Pos } from '../base/source.ts';
import type {
  BackendClause,
  BackendOption,
  BlockStmt,
  CommentGroup,
  ContractClause,
  ContractWord,
  Decl,
  DecreasesClause,
  Expr,
  Field,
  FieldList,
  FriendPkg,
  FuncType,
  Ident,
  ImplementationProof,
  MethodProof,
  PkgInvariant,
  PredAlias,
  PredDecl,
  SpecClause,
  Specification,
  SpecMark,
  SpecMarkWord,
} from './nodes.ts';
import { parseFuncDecl, parseGenDecl } from './parser-decls.ts';
import { parseBlock, parseExpr, parseExprList } from './parser-exprs.ts';
import { parseParameterList, parseParameters, parseSignature } from './parser-params.ts';
import {
  advance,
  badDecl,
  clauseStart,
  declStart,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectSemi,
  lineEnd,
  makeIdent,
  next,
  none,
  type Parser,
  parseBasicLit,
  parseIdent,
  push,
  take,
} from './parser-state.ts';
import { tryType } from './parser-types.ts';
import { reportAt } from './scan-state.ts';
import {
  T_CONST,
  T_DEFINE,
  T_EOF,
  T_FUNC,
  T_IF,
  T_IMPORT,
  T_LBRACE,
  T_LPAREN,
  T_RBRACE,
  T_RPAREN,
  T_SEMICOLON,
  T_STRING,
  T_TYPE,
  T_VAR,
} from './token.ts';
import {
  T_ATOMIC,
  T_BACKEND,
  T_DECREASES,
  T_DUP,
  T_ENSURES,
  T_FRIEND_PKG,
  T_GHOST,
  T_GHOST_PARAMS,
  T_GHOST_RESULTS,
  T_IMPLEMENTS,
  T_IMPORT_REQUIRES,
  T_INVARIANT,
  T_MAY_INIT,
  T_OPAQUE,
  T_OPENS_INVARIANTS,
  T_PKG_INVARIANT,
  T_PRED,
  T_PRESERVES,
  T_PURE,
  T_REQUIRES,
  T_TRUSTED,
  textOfToken,
} from './token-spec.ts';

// ---------------------------------------------------------------------------------------------------------------
// Contracts

/** Whether a clause of a specification, or a mark that belongs to one, begins here. */
export function atSpecification(p: Parser): boolean {
  switch (p.tok) {
    case T_REQUIRES:
    case T_PRESERVES:
    case T_ENSURES:
    case T_INVARIANT:
    case T_DECREASES:
    case T_PURE:
    case T_TRUSTED:
    case T_OPAQUE:
    case T_MAY_INIT:
    case T_ATOMIC:
    case T_OPENS_INVARIANTS:
    case T_BACKEND:
    case T_GHOST_PARAMS:
    case T_GHOST_RESULTS:
      return true;
    default:
      return false;
  }
}

/** `Specification = { SpecClause ";" } .`; null if there is no clause. */
export function parseSpecification(p: Parser): Specification | null {
  const from = p.stackTop;
  while (atSpecification(p)) {
    const clause = parseClause(p);
    if (clause !== null) push(p, clause);
  }
  const clauses = take<SpecClause>(p, from);
  const [first] = clauses;
  const last = clauses[clauses.length - 1];
  if (first === undefined || last === undefined) return null;
  return { kind: 'Specification', id: p.nextId++, pos: first.pos, end: last.end, clauses };
}

/** Complains about clauses that do not belong to what follows them. */
export function checkClauses(p: Parser, spec: Specification | null, target: 'function' | 'loop'): void {
  if (spec === null) return;
  for (const clause of spec.clauses) {
    switch (clause.kind) {
      case 'ContractClause':
        if ((clause.word === 'invariant') !== (target === 'loop')) misplaced(p, clause, clause.word, target);
        break;
      case 'SpecMark':
        if (target === 'loop') misplaced(p, clause, clause.word, target);
        break;
      case 'BackendClause':
        if (target === 'loop') misplaced(p, clause, '#backend', target);
        break;
      case 'DecreasesClause':
        break;
    }
  }
}

function misplaced(p: Parser, clause: SpecClause, word: string, target: 'function' | 'loop'): void {
  const other = target === 'loop' ? 'the specification of a loop' : 'a contract';
  const where = target === 'loop' ? 'a function, a method or a closure' : 'a loop';
  errorAt(p, 'MisplacedSpecification', clause.pos, `${word} cannot stand in ${other}: it belongs to ${where}`);
}

function parseClause(p: Parser): SpecClause | null {
  switch (p.tok) {
    case T_DECREASES:
      return endOfClause(p, parseDecreases(p));
    case T_BACKEND:
      return endOfMark(p, parseBackend(p));
    case T_PURE:
    case T_TRUSTED:
    case T_OPAQUE:
    case T_MAY_INIT:
    case T_ATOMIC:
    case T_OPENS_INVARIANTS:
      return endOfMark(p, parseMark(p));
    case T_GHOST_PARAMS:
    case T_GHOST_RESULTS:
      parseGhostList(p);
      return null;
    default:
      return endOfClause(p, parseContractClause(p));
  }
}

function endOfClause(p: Parser, clause: SpecClause): SpecClause {
  expectSemi(p);
  return clause;
}

/** Behind a mark there may be a line break. */
function endOfMark(p: Parser, clause: SpecClause): SpecClause {
  if (p.tok === T_SEMICOLON) next(p);
  return clause;
}

/** `requires`, `preserves`, `ensures`, `invariant` or `importRequires`, with its expression */
function parseContractClause(p: Parser): ContractClause {
  const { pos } = p;
  const word = textOfToken(p.tok) as ContractWord;
  next(p);
  const x = parseExpr(p);
  return { kind: 'ContractClause', id: p.nextId++, pos, end: x.end, word, x };
}

function parseDecreases(p: Parser): DecreasesClause {
  const { pos } = p;
  let { end } = p;
  next(p);
  let measures: readonly Expr[] = none;
  let cond: Expr | null = null;
  if (!endsMeasure(p)) {
    measures = parseExprList(p, false);
    end = p.prevEnd;
  }
  if (p.tok === T_IF) {
    next(p);
    cond = parseExpr(p);
    end = cond.end;
  }
  return { kind: 'DecreasesClause', id: p.nextId++, pos, end, measures, cond };
}

function endsMeasure(p: Parser): boolean {
  switch (p.tok) {
    case T_SEMICOLON:
    case T_IF:
    case T_EOF:
    case T_RBRACE:
    case T_RPAREN:
      return true;
    default:
      return false;
  }
}

function parseMark(p: Parser): SpecMark {
  const { pos, end } = p;
  const word = textOfToken(p.tok) as SpecMarkWord;
  next(p);
  return { kind: 'SpecMark', id: p.nextId++, pos, end, word };
}

/** `#backend[key(value, ...), ...]`, whose keys and values are free text */
function parseBackend(p: Parser): BackendClause {
  const { pos, text, base } = p;
  const open = p.offset;
  const close = text.indexOf(']', open);
  const line = text.indexOf('\n', open);
  const options: BackendOption[] = [];
  if (text.charAt(open) !== '[' || close < 0 || (line >= 0 && line < close)) {
    errorHere(p, 'SyntaxError', 'expected #backend[option(value), ...] on one line');
    next(p);
    return { kind: 'BackendClause', id: p.nextId++, pos, end: p.prevEnd, options };
  }
  const pattern = /\s*([^(),\]]+)\(([^()\]]*)\)\s*(,|(?=\]))/y;
  let at = open + 1;
  while (at < close) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || pattern.lastIndex > close) {
      if (text.slice(at, close).trim() !== '') {
        reportAt(p, 'SyntaxError', at, close, 'a backend option is a name with its values in parentheses');
      }
      break;
    }
    const [, key = '', list = ''] = match;
    const values = list.trim() === '' ? [] : list.split(',').map((value) => value.trim());
    const end = base + pattern.lastIndex;
    options.push({ kind: 'BackendOption', id: p.nextId++, pos: base + at, end, key: key.trim(), values });
    at = pattern.lastIndex;
  }
  p.offset = close + 1;
  p.insertSemi = true;
  p.end = base + close + 1;
  next(p);
  return { kind: 'BackendClause', id: p.nextId++, pos, end: p.prevEnd, options };
}

// ---------------------------------------------------------------------------------------------------------------
// Ghost parameters and results in annotations

/** `//@ ghost-parameters: a int, b T`, which belong to the next function. */
function parseGhostList(p: Parser): void {
  const { spec, pos, tok } = p;
  next(p);
  const list = parseParameterList(p, null, null, T_SEMICOLON, tok === T_GHOST_PARAMS);
  if (p.tok === T_SEMICOLON) next(p);
  if (spec === null) return;
  const fields = list.map((field): Field => ({ ...field, ghost: field.ghost === noPos ? pos : field.ghost }));
  if (tok === T_GHOST_PARAMS) spec.ghostParams = spec.ghostParams.concat(fields);
  else spec.ghostResults = spec.ghostResults.concat(fields);
}

// ---------------------------------------------------------------------------------------------------------------
// Package clauses

/** The invariants above the package clause. */
export function parsePkgInvariants(p: Parser): readonly PkgInvariant[] {
  const from = p.stackTop;
  while (p.tok === T_DUP || p.tok === T_PKG_INVARIANT) {
    const { pos } = p;
    const dup = p.tok === T_DUP;
    if (dup) next(p);
    if (p.tok === T_PKG_INVARIANT) next(p);
    else errorExpected(p, p.pos, "'pkgInvariant'");
    const x = parseExpr(p);
    const invariant: PkgInvariant = { kind: 'PkgInvariant', id: p.nextId++, pos, end: x.end, dup, x };
    push(p, invariant);
    expectSemi(p);
  }
  return take(p, from);
}

/** `friendPkg "path" assertion`, after the package clause */
export function parseFriendPkgs(p: Parser): readonly FriendPkg[] {
  const from = p.stackTop;
  while (p.tok === T_FRIEND_PKG) {
    const { pos } = p;
    next(p);
    if (p.tok !== T_STRING) {
      errorExpected(p, p.pos, 'import path of a package');
      advance(p, declStart);
      break;
    }
    const path = parseBasicLit(p);
    const x = parseExpr(p);
    const friend: FriendPkg = { kind: 'FriendPkg', id: p.nextId++, pos, end: x.end, path, x };
    push(p, friend);
    expectSemi(p);
  }
  return take(p, from);
}

/** The clauses `importRequires` above an import. */
export function parseImportClauses(p: Parser): readonly ContractClause[] {
  const from = p.stackTop;
  while (p.tok === T_IMPORT_REQUIRES) {
    push(p, parseContractClause(p));
    expectSemi(p);
  }
  return take(p, from);
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

/** A declaration of the specification language, or one of Go with a specification; null if there is none. */
export function parseSpecDecl(p: Parser): Decl | null {
  const { pos, lead: doc } = p;
  let ghost: Pos = noPos;
  if (p.tok === T_PRED) return parsePredDecl(p);
  if (p.tok === T_IMPORT_REQUIRES) {
    const clauses = parseImportClauses(p);
    if (p.tok === T_IMPORT) return parseGenDecl(p, pos, noPos, clauses);
    errorExpected(p, p.pos, 'import');
    return badDecl(p, pos);
  }
  if (p.tok === T_GHOST) {
    ghost = p.pos;
    next(p);
    if (p.tok === T_SEMICOLON && p.implicit) next(p);
  }
  const spec = parseSpecification(p);
  if (ghost === noPos && p.tok === T_GHOST) {
    ghost = p.pos;
    next(p);
  }
  switch (p.tok) {
    case T_FUNC:
      checkClauses(p, spec, 'function');
      return parseFuncDecl(p, pos, doc, ghost, spec);
    case T_CONST:
    case T_TYPE:
    case T_VAR:
      leftGhosts(p);
      if (spec === null) return parseGenDecl(p, pos, ghost, none);
      break;
    case T_DUP:
    case T_PKG_INVARIANT:
    case T_FRIEND_PKG:
      return parseLatePackageClause(p);
  }
  if (spec !== null || ghost !== noPos) {
    const what = spec !== null ? 'function or method for the specification above' : 'declaration for ghost';
    errorExpected(p, p.pos, what);
    return badDecl(p, pos);
  }
  return parseImplementationProof(p, pos, doc);
}

/** A clause of the package that stands too late. */
function parseLatePackageClause(p: Parser): Decl {
  const { pos } = p;
  const where = p.tok === T_FRIEND_PKG ? 'directly after' : 'above';
  errorHere(p, 'MisplacedSpecification', `${textOfToken(p.tok)} stands ${where} the package clause`);
  if (p.tok === T_FRIEND_PKG) parseFriendPkgs(p);
  else parsePkgInvariants(p);
  return { kind: 'BadDecl', id: p.nextId++, pos, end: Math.max(p.prevEnd, pos) };
}

/** `"pred" [ Receiver ] identifier Parameters [ "{" Expression "}" ]` */
function parsePredDecl(p: Parser): PredDecl {
  const { pos, lead: doc } = p;
  next(p);
  const recv = p.tok === T_LPAREN ? parseParameters(p) : null;
  const name = parseIdent(p);
  const params = parseParameters(p);
  const body = p.tok === T_LBRACE ? parseBraced(p) : null;
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'PredDecl', id: p.nextId++, pos, end, doc, recv, name, params, body };
}

/** `"{" Expression "}"` */
export function parseBraced(p: Parser): Expr {
  expect(p, T_LBRACE);
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const x = parseExpr(p);
  p.exprLevel = oldLevel;
  if (p.tok === T_SEMICOLON) next(p);
  expect(p, T_RBRACE);
  return x;
}

/** `Type "implements" Type [ "{" { PredAlias ";" } { MethodProof ";" } "}" ]`; null if no type is followed by `implements`. */
function parseImplementationProof(p: Parser, pos: Pos, doc: CommentGroup | null): Decl | null {
  const before = p.errors.length;
  const sub = tryType(p);
  if (sub === null) return null;
  if (p.tok !== T_IMPLEMENTS) {
    if (p.errors.length === before) errorAt(p, 'SyntaxError', pos, 'expected declaration');
    return badLine(p, pos);
  }
  next(p);
  const sup = tryType(p);
  if (sup === null) {
    errorExpected(p, p.pos, 'interface type');
    return badLine(p, pos);
  }
  let lbrace: Pos = noPos;
  let aliases: readonly PredAlias[] = none;
  let methods: readonly MethodProof[] = none;
  if (p.tok === T_LBRACE) {
    lbrace = p.pos;
    next(p);
    const from = p.stackTop;
    while (p.tok === T_PRED) push(p, parsePredAlias(p));
    aliases = take(p, from);
    while (p.tok === T_PURE || p.tok === T_LPAREN) push(p, parseMethodProof(p));
    methods = take(p, from);
    if (p.tok !== T_RBRACE) errorExpected(p, p.pos, 'proof of a method');
    closeBraces(p);
  }
  const end = p.prevEnd;
  expectSemi(p);
  const proof: ImplementationProof = {
    kind: 'ImplementationProof',
    id: p.nextId++,
    pos,
    end,
    doc,
    sub,
    super: sup,
    lbrace,
    aliases,
    methods,
  };
  return proof;
}

/** Skips to the end of the line. */
function badLine(p: Parser, pos: Pos): Decl {
  advance(p, lineEnd);
  if (p.tok === T_SEMICOLON) next(p);
  return { kind: 'BadDecl', id: p.nextId++, pos, end: Math.max(p.prevEnd, pos) };
}

/** Goes past the next closing brace. */
export function closeBraces(p: Parser): void {
  if (p.tok !== T_RBRACE) advance(p, clauseStart);
  if (p.tok === T_RBRACE) next(p);
}

function parsePredAlias(p: Parser): PredAlias {
  const { pos } = p;
  next(p);
  const name = parseIdent(p);
  expect(p, T_DEFINE);
  const x = parseExpr(p);
  expectSemi(p);
  return { kind: 'PredAlias', id: p.nextId++, pos, end: x.end, name, x };
}

function parseMethodProof(p: Parser): MethodProof {
  const { pos } = p;
  const pure = p.tok === T_PURE;
  if (pure) {
    next(p);
    if (p.tok === T_SEMICOLON) next(p);
  }
  const recv = parseParameters(p);
  const name = parseIdent(p);
  const type = parseSignature(p, p.pos, noPos, null);
  let body: BlockStmt | null = null;
  if (p.tok === T_LBRACE) body = parseBlock(p);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'MethodProof', id: p.nextId++, pos, end, pure, recv, name, type, body };
}

// ---------------------------------------------------------------------------------------------------------------
// Marks that names are addressable

/** Takes the mark `@` after a name of a declaration. */
export function takeMark(p: Parser, name: Ident): boolean {
  const { spec } = p;
  if (spec === null || !spec.marked.includes(name)) return false;
  spec.marked.splice(spec.marked.indexOf(name), 1);
  return true;
}

/** Those of `names` that are marked addressable, by `@` or by an annotation on their line. */
export function sharedNames(p: Parser, names: readonly Expr[]): readonly Ident[] {
  const { spec } = p;
  if (spec === null) return none;
  const shared = names.filter((x): x is Ident => x.kind === 'Ident' && (takeMark(p, x) || isListed(p, x)));
  return shared.length === 0 ? none : shared;
}

function isListed(p: Parser, name: Ident): boolean {
  const line = p.spec?.addressable.get(lineOf(p.source, name.pos - p.base));
  if (line === undefined || !line.has(name.name)) return false;
  line.delete(name.name);
  return true;
}

/** Complains about marks that no declaration took. */
export function leftMarks(p: Parser): void {
  const { spec } = p;
  if (spec === null) return;
  for (const name of spec.marked.splice(0)) {
    errorAt(p, 'MisplacedMark', name.end, `@ marks a variable where it is declared, which ${name.name} is not here`);
  }
}

/** Complains about annotations of the file that nothing took. */
export function leftAnnotations(p: Parser): void {
  const { spec } = p;
  if (spec === null) return;
  for (const names of spec.addressable.values()) {
    for (const [name, offset] of names) {
      const message = `addressable: names what its line declares, which ${name} is not`;
      reportAt(p, 'MisplacedAnnotation', offset, offset + name.length, message);
    }
  }
  leftGhosts(p);
}

function leftGhosts(p: Parser): void {
  const { spec } = p;
  if (spec === null) return;
  for (const [field] of [spec.ghostParams, spec.ghostResults]) {
    if (field === undefined) continue;
    errorAt(p, 'MisplacedAnnotation', field.ghost, 'ghost parameters and results belong above a function');
  }
  spec.ghostParams = none;
  spec.ghostResults = none;
}

/** The receiver's name if it is marked. */
export function sharedReceiver(p: Parser, recv: FieldList | null): readonly Ident[] {
  const [field] = recv?.list ?? [];
  return field === undefined ? none : sharedNames(p, field.names);
}

// ---------------------------------------------------------------------------------------------------------------
// What specifications ask of functions

export function isPure(spec: Specification | null): boolean {
  return spec?.clauses.some((clause) => clause.kind === 'SpecMark' && clause.word === 'pure') ?? false;
}

/** The signature with the ghost parameters and results that annotations above it give to the function. */
export function withGhosts(p: Parser, type: FuncType): FuncType {
  const { spec } = p;
  if (spec === null || (spec.ghostParams.length === 0 && spec.ghostResults.length === 0)) return type;
  const { ghostParams, ghostResults } = spec;
  spec.ghostParams = none;
  spec.ghostResults = none;
  const params = { ...type.params, list: joinFields(p, type.params.list, ghostParams) };
  const results = ghostResults.length === 0 ? type.results : longerResults(p, type, ghostResults);
  return { ...type, params, results };
}

/** Fields one after the other: where some have names, the others get `_`. */
function joinFields(p: Parser, first: readonly Field[], second: readonly Field[]): readonly Field[] {
  const all = [...first, ...second];
  if (all.every((field) => field.names.length === 0)) return all;
  return all.map((field) => {
    const pos = field.type?.pos ?? field.pos;
    return field.names.length > 0 ? field : { ...field, names: [makeIdent(p, pos, pos, '_')] };
  });
}

function longerResults(p: Parser, type: FuncType, more: readonly Field[]): FieldList {
  const { results } = type;
  const { end } = type;
  if (results === null) {
    return { kind: 'FieldList', id: p.nextId++, pos: end, end, opening: end, list: more, closing: end };
  }
  const list = joinFields(p, results.list, more);
  // A result without parentheses gets them with the second one.
  return results.opening === noPos ? { ...results, opening: results.pos, list, closing: end } : { ...results, list };
}

const basicTypes = new Set([
  'bool', 'string', 'byte', 'rune', 'error', 'any', 'uintptr', 'float32', 'float64', 'complex64', 'complex128',
  'int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'perm', 'integer',
]); // biome-ignore format: one line a kind

/** Where words are reserved, so are the names of basic types: no method has one of them, or a pointer to a pointer, as receiver. */
export function checkReceiver(p: Parser, recv: FieldList): void {
  if (p.spec?.reserved !== true) return;
  const type = recv.list[0]?.type;
  if (type === null || type === undefined) return;
  let base = type.kind === 'StarExpr' ? type.x : type;
  if (base.kind === 'CollectionType' && base.word === 'gpointer') base = base.elt;
  switch (base.kind) {
    case 'Ident':
      if (!basicTypes.has(base.name)) return;
      break;
    case 'IndexExpr':
    case 'ParenExpr':
    case 'BadExpr':
      return;
    default:
      break;
  }
  errorAt(p, 'InvalidReceiver', type.pos, 'a receiver has a type that this package declares, or a pointer to one');
}
