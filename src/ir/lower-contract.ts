// Contracts of functions: clauses of the specification language, and in plain Go the preconditions that directives and annotations state.

import type { SourceSet, Span } from '../base/source.ts';
import { exprString, groupDirectives, parseExpression, walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { checkExpression, type Info, Typ, under } from '../types/index.ts';
import type { Signature } from '../types/type.ts';
import { blockOf, convertTo, newLocal, spanOf } from './build.ts';
import type { Clause, ClauseWord, Contract } from './ghost.ts';
import type { Expr, Local } from './ir.ts';
import { expr } from './lower-expr.ts';
import { clausesOf } from './lower-ghost.ts';
import { conjuncts } from './lower-quantifier.ts';
import type { Fn } from './lowerer.ts';

/**
 * The contract of a function whose parameters and results are declared, with the clauses of `spec`; null without any. Called before the body is
 * translated; `usesOld` of what is given is settled by the caller after it.
 */
export function contractOf(fn: Fn, spec: ast.Specification | null, params: readonly Local[]): Contract | null {
  const of = (...words: readonly ast.ContractWord[]): readonly ast.Expr[] =>
    (spec?.clauses ?? []).flatMap((clause) =>
      clause.kind === 'ContractClause' && words.includes(clause.word) ? [clause.x] : [],
    );
  const all = (word: ClauseWord, list: readonly ast.Expr[]): readonly Clause[] =>
    list.flatMap((x) => clausesOf(fn, word, x));
  const requires = all('requires', of('requires', 'preserves'));
  const after = of('preserves', 'ensures');
  if (requires.length === 0 && after.length === 0) return null;
  const trusted = (spec?.clauses ?? []).some((clause) => clause.kind === 'SpecMark' && clause.word === 'trusted');
  // Parameters are variables of their own in Go; a postcondition speaks about the arguments.
  const entry = after.length === 0 ? [] : params.filter(({ obj }) => obj !== null).map((param) => copied(fn, param));
  for (const { copy, param } of entry) if (param.obj !== null) fn.vars.set(param.obj, copy);
  const ensures = all('ensures', after);
  for (const { param } of entry) if (param.obj !== null) fn.vars.set(param.obj, param);
  return { requires, ensures, entry, trusted, usesOld: false, problems: [] };
}

function copied(fn: Fn, param: Local): { readonly copy: Local; readonly param: Local } {
  return { copy: newLocal(fn, `${param.name}$0`, param.type, 'temp', false, null, param.span), param };
}

// ---------------------------------------------------------------------------------------------------------------
// Plain Go: //gordian:requires, and //@ requires

interface Stated {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
  readonly origin: Clause['origin'];
}

const annotation = /^\/\/ ?@\s*requires\s+(.*)$/s;

/** What the comment above a function says that its callers promise. */
function stated(doc: ast.CommentGroup): readonly Stated[] {
  if (!doc.list.some(({ text }) => text.includes('requires'))) return [];
  const found: Stated[] = groupDirectives(doc)
    .filter(({ tool, name }) => tool === 'gordian' && name === 'requires')
    .map(({ pos, end, args }) => ({ pos, end, text: args, origin: 'directive' as const }));
  for (const { pos, end, text } of doc.list) {
    const match = annotation.exec(text);
    if (match !== null) found.push({ pos, end, text: (match[1] ?? '').trim(), origin: 'contract' });
  }
  return found.sort((a, b) => a.pos - b.pos);
}

/** The preconditions that are stated above a function of plain Go; null without any. */
export function statedContract(fn: Fn, doc: ast.CommentGroup | null, sig: Signature): Contract | null {
  const { sources } = fn.lowerer;
  if (doc === null || sources === null) return null;
  const list = stated(doc);
  if (list.length === 0) return null;
  const requires: Clause[] = [];
  const problems: { readonly span: Span; readonly message: string }[] = [];
  for (const one of list) {
    const read = readStated(fn, one, sig, sources);
    if (!('message' in read)) requires.push(...read);
    // Of a contract the rest is for `verify` to read.
    else if (one.origin === 'directive') problems.push(read);
  }
  return { requires, ensures: [], entry: [], trusted: false, usesOld: false, problems };
}

function readStated(
  fn: Fn,
  { pos, end, text, origin }: Stated,
  sig: Signature,
  sources: SourceSet,
): readonly Clause[] | { readonly span: Span; readonly message: string } {
  const whole: Span = { pos, end };
  const source = sources.fileOf(pos);
  if (text === '' || source === null)
    return { span: whole, message: 'a condition is missing: write //gordian:requires n > 0' };
  const start = source.text.indexOf(text, pos - source.base) + source.base;
  const span: Span = { pos: start, end: start + text.length };
  const { expr: parsed, diagnostics } = parseExpression(source, span, 0, origin === 'contract');
  if (parsed === null)
    return { span: diagnostics[0]?.span ?? span, message: diagnostics[0]?.message ?? 'no expression' };
  if (hasLiteral(parsed))
    return { span, message: 'only parameters, their lengths, constants and operators can be used here' };
  if (origin === 'contract') {
    // Permissions, predicates and ghost values have no meaning for plain Go: what is left is required all the same.
    return conjuncts(parsed).flatMap((part) => {
      const read = inScope(fn, part, sig, sources);
      return 'message' in read ? [] : [clauseOf(fn, part, read, exprString(part), origin, spanOf(part))];
    });
  }
  const read = inScope(fn, parsed, sig, sources);
  if ('message' in read) return read;
  return [clauseOf(fn, parsed, read, text, origin, whole)];
}

/** Whether there is a function in the expression: that would be one more of the program. */
function hasLiteral(e: ast.Expr): boolean {
  let found = false;
  walk(e, (node) => {
    if (node.kind === 'FuncLit') found = true;
    return !found;
  });
  return found;
}

/** The facts about a condition in the scope of the function's parameters, or what is wrong with it. */
function inScope(
  fn: Fn,
  e: ast.Expr,
  sig: Signature,
  sources: SourceSet,
): Info | { readonly span: Span; readonly message: string } {
  if (sig.scope === null || fn.pkg === null)
    return { span: spanOf(e), message: 'the parameters of the function are not known' };
  const conf = {
    importPackage: () => null,
    reportMissingImports: false,
    goVersion: fn.pkg.goVersion,
    ignoreFuncBodies: true,
    sizes: fn.lowerer.sizes,
    specifications: null,
    fakeImportC: false,
    ignoreUnusedImports: true,
  };
  const checked = checkExpression(conf, sources, fn.pkg, sig.scope, e, fn.lowerer.context);
  const wrong = checked.diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return { span: wrong.span ?? spanOf(e), message: wrong.message };
  const type = checked.info.types.get(e)?.type;
  const u = type === undefined ? null : under(type);
  if (u?.kind !== 'Basic' || !['bool', 'untyped bool'].includes(u.basic))
    return { span: spanOf(e), message: 'this is no condition: it must be true or false' };
  return checked.info;
}

function clauseOf(fn: Fn, e: ast.Expr, info: Info, text: string, origin: Clause['origin'], span: Span): Clause {
  const inside: Fn = { ...fn, info };
  let cond: Expr | null = null;
  const body = blockOf(inside, () => {
    cond = convertTo(expr(inside, e), Typ.bool);
  });
  fn.temps = inside.temps;
  return { word: 'requires', text, body, cond, reason: null, origin, span };
}
