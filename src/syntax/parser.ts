// The entry of the parser: a file's text gives a tree and diagnostics, whatever the text is.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Pos, SourceFile } from '../base/source.ts';
import type { CommentGroup, Decl, File, FriendPkg, Ident, PkgInvariant } from './nodes.ts';
import { parseDecl } from './parser-decls.ts';
import { leftAnnotations, leftMarks, parseFriendPkgs, parsePkgInvariants } from './parser-spec.ts';
import {
  errorHere,
  expect,
  expectSemi,
  makeIdent,
  next,
  none,
  type ParseOptions,
  Parser,
  parseIdent,
  push,
  take,
  tooDeep,
} from './parser-state.ts';
import { reportAt, reportForbidden } from './scan-state.ts';
import { T_EOF, T_IMPORT, T_PACKAGE } from './token.ts';
import { T_IMPORT_REQUIRES } from './token-spec.ts';

export type { ParseOptions } from './parser-state.ts';

export interface ParseResult {
  readonly file: File;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  /** The first node id that the file does not use. */
  readonly nextId: number;
}

/** Parses one file. Ids of its nodes begin with `firstId`. */
export function parseFile(source: SourceFile, firstId: number, options: ParseOptions = {}): ParseResult {
  const p = new Parser(source, firstId, options);
  reportForbidden(p);
  for (const offset of options.invalidUtf8 ?? []) {
    reportAt(p, 'InvalidCharacter', offset, offset + 1, 'illegal UTF-8 encoding');
  }
  const file = parseWithinStack(p);
  const diagnostics = p.errors.sort((a, b) => (a.span?.pos ?? 0) - (b.span?.pos ?? 0));
  return { file, diagnostics, nextId: p.nextId };
}

/** A caller that has used most of the stack itself must not make the parser throw either. */
function parseWithinStack(p: Parser): File {
  try {
    return parseSourceFile(p);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    tooDeep(p);
    return makeFile(p, p.nextId++, null, none, p.base, makeIdent(p, p.base, p.base, '_'), none, []);
  }
}

function parseSourceFile(p: Parser): File {
  const before = p.errors.length;
  next(p);
  const { lead: doc } = p;
  const invariants = p.spec === null ? none : parsePkgInvariants(p);
  const packagePos = p.pos;
  const id = p.nextId++;
  let name = makeIdent(p, packagePos, packagePos, '_');
  let decls: readonly Decl[] = [];
  let friends: readonly FriendPkg[] = none;
  // Text whose beginning is no package clause is hardly Go: the rest would only give noise.
  expect(p, T_PACKAGE);
  if (p.errors.length === before) {
    name = parseIdent(p);
    expectSemi(p);
    if (p.spec !== null) friends = parseFriendPkgs(p);
    if (p.errors.length === before) decls = parseDecls(p);
  }
  return makeFile(p, id, doc, invariants, packagePos, name, friends, decls);
}

function makeFile(
  p: Parser,
  id: number,
  doc: CommentGroup | null,
  invariants: readonly PkgInvariant[],
  packagePos: Pos,
  name: Ident,
  friends: readonly FriendPkg[],
  decls: readonly Decl[],
): File {
  return {
    kind: 'File',
    id,
    pos: p.base,
    end: p.base + p.length,
    path: p.source.path,
    doc,
    invariants,
    packagePos,
    name,
    friends,
    decls,
    imports: p.imports,
    comments: p.comments,
    goVersion: p.goVersion,
    annotated: p.spec !== null && (p.spec.reserved || p.regionSkip > 0),
  };
}

function parseDecls(p: Parser): readonly Decl[] {
  const from = p.stackTop;
  while (p.tok === T_IMPORT || p.tok === T_IMPORT_REQUIRES) push(p, parseDecl(p));
  let previous: number = T_IMPORT;
  while (p.tok !== T_EOF) {
    if (p.tok === T_IMPORT && previous !== T_IMPORT) {
      errorHere(p, 'MisplacedImport', 'imports must appear before other declarations');
    }
    previous = p.tok;
    push(p, parseDecl(p));
    if (p.spec !== null) leftMarks(p);
  }
  if (p.spec !== null) leftAnnotations(p);
  return take(p, from);
}
