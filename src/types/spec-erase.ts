// Erases ghost code: what remains of a file is plain Go that runs as the file does, with every line where it was.
//
// Holds for a package without errors: the rules of ghost separation make sure that nothing that runs needs what is erased.
// A function without a body gets one that panics. What only ghost code used is used by an assignment to `_`.

import { noPos, type Pos, type SourceSet } from '../base/source.ts';
import { forEachChild, walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { newChecker } from './check.ts';
import type { Checker, Config, SpecificationRules } from './checker.ts';
import { newContext } from './context.ts';
import type { Info } from './info.ts';
import { deref } from './lookup.ts';
import type { GoObject, Package } from './object.ts';
import { isTerminating } from './return.ts';
import { sizesFor } from './sizes.ts';
import { newSpecState } from './spec-begin.ts';
import { Edits } from './spec-erase-edits.ts';
import {
  builtinOf,
  calleeOf,
  callOf,
  ghostParams,
  ghostResults,
  isConversion,
  isExpression,
  isGhostExpr,
  isGhostLocation,
  isGhostTypeExpr,
} from './spec-ghost.ts';
import { isPure } from './spec-purity.ts';
import { isGhostObject, isSpecificationSource } from './spec-state.ts';
import { isGhostType } from './spec-types.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

/** Nothing more is checked: only what was found out is asked for. */
const rules: SpecificationRules = {
  requireMeasures: false,
  friendClauses: true,
  relations: true,
  requireTriggers: false,
};
const conf: Config = {
  specifications: rules,
  importPackage: () => null,
  reportMissingImports: false,
  goVersion: '',
  ignoreFuncBodies: true,
  sizes: sizesFor('amd64'),
  fakeImportC: false,
  ignoreUnusedImports: true,
};

interface Eraser {
  readonly c: Checker;
  readonly edits: Edits;
  /** For each result of the function around, whether it is ghost. */
  results: readonly boolean[];
  /** Labels to which the function around jumps. */
  labels: ReadonlySet<string>;
  /** Variables of functions, each with the place at which `_ = x` can stand. */
  readonly variables: Map<GoObject, Pos>;
}

/** The text of a checked file without its ghost code. A Go file has it in comments, which stay. */
export function eraseGhost(sources: SourceSet, pkg: Package, info: Info, file: ast.File): string {
  const source = sources.fileOf(file.pos);
  if (source === null) return '';
  if (info.facts === null) return source.text;
  const spec = { ...newSpecState(rules, newContext()), facts: info.facts };
  const c = newChecker(conf, sources, pkg, newContext(), info, spec);
  const e: Eraser = { c, edits: new Edits(source), results: [], labels: new Set(), variables: new Map() };
  for (const part of [...file.invariants, ...file.friends]) e.edits.removeLines(part.pos, part.end);
  for (const decl of file.decls) erase(e, decl);
  const edits = isSpecificationSource(c, file) ? e.edits : new Edits(source);
  keepUsed(e, file, edits);
  return edits.apply();
}

function isGhost(e: Eraser, name: ast.Ident): boolean {
  const { info, spec } = e.c;
  const obj = info.defs.get(name) ?? info.uses.get(name);
  return obj !== undefined && obj !== null && spec !== null && isGhostObject(spec.facts, obj);
}

function eraseAll(e: Eraser, nodes: readonly ast.Node[]): void {
  for (const node of nodes) erase(e, node);
}

function erase(e: Eraser, n: ast.Node): void {
  const { edits } = e;
  switch (n.kind) {
    case 'PredDecl':
    case 'ImplementationProof':
    case 'GhostStmt':
    case 'ShareStmt':
    case 'ProofStmt':
    case 'AssertByStmt':
    case 'FoldStmt':
    case 'DeferFoldStmt':
    case 'PackageStmt':
    case 'ApplyStmt':
    case 'OpenStmt':
    case 'SuchThatStmt':
    case 'MatchStmt':
    case 'ClosureProofStmt':
    case 'Specification':
    case 'ContractClause':
      edits.removeLines(n.pos, n.end);
      return;
    case 'OutlineStmt':
    case 'CriticalStmt':
      eraseBlockMarks(e, n);
      return;
    case 'FuncDecl':
      eraseFunc(e, n);
      return;
    case 'FuncLit':
      eraseFuncLit(e, n);
      return;
    case 'GenDecl':
      eraseGenDecl(e, n);
      return;
    case 'FuncType':
      eraseSignature(e, n);
      return;
    case 'FieldList':
      eraseFields(e, n);
      return;
    case 'StructType':
    case 'InterfaceType':
      eraseMembers(e, n.kind === 'StructType' ? n.fields.list : n.methods.list);
      return;
    case 'ExprStmt':
      if (isGhostExpr(e.c, n.x)) edits.removeLines(n.pos, n.end);
      else erase(e, n.x);
      return;
    case 'GoStmt':
    case 'DeferStmt':
      if (isGhostExpr(e.c, n.call)) edits.removeLines(n.pos, n.end);
      else erase(e, n.call);
      return;
    case 'IncDecStmt':
      if (isGhostLocation(e.c, n.x)) edits.removeLines(n.pos, n.end);
      else erase(e, n.x);
      return;
    case 'AssignStmt':
      eraseAssign(e, n, n.end);
      return;
    case 'ReturnStmt':
      eraseReturn(e, n);
      return;
    case 'LabeledStmt':
      if (!e.labels.has(n.label.name)) edits.remove(n.pos, n.label.end + 1);
      erase(e, n.stmt);
      return;
    case 'RangeStmt':
      unmark(e, n.shared);
      if (n.with !== null) edits.remove(n.x.end, n.with.end);
      if (n.op === ':=') declare(e, [n.key, n.value], n.body.pos + 1);
      if (n.key !== null && n.op === ':=' && [n.key, n.value].every(isBlank)) edits.remove(n.key.pos, n.rangePos);
      forEachChild(n, (child) => erase(e, child));
      return;
    case 'IfStmt':
    case 'ForStmt':
    case 'SwitchStmt':
      if (n.init?.kind === 'AssignStmt') eraseAssign(e, n.init, n.kind === 'SwitchStmt' ? noPos : n.body.pos + 1);
      forEachChild(n, (child) => {
        if (child !== n.init || n.init.kind !== 'AssignStmt') erase(e, child);
      });
      return;
    default:
      eraseExpr(e, n);
  }
}

function eraseExpr(e: Eraser, n: ast.Node): void {
  const { edits } = e;
  switch (n.kind) {
    case 'UnfoldingExpr':
    case 'AssertingExpr':
      edits.remove(n.pos, n.x.pos);
      erase(e, n.x);
      return;
    case 'RevealExpr':
      edits.remove(n.pos, n.call.pos);
      erase(e, n.call);
      return;
    case 'CallAsExpr':
      erase(e, n.call);
      edits.remove(n.call.end, n.end);
      return;
    case 'CallExpr': {
      const gone = ghostArguments(e, n);
      edits.removeElements(n.args, (i) => gone(i));
      erase(e, n.fun);
      for (const [i, arg] of n.args.entries()) if (!gone(i)) erase(e, arg);
      return;
    }
    case 'CompositeLit': {
      if (n.type !== null) erase(e, n.type);
      const gone = ghostElements(e, n);
      edits.removeElements(n.elts, gone);
      for (const [i, elt] of n.elts.entries()) if (!gone(i)) erase(e, elt);
      return;
    }
    default:
      forEachChild(n, (child) => erase(e, child));
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

function eraseFunc(e: Eraser, n: ast.FuncDecl): void {
  const { edits } = e;
  if (n.ghost !== noPos || isGhost(e, n.name)) {
    edits.removeLines(n.pos, n.end);
    return;
  }
  if (n.spec !== null) edits.replace(n.pos, n.type.funcPos, edits.text(n.pos, n.type.funcPos).replace(/[^\n]/g, ''));
  unmark(e, n.shared);
  if (n.recv !== null) erase(e, n.recv);
  inFunction(e, n.type, n.body, () => {
    erase(e, n.type);
    if (n.body !== null) eraseBody(e, n.type, n.body);
  });
  if (n.body === null) edits.replace(n.end, n.end, ` { panic("${n.name.name} has no body") }`);
}

function eraseFuncLit(e: Eraser, n: ast.FuncLit): void {
  if (n.spec !== null) {
    // Line breaks before `func` could end a statement: they go into the body.
    const lines = e.edits.text(n.pos, n.type.funcPos).replace(/[^\n]/g, '');
    e.edits.remove(n.pos, n.type.funcPos);
    e.edits.replace(n.body.pos + 1, n.body.pos + 1, lines);
  }
  if (n.name !== null) e.edits.remove(n.name.pos, n.name.end);
  inFunction(e, n.type, n.body, () => {
    erase(e, n.type);
    eraseBody(e, n.type, n.body);
  });
}

/** The end of a function with results need not be a return where specifications are checked. */
function eraseBody(e: Eraser, type: ast.FuncType, body: ast.BlockStmt): void {
  eraseAll(e, body.list);
  const kept = (type.results?.list ?? []).filter((field) => !isGhostField(e, field));
  if (kept.length === 0 || body.rbrace === noPos || isTerminating(e.c, body, '')) return;
  const named = kept.some((field) => field.names.length > 0);
  e.edits.replace(body.rbrace, body.rbrace, named ? '; return ' : '; panic("missing return") ');
}

/** Erases what is in a function. */
function inFunction(e: Eraser, type: ast.FuncType, body: ast.BlockStmt | null, run: () => void): void {
  const { results, labels } = e;
  e.results = (type.results?.list ?? []).flatMap((field) => {
    const ghost = isGhostField(e, field);
    return field.names.length === 0 ? [ghost] : field.names.map(() => ghost);
  });
  const used = new Set<string>();
  if (body !== null) {
    walk(body, (n) => {
      if (n.kind === 'BranchStmt' && n.label !== null) used.add(n.label.name);
    });
  }
  e.labels = used;
  run();
  e.results = results;
  e.labels = labels;
}

/** Whether what a name declares is of a type of specifications. */
function hasGhostValue(e: Eraser, name: ast.Ident): boolean {
  const type = e.c.info.defs.get(name)?.type ?? null;
  return type !== null && isGhostType(type);
}

/** Whether a type expression denotes a type of specifications. */
function hasGhostType(e: Eraser, type: ast.Expr): boolean {
  const found = e.c.info.types.get(type)?.type;
  return isGhostTypeExpr(e.c, type) || (found !== undefined && isGhostType(found));
}

function isGhostField(e: Eraser, field: ast.Field): boolean {
  if (field.ghost !== noPos) return true;
  return field.type !== null && hasGhostType(e, field.type);
}

/** A signature; without any result left, the parentheses around them go too if the line stays one. */
function eraseSignature(e: Eraser, n: ast.FuncType): void {
  const { results } = n;
  if (results !== null && results.list.length > 0 && results.list.every((field) => isGhostField(e, field))) {
    const text = e.edits.text(n.params.end, results.end);
    if (!text.includes('\n')) {
      erase(e, n.params);
      e.edits.remove(n.params.end, results.end);
      return;
    }
  }
  forEachChild(n, (child) => erase(e, child));
}

/** Parameters or results: those that are ghost go, and those without a name beside others get `_`. */
function eraseFields(e: Eraser, n: ast.FieldList): void {
  e.edits.removeElements(n.list, (i) => isGhostField(e, n.list[i] as ast.Field));
  for (const field of n.list) {
    if (isGhostField(e, field) || field.type === null) continue;
    const [name] = field.names;
    if (name !== undefined && name.end === name.pos) e.edits.replace(name.pos, name.pos, '_ ');
    erase(e, field.type);
  }
}

function eraseMembers(e: Eraser, list: readonly ast.Field[]): void {
  for (const field of list) {
    const isGhostMember =
      isGhostField(e, field) || field.type?.kind === 'PredType' || field.names.some((x) => isGhost(e, x));
    if (isGhostMember) {
      e.edits.removeLines(field.pos, field.end);
      continue;
    }
    if (field.spec !== null) erase(e, field.spec);
    if (field.type !== null) erase(e, field.type);
  }
}

function eraseGenDecl(e: Eraser, n: ast.GenDecl): void {
  const isGone = (spec: ast.Spec): boolean => {
    if (spec.kind === 'TypeSpec') return isGhost(e, spec.name) || hasGhostType(e, spec.type);
    if (spec.kind !== 'ValueSpec') return false;
    return spec.names.every((name) => isGhost(e, name) || hasGhostValue(e, name));
  };
  if (n.ghost !== noPos || (n.lparen === noPos && n.specs.every(isGone))) {
    e.edits.removeLines(n.pos, n.end);
    return;
  }
  for (const spec of n.specs) {
    if (isGone(spec)) {
      e.edits.removeLines(spec.pos, spec.end);
    } else if (spec.kind === 'ImportSpec') {
      eraseAll(e, spec.requires);
    } else {
      if (spec.kind === 'ValueSpec') eraseValues(e, spec, n.keyword === 'var' ? n.end : noPos);
      else forEachChild(spec, (child) => erase(e, child));
    }
  }
}

/** Variables or constants of which some are kept; those can be used at `use`. */
function eraseValues(e: Eraser, spec: ast.ValueSpec, use: Pos): void {
  const { c, edits } = e;
  unmark(e, spec.shared);
  const gone = spec.names.map((name) => isGhost(e, name) || hasGhostValue(e, name));
  if (use !== noPos) {
    declare(
      e,
      spec.names.filter((_, i) => gone[i] !== true),
      use,
    );
  }
  const paired = spec.values.length === spec.names.length;
  const running = spec.values.map((x, i) => paired && gone[i] === true && runs(c, x));
  const left = (i: number): boolean => gone[i] === true && running[i] !== true;
  spec.names.forEach((name, i) => {
    if (running[i] === true) edits.replace(name.pos, name.end, '_');
  });
  edits.removeElements(spec.names, left);
  if (paired) edits.removeElements(spec.values, left);
  if (spec.type !== null) erase(e, spec.type);
  const type = spec.type === null ? 'struct{}' : edits.text(spec.type.pos, spec.type.end);
  for (const [i, x] of spec.values.entries()) {
    if (paired && left(i)) continue;
    if (running[i] === true) asValue(e, x, type);
    else erase(e, x);
  }
}

/** Takes the marks of addressable variables away. */
function unmark(e: Eraser, names: readonly ast.Ident[]): void {
  for (const name of names) {
    const { edits } = e;
    const mark = /^\s*@/.exec(edits.text(name.end, edits.source.base + edits.source.length));
    if (mark !== null) edits.remove(name.end, name.end + mark[0].length);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

/** The statements in outline and critical blocks run: only what surrounds them goes. */
function eraseBlockMarks(e: Eraser, n: ast.OutlineStmt | ast.CriticalStmt): void {
  const { edits } = e;
  const from = n.kind === 'CriticalStmt' ? n.x.end : (n.spec?.end ?? n.pos);
  const open = from + edits.text(from, n.end).indexOf('(') + 1;
  edits.replace(n.pos, open, edits.text(n.pos, open).replace(/[^\n]/g, ''));
  eraseAll(e, n.list);
  edits.remove(n.end - 1, n.end);
}

/** An assignment or a declaration; `use` is the place at which what it declares can be used, noPos without one. */
function eraseAssign(e: Eraser, n: ast.AssignStmt, use: Pos): void {
  const { c, edits } = e;
  unmark(e, n.shared);
  const [only] = n.rhs;
  const values =
    n.rhs.length === n.lhs.length || only === undefined
      ? n.rhs.map((x) => isGhostExpr(c, x))
      : n.lhs.map((_, i) => ghostResults(c, only)[i] === true);
  const gone = n.lhs.map((x, i) => {
    if (x.kind === 'Ident' && x.name === '_') return values[i] === true;
    if (n.op === ':=' && x.kind === 'Ident') return isGhost(e, x);
    return isGhostLocation(c, x);
  });
  const paired = n.rhs.length === n.lhs.length;
  if (paired && n.rhs.some((x, i) => gone[i] === true && runs(c, x))) {
    eraseMixed(e, n, gone, use);
    return;
  }
  if (gone.every((g) => g)) {
    if (paired || only === undefined || isGhostExpr(c, only)) {
      edits.removeLines(n.pos, n.end);
      return;
    }
    // The call runs, and all its results are ghost.
    edits.remove(n.pos, only.pos);
    erase(e, only);
    return;
  }
  edits.removeElements(n.lhs, (i) => gone[i] === true);
  if (paired) edits.removeElements(n.rhs, (i) => gone[i] === true);
  const kept = n.lhs.filter((_, i) => gone[i] !== true);
  const op = operatorFor(e, n, kept);
  if (op !== n.op) edits.replace(n.opPos, n.opPos + n.op.length, op);
  if (n.op === ':=' && use !== noPos) declare(e, kept, use);
  eraseAll(e, kept);
  for (const [i, x] of n.rhs.entries()) if (!paired || gone[i] !== true) erase(e, x);
}

/** `:=`, unless nothing of what is kept is new. */
function operatorFor(e: Eraser, n: ast.AssignStmt, kept: readonly ast.Expr[]): ast.AssignOp {
  if (n.op !== ':=') return n.op;
  const isNew = (x: ast.Expr): boolean => x.kind === 'Ident' && x.name !== '_' && e.c.info.defs.get(x) !== undefined;
  return kept.some(isNew) ? ':=' : '=';
}

/**
 * Of a value that only ghost code wants, what runs all the same: its outermost calls and receives that have effects, each a statement
 * by itself.
 */
function runningParts(c: Checker, value: ast.Expr): readonly ast.Expr[] {
  if (isGhostExpr(c, value) || isPure(c, value, true)) return [];
  const inner = unparen(value);
  const call = callOf(inner);
  const isCall = call !== null && !isConversion(c, call) && builtinOf(c, call) === null;
  if (isCall || (inner.kind === 'UnaryExpr' && inner.op === '<-')) return [inner];
  if (inner.kind === 'FuncLit') return [];
  const parts: ast.Expr[] = [];
  forEachChild(inner, (child) => {
    if (isExpression(child)) parts.push(...runningParts(c, child));
  });
  return parts;
}

function runs(c: Checker, value: ast.Expr): boolean {
  return runningParts(c, value).length > 0;
}

/** Leaves of a value only what runs. */
function keepRunning(e: Eraser, value: ast.Expr): void {
  let at = value.pos;
  let separator = '';
  for (const part of runningParts(e.c, value)) {
    e.edits.replace(at, part.pos, separator + e.edits.text(at, part.pos).replace(/[^\n]/g, ''));
    erase(e, part);
    at = part.end;
    separator = '; ';
  }
  e.edits.replace(at, value.end, e.edits.text(at, value.end).replace(/[^\n]/g, ''));
}

/**
 * An assignment some of whose ghost values come from calls that run. Where the order allows it, the calls become statements before
 * and after what is assigned: `f(); x := g(); h()`. Otherwise each becomes a value for `_`.
 */
function eraseMixed(e: Eraser, n: ast.AssignStmt, gone: readonly boolean[], use: Pos): void {
  const { c, edits } = e;
  const kept = n.lhs.filter((_, i) => gone[i] !== true);
  const op = operatorFor(e, n, kept);
  if (n.op === ':=' && use !== noPos) declare(e, kept, use);
  const left = (i: number): boolean => gone[i] === true && !runs(c, n.rhs[i] as ast.Expr);
  for (const [i, x] of n.rhs.entries()) if (gone[i] !== true) erase(e, x);
  if (use !== n.end || !kept.every((x) => isPrivate(e, x)) || !isOneStretch(gone)) {
    eraseAll(e, kept);
    n.lhs.forEach((x, i) => {
      if (gone[i] === true && !left(i)) edits.replace(x.pos, x.end, '_');
    });
    edits.removeElements(n.lhs, left);
    edits.removeElements(n.rhs, left);
    if (op !== n.op) edits.replace(n.opPos, n.opPos + n.op.length, op);
    for (const [i, x] of n.rhs.entries()) if (gone[i] === true && !left(i)) asValue(e, x, 'struct{}');
    return;
  }
  const names = kept.map((x) => edits.text(x.pos, x.end)).join(', ');
  let at = n.pos;
  let separator = '';
  n.rhs.forEach((x, i) => {
    if (left(i)) return;
    if (gone[i] === true) keepRunning(e, x);
    const begin = gone[i] !== true && (i === 0 || gone[i - 1] === true) ? `${names} ${op} ` : '';
    const lines = edits.text(at, x.pos).replace(/[^\n]/g, '');
    const follows = gone[i] !== true && begin === '';
    edits.replace(at, x.pos, follows ? `, ${lines}` : `${separator}${lines}${begin}`);
    at = x.end;
    separator = '; ';
  });
  edits.replace(at, n.end, edits.text(at, n.end).replace(/[^\n]/g, ''));
}

/** Whether no function can see that the variable is assigned: it is local, and has no address. */
function isPrivate(e: Eraser, x: ast.Expr): boolean {
  if (x.kind !== 'Ident') return false;
  if (x.name === '_') return true;
  const obj = e.c.info.defs.get(x) ?? e.c.info.uses.get(x);
  return obj?.kind === 'Var' && obj.parent !== e.c.pkg.scope && e.c.spec?.facts.shared.has(obj) === false;
}

/** Whether what is kept stands side by side. */
function isOneStretch(gone: readonly boolean[]): boolean {
  return !/0+1+0/.test(gone.map((g) => (g ? '1' : '0')).join(''));
}

/** Makes a value of a type of what runs of `x`, whose own values are not wanted, or erased. */
function asValue(e: Eraser, x: ast.Expr, type: string): void {
  e.edits.replace(x.pos, x.pos, `func() (_ ${type}) { `);
  keepRunning(e, x);
  e.edits.replace(x.end, x.end, '; return }()');
}

function eraseReturn(e: Eraser, n: ast.ReturnStmt): void {
  const single = n.results.length === 1 && e.results.length > 1;
  const gone = (i: number): boolean => !single && e.results[i] === true;
  if (n.results.length > 0 && n.results.every((_, i) => gone(i))) {
    e.edits.remove(n.pos + 'return'.length, n.end);
    return;
  }
  e.edits.removeElements(n.results, gone);
  for (const [i, x] of n.results.entries()) if (!gone(i)) erase(e, x);
}

function isBlank(x: ast.Expr | null): boolean {
  return x === null || (x.kind === 'Ident' && x.name === '_');
}

// ---------------------------------------------------------------------------------------------------------------
// Calls and literals

function ghostArguments(e: Eraser, call: ast.CallExpr): (index: number) => boolean {
  const { c } = e;
  const callee = calleeOf(c, call);
  let params: readonly boolean[] = [];
  if (callee !== null) {
    params = ghostParams(c, callee);
  } else {
    const type = c.info.types.get(call.fun);
    const builtin = builtinOf(c, call);
    if (builtin !== null) return (i) => i >= arity(builtin) || isGhostExpr(c, call.args[i] as ast.Expr);
    if (type === undefined || type.mode === 'typexpr') return () => false;
    const sig = under(type.type);
    if (sig.kind === 'Signature' && c.spec !== null) {
      const { facts } = c.spec;
      params = sig.params.vars.map((v) => isGhostObject(facts, v));
    }
  }
  const last = params.length - 1;
  return (i) => params[Math.min(i, last)] === true;
}

/** How many arguments a built-in function has in Go: those after them are permissions and predicates. */
function arity(builtin: string): number {
  return builtin === 'close' ? 1 : builtin === 'copy' ? 2 : Number.POSITIVE_INFINITY;
}

function ghostElements(e: Eraser, lit: ast.CompositeLit): (index: number) => boolean {
  const { c } = e;
  const type = c.info.types.get(lit)?.type;
  const struct = type === undefined ? undefined : under(deref(type)[0]);
  if (struct?.kind !== 'Struct' || c.spec === null) return () => false;
  const { facts } = c.spec;
  return (i) => {
    const elt = lit.elts[i];
    if (elt?.kind === 'KeyValueExpr') return elt.key.kind === 'Ident' && isGhost(e, elt.key);
    const field = struct.fields[i];
    return field !== undefined && isGhostObject(facts, field);
  };
}

// ---------------------------------------------------------------------------------------------------------------
// What only ghost code used

/** Notes variables that are declared in a function, and where they can be used. */
function declare(e: Eraser, names: readonly (ast.Node | null)[], use: Pos): void {
  for (const name of names) {
    if (name === null || name.kind !== 'Ident' || name.name === '_') continue;
    const obj = e.c.info.defs.get(name);
    if (obj?.kind === 'Var' && obj.parent !== e.c.pkg.scope) e.variables.set(obj, use);
  }
}

/** Uses what would be declared in vain, and drops imports of which nothing is left: edits that are added to `edits`. */
function keepUsed(e: Eraser, file: ast.File, edits: Edits): void {
  const { c } = e;
  const running = new Set<GoObject>();
  const targets = new Set<ast.Node>();
  walk(file, (n) => {
    // To assign to a variable is not to use it.
    if (n.kind === 'AssignStmt') for (const x of n.lhs) targets.add(x);
    if (n.kind === 'IncDecStmt') targets.add(n.x);
    if (n.kind === 'RangeStmt') for (const x of [n.key, n.value]) if (x !== null) targets.add(x);
    if (n.kind !== 'Ident' || targets.has(n) || e.edits.isRemoved(n.pos)) return;
    const obj = c.info.uses.get(n);
    if (obj !== undefined) running.add(obj);
  });
  for (const [obj, use] of e.variables) {
    if (running.has(obj)) continue;
    const inBlock = edits.text(use - 1, use) === '{';
    edits.replace(use, use, inBlock ? ` _ = ${obj.name};` : `; _ = ${obj.name}`);
  }
  for (const decl of file.decls) {
    if (decl.kind !== 'GenDecl') continue;
    for (const spec of decl.specs) {
      if (spec.kind !== 'ImportSpec') continue;
      const obj = spec.name === null ? c.info.implicits.get(spec) : c.info.defs.get(spec.name);
      if (obj?.kind !== 'PkgName' || running.has(obj)) continue;
      if (decl.lparen === noPos) edits.removeLines(decl.pos, decl.end);
      else edits.removeLines(spec.pos, spec.end);
    }
  }
}
