// Calls, conversions written as calls, and the instantiation of generic functions.

import { assert } from '../base/assert.ts';
import { noPos, type Pos, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { checkArguments } from './arguments.ts';
import { builtin } from './builtins.ts';
import { later } from './check.ts';
import type { Checker, Target } from './checker.ts';
import { conversion } from './conversions.ts';
import { atPos, inNode, invalidOp, newError, reportError, softError, versionError } from './errors.ts';
import {
  type ExprKind,
  exclude,
  expr,
  exprOrType,
  finishExpr,
  genericExpr,
  multiExpr,
  nonGeneric,
  notAValue,
  rawExpr,
  singleValue,
  unpackTuple,
} from './expr.ts';
import { str } from './format.ts';
import { indexExpr } from './indexing.ts';
import { infer, isParameterized, renameTParams } from './infer.ts';
import { instance, verify } from './instantiate.ts';
import { recordMonoInstance } from './mono.ts';
import { newSignature, newTuple } from './newtypes.ts';
import { newParam } from './object.ts';
import { at, newOperand, type Operand, operandString } from './operand.ts';
import { isTypeParam } from './predicates.ts';
import { record, recordInstance, recordTypeAndValue } from './recording.ts';
import { instanceSignature, specCall } from './spec-calls.ts';
import type { Signature, Tuple, Type } from './type.ts';
import { isMethodSet, typeSet } from './typeset.ts';
import { typeList } from './typexpr.ts';
import { commonUnder, formatTypeErr, typeErrorf, under } from './under.ts';
import { predeclaredFuncs } from './universe.ts';
import { use } from './use.ts';
import { allowVersion, go1_18, go1_21, verifyVersion } from './version.ts';

/**
 * Instantiates the generic function `x` with the type arguments that `ix`, if not null, gives, and with those that can
 * be inferred from `target`, if not null.
 * Without `infer` the function stays as it is if type arguments are missing: those given are the result, for a caller
 * which knows more. Otherwise the result is null. After an error x is invalid.
 */
export function funcInst(
  c: Checker,
  target: Target | null,
  pos: Pos,
  x: Operand,
  ix: ast.IndexExpr | null,
  mayInfer: boolean,
): readonly Type[] | null {
  let where: Span;
  if (ix !== null) {
    where = inNode(ix, ix.lbrack);
    x.expr = ix;
  } else {
    where = atPos(pos);
  }
  const versionOk = verifyVersion(c, where, go1_18, 'function instantiation');

  let targs: readonly Type[] = [];
  const xlist = ix === null ? [] : ix.indices;
  if (ix !== null) {
    const list = typeList(c, ix.indices);
    if (list === null) {
      x.mode = 'invalid';
      return null;
    }
    targs = list;
  }

  const sig = x.type as Signature;
  const tparams = sig.typeParams ?? [];
  if (targs.length > tparams.length) {
    const extra = (ix as ast.IndexExpr).indices[targs.length - 1] as ast.Expr;
    reportError(c, extra, 'WrongTypeArgCount', `got ${targs.length} type arguments but want ${tparams.length}`);
    x.mode = 'invalid';
    return null;
  }

  if (targs.length < tparams.length) {
    if (!mayInfer) return targs;
    const inferred = inferFromTarget(c, target, pos, x, sig, targs, ix !== null, versionOk, where);
    if (inferred === null) {
      x.mode = 'invalid';
      return null;
    }
    targs = inferred;
  }

  x.type = instantiateSignature(c, at(x).pos, x.expr as ast.Expr, sig, targs, xlist);
  x.mode = 'value';
  return null;
}

/**
 * Type arguments for `x` in `var v target = x`: found as if a function with x's type parameters and one parameter of
 * x's type were called with v.
 */
function inferFromTarget(
  c: Checker,
  target: Target | null,
  pos: Pos,
  x: Operand,
  sig: Signature,
  targs: readonly Type[],
  partial: boolean,
  versionOk: boolean,
  where: Span,
): readonly Type[] | null {
  const args: Operand[] = [];
  let params = newTuple([]);
  if (target !== null) {
    if (versionOk && !allowVersion(c, go1_21)) {
      versionError(c, where, go1_21, `${partial ? 'partially' : 'implicitly'} instantiated function in assignment`);
    }
    const plain = newSignature(null, null, null, sig.params, sig.results, sig.variadic);
    params = newTuple([newParam(c.pkg, '', plain)]);
    // Stands for the variable in messages. It is in no tree, so its id is never looked up.
    const variable: ast.Ident = { kind: 'Ident', id: 0, pos: at(x).pos, end: at(x).end, name: target.desc };
    args.push({ mode: 'value', expr: variable, type: target.sig, val: null, builtin: null });
  }
  // Fresh type parameters: the function may be instantiated in its own body.
  const [tparams, params2] = renameTParams(c, pos, sig.typeParams ?? [], params);
  const err = newError(c, 'CannotInferTypeArgs');
  const inferred = infer(c, atPos(pos), tparams, targs, params2 as Tuple, args, target !== null, err);
  if (inferred === null && !err.empty()) err.report();
  return inferred;
}

/** The signature with its type parameters replaced; constraints are verified later, when all types are set up. */
export function instantiateSignature(
  c: Checker,
  pos: Pos,
  e: ast.Expr,
  sig: Signature,
  targs: readonly Type[],
  xlist: readonly ast.Expr[],
): Signature {
  const inst = instance(c, pos, sig, targs, null, c.ctxt) as Signature;
  recordInstance(c, e, targs, inst);
  later(c, () => {
    const tparams = sig.typeParams ?? [];
    const failure = verify(c, pos, tparams, targs, c.ctxt);
    if (failure !== null) {
      const culprit = xlist[failure.index];
      softError(c, culprit ?? atPos(pos), 'InvalidTypeArg', failure.message);
    } else {
      recordMonoInstance(c.mono, c.pkg, pos, tparams, targs, xlist);
    }
  });
  return inst;
}

export function callExpr(c: Checker, x: Operand, call: ast.CallExpr): ExprKind {
  const fun = call.fun;
  if (c.spec !== null) {
    const kind = specCall(c, x, call);
    if (kind !== null) return kind;
  }
  let ix: ast.IndexExpr | null = null;
  if (fun.kind === 'IndexExpr') {
    // A generic function is instantiated together with its arguments, which may determine type arguments.
    if (indexExpr(c, x, fun)) ix = fun;
    x.expr = fun;
    record(c, x);
  } else {
    exprOrType(c, x, fun, true);
  }

  switch (x.mode) {
    case 'invalid':
      use(c, call.args);
      x.expr = call;
      return 'statement';
    case 'typexpr':
      convert(c, x, call);
      return 'conversion';
    case 'builtin': {
      const id = x.builtin as NonNullable<Operand['builtin']>;
      if (!builtin(c, x, call, id)) x.mode = 'invalid';
      x.expr = call;
      const mode = x.mode as Operand['mode'];
      if (mode !== 'invalid' && mode !== 'constant') c.env.hasCallOrRecv = true;
      return predeclaredFuncs[id].result;
    }
  }
  return ordinaryCall(c, x, call, ix);
}

/** `T(v)` */
function convert(c: Checker, x: Operand, call: ast.CallExpr): void {
  nonGeneric(c, null, x);
  if (x.mode === 'invalid') return;
  const T = x.type as Type;
  x.mode = 'invalid';
  const n = call.args.length;
  if (n === 0) {
    reportError(c, inNode(call, call.rparen), 'WrongArgCount', `missing argument in conversion to ${str(c, T)}`);
  } else if (n > 1) {
    use(c, call.args);
    const last = call.args[n - 1] as ast.Expr;
    reportError(c, last, 'WrongArgCount', `too many arguments in conversion to ${str(c, T)}`);
  } else {
    convertArgument(c, x, call, call.args[0] as ast.Expr, T);
  }
  x.expr = call;
}

function convertArgument(c: Checker, x: Operand, call: ast.CallExpr, arg: ast.Expr, T: Type): void {
  expr(c, null, x, arg);
  if (x.mode === 'invalid') return;
  if (call.ellipsis !== noPos) {
    reportError(c, arg, 'BadDotDotDotSyntax', `invalid use of ... in conversion to ${str(c, T)}`);
    x.mode = 'invalid';
    return;
  }
  const u = under(T);
  if (u.kind === 'Interface' && !isTypeParam(T) && !isMethodSet(typeSet(u))) {
    reportError(
      c,
      call,
      'MisplacedConstraintIface',
      `cannot use interface ${str(c, T)} in conversion (contains specific type constraints or is comparable)`,
    );
    x.mode = 'invalid';
    return;
  }
  conversion(c, x, T);
}

function ordinaryCall(c: Checker, x: Operand, call: ast.CallExpr, ix: ast.IndexExpr | null): ExprKind {
  const cgocall = x.mode === 'cgofunc';
  const callee = calleeSignature(c, x);
  if (callee === null) {
    x.mode = 'invalid';
    x.expr = call;
    return 'statement';
  }
  let sig = callee;
  const wasGeneric = sig.typeParams !== null && sig.typeParams.length > 0;

  let xlist: readonly ast.Expr[] = [];
  let targs: readonly Type[] = [];
  if (ix !== null) {
    const list = typeList(c, ix.indices);
    const want = sig.typeParams === null ? 0 : sig.typeParams.length;
    if (list !== null && list.length > want) {
      const extra = ix.indices[want] as ast.Expr;
      reportError(c, extra, 'WrongTypeArgCount', `got ${list.length} type arguments but want ${want}`);
    }
    if (list === null || list.length > want) {
      use(c, call.args);
      x.mode = 'invalid';
      x.expr = call;
      return 'statement';
    }
    xlist = ix.indices;
    targs = list;
    // With all type arguments there is nothing to infer; the instance is recorded even if arguments are wrong.
    if (targs.length === want && want > 0) {
      verifyVersion(c, atPos(ix.lbrack), go1_18, 'function instantiation');
      sig = instantiateSignature(c, ix.pos, ix, sig, targs, xlist);
      targs = [];
      xlist = [];
    }
  }

  const partial: PartialArgs = { targs: null };
  const args = genericExprList(c, call.args, partial);
  sig = checkArguments(c, call, sig, targs, xlist, args, partial.targs);

  const tparams = sig.typeParams;
  if (wasGeneric && (tparams === null || tparams.length === 0)) recordTypeAndValue(c, call.fun, 'value', sig, null);

  const results = sig.results.vars;
  switch (results.length) {
    case 0:
      x.mode = 'novalue';
      break;
    case 1:
      x.mode = cgocall ? 'commaerr' : 'value';
      x.type = (results[0] as (typeof results)[number]).type;
      break;
    default:
      x.mode = 'value';
      x.type = sig.results;
  }
  x.expr = call;
  c.env.hasCallOrRecv = true;

  // Where inference failed, the result type still mentions type parameters of the callee.
  if (x.mode === 'value' && tparams !== null && tparams.length > 0 && isParameterized(tparams, x.type as Type)) {
    x.mode = 'invalid';
  }
  return 'statement';
}

/** The function type of a called operand; null after an error. */
function calleeSignature(c: Checker, x: Operand): Signature | null {
  const t = x.type as Type;
  const direct = under(t);
  if (direct.kind === 'Signature') return direct;
  if (direct.kind === 'Math' && direct.math === 'pred') return instanceSignature(direct);
  const [u, err] = commonUnder(t, (t, u) =>
    u !== null && u.kind !== 'Signature' ? typeErrorf('%s is not a function', t) : null,
  );
  if (err !== null) {
    reportError(c, at(x), 'InvalidCall', `${invalidOp}cannot call ${operandString(c, x)}: ${formatTypeErr(c, err)}`);
    return null;
  }
  assert(u !== null && u.kind === 'Signature');
  return u;
}

/** The values of a list of expressions; a single one may have several. */
export function exprList(c: Checker, list: readonly ast.Expr[]): Operand[] {
  if (list.length === 1) return multiExpr(c, list[0] as ast.Expr, false).list;
  const operands: Operand[] = [];
  for (const e of list) {
    const x = newOperand();
    expr(c, null, x, e);
    operands.push(x);
  }
  return operands;
}

/** Type arguments of function arguments that are instantiated in part, by argument; null if there are none. */
interface PartialArgs {
  targs: (readonly Type[] | null)[] | null;
}

/** Like exprList, but from Go 1.21 on operands may be functions of which type arguments are still missing. */
function genericExprList(c: Checker, list: readonly ast.Expr[], partial: PartialArgs): Operand[] {
  const n = list.length;
  if (n === 0) return [];
  if (n === 1) {
    const e = list[0] as ast.Expr;
    const x = newOperand();
    if (e.kind === 'IndexExpr') {
      indexedArg(c, x, e, 0, partial);
    } else {
      rawExpr(c, null, x, e, null, true);
      exclude(c, x, notAValue);
      if (x.mode !== 'invalid' && (x.type as Type).kind === 'Tuple') return unpackTuple(x, e);
    }
    return [x];
  }
  const operands: Operand[] = [];
  for (let i = 0; i < n; i++) {
    const e = list[i] as ast.Expr;
    const x = newOperand();
    if (e.kind === 'IndexExpr') indexedArg(c, x, e, i, partial);
    else genericExpr(c, x, e);
    operands.push(x);
  }
  return operands;
}

/** Argument `a[i]`, or `f[T]` with a generic f, which is instantiated as far as its type arguments allow. */
function indexedArg(c: Checker, x: Operand, e: ast.IndexExpr, i: number, partial: PartialArgs): void {
  if (!indexExpr(c, x, e)) {
    x.expr = e;
    finishExpr(c, null, x, true);
    exclude(c, x, notAValue);
    singleValue(c, x);
    return;
  }
  const targs = funcInst(c, null, at(x).pos, x, e, !allowVersion(c, go1_21));
  if (targs === null) {
    record(c, x);
    return;
  }
  partial.targs ??= [];
  while (partial.targs.length < i) partial.targs.push(null);
  partial.targs.push(targs);
  x.expr = e;
}
