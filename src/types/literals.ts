// Literals: basic, function and composite ones.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import { later } from './check.ts';
import type { Checker } from './checker.ts';
import { overflow } from './const.ts';
import {
  boolVal,
  float64Val,
  imag,
  int64Val,
  real,
  stringVal,
  toFloat,
  toInt,
  type Value,
  valueString,
} from './constant.ts';
import { inNode, reportError, versionError } from './errors.ts';
import { lookupError } from './errsupport.ts';
import { expr, exprWithHint } from './expr.ts';
import { str } from './format.ts';
import { index, unknownIndex } from './indexing.ts';
import { fieldIndex } from './lookup.ts';
import { newArray } from './newtypes.ts';
import { type GoObject, isExported, type Var } from './object.ts';
import { at, newOperand, type Operand, setConst } from './operand.ts';
import { identical, isNonTypeParamInterface, isTypeParam, isValid } from './predicates.ts';
import { recordTypeAndValue, recordUse } from './recording.ts';
import { closureSpec } from './spec-declare.ts';
import { mathLit } from './spec-literals.ts';
import { seenFrom } from './spec-members.ts';
import { predicateConstructor } from './spec-predicates.ts';
import { funcBody } from './stmt.ts';
import type { StructType, Type } from './type.ts';
import { typ, varType } from './typexpr.ts';
import { commonUnder, under } from './under.ts';
import { Typ } from './universe.ts';
import { use } from './use.ts';
import { allowVersion, go1_13 } from './version.ts';

// Longer numbers say nothing, and converting them takes time.
const maxLiteral = 10_000;

export function basicLit(c: Checker, x: Operand, e: ast.BasicLit): void {
  if (e.lit === 'int' || e.lit === 'float' || e.lit === 'imag') {
    langCompat(c, e);
    if (e.value.length > maxLiteral) {
      const size = `${e.value.slice(0, 10)}... (${e.value.length} chars)`;
      reportError(c, e, 'InvalidConstVal', `excessively long constant: ${size}`);
      x.mode = 'invalid';
      return;
    }
  }
  setConst(x, e.lit, e.value);
  if (x.mode === 'invalid') {
    // The parser vouches for the form: the number is too large or too small.
    reportError(c, e, 'InvalidConstVal', `malformed constant: ${e.value}`);
    return;
  }
  x.expr = e;
  overflow(c, x, e.pos);
}

/** Rejects forms of numbers that are newer than the language version. */
function langCompat(c: Checker, e: ast.BasicLit): void {
  const s = e.value;
  if (s.length <= 2 || allowVersion(c, go1_13)) return;
  if (s.includes('_')) {
    versionError(c, e, go1_13, 'underscore in numeric literal');
    return;
  }
  if (s[0] !== '0') return;
  const radix = s[1];
  if (radix === 'b' || radix === 'B') versionError(c, e, go1_13, 'binary literal');
  else if (radix === 'o' || radix === 'O') versionError(c, e, go1_13, '0o/0O-style octal literal');
  else if (e.lit !== 'int' && (radix === 'x' || radix === 'X')) {
    versionError(c, e, go1_13, 'hexadecimal floating-point literal');
  }
}

export function funcLit(c: Checker, x: Operand, e: ast.FuncLit): void {
  const sig = typ(c, e.type);
  if (sig.kind !== 'Signature') {
    reportError(c, e, 'InvalidSyntaxTree', `invalid function literal ${exprString(e)}`);
    x.mode = 'invalid';
    return;
  }
  if (sig.scope !== null) {
    sig.scope.pos = e.pos;
    sig.scope.end = e.end;
  }
  if (c.spec !== null) {
    closureSpec(c, e, sig);
  } else if (!c.conf.ignoreFuncBodies) {
    // The body may refer to the type declaration that the literal is part of, so it has to wait; but not for longer
    // than until the enclosing scope changes.
    const decl = c.env.decl;
    const iota = c.env.iota;
    later(c, () => funcBody(c, decl, '<function literal>', sig, e.body, iota));
  }
  x.mode = 'value';
  x.type = sig;
}

/** `hint`, if not null, is the element type of the literal around `e`, which then may have no type of its own. */
export function compositeLit(c: Checker, x: Operand, e: ast.CompositeLit, hint: Type | null): void {
  if (c.spec !== null && predicateConstructor(c, x, e)) return;
  let type: Type;
  let base: Type;
  let isElem = false;
  if (e.type !== null) {
    if (e.type.kind === 'ArrayType' && e.type.len !== null && e.type.len.kind === 'EllipsisExpr') {
      // The length is filled in below.
      type = newArray(-1, varType(c, e.type.elt));
    } else {
      type = typ(c, e.type);
    }
    base = type;
  } else if (hint !== null) {
    type = hint;
    base = hint;
    // {...} stands for &T{...} where a *T is expected.
    const u = commonUnderlying(hint);
    if (u !== null && u.kind === 'Pointer') base = u.elem;
    isElem = true;
  } else {
    reportError(c, e, 'UntypedLit', 'missing type in composite literal');
    type = Typ.invalid;
    base = type;
  }

  const u = commonUnderlying(base);
  switch (u?.kind) {
    case 'Struct':
      structLit(c, x, e, base, u);
      break;
    case 'Array': {
      const n = indexedElts(c, e.elts, u.elem, u.len);
      // Also where the length is wrong: what is there is the best guess.
      if (u.len < 0) {
        u.len = n;
        if (e.type !== null) recordTypeAndValue(c, e.type, 'typexpr', u, null);
      }
      break;
    }
    case 'Slice':
      indexedElts(c, e.elts, u.elem, -1);
      break;
    case 'Map':
      mapLit(c, x, e, u);
      break;
    case 'Math':
      mathLit(c, x, e, u, type);
      return;
    default:
      // A key may be a field name of the type that is missing: only values can be checked.
      for (const elt of e.elts) use(c, [elt.kind === 'KeyValueExpr' ? elt.value : elt]);
      if (u === null || isValid(u)) {
        const what = `invalid composite literal${isElem ? ' element' : ''} type ${str(c, type)}`;
        reportError(c, e, 'InvalidLit', `${what}${u === null ? ' (no common underlying type)' : ''}`);
        x.mode = 'invalid';
        return;
      }
  }
  x.mode = 'value';
  x.type = type;
}

function commonUnderlying(t: Type): Type | null {
  return isTypeParam(t) ? commonUnder(t, null)[0] : under(t);
}

export function structLit(c: Checker, x: Operand, e: ast.CompositeLit, base: Type, struct: StructType): void {
  const first = e.elts[0];
  if (first === undefined) return;
  if (first.kind === 'KeyValueExpr') keyedFields(c, x, e, base, struct);
  else positionalFields(c, x, e, base, struct);
}

function keyedFields(c: Checker, x: Operand, e: ast.CompositeLit, base: Type, struct: StructType): void {
  const fields = struct.fields;
  const visited = new Uint8Array(fields.length);
  for (const kv of e.elts) {
    if (kv.kind !== 'KeyValueExpr') {
      reportError(c, kv, 'MixedStructLit', 'mixture of field:value and value elements in struct literal');
      continue;
    }
    const key = kv.key;
    // First the value, so that it is checked whatever is wrong with the key.
    expr(c, null, x, kv.value);
    if (key.kind !== 'Ident') {
      reportError(c, kv, 'InvalidLitField', `invalid field name ${exprString(key)} in struct literal`);
      continue;
    }
    const i = fieldIndex(fields, seenFrom(c, base), key.name, false);
    if (i < 0) {
      const j = fieldIndex(fields, c.pkg, key.name, true);
      const similar: GoObject | null = j >= 0 ? (fields[j] as Var) : null;
      reportError(c, key, 'MissingLitField', lookupError(c, base, key.name, similar, true));
      continue;
    }
    const field = fields[i] as Var;
    recordUse(c, key, field);
    assignment(c, x, field.type as Type, 'struct literal');
    if (visited[i] === 1) {
      reportError(c, kv, 'DuplicateLitField', `duplicate field name ${key.name} in struct literal`);
      continue;
    }
    visited[i] = 1;
  }
}

function positionalFields(c: Checker, x: Operand, e: ast.CompositeLit, base: Type, struct: StructType): void {
  const fields = struct.fields;
  for (let i = 0; i < e.elts.length; i++) {
    const elt = e.elts[i] as ast.Expr;
    if (elt.kind === 'KeyValueExpr') {
      reportError(c, elt, 'MixedStructLit', 'mixture of field:value and value elements in struct literal');
      continue;
    }
    expr(c, null, x, elt);
    const field = fields[i];
    if (field === undefined) {
      reportError(c, at(x), 'InvalidStructLit', `too many values in struct literal of type ${str(c, base)}`);
      break;
    }
    if (field.pkg !== c.pkg && !isExported(field.name) && seenFrom(c, base) === c.pkg) {
      const what = `implicit assignment to unexported field ${field.name} in struct literal of type ${str(c, base)}`;
      reportError(c, at(x), 'UnexportedLitField', what);
      continue;
    }
    assignment(c, x, field.type as Type, 'struct literal');
  }
  if (e.elts.length < fields.length) {
    const what = `too few values in struct literal of type ${str(c, base)}`;
    reportError(c, inNode(e, e.rbrace), 'InvalidStructLit', what);
  }
}

export function mapLit(
  c: Checker,
  x: Operand,
  e: ast.CompositeLit,
  map: { readonly key: Type; readonly elem: Type },
): void {
  // Equal constants of different types are different keys of an interface type.
  const keyIsInterface = isNonTypeParamInterface(map.key);
  const visited = new Map<unknown, Type[]>();
  for (const kv of e.elts) {
    if (kv.kind !== 'KeyValueExpr') {
      reportError(c, kv, 'MissingLitKey', 'missing key in map literal');
      continue;
    }
    exprWithHint(c, x, kv.key, map.key);
    assignment(c, x, map.key, 'map literal');
    if (x.mode === 'invalid') continue;
    if (x.mode === 'constant' && isDuplicate(visited, x, keyIsInterface)) {
      const what = valueString(x.val as Value);
      reportError(c, at(x), 'DuplicateLitKey', `duplicate key ${what} in map literal`);
      continue;
    }
    exprWithHint(c, x, kv.value, map.elem);
    assignment(c, x, map.elem, 'map literal');
  }
}

const noTypes: Type[] = [];

function isDuplicate(visited: Map<unknown, Type[]>, x: Operand, keyIsInterface: boolean): boolean {
  const key = keyVal(x.val as Value);
  const before = visited.get(key);
  if (!keyIsInterface) {
    visited.set(key, noTypes);
    return before !== undefined;
  }
  const t = x.type as Type;
  if (before === undefined) {
    visited.set(key, [t]);
    return false;
  }
  const duplicate = before.some((other) => identical(other, t));
  before.push(t);
  return duplicate;
}

/** A value by which a JavaScript map recognises equal constants, whatever their kind: 1, 1.0 and 1+0i are one. */
function keyVal(v: Value): unknown {
  switch (v.kind) {
    case 'complex': {
      const f = toFloat(v);
      if (f.kind !== 'unknown') return keyVal(f);
      return `${float64Val(real(v))[0]},${float64Val(imag(v))[0]}`;
    }
    case 'float': {
      const i = toInt(v);
      return i.kind === 'int' ? keyVal(i) : float64Val(v)[0];
    }
    case 'int': {
      const [i, exact] = int64Val(v);
      return exact ? i : valueString(v);
    }
    case 'string':
      return stringVal(v);
    case 'bool':
      return boolVal(v);
    case 'unknown':
      return v;
  }
}

/**
 * Checks the elements of an array or slice literal against the element type, and their indices against `length` unless
 * that is negative. The result is the length of the literal.
 */
export function indexedElts(c: Checker, elts: readonly ast.Expr[], elem: Type, length: number): number {
  // Indices can repeat only once there was an explicit one.
  let visited: Set<number> | null = null;
  let next = 0;
  let max = 0;
  const x = newOperand();
  for (const e of elts) {
    let validIndex = false;
    let value = e;
    if (e.kind === 'KeyValueExpr') {
      if (visited === null) {
        visited = new Set();
        for (let i = 0; i < next; i++) visited.add(i);
      }
      const i = index(c, newOperand(), e.key, length);
      if (i >= 0) {
        next = i;
        validIndex = true;
      } else if (i === unknownIndex) {
        reportError(c, e, 'InvalidLitIndex', `index ${exprString(e.key)} must be integer constant`);
      }
      value = e.value;
    } else if (length >= 0 && next >= length) {
      reportError(c, e, 'OversizeArrayLit', `index ${next} is out of bounds (>= ${length})`);
    } else {
      validIndex = true;
    }

    if (validIndex && visited !== null) {
      if (visited.has(next)) {
        reportError(c, e, 'DuplicateLitKey', `duplicate index ${next} in array or slice literal`);
      }
      visited.add(next);
    }
    next++;
    if (next > max) max = next;

    exprWithHint(c, x, value, elem);
    assignment(c, x, elem, 'array or slice literal');
  }
  return max;
}
