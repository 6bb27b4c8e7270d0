// Ghost separation: what exists for specifications only must not influence what runs.

import { noPos } from '../base/source.ts';
import { exprString, forEachChild } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Context } from './spec-context.ts';
import {
  builtinOf,
  calleeOf,
  ghostResults,
  hasGhostPart,
  isConversion,
  isExpression,
  isGhostExpr,
  isGhostLocation,
  isGhostTypeExpr,
  misplacedGhostArgs,
  specifiedFunction,
  throughGhostField,
} from './spec-ghost.ts';
import { calledPredicate } from './spec-predicates.ts';
import { isChecked, isPure } from './spec-purity.ts';
import { isGhostObject, isShared, specOf } from './spec-state.ts';
import type { Signature, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

const influence = 'ghost code must not influence code that runs';

/** Checks one statement; those inside it have their own turn. */
export function separateStmt(c: Checker, s: ast.Stmt, ctx: Context): void {
  switch (s.kind) {
    case 'AssignStmt':
      if (s.op === ':=') {
        if (!ctx.ghost) declared(c, s.lhs, s.rhs);
      } else assigned(c, s.lhs, s.rhs, ctx);
      return;
    case 'IncDecStmt':
      assigned(c, [s.x], [], ctx);
      return;
    default:
      break;
  }
  if (ctx.ghost) return;
  switch (s.kind) {
    case 'ForStmt':
      for (const part of [s.init, s.post]) {
        if (part !== null && hasGhostPart(c, part)) ghostPart(c, s, 'a for statement');
      }
      if (s.cond !== null && isGhostExpr(c, s.cond)) ghostPart(c, s, 'the condition of a for statement');
      return;
    case 'SendStmt':
      if (hasGhostPart(c, s)) ghostPart(c, s, 'a send');
      return;
    case 'GoStmt':
    case 'DeferStmt':
      if (isGhostCallee(c, s.call)) ghostPart(c, s, `a ${s.kind === 'GoStmt' ? 'go' : 'defer'} statement`);
      return;
    case 'IfStmt':
      if (isGhostExpr(c, s.cond)) ghostPart(c, s, 'the condition of an if statement');
      return;
    case 'SwitchStmt':
      if (s.tag !== null && isGhostExpr(c, s.tag)) ghostPart(c, s, 'the value of a switch');
      else if (s.clauses.some((clause) => clause.list?.some((e) => isGhostExpr(c, e))))
        ghostPart(c, s, 'a case of a switch');
      return;
    case 'TypeSwitchStmt':
      if (hasGhostPart(c, s.assign)) ghostPart(c, s, 'the value of a type switch');
      return;
    case 'ReturnStmt':
      returned(c, s, ctx);
      return;
    default:
      return;
  }
}

function ghostPart(c: Checker, at: ast.Node, what: string): void {
  reportError(c, at, 'GhostInfluence', `${what} has a ghost part: ${influence}`);
}

/** Arguments of a call may be ghost; what is called must not be. */
function isGhostCallee(c: Checker, e: ast.Expr): boolean {
  return isChecked(c, e) && isGhostExpr(c, e);
}

/** `x := e`: the variables become ghost with their values, so only existing ones can be wrong. */
function declared(c: Checker, lhs: readonly ast.Expr[], rhs: readonly ast.Expr[]): void {
  eachAssignment(c, lhs, rhs, (left, ghost) => {
    if (!ghost || left.kind !== 'Ident' || left.name === '_') return;
    if (!isGhostExpr(c, left)) refuse(c, left, `the variable ${left.name}`);
  });
}

function eachAssignment(
  c: Checker,
  lhs: readonly ast.Expr[],
  rhs: readonly ast.Expr[],
  f: (left: ast.Expr, ghost: boolean) => void,
): void {
  const only = rhs.length === 1 && lhs.length > 1 ? (rhs[0] as ast.Expr) : null;
  if (only !== null) {
    if (!isChecked(c, only)) return;
    const ghost = ghostResults(c, only);
    // The second form of a lookup, an assertion or a receive is as ghost as the first.
    lhs.forEach((left, i) => {
      f(left, ghost.length === 1 ? ghost[0] === true : ghost[i] === true);
    });
    return;
  }
  lhs.forEach((left, i) => {
    const right = rhs[i];
    const ghost = right !== undefined && isChecked(c, right) && ghostResults(c, right).includes(true);
    f(left, ghost);
  });
}

function assigned(c: Checker, lhs: readonly ast.Expr[], rhs: readonly ast.Expr[], ctx: Context): void {
  eachAssignment(c, lhs, rhs, (left, ghost) => {
    const inner = unparen(left);
    if (inner.kind === 'Ident' && inner.name === '_') return;
    if (!isChecked(c, inner)) return;
    const fixed = exclusiveGlobal(c, inner);
    if (fixed !== null) {
      const what = `cannot assign to ${exprString(left)}: ${fixed} is not shared, so its value is fixed; declare it as ${fixed}@`;
      reportError(c, left, 'SpecFixedGlobal', what);
      return;
    }
    if (ctx.ghost) {
      if (!isGhostLocation(c, inner)) {
        const what = `ghost code assigns to ${exprString(left)}, which is not ghost: ${influence}`;
        reportError(c, left, 'GhostAssign', what);
      }
      return;
    }
    switch (inner.kind) {
      case 'Ident':
        if (ghost && !isGhostExpr(c, inner)) refuse(c, left, `the variable ${inner.name}`);
        return;
      case 'StarExpr':
        if (ghost) refuse(c, left, exprString(left));
        return;
      case 'IndexExpr':
        // The whole assignment is erased.
        if (isGhostExpr(c, inner.x)) return;
        if (ghost) refuse(c, left, exprString(left));
        if (inner.indices.some((index) => ghostResults(c, index).includes(true))) {
          reportError(c, left, 'GhostInfluence', `the index of ${exprString(left)} is ghost: ${influence}`);
        }
        return;
      default:
        if (ghost && !isGhostLocation(c, inner)) refuse(c, left, exprString(left));
    }
  });
}

/** The variable of the package that is assigned to, if it is not shared: others read it without permission. */
function exclusiveGlobal(c: Checker, e: ast.Expr): string | null {
  const inner = unparen(e);
  switch (inner.kind) {
    case 'Ident':
    case 'SelectorExpr': {
      const obj = c.info.uses.get(inner.kind === 'Ident' ? inner : inner.sel);
      if (obj?.kind === 'Var' && obj.var === 'package') return isShared(specOf(c).facts, obj) ? null : obj.name;
      return inner.kind === 'SelectorExpr' ? exclusiveGlobal(c, inner.x) : null;
    }
    case 'IndexExpr':
      return exclusiveGlobal(c, inner.x);
    default:
      return null;
  }
}

function refuse(c: Checker, at: ast.Node, to: string): void {
  reportError(c, at, 'GhostFlow', `a ghost value cannot be assigned to ${to}, which is not ghost`);
}

function returned(c: Checker, s: ast.ReturnStmt, ctx: Context): void {
  if (s.results.length === 0 || ctx.sig === null || ctx.closureProof) return;
  const { facts } = specOf(c);
  const results = ctx.sig.results.vars;
  const only = s.results.length === 1 && results.length > 1 ? (s.results[0] as ast.Expr) : null;
  const single = only !== null && isChecked(c, only) ? ghostResults(c, only) : null;
  results.forEach((result, i) => {
    const value = s.results[i];
    const ghost =
      single !== null
        ? single[i] === true
        : value !== undefined && isChecked(c, value) && ghostResults(c, value).includes(true);
    if (!ghost || isGhostObject(facts, result)) return;
    // The result's declaration is where `ghost` is missing.
    const at = result.pos === noPos ? s : { pos: result.pos, end: result.pos + Math.max(1, result.name.length) };
    const name = result.name === '' || result.name === '_' ? `result ${i + 1}` : `the result ${result.name}`;
    reportError(c, at, 'GhostFlow', `a ghost value cannot be returned as ${name}, which is not ghost`);
  });
}

/** Checks one expression; its parts have their own turn. */
export function separateExpr(c: Checker, e: ast.Expr, ctx: Context): void {
  switch (e.kind) {
    case 'CallExpr':
      separateCall(c, e, ctx);
      return;
    case 'CallAsExpr':
      if (isChecked(c, e)) closureCall(c, e);
      return;
    case 'UnaryExpr':
      if (e.op === '<-' && !ctx.ghost && isChecked(c, e) && isGhostExpr(c, e.x)) ghostPart(c, e, 'a receive');
      return;
    case 'ArrayType':
    case 'MapType':
    case 'ChanType':
      if (!ctx.ghost && forEachPart(e, (part) => isGhostTypeExpr(c, part))) ghostPart(c, e, 'a type');
      return;
    case 'StructType':
      for (const field of e.fields.list) {
        if (ctx.ghost || field.ghost !== noPos || field.type === null) continue;
        if (isGhostTypeExpr(c, field.type)) {
          reportError(c, field, 'GhostType', `a field of the ghost type ${exprString(field.type)} must be ghost`);
        }
      }
      return;
    default:
      return;
  }
}

function forEachPart(e: ast.Expr, f: (part: ast.Expr) => boolean): boolean {
  let found = false;
  forEachChild(e, (child) => {
    if (isExpression(child) && f(child)) found = true;
  });
  return found;
}

function separateCall(c: Checker, call: ast.CallExpr, ctx: Context): void {
  if (isConversion(c, call) || calledPredicate(c, call) !== null) return;
  const builtin = builtinOf(c, call);
  if (builtin !== null) {
    separateBuiltin(c, call, builtin, ctx);
    return;
  }
  const callee = calleeOf(c, call);
  if (callee === null || !isChecked(c, call.fun)) return;
  const name = unparen(call.fun);
  const at = name.kind === 'SelectorExpr' ? name.sel : name;
  if (ctx.ghost && !ctx.closureProof && !isGhostExpr(c, call) && !isPure(c, call, true)) {
    reportError(c, call, 'GhostCall', `ghost code calls ${exprString(call.fun)}, which is neither ghost nor pure`);
  }
  if (!ctx.ghost && name.kind === 'SelectorExpr' && throughGhostField(c, name)) {
    reportError(c, at, 'GhostInfluence', `${exprString(name)} is a method of a ghost field: ${influence}`);
    return;
  }
  if (callee.pure) return;
  for (const i of misplacedGhostArgs(c, callee, call)) {
    const arg = call.args[i] ?? call;
    const what = isExpression(arg) ? exprString(arg) : 'an argument';
    reportError(c, at, 'GhostFlow', `${what} is ghost, but parameter ${i + 1} of ${exprString(call.fun)} is not`);
  }
}

function separateBuiltin(c: Checker, call: ast.CallExpr, builtin: string, ctx: Context): void {
  const plain = plainArguments(builtin, call);
  if (builtin === 'make') {
    const type = call.args[0] === undefined ? undefined : c.info.types.get(call.args[0])?.type;
    const isGhostSlice = type !== undefined && isGhostSliceType(type);
    if (ctx.ghost && !isGhostSlice) {
      reportError(
        c,
        call,
        'GhostAllocation',
        'ghost code can only make ghost slices: other memory would be there at run time',
      );
    } else if (!ctx.ghost && call.args.slice(1).some((arg) => isGhostExpr(c, arg))) {
      ghostPart(c, call, 'an argument of make');
    }
    return;
  }
  if (ctx.ghost) {
    if (impureBuiltins.has(builtin)) {
      reportError(c, call, 'GhostCall', `ghost code calls ${builtin}, which is neither ghost nor pure`);
    }
    return;
  }
  if (builtin === 'len' || builtin === 'cap' || builtin === 'new') return;
  if (plain.some((arg) => isChecked(c, arg) && ghostResults(c, arg).includes(true))) {
    reportError(c, call, 'GhostFlow', `${builtin} gets a ghost argument: ${influence}`);
  }
}

const impureBuiltins: ReadonlySet<string> = new Set([
  'append',
  'copy',
  'close',
  'delete',
  'clear',
  'panic',
  'print',
  'println',
]);

/** The arguments that exist at run time. */
function plainArguments(builtin: string, call: ast.CallExpr): readonly ast.Expr[] {
  switch (builtin) {
    case 'append':
      return call.args.slice(1);
    case 'copy':
      return call.args.slice(0, 2);
    case 'close':
      return call.args.slice(0, 1);
    default:
      return call.args;
  }
}

function isGhostSliceType(t: Type): boolean {
  const u = under(t);
  return u.kind === 'Slice' && u.ghost;
}

/** `f(args) as spec`: the parameters of the specification say which arguments may be ghost. */
function closureCall(c: Checker, e: ast.CallAsExpr): void {
  const func = specifiedFunction(c, e.spec);
  const sig = func?.type;
  if (func === null || sig?.kind !== 'Signature') return;
  if (specOf(c).facts.funcs.get(func)?.pure === true || isGhostExpr(c, e.call.fun)) return;
  const params = openParams(e.spec, sig);
  e.call.args.forEach((arg, i) => {
    const param = params[i];
    if (param === undefined || !isChecked(c, arg) || !isGhostExpr(c, arg)) return;
    if (!specOf(c).facts.ghostParams.has(param)) {
      reportError(
        c,
        arg,
        'GhostFlow',
        `${exprString(arg)} is ghost, but parameter ${i + 1} of ${exprString(e.spec.name)} is not`,
      );
    }
  });
}

/** The parameters of a specification that the call still gives. */
export function openParams(spec: ast.ClosureSpec, sig: Signature): Signature['params']['vars'] {
  const keys = new Set(spec.params.map((p) => (p.kind === 'KeyValueExpr' && p.key.kind === 'Ident' ? p.key.name : '')));
  const keyed = spec.params.some((p) => p.kind === 'KeyValueExpr');
  return keyed ? sig.params.vars.filter((v) => !keys.has(v.name)) : sig.params.vars.slice(spec.params.length);
}

/** Parameters and receivers of a type that only ghost code has must be ghost themselves. */
export function separateParams(c: Checker, list: ast.FieldList | null, ctx: Context): void {
  for (const field of list?.list ?? []) {
    if (ctx.ghost || field.ghost !== noPos || field.type === null || !isGhostTypeExpr(c, field.type)) continue;
    reportError(c, field, 'GhostType', `a parameter of the ghost type ${exprString(field.type)} must be ghost`);
  }
}

/** Variables and types declared for code that runs must not be of ghost types. */
export function separateDecl(c: Checker, d: ast.GenDecl, ctx: Context): void {
  const ghost = ctx.ghost || d.ghost !== noPos;
  for (const spec of d.specs) {
    if (spec.kind === 'ValueSpec') {
      if (!ghost && d.keyword === 'var' && spec.type !== null && isGhostTypeExpr(c, spec.type)) {
        reportError(c, spec, 'GhostType', `a variable of the ghost type ${exprString(spec.type)} must be ghost`);
      }
    } else if (spec.kind === 'TypeSpec') {
      const isGhost = isGhostTypeExpr(c, spec.type);
      if (!ghost && isGhost) {
        reportError(c, spec, 'GhostType', `${spec.name.name} is a ghost type: write ghost before its declaration`);
      } else if (ghost && !isGhost && c.info.types.has(spec.type)) {
        reportError(
          c,
          spec,
          'GhostType',
          `${spec.name.name} is declared as ghost, but ${exprString(spec.type)} is not a ghost type`,
        );
      }
    }
  }
}
