// The arguments of a call against the parameters of the function, with the inference of missing type arguments.

import { assert } from '../base/assert.ts';
import { noPos, type Span } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment, operandTypes, typesSummary, varTypes } from './assignments.ts';
import { instantiateSignature } from './call.ts';
import type { Checker } from './checker.ts';
import { atPos, inNode, newError, noSpan, reportError, versionError } from './errors.ts';
import { infer, renameTParams } from './infer.ts';
import { newTuple } from './newtypes.ts';
import { newParam, type Var } from './object.ts';
import { at, type Operand } from './operand.ts';
import { record } from './recording.ts';
import { makeSubstMap, subst } from './subst.ts';
import type { Signature, SliceType, Tuple, Type, TypeParam } from './type.ts';
import { allowVersion, go1_18, go1_21, verifyVersion } from './version.ts';

const noTypes: readonly Type[] = [];

/**
 * Checks `args` against `sig`, which may be generic. `targs` are the type arguments given in `xlist`; `atargs` those of
 * arguments that are themselves generic functions, by argument.
 * The result is the instantiated signature, or `sig` after an error.
 */
export function checkArguments(
  c: Checker,
  call: ast.CallExpr,
  sig: Signature,
  targs: readonly Type[],
  xlist: readonly ast.Expr[],
  args: readonly Operand[],
  atargs: readonly (readonly Type[] | null)[] | null,
): Signature {
  const nargs = args.length;
  const params = sig.params.vars;
  const ddd = call.ellipsis !== noPos;

  // An ordinary call of an ordinary function needs as many arguments as parameters. A variadic function takes any
  // number from one less than that on, or, with `...`, exactly as many.
  let npars = params.length;
  let spread = false;
  if (sig.variadic) {
    if (ddd) {
      if (call.args.length === 1 && nargs > 1) {
        const what = `${nargs}-valued ${exprString(call.args[0] as ast.Expr)}`;
        reportError(c, inNode(call, call.ellipsis), 'InvalidDotDotDot', `cannot use ... with ${what}`);
        return sig;
      }
    } else if (nargs >= npars - 1) {
      spread = true;
      npars = nargs;
    } else {
      npars--;
    }
  } else if (ddd) {
    const what = `cannot use ... in call to non-variadic ${exprString(call.fun)}`;
    reportError(c, inNode(call, call.ellipsis), 'NonVariadicDotDotDot', what);
    return sig;
  }

  if (nargs !== npars) {
    wrongCount(c, call, sig, args, npars);
    return sig;
  }

  if ((sig.typeParams === null || sig.typeParams.length === 0) && !hasGenericArg(args)) {
    assignAll(c, call, sig.params, sig.variadic && spread, args);
    return sig;
  }
  return inferAndAssign(c, call, sig, targs, xlist, args, atargs, spread);
}

function wrongCount(c: Checker, call: ast.CallExpr, sig: Signature, args: readonly Operand[], npars: number): void {
  const tooMany = args.length > npars;
  const where: Span = tooMany ? ((args[npars] as Operand).expr as ast.Expr) : atPos(call.rparen);
  const err = newError(c, 'WrongArgCount');
  err.add(where, `${tooMany ? 'too many' : 'not enough'} arguments in call to ${exprString(call.fun)}`);
  err.add(noSpan, `have ${typesSummary(c, operandTypes(args), false, call.ellipsis !== noPos)}`);
  err.add(noSpan, `want ${typesSummary(c, varTypes(sig.params.vars), sig.variadic, false)}`);
  err.report();
}

function isGenericFunc(t: Type | null): t is Signature {
  return t !== null && t.kind === 'Signature' && t.typeParams !== null && t.typeParams.length > 0;
}

function hasGenericArg(args: readonly Operand[]): boolean {
  for (const arg of args) {
    if (isGenericFunc(arg.type)) return true;
  }
  return false;
}

/** Assigns each argument to its parameter; with `spread` the last parameter takes all remaining ones. */
function assignAll(c: Checker, call: ast.CallExpr, params: Tuple, spread: boolean, args: readonly Operand[]): void {
  const vars = params.vars;
  const fixed = spread ? vars.length - 1 : vars.length;
  for (let i = 0; i < args.length; i++) {
    const t = i < fixed ? (vars[i] as Var).type : variadicElem(vars[fixed] as Var);
    assignment(c, args[i] as Operand, t as Type, call);
  }
}

function variadicElem(last: Var): Type {
  return (last.type as SliceType).elem;
}

/** One parameter an argument: the last one of a variadic function is repeated. */
function spreadParams(sig: Signature, nargs: number): Tuple {
  const vars = sig.params.vars;
  const last = vars[vars.length - 1] as Var;
  const params = vars.slice(0, -1);
  const elem = variadicElem(last);
  while (params.length < nargs) params.push(newParam(last.pkg, last.name, elem));
  return newTuple(params);
}

function inferAndAssign(
  c: Checker,
  call: ast.CallExpr,
  sig: Signature,
  givenTargs: readonly Type[],
  xlist: readonly ast.Expr[],
  args: readonly Operand[],
  atargs: readonly (readonly Type[] | null)[] | null,
  spread: boolean,
): Signature {
  let params = spread ? spreadParams(sig, args.length) : sig.params;
  let tparams: TypeParam[] = [];
  const targs: (Type | null)[] = [...givenTargs];

  const n = sig.typeParams === null ? 0 : sig.typeParams.length;
  if (n > 0) {
    if (!allowVersion(c, go1_18)) {
      if (call.fun.kind === 'IndexExpr') {
        versionError(c, inNode(call.fun, call.fun.lbrack), go1_18, 'function instantiation');
      } else {
        versionError(c, inNode(call, call.lparen), go1_18, 'implicit function instantiation');
      }
    }
    // Fresh type parameters: the call may be recursive.
    const [renamed, tuple] = renameTParams(c, call.pos, sig.typeParams ?? [], params);
    tparams = [...renamed];
    params = tuple as Tuple;
    while (targs.length < tparams.length) targs.push(null);
  }

  // Type parameters of generic arguments join those of the callee: they are inferred together.
  const genericArgs: number[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Operand;
    if (!isGenericFunc(arg.type)) continue;
    // Fresh ones also here: the same function may be passed twice. The object's own type must stay as it is.
    const copy: Signature = { ...arg.type };
    const [renamed, type] = renameTParams(c, call.pos, copy.typeParams ?? [], copy);
    const asig = type as Signature;
    asig.typeParams = renamed;
    arg.type = asig;
    for (const p of renamed) tparams.push(p);
    const given = atargs === null ? null : (atargs[i] ?? null);
    for (const t of given ?? noTypes) targs.push(t);
    while (targs.length < tparams.length) targs.push(null);
    genericArgs.push(i);
  }
  assert(tparams.length === targs.length);
  if (genericArgs.length > 0) {
    const first = args[genericArgs[0] as number] as Operand;
    verifyVersion(c, at(first), go1_21, 'implicitly instantiated function as argument');
  }

  const err = newError(c, 'CannotInferTypeArgs');
  const inferred = infer(c, call, tparams, targs, params, args, false, err);
  if (inferred === null) {
    const first = err.parts[0];
    if (first !== undefined) {
      const text = err.parts.map((part) => part.msg).join('\n\t');
      reportError(c, first.at, 'CannotInferTypeArgs', `in call to ${exprString(call.fun)}, ${text}`);
    }
    return sig;
  }

  let result = sig;
  if (n > 0) {
    const own = inferred.slice(0, n);
    result = instantiateSignature(c, call.pos, call.fun, sig, own, xlist);
    if (spread) {
      const map = makeSubstMap(tparams.slice(0, n), own);
      params = subst(c, call.pos, params, map, null, c.ctxt) as Tuple;
    } else {
      params = result.params;
    }
  }
  let j = n;
  for (const i of genericArgs) {
    const arg = args[i] as Operand;
    const asig = arg.type as Signature;
    const k = j + (asig.typeParams as readonly TypeParam[]).length;
    arg.type = instantiateSignature(c, call.pos, arg.expr as ast.Expr, asig, inferred.slice(j, k), []);
    record(c, arg);
    j = k;
  }

  assignAll(c, call, params, false, args);
  return result;
}
