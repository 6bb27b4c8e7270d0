// Two executions of a program side by side, so that contracts can relate them: `low(e)` becomes e == e'.
//
//   method m(x) returns (r) requires P { S }     becomes     method m(x, x') returns (r, r') requires both(P) { [S] }
//   field f, predicate P, function g of the heap become two, one for each execution
//   predicate P whose body A relates gets beside it
//     function P$both(x, x'): Bool requires acc(P(x), _) && acc(P'(x'), _) { unfolding both in relation(A) }
//
//   [x := e]            x := e; x' := e'            and so on for what one execution does by itself
//   [assert A]          assert both(A)              also inhale, exhale, assume, where A relates
//   [r := m(e)]         r, r' := m(e, e')
//   [fold P(e)]         fold P(e); fold P'(e'); assert relation(P(e))
//   [unfold P(e)]       known := relation(P(e)); unfold P(e); unfold P'(e')
//   [if (b) S else T]   assert b == b'; if (b) [S] else [T]
//                       where branches may differ:  if (b == b') { if (b) [S] else [T] }
//                                                   else { if (b) S else T in the first alone; the same in the second alone }
//   [while (b) I { S }] while (b) both(I), b == b' { [S] }
//
// Where one execution is alone it calls m$alone, whose contract and body are those of one execution: `low` holds there, and
// `lowEvent` does not. Termination is checked before: measures are no longer there.
//
// Soundness: every pair of executions that start in states which satisfy both(P) is one execution of the product, as long as both take
// the same branches, which is asserted, or, where they do not, as long as each keeps to the contract of one execution.

import type { VerificationError } from '../../errors.ts';
import { blocksOf } from '../../structure.ts';
import type { Block, Expr, Function as Func, Method, Node, Predicate, Program, Source, Stmt } from '../../vil.ts';
import { isPure, someExpr } from '../../walk.ts';
import { mapStmt } from '../../walk-stmts.ts';
import {
  alone,
  both,
  bothName,
  formula,
  isRelational,
  type Relations,
  related,
  relates,
  relation,
  unary,
} from './assertions.ts';
import { second, secondDecl, secondExpr, secondStmt } from './copies.ts';

export interface TwoExecutions {
  readonly program: Program;
  /** The member of the old program that one of the new one is about. */
  readonly about: (name: string) => string;
  /** What an error of the new program means in the old one. */
  readonly explain: (error: VerificationError) => VerificationError;
}

export interface ExecutionOptions {
  /** Executions may take different branches. */
  readonly diverging: boolean;
  /** Methods about one execution only, such as proofs that functions terminate. */
  readonly single: ReadonlySet<string>;
}

interface Context extends Relations {
  readonly options: ExecutionOptions;
  /** Asserts that are made, with the statements for which they stand. */
  readonly folds: Map<Node, Node>;
  /** Methods that are called by one execution alone. */
  readonly calledAlone: Set<string>;
  count: number;
}

export function twoExecutions(program: Program, options: ExecutionOptions): TwoExecutions {
  const cx: Context = {
    options,
    shared: new Set(program.functions.filter(({ pres }) => pres.every(isPure)).map(({ name }) => name)),
    relational: relationalPredicates(program),
    apart: new Set(),
    originals: new Map(),
    folds: new Map(),
    calledAlone: new Set(),
    count: 0,
  };
  const about = new Map<string, string>();
  const named = <M extends { readonly name: string }>(members: readonly M[], of: string): readonly M[] => {
    for (const { name } of members) about.set(name, of);
    return members;
  };
  const functions = program.functions.flatMap((f) => named(bothFunctions(cx, f), f.name));
  const predicates = program.predicates.flatMap((p) => bothPredicates(cx, p));
  const relations = program.predicates.flatMap((p) => named(relationOf(cx, p), p.name));
  const methods = program.methods.map((m) => (options.single.has(m.name) ? singleMethod(cx, m) : productOf(cx, m)));
  // Making methods of one execution finds more of them.
  const byName = new Map(program.methods.map((m) => [m.name, m]));
  for (const name of cx.calledAlone) {
    const method = byName.get(name);
    if (method !== undefined) methods.push(...named(aloneMethods(cx, method), name));
  }
  return {
    program: {
      ...program,
      fields: program.fields.flatMap((f) => [f, { ...f, name: second(f.name) }]),
      functions: [...functions, ...relations],
      predicates,
      methods,
    },
    about: (name) => about.get(name) ?? name,
    explain: (error) => explained(cx, error),
  };
}

function explained(cx: Context, error: VerificationError): VerificationError {
  const fold = cx.folds.get(error.node);
  const offending = cx.originals.get(error.offending) ?? error.offending;
  if (fold !== undefined) return { ...error, id: 'fold.failed', node: fold, offending };
  return { ...error, node: cx.originals.get(error.node) ?? error.node, offending };
}

/** Predicates whose bodies relate two executions, or hold instances of such. */
function relationalPredicates({ predicates }: Program): ReadonlySet<string> {
  const found = new Set(predicates.flatMap(({ name, body }) => (body !== null && relates(body) ? [name] : [])));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { name, body } of predicates) {
      const holds = (e: Expr): boolean => e.kind === 'AccPredicate' && found.has(e.loc.predicate);
      if (body !== null && someExpr(body, holds)) found.add(name);
    }
  }
  return found;
}

// ---------------------------------------------------------------------------------------------------------------
// Members

function bothFunctions(cx: Context, f: Func): readonly Func[] {
  const one = (e: Expr): Expr => alone(e, true);
  const body = f.body === null ? null : one(f.body);
  const first: Func = { ...f, pres: f.pres.map(one), posts: f.posts.map(one), measures: [], body };
  if (cx.shared.has(f.name)) return [first];
  const other = (e: Expr): Expr => secondExpr(cx, e);
  const copy: Func = {
    ...first,
    name: second(f.name),
    params: f.params.map(secondDecl),
    pres: first.pres.map(other),
    posts: first.posts.map(other),
    body: body === null ? null : other(body),
  };
  return [first, copy];
}

function bothPredicates(cx: Context, p: Predicate): readonly Predicate[] {
  const body = p.body === null ? null : unary(cx, p.body);
  const other = body === null ? null : secondExpr(cx, body);
  return [
    { ...p, body },
    { ...p, name: second(p.name), params: p.params.map(secondDecl), body: other },
  ];
}

function relationOf(cx: Context, p: Predicate): readonly Func[] {
  if (p.body === null || !cx.relational.has(p.name)) return [];
  const { src } = p;
  const loc = {
    kind: 'PredicateAccess',
    predicate: p.name,
    args: p.params.map(({ name, type }): Expr => ({ kind: 'LocalVar', name, type, src })),
    type: { kind: 'Predicate' },
    src,
  } as const;
  const some: Expr = { kind: 'PermLit', value: 'wildcard', type: { kind: 'Perm' }, src };
  const acc = { kind: 'AccPredicate', loc, perm: some, type: { kind: 'Bool' }, src } as const;
  const other = secondExpr(cx, acc) as typeof acc;
  const stated = relation(cx, p.body);
  const inner: Expr = { kind: 'Unfolding', acc: other, body: stated, type: { kind: 'Bool' }, src };
  return [
    {
      kind: 'Function',
      name: bothName(p.name),
      params: [...p.params, ...p.params.map(secondDecl)],
      type: { kind: 'Bool' },
      pres: [acc, other],
      posts: [],
      measures: [],
      body: { kind: 'Unfolding', acc, body: inner, type: { kind: 'Bool' }, src },
      src,
    },
  ];
}

function productOf(cx: Context, m: Method): Method {
  return {
    ...m,
    params: [...m.params, ...m.params.map(secondDecl)],
    results: [...m.results, ...m.results.map(secondDecl)],
    pres: m.pres.map((e) => both(cx, e)),
    posts: m.posts.map((e) => both(cx, e)),
    measures: [],
    body: m.body === null ? null : jointBlock(cx, m.body),
  };
}

function singleMethod(cx: Context, m: Method): Method {
  const one = (e: Expr): Expr => alone(e, true);
  const body = m.body === null ? null : aloneBlock(cx, m.body);
  return { ...m, pres: m.pres.map(one), posts: m.posts.map(one), measures: [], body };
}

function aloneName(method: string): string {
  return `${method}$alone`;
}

/** The method for one execution, and what the second one calls: its contract is the same with other names. */
function aloneMethods(cx: Context, m: Method): readonly Method[] {
  const one = (e: Expr): Expr => alone(e, false);
  const other = (e: Expr): Expr => secondExpr(cx, e);
  const body = m.body === null ? null : aloneBlock(cx, m.body);
  const first: Method = {
    ...m,
    name: aloneName(m.name),
    pres: m.pres.map(one),
    posts: m.posts.map(one),
    measures: [],
    body,
  };
  const copy: Method = {
    ...first,
    name: second(first.name),
    params: m.params.map(secondDecl),
    results: m.results.map(secondDecl),
    pres: first.pres.map(other),
    posts: first.posts.map(other),
    body: null,
  };
  return [first, copy];
}

// ---------------------------------------------------------------------------------------------------------------
// Both executions

function jointBlock(cx: Context, block: Block): Block {
  return { ...block, stmts: block.stmts.flatMap((s) => joint(cx, s)) };
}

function joint(cx: Context, s: Stmt): readonly Stmt[] {
  switch (s.kind) {
    case 'Block':
      return [jointBlock(cx, s)];
    case 'VarDecl':
    case 'FieldAssign':
    case 'New':
    case 'Apply':
    case 'Quasihavoc':
    case 'Quasihavocall':
      return [s, secondStmt(cx, s)];
    case 'LocalAssign': {
      if (!relates(s.value)) return [s, secondStmt(cx, s)];
      const mentions = someExpr(s.value, (e) => e.kind === 'LocalVar' && e.name === s.target.name);
      if (mentions) return [s];
      const first: Stmt = { ...s, value: formula(cx, s.value) };
      return [first, { ...first, target: { ...s.target, name: second(s.target.name) } }];
    }
    case 'MethodCall': {
      const other = <E extends Expr>(e: E): E => secondExpr(cx, e) as E;
      return [{ ...s, args: [...s.args, ...s.args.map(other)], targets: [...s.targets, ...s.targets.map(other)] }];
    }
    case 'Inhale':
    case 'Exhale':
    case 'Assert':
    case 'Assume':
      if (!isRelational(cx, s.assertion)) return [s, secondStmt(cx, s)];
      return [replaced(cx, s, { ...s, assertion: both(cx, s.assertion) })];
    case 'Refute':
      return [replaced(cx, s, { ...s, assertion: both(cx, s.assertion) })];
    case 'Fold': {
      const folds = [s, secondStmt(cx, s)];
      if (!cx.relational.has(s.acc.loc.predicate)) return folds;
      const check: Stmt = { kind: 'Assert', assertion: related(cx, s.acc), src: s.src };
      cx.folds.set(check, s);
      return [...folds, check];
    }
    case 'Unfold': {
      const unfolds = [s, secondStmt(cx, s)];
      if (!cx.relational.has(s.acc.loc.predicate)) return unfolds;
      return [...known(cx, related(cx, s.acc), s.src), ...unfolds];
    }
    case 'Package': {
      const one = aloneStmt(cx, s);
      return [one, secondStmt({ ...cx, apart: labelsIn(s) }, one)];
    }
    case 'If':
      return jointIf(cx, s);
    case 'While': {
      const { src } = s.cond;
      const invariants = s.invariants.map((e) => both(cx, e));
      if (relates(s.cond)) {
        return [{ ...s, cond: formula(cx, s.cond), invariants, measures: [], body: jointBlock(cx, s.body) }];
      }
      invariants.push(agree(cx, s.cond, src));
      return [{ ...s, invariants, measures: [], body: jointBlock(cx, s.body) }];
    }
    case 'Break':
    case 'Continue':
    case 'Return':
    case 'Label':
    case 'Goto':
      return [s];
  }
}

function replaced(cx: Context, before: Stmt, after: Stmt): Stmt {
  cx.originals.set(after, before);
  return after;
}

/** What is known now, so that it is not forgotten with the permissions on which it rests. */
function known(cx: Context, fact: Expr, src: Source): readonly Stmt[] {
  cx.count++;
  const target = { kind: 'LocalVar', name: `known$${cx.count}`, type: fact.type, src } as const;
  const decl = { kind: 'LocalDecl', name: target.name, type: fact.type, src } as const;
  return [
    { kind: 'VarDecl', decl, src },
    { kind: 'LocalAssign', target, value: fact, src },
  ];
}

function agree(cx: Context, e: Expr, src: Source): Expr {
  return { kind: 'Binary', op: 'eq', left: e, right: secondExpr(cx, e), type: { kind: 'Bool' }, src };
}

function jointIf(cx: Context, s: Stmt & { readonly kind: 'If' }): readonly Stmt[] {
  const { src } = s;
  const then = jointBlock(cx, s.then);
  const otherwise = jointBlock(cx, s.else);
  if (relates(s.cond)) return [{ ...s, cond: formula(cx, s.cond), then, else: otherwise }];
  const together: Stmt = { ...s, then, else: otherwise };
  const same = agree(cx, s.cond, src);
  if (!cx.options.diverging || jumps(s)) return [{ kind: 'Assert', assertion: same, src }, together];
  const one = aloneStmt(cx, s);
  const apart: Block = { kind: 'Block', stmts: [one, secondStmt(cx, one)], src };
  return [{ kind: 'If', cond: same, then: { kind: 'Block', stmts: [together], src }, else: apart, src }];
}

/** Whether a statement leads somewhere else, or is a place to which something leads. */
function jumps(s: Stmt): boolean {
  switch (s.kind) {
    case 'Break':
    case 'Continue':
    case 'Return':
    case 'Goto':
    case 'Label':
      return true;
    default:
      return blocksOf(s).some((block) => block.stmts.some(jumps));
  }
}

function labelsIn(s: Stmt): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (inner: Stmt): void => {
    if (inner.kind === 'Label') found.add(inner.name);
    if (inner.kind === 'While' && inner.name !== null) found.add(inner.name);
    for (const block of blocksOf(inner)) block.stmts.forEach(visit);
  };
  visit(s);
  return found;
}

// ---------------------------------------------------------------------------------------------------------------
// The first execution alone

function aloneBlock(cx: Context, block: Block): Block {
  return { ...block, stmts: block.stmts.map((s) => aloneStmt(cx, s)) };
}

function aloneStmt(cx: Context, s: Stmt): Stmt {
  const expr = <E extends Expr>(e: E): E => alone(e, false) as E;
  const mapped = mapStmt(s, { expr, stmt: (inner) => aloneStmt(cx, inner) });
  cx.originals.set(mapped, s);
  if (mapped.kind === 'While') return { ...mapped, measures: [] };
  if (mapped.kind !== 'MethodCall') return mapped;
  cx.calledAlone.add(mapped.method);
  return { ...mapped, method: aloneName(mapped.method) };
}
