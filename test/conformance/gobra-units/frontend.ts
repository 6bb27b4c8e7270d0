// The questions that Gobra's unit tests ask a front end, answered by ours. Each is put as a small program.

import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import { SourceSet } from '../../../src/base/source.ts';
import { type File, parseFile, walk } from '../../../src/syntax/index.ts';
import {
  checkFiles,
  eraseGhost,
  type GoObject,
  type Info,
  lookup,
  type Type,
  under,
} from '../../../src/types/index.ts';
import { configOf } from '../../support/check.ts';
import { type Form, fileOf, framed, parseAs, sameTree } from './parse.ts';
import { sourceOf } from './source.ts';
import { isList, isTerm, type Native, NotExpressible, type Parsed, TestFailure, term, type Value } from './values.ts';

const rules = { requireMeasures: false, friendClauses: false, relations: false, requireTriggers: false };

interface Judged {
  readonly sources: SourceSet;
  readonly file: File;
  readonly info: Info;
  readonly pkg: ReturnType<typeof checkFiles>['pkg'];
  readonly errors: readonly Diagnostic[];
  readonly parsed: boolean;
}

function judge(text: string): Judged {
  const sources = new SourceSet();
  const { file, diagnostics } = parseFile(sources.add('pkg.gobra', text), 1, { specifications: 'tokens' });
  const config = configOf({ specifications: rules, reportMissingImports: false });
  const checked = checkFiles(config, sources, 'pkg', [file]);
  const errors = [...diagnostics, ...checked.diagnostics].filter((found) => found.severity === 'error');
  return { sources, file, info: checked.info, pkg: checked.pkg, errors, parsed: diagnostics.length === 0 };
}

/** Whether parser or checker reports an error in a text, apart from names that are not declared in a piece of a program. */
export function isRejected({ parsed, text, node }: Parsed): boolean {
  if (node === null) return true;
  const whole = parsed === 'program';
  return judge(framed(parsed, text)).errors.some(({ rule }) => whole || rule !== 'UndeclaredName');
}

/** Rules that keep ghost code from code that runs: the tests ask about them apart from the rules for types. */
const separation = new Set(['GhostInfluence', 'GhostFlow', 'GhostAssign', 'GhostCall', 'GhostAllocation', 'GhostType']);

// ---------------------------------------------------------------------------------------------------------------
// Expressions: what `the_result := e` says about e in a function with parameters

function paramsOf(args: Value | undefined): string {
  if (args === undefined) return '';
  if (!isList(args)) throw new NotExpressible('parameters are no list');
  return args.map((pair) => sourceOf((pair as readonly Value[])[0] as Value)).join(', ');
}

function declared(expr: Value, args: Value | undefined): Judged & { readonly name: GoObject } {
  const judged = judge(`package pkg\nfunc foo(${paramsOf(args)}) {\nthe_result := ${sourceOf(expr)}\n}\n`);
  let name: GoObject | null = null;
  walk(judged.file, (node) => {
    if (node.kind === 'AssignStmt' && node.lhs[0]?.kind === 'Ident') name ??= judged.info.defs.get(node.lhs[0]) ?? null;
    return true;
  });
  if (!judged.parsed) throw new NotExpressible('the program has a syntax error');
  if (name === null) throw new NotExpressible('nothing is declared');
  return { ...judged, name };
}

function wellDefined(expr: Value, args: Value | undefined): boolean {
  return declared(expr, args).errors.every(({ rule }) => separation.has(rule));
}

function exprType(expr: Value, args: Value | undefined): Value {
  const { name, errors: all } = declared(expr, args);
  const errors = all.filter(({ rule }) => !separation.has(rule));
  if (errors.length > 0) throw new TestFailure(errors.map((found) => found.message).join('; '));
  return typeTerm((name as { readonly type: Type | null }).type);
}

function isGhostExpr(expr: Value, args: Value | undefined): boolean {
  const { info, name } = declared(expr, args);
  return info.facts?.ghost.has(name) === true;
}

/** Only a pure expression may stand in a specification. */
function isPureExpr(expr: Value, args: Value | undefined): boolean {
  const { errors, parsed } = judge(
    `package pkg\nrequires let n := ${sourceOf(expr)} in true\nfunc foo(${paramsOf(args)})\n`,
  );
  if (!parsed) throw new NotExpressible('the program has a syntax error');
  return errors.every(({ rule }) => rule !== 'SpecImpure');
}

function typeTerm(type: Type | null): Value {
  if (type === null) return term('unknown');
  const u = under(type);
  switch (u.kind) {
    case 'Basic':
      if (u.basic === 'bool' || u.basic === 'untyped bool') return term('Type.BooleanT');
      if (u.basic === 'integer') return term('Type.IntT', term('UnboundedInteger'));
      if (u.basic === 'int' || u.basic === 'untyped int') return term('Type.IntT', term('DefaultInt'));
      return term(u.basic);
    case 'Array':
      return term('Type.ArrayT', BigInt(u.len), typeTerm(u.elem));
    case 'Slice':
      return term(u.ghost ? 'Type.GhostSliceT' : 'Type.SliceT', typeTerm(u.elem));
    case 'Struct':
      return term('Type.StructT', [], u.ghost, [], []);
    case 'Math':
      return term(mathTypes[u.math] ?? u.math, ...u.args.map(typeTerm));
    default:
      return term(u.kind);
  }
}

const mathTypes: Readonly<Record<string, string>> = {
  seq: 'Type.SequenceT',
  set: 'Type.SetT',
  mset: 'Type.MultisetT',
  option: 'Type.OptionT',
};

// ---------------------------------------------------------------------------------------------------------------
// Types, declarations and statements

function ofType(type: Value): Judged {
  return judge(`package pkg\nfunc foo(ghost n ${sourceOf(type)})\n`);
}

function paramType(type: Value): Type | null {
  const { file, info } = ofType(type);
  let found: Type | null = null;
  walk(file, (node) => {
    if (node.kind === 'Field' && node.type !== null) found ??= info.types.get(node.type)?.type ?? null;
    return true;
  });
  return found;
}

/** Whether a parameter of the type is ghost without being declared so: otherwise that is an error. */
function isGhostType(type: Value): boolean {
  return judge(`package pkg\nfunc foo(n ${sourceOf(type)})\n`).errors.length > 0;
}

function comparable(a: Value, b: Value): boolean {
  const types = `ghost a ${sourceOf(a)}, ghost b ${sourceOf(b)}`;
  return judge(`package pkg\nghost\nrequires a == b\nfunc foo(${types})\n`).errors.length === 0;
}

function declaredType(decl: Value): { readonly ghost: boolean; readonly type: Type | null } {
  const { info, pkg } = judge(`package pkg\n${sourceOf(decl)}\n`);
  const inner = isTerm(decl) && decl.con === 'PExplicitGhostMember' ? (decl.args[0] as Value) : decl;
  const name = isTerm(inner) ? sourceOf(inner.args[1] as Value) : '';
  const obj = lookup(pkg.scope, name);
  if (obj?.kind !== 'TypeName') throw new TestFailure('no type is declared');
  return { ghost: info.facts?.ghost.has(obj) === true, type: obj.type };
}

function wellDefinedStmt(stmt: Value): boolean {
  return judge(`package pkg\nfunc foo() {\n${sourceOf(stmt)}\n}\n`).errors.length === 0;
}

// ---------------------------------------------------------------------------------------------------------------
// Erasing, and annotations

/** The tests' own rule: a program with one error is refused, and with several it is erased all the same. */
function erased(text: string): string {
  const { sources, pkg, info, file, errors } = judge(text);
  if (errors.length === 1) throw new TestFailure(`errors: ${errors.map((found) => found.message).join('; ')}`);
  return eraseGhost(sources, pkg, info, file);
}

/** Assignments to `_` that keep a variable used, which Gobra's erased program lacks, and which Go needs. */
function withoutUses(text: string): string {
  return text.replaceAll(/;? *\b_ = \w+(, \w+)*(?=\n|;| *\})/g, '');
}

function testErased(input: string, expected: string): boolean {
  const found = fileOf(withoutUses(erased(input)), {});
  const wanted = fileOf(expected, { specifications: 'tokens' });
  if (wanted === null) throw new NotExpressible('what is expected does not parse');
  if (found === null) throw new TestFailure('what remains does not parse');
  if (!sameTree(found, wanted))
    throw new TestFailure(
      erased(input)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' | '),
    );
  return true;
}

function erasedStmt(stmt: Value): Value {
  const text = erased(`package pkg\nfunc foo() {\n${sourceOf(stmt)}\n}\n`);
  const from = text.indexOf('{') + 1;
  return parseAs('stmt', withoutUses(text.slice(from, text.lastIndexOf('}'))), 'parse', false);
}

/** The same tree from annotations of a Go file as from the text that Gobra rewrites them to. */
function testAnnotations(input: string, expected: string): boolean {
  for (const [before, after] of [
    ['', ''],
    ['package p\n', ''],
    ['package p\nfunc _() {\n', '\n}\n'],
  ] as const) {
    const wanted = fileOf(before + expected + after, { specifications: 'tokens' });
    if (wanted === null) continue;
    const found = fileOf(before + input + after, { specifications: 'annotations' });
    if (found === null) throw new TestFailure('the annotated text does not parse');
    if (!sameTree(found, wanted)) throw new TestFailure('another tree');
    return true;
  }
  throw new NotExpressible('what is expected does not parse');
}

// ---------------------------------------------------------------------------------------------------------------

function native(call: (...args: Value[]) => Value): Native {
  return { call: (args) => call(...args) };
}

/** A question about an expression, put in two steps: `f(expr)(parameters)`. */
function curried(f: (x: Value, args: Value | undefined) => Value): Native {
  return native((x) => native((args) => f(x, args)));
}

function parser(form: Form, either: boolean): Native {
  return native((text, specOnly) => {
    const parsed = parseAs(form, text as string, specOnly === true ? 'skip' : 'parse', either);
    if (!either && parsed.node === null) throw new TestFailure('does not parse');
    return parsed;
  });
}

/** The functions that tests call on their front end. */
export const frontend: ReadonlyMap<string, Native> = new Map([
  ['parseExp', parser('exp', true)],
  ['parseExpOrFail', parser('exp', false)],
  ['parseStmt', parser('stmt', true)],
  ['parseStmtOrFail', parser('stmt', false)],
  ['parseType', parser('type', true)],
  ['parseTypeOrFail', parser('type', false)],
  ['parseImportDecl', parser('import', false)],
  ['parseMember', parser('member', true)],
  ['parseMemberOrFail', parser('member', false)],
  ['parseProgram', parser('program', true)],
  ['exprType', curried(exprType)],
  ['isGhostExpr', curried(isGhostExpr)],
  ['isPureExpr', curried(isPureExpr)],
  ['wellDefExpr', curried(wellDefined)],
  ['wellDefStmt', curried((stmt) => wellDefinedStmt(stmt))],
  ['typType', native((type) => typeTerm(paramType(type)))],
  ['isGhostType', native(isGhostType)],
  ['isWellDef', native((type) => ofType(type).errors.length === 0)],
  ['areComparable', native(comparable)],
  [
    'symbolTableEntry',
    curried((decl) => {
      const inner = isTerm(decl) && decl.con === 'PExplicitGhostMember' ? (decl.args[0] as Value) : decl;
      return term('SymbolTable.NamedType', inner, declaredType(decl).ghost, []);
    }),
  ],
  ['typeDeclUnderlyingTyp', native((decl) => typeTerm(declaredType(decl).type))],
  ['testProg', native((input, expected) => testErased(input as string, expected as string))],
  ['ghostLessStmt', curried((stmt) => erasedStmt(stmt))],
  ['gobrafy', native((input, expected) => testAnnotations(input as string, expected as string))],
]);
