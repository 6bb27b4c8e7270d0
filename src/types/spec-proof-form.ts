// The form of implementation proofs: one call of what is proved, with folding and assertions around it.

import type { Span } from '../base/source.ts';
import { difference, exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Var } from './object.ts';
import type { FuncFacts } from './spec-facts.ts';
import { calleeOf, callOf, isGhostExpr, specifiedFunction } from './spec-ghost.ts';
import { isChecked, isPure, needPure } from './spec-purity.ts';
import { openParams } from './spec-separation.ts';
import { factsOf, specOf } from './spec-state.ts';
import type { Signature } from './type.ts';
import { unparen } from './unary.ts';

/** What the one call of a proof must look like. */
export interface ExpectedCall {
  readonly matches: (e: ast.Expr) => boolean;
  readonly text: string;
  /** Null for a result without a name. */
  readonly results: readonly (string | null)[];
}

/** Why a body is not one of a proof that is not pure; null if it is. */
export function proofBodyProblem(body: ast.BlockStmt, want: ExpectedCall): string | null {
  const named = want.results.every((name) => name !== null);
  const results = want.results.filter((name) => name !== null);
  let calls = 0;
  let problem: string | null = null;
  const fail = (text: string): void => {
    problem ??= text;
  };
  const last = lastOf(body.list);
  const check = (list: readonly ast.Stmt[]): void => {
    for (const s of list) {
      switch (s.kind) {
        case 'EmptyStmt':
        case 'FoldStmt':
        case 'AssertByStmt':
          break;
        case 'ProofStmt':
          if (s.word !== 'assert' && s.word !== 'refute') fail(`${s.word} is not allowed in a proof`);
          break;
        case 'BlockStmt':
          check(s.list);
          break;
        case 'AssignStmt': {
          const right = s.rhs[0];
          const assigns = s.op === '=' && s.rhs.length === 1 && right !== undefined && want.matches(right);
          const all = named && results.length > 0 && s.lhs.length === results.length;
          if (assigns && all && s.lhs.every((left, i) => left.kind === 'Ident' && left.name === results[i])) calls++;
          else fail(`the only assignment allowed in the proof is ${results.join(', ')} = ${want.text}`);
          break;
        }
        case 'ExprStmt':
          if (want.results.length > 0) fail(`the results of ${want.text} must be assigned or returned`);
          else if (want.matches(s.x)) calls++;
          else fail(`the only call allowed in the proof is ${want.text}`);
          break;
        case 'ReturnStmt': {
          if (s !== last) fail('return must be the last statement of the proof');
          const only = s.results[0];
          if (s.results.length === 0) break;
          if (s.results.length === 1 && only !== undefined && want.matches(only)) calls++;
          else if (!named || !s.results.every((e, i) => e.kind === 'Ident' && e.name === results[i])) {
            fail(`the proof can only return ${want.text} or its results`);
          }
          break;
        }
        default:
          fail('a proof has fold, unfold, assert and the call only');
      }
    }
  };
  check(body.list);
  if (problem === null && calls !== 1) problem = `the proof must call ${want.text} exactly once`;
  return problem;
}

function lastOf(list: readonly ast.Stmt[]): ast.Stmt | null {
  for (let i = list.length - 1; i >= 0; i--) {
    const s = list[i] as ast.Stmt;
    if (s.kind === 'EmptyStmt') continue;
    return s.kind === 'BlockStmt' ? lastOf(s.list) : s;
  }
  return null;
}

/** Why the body of a proof about a pure function is none; null if it is. */
export function pureProofProblem(body: ast.BlockStmt, want: ExpectedCall): string | null {
  const list = body.list.filter((s) => s.kind !== 'EmptyStmt');
  const [only] = list;
  if (list.length !== 1 || only?.kind !== 'ReturnStmt' || only.results.length !== 1) {
    return 'the body of a proof about a pure function must be a single return';
  }
  let e = unparen(only.results[0] as ast.Expr);
  while (e.kind === 'UnfoldingExpr' || e.kind === 'AssertingExpr') e = unparen(e.x);
  return want.matches(e) ? null : `the proof must return ${want.text}, at most below unfolding and asserting`;
}

/** A call of an expression with named arguments. */
export function expectedCall(
  fun: ast.Expr,
  args: readonly string[],
  results: readonly (string | null)[],
): ExpectedCall {
  const matches = (e: ast.Expr): boolean => {
    const call = callOf(e);
    return (
      call !== null &&
      difference(unparen(call.fun), unparen(fun)) === null &&
      call.args.length === args.length &&
      call.args.every((arg, i) => arg.kind === 'Ident' && arg.name === args[i])
    );
  };
  return { matches, text: `${exprString(fun)}(${args.join(', ')})`, results };
}

/** Checks `proof f implements spec{...} { ... }`. */
export function closureProofRules(c: Checker, s: ast.ClosureProofStmt): void {
  const func = specifiedFunction(c, s.spec);
  const sig = func?.type;
  if (func === null || sig?.kind !== 'Signature') return;
  const facts = factsOf(specOf(c).facts, func);
  const params = openParams(s.spec, sig);
  const name = exprString(s.spec.name);
  const all: readonly Var[] = params;
  if (all.some((v) => v.name === '' || v.name === '_')) {
    report(c, s.spec, `all parameters of ${name} need names, so that the proof can pass them on`);
    return;
  }
  const want = expectedCall(
    s.x,
    params.map((v) => v.name),
    sig.results.vars.map((v) => (v.name === '' ? null : v.name)),
  );
  const shadowed = [...sig.params.vars, ...sig.results.vars].map((v) => v.name);
  const clash = namesIn(s.x).find((id) => shadowed.includes(id.name));
  if (clash !== undefined) {
    report(c, s.x, `${clash.name} is hidden by a parameter or result of ${name} with the same name`);
    return;
  }
  if (facts?.pure === true) {
    const list = s.body.list.filter((inside) => inside.kind !== 'EmptyStmt');
    const [only] = list;
    const single = list.length === 1 && only?.kind === 'ReturnStmt' ? (only.results[0] ?? null) : null;
    if (single !== null && isChecked(c, single) && !isPure(c, single, true)) {
      needPure(c, single);
      return;
    }
    const problem = pureProofProblem(s.body, want);
    if (problem !== null) report(c, single ?? s.body, problem);
    else proofTerminates(c, s, facts);
    return;
  }
  const problem = proofBodyProblem(s.body, want);
  if (problem !== null) {
    report(c, s.body, problem);
    return;
  }
  ghostMatch(c, s, sig);
  if (facts !== null) proofTerminates(c, s, facts);
}

function proofTerminates(c: Checker, s: ast.ClosureProofStmt, facts: FuncFacts): void {
  if (facts.measures.length === 0 || callTerminates(c, s.body)) return;
  const name = exprString(s.spec.name);
  report(c, s, `${name} has a termination measure, so what the proof calls needs one too`);
}

/** Erasing ghost parameters must leave calls by the specification and the call in the proof alike. */
function ghostMatch(c: Checker, s: ast.ClosureProofStmt, sig: Signature): void {
  const call = firstCall(s.body);
  if (call === null || isGhostExpr(c, s.x)) return;
  const want = ghostShape(c, openParams(s.spec, sig), sig.results.vars);
  let have: string | null = null;
  if (call.kind === 'CallAsExpr') {
    const func = specifiedFunction(c, call.spec);
    const other = func?.type;
    if (other?.kind === 'Signature') have = ghostShape(c, openParams(call.spec, other), other.results.vars);
  } else if (call.kind === 'CallExpr') {
    const callee = calleeOf(c, call);
    const other = callee?.func.type;
    if (callee?.ghost === false && other?.kind === 'Signature')
      have = ghostShape(c, other.params.vars, other.results.vars);
  }
  if (have !== null && have !== want) {
    report(c, call, `the call and ${exprString(s.spec.name)} have different ghost parameters or results`);
  }
}

/** Which parameters and results are ghost, as a key. */
function ghostShape(c: Checker, params: readonly Var[], results: readonly Var[]): string {
  const { ghostParams } = specOf(c).facts;
  const one = (v: Var): string => (ghostParams.has(v) ? 'g' : '-');
  return `${params.map(one).join('')} ${results.map(one).join('')}`;
}

function report(c: Checker, at: Span, message: string): void {
  reportError(c, at, 'SpecProof', message);
}

function namesIn(e: ast.Expr): readonly ast.Ident[] {
  const inner = unparen(e);
  if (inner.kind === 'Ident') return [inner];
  if (inner.kind === 'SelectorExpr' || inner.kind === 'StarExpr' || inner.kind === 'IndexExpr') return namesIn(inner.x);
  return [];
}

function callTerminates(c: Checker, body: ast.BlockStmt): boolean {
  const call = firstCall(body);
  if (call === null) return true;
  if (call.kind === 'CallAsExpr') {
    const func = specifiedFunction(c, call.spec);
    return func === null || (factsOf(specOf(c).facts, func)?.measures.length ?? 0) > 0;
  }
  if (call.kind !== 'CallExpr') return true;
  const fun = unparen(call.fun);
  const id = fun.kind === 'SelectorExpr' ? fun.sel : fun;
  const func = id.kind === 'Ident' ? c.info.uses.get(id) : undefined;
  if (func?.kind !== 'Func') return true;
  return (factsOf(specOf(c).facts, func)?.measures.length ?? 0) > 0;
}

function firstCall(body: ast.BlockStmt): ast.Expr | null {
  for (const s of body.list) {
    const e =
      s.kind === 'ExprStmt'
        ? s.x
        : s.kind === 'AssignStmt'
          ? s.rhs[0]
          : s.kind === 'ReturnStmt'
            ? s.results[0]
            : undefined;
    if (e !== undefined && callOf(e) !== null) return unparen(e);
    const inner = s.kind === 'BlockStmt' ? firstCall(s) : null;
    if (inner !== null) return inner;
  }
  return null;
}
