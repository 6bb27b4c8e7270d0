// Range statements, and what each kind of value gives when it is ranged over.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment, assignVar, initVar } from './assignments.ts';
import { arrayPtrDeref } from './builtins.ts';
import { closeScope, openScope } from './check.ts';
import type { Checker } from './checker.ts';
import { declare } from './decl.ts';
import { atPos, reportError, softError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { newVar, type Var } from './object.ts';
import { at, newOperand, type Operand, operandString } from './operand.ts';
import { identical, isBoolean, isInteger, isString } from './predicates.ts';
import { recordDef } from './recording.ts';
import { rangeSpec } from './spec-declare.ts';
import { stmt } from './stmt.ts';
import type { Signature, Type } from './type.ts';
import { commonUnder, formatTypeErr, typeErrorf } from './under.ts';
import { Typ, universeRune } from './universe.ts';
import { allowVersion, go1_22, go1_23 } from './version.ts';

/** Checks `for key, value := range x { }`; `inner` is the context of the body's statements. */
export function rangeStmt(c: Checker, inner: number, s: ast.RangeStmt): void {
  const x = newOperand();
  c.env.hasCallOrRecv = false;
  expr(c, null, x, s.x);

  let key: Type | null = null;
  let val: Type | null = null;
  if (x.mode !== 'invalid') {
    const r = rangeKeyVal(c, x.type as Type, (version) => allowVersion(c, version));
    const text = () => operandString(c, x);
    const extra = s.extra[0];
    if (!r.ok) {
      const cause = r.cause === '' ? '' : `: ${r.cause}`;
      softError(c, at(x), 'InvalidRangeExpr', `cannot range over ${text()}${cause}`);
    } else if (r.key === null && s.key !== null) {
      softError(c, s.key, 'InvalidIterVar', `range over ${text()} permits no iteration variables`);
    } else if (r.val === null && s.value !== null) {
      softError(c, s.value, 'InvalidIterVar', `range over ${text()} permits only one iteration variable`);
    } else if (extra !== undefined) {
      softError(c, extra, 'InvalidIterVar', 'range clause permits at most two iteration variables');
    }
    key = r.key;
    val = r.val;
  }

  // Variables belong to the loop; the range expression must not see them.
  openScope(c, s, 'range');
  if (s.op === ':=') {
    if (allowVersion(c, go1_22)) c.info.perIteration.set(s, true);
    declareIterVars(c, s, x, key, val);
  } else if (s.key !== null) {
    assignIterVar(c, s.key, x, key);
    if (s.value !== null) assignIterVar(c, s.value, x, val);
  } else if (isIntegerOperand(x)) {
    // Without variables, an untyped constant must still be an int.
    assignment(c, x, null, 'range clause');
  }
  if (c.spec !== null) rangeSpec(c, s, x);
  stmt(c, inner, s.body);
  closeScope(c);
}

function isIntegerOperand(x: Operand): boolean {
  return x.type !== null && isInteger(x.type);
}

function declareIterVars(c: Checker, s: ast.RangeStmt, x: Operand, key: Type | null, val: Type | null): void {
  const overInt = isIntegerOperand(x);
  const vars: Var[] = [];
  for (let i = 0; i < 2; i++) {
    const lhs = i === 0 ? s.key : s.value;
    if (lhs === null) continue;
    let obj: Var;
    if (lhs.kind === 'Ident') {
      obj = newVar('local', lhs.pos, c.pkg, lhs.name, null);
      recordDef(c, lhs, obj);
      if (lhs.name !== '_') vars.push(obj);
    } else {
      reportError(c, lhs, 'InvalidSyntaxTree', `cannot declare ${exprString(lhs)}`);
      obj = newVar('local', lhs.pos, c.pkg, '_', null);
    }
    const type = i === 0 ? key : val;
    if (type === null || type === Typ.invalid) {
      obj.type = Typ.invalid;
      c.usedVars.add(obj);
    } else if (overInt) {
      initVar(c, obj, x, 'range clause');
    } else {
      initVar(c, obj, iterationValue(lhs, type), 'assignment');
    }
  }
  if (vars.length === 0) reportError(c, atPos(s.opPos), 'NoNewVar', 'no new variables on left side of :=');
  for (const obj of vars) declare(c, c.env.scope, null, obj, s.body.pos);
}

function assignIterVar(c: Checker, lhs: ast.Expr, x: Operand, type: Type | null): void {
  if (type === null || type === Typ.invalid) return;
  if (!isIntegerOperand(x)) {
    assignVar(c, lhs, null, iterationValue(lhs, type), 'assignment');
    return;
  }
  assignVar(c, lhs, null, x, 'range clause');
  // The assignment gave an untyped x its type.
  if (x.mode !== 'invalid' && !isIntegerOperand(x)) {
    const message = `cannot use iteration variable of type ${str(c, x.type as Type)}`;
    softError(c, lhs, 'InvalidRangeExpr', message);
  }
}

/** A value of the type; nothing in the source stands for it but the variable. */
function iterationValue(lhs: ast.Expr, type: Type): Operand {
  const y = newOperand();
  y.mode = 'value';
  y.expr = lhs;
  y.type = type;
  return y;
}

/** Types of the iteration variables, null for one that is not permitted; or why the type cannot be ranged over. */
export interface RangeTypes {
  readonly key: Type | null;
  readonly val: Type | null;
  readonly cause: string;
  readonly ok: boolean;
}

function bad(cause: string): RangeTypes {
  return { key: Typ.invalid, val: Typ.invalid, cause, ok: false };
}

/** What ranging over a value of type `orig` gives. `allow` says which language versions may be relied on. */
export function rangeKeyVal(c: Checker | null, orig: Type, allow: (version: number) => boolean): RangeTypes {
  const [rtype, error] = commonUnder(orig, (t, u) => {
    if (u !== null && u.kind === 'Chan' && u.dir === 'send') return typeErrorf('receive from send-only channel %s', t);
    return null;
  });
  if (rtype === null) return bad(error === null ? '' : formatTypeErr(c, error));

  const t = arrayPtrDeref(rtype);
  switch (t.kind) {
    case 'Basic':
      if (isString(t)) return { key: Typ.int, val: universeRune, cause: '', ok: true };
      if (isInteger(t)) {
        if (!allow(go1_22)) return bad('requires go1.22 or later');
        return { key: orig, val: null, cause: '', ok: true };
      }
      break;
    case 'Array':
    case 'Slice':
      return { key: Typ.int, val: t.elem, cause: '', ok: true };
    case 'Map':
      return { key: t.key, val: t.elem, cause: '', ok: true };
    case 'Chan':
      return { key: t.elem, val: null, cause: '', ok: true };
    case 'Signature':
      if (!allow(go1_23)) return bad('requires go1.23 or later');
      return rangeOverFunc(c, t);
    default:
      break;
  }
  return { key: null, val: null, cause: '', ok: false };
}

function rangeOverFunc(c: Checker | null, t: Signature): RangeTypes {
  const prefix = 'func must be func(yield func(...) bool): ';
  const yieldVar = t.params.vars[0];
  if (t.params.vars.length !== 1 || yieldVar === undefined) return bad(`${prefix}wrong argument count`);
  if (t.results.vars.length !== 0) return bad(`${prefix}unexpected results`);
  const [u, error] = commonUnder(yieldVar.type as Type, null);
  if (u === null || u.kind !== 'Signature') {
    if (error !== null) return bad(`${prefix}in yield type, ${formatTypeErr(c, error)}`);
    return bad(`${prefix}argument is not func`);
  }
  if (u.params.vars.length > 2) return bad(`${prefix}yield func has too many parameters`);
  const result = u.results.vars.length === 1 ? (u.results.vars[0] as Var).type : null;
  if (result === null) return bad(`${prefix}yield func does not return bool`);
  if (!identical(result, Typ.bool)) {
    if (isBoolean(result)) return bad(`${prefix}yield func returns user-defined boolean, not bool`);
    return bad(`${prefix}yield func does not return bool`);
  }
  const [k, v] = u.params.vars;
  return { key: k?.type ?? null, val: v?.type ?? null, cause: '', ok: true };
}
