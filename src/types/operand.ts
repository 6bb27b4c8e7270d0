// Operands: intermediate results of checking expressions, and what they may be assigned to.

import type { Span } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import type { Cause, Checker } from './checker.ts';
import type { Code } from './codes.ts';
import { makeFromLiteral, type Value, valueString } from './constant.ts';
import { noSpan } from './errors.ts';
import { str } from './format.ts';
import { implements_ } from './instantiate.ts';
import { isInterfacePtr } from './lookup.ts';
import type { BuiltinId } from './object.ts';
import { hasEmptyTypeset, hasName, identical, isGeneric, isUntyped, isValid } from './predicates.ts';
import { specAssignable } from './spec-assignable.ts';
import { specImplements } from './spec-implements.ts';
import type { Basic, MathType, Type, TypeParam } from './type.ts';
import { is } from './typeparam.ts';
import { under } from './under.ts';
import { predeclaredFuncs, Typ } from './universe.ts';
import { implicitTypeAndValue } from './untyped.ts';

export type OperandMode =
  | 'invalid'
  /** A call without result. */
  | 'novalue'
  | 'builtin'
  | 'typexpr'
  | 'constant'
  /** Addressable. */
  | 'variable'
  /** `m[k]`: assignable, and may be used with `, ok`. */
  | 'mapindex'
  | 'value'
  /** A value that may be used with `, ok`. */
  | 'commaok'
  /** A value that may be used with `, err` (cgo). */
  | 'commaerr'
  | 'cgofunc';

export interface Operand {
  mode: OperandMode;
  expr: ast.Expr | null;
  type: Type | null;
  /** Null unless mode is constant. */
  val: Value | null;
  /** Null unless mode is builtin. */
  builtin: BuiltinId | null;
}

export function newOperand(): Operand {
  return { mode: 'invalid', expr: null, type: null, val: null, builtin: null };
}

/** The span that errors about `x` are reported at; an operand without expression has no place. */
export function at(x: Operand): Span {
  return x.expr ?? noSpan;
}

/** Makes `x` what `from` is. */
export function copyOperand(x: Operand, from: Operand): void {
  x.mode = from.mode;
  x.expr = from.expr;
  x.type = from.type;
  x.val = from.val;
  x.builtin = from.builtin;
}

export function cloneOperand(x: Operand): Operand {
  return { mode: x.mode, expr: x.expr, type: x.type, val: x.val, builtin: x.builtin };
}

const modeText: Readonly<Record<OperandMode, string>> = {
  invalid: 'invalid operand',
  novalue: 'no value',
  builtin: 'built-in',
  typexpr: 'type',
  constant: 'constant',
  variable: 'variable',
  mapindex: 'map index expression',
  value: 'value',
  commaok: 'comma, ok expression',
  commaerr: 'comma, error expression',
  cgofunc: 'cgo function',
};

/** An operand as messages describe it: `x (variable of type int)`, `1 << 3 (untyped int constant 8)`, `nil`. */
export function operandString(c: Checker | null, x: Operand): string {
  if (isNil(x)) return 'nil';
  let expr = '';
  if (x.expr !== null) expr = exprString(x.expr);
  else if (x.mode === 'builtin' && x.builtin !== null) expr = predeclaredFuncs[x.builtin].name;
  else if (x.mode === 'typexpr') expr = str(c, x.type);
  else if (x.mode === 'constant' && x.val !== null) expr = valueString(x.val);

  let text = '';
  let type: Type | null = null;
  if (x.type !== null && x.mode !== 'invalid' && x.mode !== 'novalue' && x.mode !== 'builtin' && x.mode !== 'typexpr') {
    if (isUntyped(x.type)) text += `${str(c, x.type)} `;
    else type = x.type;
  }
  text += modeText[x.mode];
  if (x.mode === 'constant' && x.val !== null) {
    const value = valueString(x.val);
    if (value !== expr) text += ` ${value}`;
  }
  if (type !== null) text += isValid(type) ? ` of ${describeType(c, type)}` : ' with invalid type';
  return expr === '' ? text : `${expr} (${text})`;
}

/** `type T`, with what kind of type it is after its name, and the constraint of a type parameter. */
function describeType(c: Checker | null, type: Type): string {
  let desc = isGeneric(type) ? 'generic ' : '';
  const tpar = unalias(type);
  if (tpar.kind !== 'TypeParam') {
    if (type.kind === 'Alias' || type.kind === 'Named') {
      const u = under(type);
      const what = u.kind === 'Basic' ? u.name : compositeKind(u);
      desc += `${what} `;
    }
    return `${desc}type ${str(c, type)}`;
  }
  const note = hasEmptyTypeset(tpar) ? ' with empty type set' : '';
  return `${desc}type ${str(c, type)} constrained by ${str(c, tpar.bound)}${note}`;
}

/** How a mathematical type is called in the language. */
function mathWord(t: MathType): string {
  return t.math === 'clause' ? 'adt' : t.math;
}

/** `array`, `slice`, ... for a composite type, '' for a basic one. */
export function compositeKind(t: Type): string {
  switch (under(t).kind) {
    case 'Array':
      return 'array';
    case 'Slice':
      return 'slice';
    case 'Struct':
      return 'struct';
    case 'Pointer':
      return 'pointer';
    case 'Signature':
      return 'func';
    case 'Interface':
      return 'interface';
    case 'Map':
      return 'map';
    case 'Chan':
      return 'chan';
    case 'Tuple':
      return 'tuple';
    case 'Union':
      return 'union';
    case 'Math':
      return mathWord(under(t) as MathType);
    case 'Basic':
    case 'Named':
    case 'Alias':
    case 'TypeParam':
      return '';
  }
}

const literalType: Readonly<Record<ast.LitKind, Basic>> = {
  int: Typ['untyped int'],
  float: Typ['untyped float'],
  imag: Typ['untyped complex'],
  char: Typ['untyped rune'],
  string: Typ['untyped string'],
};

/** Makes `x` the untyped constant that a literal denotes; invalid if the literal is malformed or too large. */
export function setConst(x: Operand, kind: ast.LitKind, literal: string): void {
  const val = makeFromLiteral(literal, kind);
  if (val.kind === 'unknown') {
    x.mode = 'invalid';
    x.type = Typ.invalid;
    return;
  }
  x.mode = 'constant';
  x.type = literalType[kind];
  x.val = val;
}

/** Whether `x` is the untyped nil. */
export function isNil(x: Operand): boolean {
  return x.mode === 'value' && x.type === Typ['untyped nil'];
}

/** Whether an operand is assignable, and the code of the error if it is not. */
export type Assignability = readonly [ok: boolean, code: Code];

const assignable: Assignability = [true, 'IncompatibleAssign'];
const incompatible: Assignability = [false, 'IncompatibleAssign'];
const invalidIface: Assignability = [false, 'InvalidIfaceAssign'];
const invalidChan: Assignability = [false, 'InvalidChanAssign'];

/** Whether `x` can be assigned to a variable of type T. The checker is null once all methods are checked. */
export function assignableTo(c: Checker | null, x: Operand, T0: Type, cause: Cause | null): Assignability {
  if (x.mode === 'invalid' || !isValid(T0)) return assignable;
  const V = unalias(x.type as Type);
  const T = unalias(T0);
  if (identical(V, T)) return assignable;

  const Vu = under(V);
  const Tu = under(T);
  const Vp = V.kind === 'TypeParam' ? V : null;
  const Tp = T.kind === 'TypeParam' ? T : null;

  // An untyped value must be representable, in each type that a type parameter may stand for.
  if (isUntyped(Vu)) {
    const ok =
      Tp === null
        ? implicitTypeAndValue(c, x, T)[0] !== null
        : is(Tp, (t) => t !== null && t.type !== null && implicitTypeAndValue(c, x, t.type)[0] !== null);
    return ok ? assignable : incompatible;
  }

  if (Vp === null && Tp === null && (!hasName(V) || !hasName(T)) && identical(Vu, Tu)) return assignable;
  if (specAssignable(V, T)) return assignable;

  // A pointer to an interface never is what was meant: asking gives the cause.
  if ((Tu.kind === 'Interface' && Tp === null) || isInterfacePtr(Tu)) {
    if (implements_(c, V, T, false, cause)) {
      if (c === null || c.spec === null || Tu.kind !== 'Interface') return assignable;
      return specImplements(c, V, T, x.expr, cause) ? assignable : invalidIface;
    }
    if (Vp === null) return invalidIface;
    if (cause !== null) cause.text = '';
  }

  if (Vu.kind === 'Interface' && Vp === null && implements_(c, T, V, false, null)) {
    if (cause !== null) cause.text = 'need type assertion';
    return incompatible;
  }

  if (Vu.kind === 'Chan' && Vu.dir === 'both' && Tu.kind === 'Chan' && identical(Vu.elem, Tu.elem)) {
    return !hasName(V) || !hasName(T) ? assignable : invalidChan;
  }

  if (Vp === null && Tp === null) return incompatible;
  if (!hasName(V) && Tp !== null) return assignableToTypeParam(c, x, Tp, cause);
  if (Vp !== null && !hasName(T)) return typeParamAssignableTo(c, x, Vp, T0, cause);
  return incompatible;
}

/** An unnamed type must be assignable to each type of the type set. */
function assignableToTypeParam(c: Checker | null, x: Operand, Tp: TypeParam, cause: Cause | null): Assignability {
  let result = incompatible;
  is(Tp, (term) => {
    if (term === null || term.type === null) return false;
    result = assignableTo(c, x, term.type, cause);
    if (!result[0]) {
      addCause(c, cause, () => `cannot assign ${str(c, x.type)} to ${str(c, term.type)} (in ${str(c, Tp)})`);
    }
    return result[0];
  });
  return result;
}

/** Each type of the type set must be assignable to an unnamed type. */
function typeParamAssignableTo(
  c: Checker | null,
  x: Operand,
  Vp: TypeParam,
  T: Type,
  cause: Cause | null,
): Assignability {
  const each = cloneOperand(x);
  let result = incompatible;
  is(Vp, (term) => {
    if (term === null || term.type === null) return false;
    each.type = term.type;
    result = assignableTo(c, each, T, cause);
    if (!result[0]) {
      addCause(c, cause, () => `cannot assign ${str(c, term.type)} (in ${str(c, Vp)}) to ${str(c, T)}`);
    }
    return result[0];
  });
  return result;
}

/** Puts a sentence in front of the cause found so far. */
export function addCause(c: Checker | null, cause: Cause | null, sentence: () => string): void {
  if (c === null || cause === null) return;
  cause.text = cause.text === '' ? sentence() : `${sentence()}\n\t${cause.text}`;
}
