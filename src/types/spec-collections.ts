// Sequences, sets, multisets, dictionaries and options: operators, updates, ranges, and the functions written like calls.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import { lookup } from './check.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { expr, exprOrType } from './expr.ts';
import { str } from './format.ts';
import { newMath } from './newtypes.ts';
import { assignableTo, at, newOperand, type Operand, operandString } from './operand.ts';
import { allBoolean, isInteger, isUntyped, isValid } from './predicates.ts';
import { recordUse } from './recording.ts';
import { isStatement, merge, mergeTypes, settle, toBool, value } from './spec-expr.ts';
import { inGhost } from './spec-state.ts';
import { asMath, isAssertion, isMath } from './spec-types.ts';
import type { WordFunction } from './spec-universe.ts';
import type { MathKind, MathType, Type } from './type.ts';
import { varType } from './typexpr.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';
import { use } from './use.ts';

/** `x op y` for the operators that Go does not have. */
export function specBinary(c: Checker, x: Operand, e: ast.SpecBinaryExpr): void {
  const y = newOperand();
  expr(c, null, x, e.x);
  expr(c, null, y, e.y);
  switch (e.op) {
    case '==>':
    case '--*':
      implication(c, x, y, e);
      return;
    case '===':
    case '!==':
      ghostEqual(c, x, y, e);
      return;
    case 'elem':
      element(c, x, y);
      return;
    case '#':
      multiplicity(c, x, y);
      return;
    case '++':
      combine(c, x, y, e, ['seq'], 'a sequence');
      return;
    case 'union':
    case 'intersection':
    case 'setminus':
      combine(c, x, y, e, unordered, 'a set, multiset or dictionary');
      return;
    case 'subset':
      combine(c, x, y, e, unordered, 'a set, multiset or dictionary');
      if (x.mode !== 'invalid') x.type = Typ.bool;
      return;
  }
}

const unordered: readonly MathKind[] = ['set', 'mset', 'dict'];
const collections: readonly MathKind[] = ['seq', 'set', 'mset', 'dict'];

function implication(c: Checker, x: Operand, y: Operand, e: ast.SpecBinaryExpr): void {
  let ok = isStatement(c, y);
  if (e.op === '--*') {
    ok = isStatement(c, x) && ok;
    x.mode = ok ? 'value' : 'invalid';
    x.type = SpecTyp.assertion;
    return;
  }
  if (x.mode !== 'invalid' && !allBoolean(x.type as Type)) {
    const what = `${operandString(c, x)} is not a bool: permissions cannot be the condition of ==>`;
    reportError(c, at(x), 'SpecNotBool', what);
    ok = false;
  }
  if (x.mode === 'invalid' || !ok) {
    x.mode = 'invalid';
    return;
  }
  toBool(c, x);
  if (isAssertion(y.type as Type)) x.type = SpecTyp.assertion;
  else toBool(c, y);
}

/** `x === y` compares values of any type, as long as one can be used as the other. */
function ghostEqual(c: Checker, x: Operand, y: Operand, e: ast.SpecBinaryExpr): void {
  if (!comparableInGhost(c, x, y)) {
    if (x.mode !== 'invalid' && y.mode !== 'invalid') {
      const types = `${str(c, x.type)} and ${str(c, y.type)}`;
      reportError(c, e, 'SpecCompare', `cannot compare ${exprString(e.x)} ${e.op} ${exprString(e.y)}: types ${types}`);
    }
    x.mode = 'invalid';
    return;
  }
  x.mode = 'value';
  x.type = Typ.bool;
}

function comparableInGhost(c: Checker, x: Operand, y: Operand): boolean {
  if (x.mode === 'invalid' || y.mode === 'invalid') return false;
  if (merge(c, x, y) !== null) return true;
  if ((x.mode as Operand['mode']) === 'invalid' || (y.mode as Operand['mode']) === 'invalid') return false;
  return assignableTo(c, x, y.type as Type, null)[0] || assignableTo(c, y, x.type as Type, null)[0];
}

/** What has elements that `x elem y` asks for: their type, or null for a type that has none. */
function elementType(t: Type): Type | null {
  const u = under(t);
  if (u.kind === 'Map') return u.key;
  if (u.kind !== 'Math') return null;
  switch (u.math) {
    case 'seq':
    case 'set':
    case 'mset':
      return u.args[0] as Type;
    case 'dict':
      return u.args[1] as Type;
    default:
      return null;
  }
}

function element(c: Checker, x: Operand, y: Operand): void {
  if (y.mode === 'invalid') {
    x.mode = 'invalid';
    return;
  }
  const math = asMath(y.type as Type);
  const elem = elementType(y.type as Type);
  if (elem === null && math?.math !== 'adt') {
    reportError(c, at(y), 'SpecCollection', `${operandString(c, y)} is not a collection`);
    x.mode = 'invalid';
    return;
  }
  if (elem !== null && !fitsElement(c, x, elem)) {
    if (x.mode !== 'invalid') {
      const what = `${operandString(c, x)} cannot be an element of ${str(c, y.type)}`;
      reportError(c, at(x), 'SpecCompare', what);
    }
    x.mode = 'invalid';
    return;
  }
  if (x.mode === 'invalid') return;
  x.mode = 'value';
  x.type = Typ.bool;
}

function fitsElement(c: Checker, x: Operand, elem: Type): boolean {
  if (x.mode === 'invalid') return false;
  if (isUntyped(x.type as Type)) {
    assignment(c, x, elem, 'collection');
    return (x.mode as Operand['mode']) !== 'invalid';
  }
  const of: Operand = { mode: 'value', expr: null, type: elem, val: null, builtin: null };
  return assignableTo(c, x, elem, null)[0] || assignableTo(c, of, x.type as Type, null)[0];
}

/** `x # y`: how often x occurs in y. */
function multiplicity(c: Checker, x: Operand, y: Operand): void {
  if (y.mode !== 'invalid' && !isMath(y.type as Type, ...collections)) {
    reportError(c, at(y), 'SpecCollection', `${operandString(c, y)} is not a collection`);
    x.mode = 'invalid';
    return;
  }
  element(c, x, y);
  if (x.mode !== 'invalid') x.type = SpecTyp.integer;
}

function combine(c: Checker, x: Operand, y: Operand, e: ast.Expr, kinds: readonly MathKind[], what: string): void {
  let ok = x.mode !== 'invalid' && y.mode !== 'invalid';
  for (const operand of [x, y]) {
    if (operand.mode === 'invalid' || isMath(operand.type as Type, ...kinds)) continue;
    reportError(c, at(operand), 'SpecCollection', `${operandString(c, operand)} is not ${what}`);
    ok = false;
  }
  const type = ok ? mergeTypes(c, x.type as Type, y.type as Type) : null;
  if (type === null) {
    if (ok) {
      const types = `${str(c, x.type)} and ${str(c, y.type)}`;
      reportError(c, e, 'SpecMergeTypes', `cannot combine values of the types ${types}`);
    }
    x.mode = 'invalid';
    return;
  }
  x.mode = 'value';
  x.type = type;
}

/** `s[i = v, ...]`: the sequence or dictionary with other values at some places. */
export function updateExpr(c: Checker, x: Operand, e: ast.UpdateExpr): void {
  expr(c, null, x, e.x);
  const math = x.mode === 'invalid' ? null : asMath(x.type);
  if (x.mode !== 'invalid' && math?.math !== 'seq' && math?.math !== 'dict') {
    reportError(
      c,
      at(x),
      'SpecCollection',
      `cannot update ${operandString(c, x)}: it is neither a sequence nor a dictionary`,
    );
    x.mode = 'invalid';
  }
  let ok = x.mode !== 'invalid';
  for (const update of e.updates) {
    if (math === null || x.mode === 'invalid') {
      use(c, [update.key, update.value]);
      continue;
    }
    const key = newOperand();
    expr(c, null, key, update.key);
    if (math.math === 'dict') assignment(c, key, math.args[0] as Type, 'dictionary update');
    else if (key.mode !== 'invalid' && !isInteger(key.type as Type)) {
      reportError(c, at(key), 'SpecInteger', `index ${operandString(c, key)} is not an integer`);
      ok = false;
    } else settle(c, key);
    const val = newOperand();
    expr(c, null, val, update.value);
    assignment(c, val, math.args[math.math === 'dict' ? 1 : 0] as Type, 'update');
    if (key.mode === 'invalid' || val.mode === 'invalid') ok = false;
  }
  x.mode = ok ? 'value' : 'invalid';
}

/** `seq[a..b]` */
export function rangeLit(c: Checker, x: Operand, e: ast.RangeLit): void {
  let ok = true;
  for (const bound of [e.low, e.high]) {
    const y = newOperand();
    value(c, y, bound);
    if (y.mode === 'invalid') ok = false;
    else if (!isInteger(y.type as Type)) {
      reportError(c, at(y), 'SpecInteger', `${operandString(c, y)} is not an integer`);
      ok = false;
    }
  }
  x.mode = ok ? 'value' : 'invalid';
  x.type = newMath(e.word, [SpecTyp.integer]);
}

/** Index into a sequence or dictionary; false if x is neither. */
export function mathIndex(c: Checker, x: Operand, e: ast.IndexExpr): boolean {
  const math = asMath(x.type);
  if (math === null || (math.math !== 'seq' && math.math !== 'dict')) return false;
  const index = e.indices[0] as ast.Expr;
  const i = newOperand();
  expr(c, null, i, index);
  if (math.math === 'dict') {
    assignment(c, i, math.args[0] as Type, 'dictionary index');
    x.mode = i.mode === 'invalid' ? 'invalid' : 'mapindex';
    x.type = math.args[1] as Type;
    x.expr = e;
    return true;
  }
  if (i.mode !== 'invalid' && !isInteger(i.type as Type)) {
    reportError(c, at(i), 'SpecInteger', `index ${operandString(c, i)} is not an integer`);
    x.mode = 'invalid';
    return true;
  }
  settle(c, i);
  x.mode = i.mode === 'invalid' ? 'invalid' : 'variable';
  x.type = math.args[0] as Type;
  return true;
}

/** `s[a:b]` for a sequence; false if x is none. */
export function mathSlice(c: Checker, x: Operand, e: ast.SliceExpr): boolean {
  const math = asMath(x.type);
  if (math?.math !== 'seq') return false;
  let ok = true;
  for (const bound of [e.low, e.high, e.max]) {
    if (bound === null) continue;
    const y = newOperand();
    expr(c, null, y, bound);
    if (y.mode === 'invalid') ok = false;
    else if (bound === e.max) {
      reportError(c, at(y), 'SpecSequenceCap', 'a slice of a sequence has no capacity');
      ok = false;
    } else if (!isInteger(y.type as Type)) {
      reportError(c, at(y), 'SpecInteger', `bound ${operandString(c, y)} is not an integer`);
      ok = false;
    } else settle(c, y);
  }
  x.mode = ok ? 'value' : 'invalid';
  return true;
}

/** The functions that are written like calls and whose results depend on their arguments. */
export function wordCall(c: Checker, x: Operand, call: ast.CallExpr, word: WordFunction): void {
  inGhost(c, () => {
    const want = word === 'lowContext' ? 0 : word === 'rel' ? 2 : 1;
    if (call.args.length !== want) {
      use(c, call.args);
      const plural = want === 1 ? '' : 's';
      const got = call.args.length;
      reportError(c, call, 'WrongArgCount', `${word} takes ${want} argument${plural}, not ${got}`);
      x.mode = 'invalid';
      return;
    }
    const [first] = call.args;
    x.mode = 'invalid';
    if (first === undefined) {
      x.mode = 'value';
      x.type = Typ.bool;
      return;
    }
    wordResult(c, x, call, word, first);
  });
  x.expr = call;
}

function wordResult(c: Checker, x: Operand, call: ast.CallExpr, word: WordFunction, arg: ast.Expr): void {
  if (word === 'isComparable') {
    exprOrType(c, x, arg, false);
    if (x.mode === 'invalid') return;
    const ok = x.mode === 'typexpr' || under(x.type as Type).kind === 'Interface' || x.type === SpecTyp.type;
    if (!ok)
      reportError(c, at(x), 'SpecInterface', `${operandString(c, x)} is neither of an interface type nor a type`);
    x.mode = ok ? 'value' : 'invalid';
    x.type = Typ.bool;
    return;
  }
  if (word === 'none') {
    reportError(c, call, 'SpecNone', 'none needs the type of the option in brackets: none[T]');
    use(c, call.args);
    return;
  }
  expr(c, null, x, arg);
  if (word === 'rel') {
    settle(c, x);
    const which = newOperand();
    expr(c, null, which, call.args[1] as ast.Expr);
    return;
  }
  if (x.mode === 'invalid') return;
  const t = x.type as Type;
  switch (word) {
    case 'some':
      settle(c, x);
      x.type = newMath('option', [x.type as Type]);
      break;
    case 'get': {
      const math = asMath(t);
      if (math?.math === 'option') x.type = math.args[0] as Type;
      else wrongArgument(c, x, 'an option');
      break;
    }
    case 'typeOf':
      if (under(t).kind !== 'Interface') wrongArgument(c, x, 'of an interface type');
      x.type = SpecTyp.type;
      break;
    case 'low':
    case 'lowContext':
      settle(c, x);
      x.type = Typ.bool;
      break;
    case 'domain':
    case 'range':
      keysOrValues(c, x, word);
      break;
    case 'seq':
      convertTo(c, x, 'seq');
      break;
    case 'set':
      convertTo(c, x, 'set');
      break;
    case 'mset':
      convertTo(c, x, 'mset');
      break;
    case 'dict': {
      const u = under(t);
      if (u.kind === 'Map') x.type = newMath('dict', [u.key, u.elem]);
      else wrongArgument(c, x, 'a map');
      break;
    }
  }
  if ((x.mode as Operand['mode']) !== 'invalid') x.mode = 'value';
}

function wrongArgument(c: Checker, x: Operand, what: string): void {
  reportError(c, at(x), 'SpecCollection', `${operandString(c, x)} is not ${what}`);
  x.mode = 'invalid';
}

function keysOrValues(c: Checker, x: Operand, word: 'domain' | 'range'): void {
  const u = under(x.type as Type);
  if (u.kind === 'Map') x.type = newMath('set', [word === 'domain' ? u.key : u.elem]);
  else if (u.kind === 'Math' && u.math === 'dict') {
    x.type = newMath('set', [u.args[word === 'domain' ? 0 : 1] as Type]);
  } else wrongArgument(c, x, 'a map or dictionary');
}

/** `seq(x)`, `set(x)`, `mset(x)` */
function convertTo(c: Checker, x: Operand, to: 'seq' | 'set' | 'mset'): void {
  const u = under(x.type as Type);
  const elem = convertible(u, to);
  if (elem === null) {
    const from =
      to === 'seq'
        ? 'an array, slice, sequence or option'
        : `a sequence, ${to === 'set' ? 'set' : 'multiset'} or option`;
    wrongArgument(c, x, from);
    return;
  }
  x.type = to === 'seq' && u.kind === 'Math' && u.math === 'seq' ? x.type : newMath(to, [elem]);
}

function convertible(u: Type, to: 'seq' | 'set' | 'mset'): Type | null {
  if (to === 'seq' && (u.kind === 'Array' || u.kind === 'Slice')) return u.elem;
  if (u.kind !== 'Math') return null;
  return u.math === 'seq' || u.math === 'option' || u.math === to ? (u.args[0] as Type) : null;
}

/** `none[T]` */
export function noneExpr(c: Checker, x: Operand, e: ast.IndexExpr): void {
  const word = e.x.kind === 'Ident' ? lookup(c, e.x.name) : null;
  if (word !== null) recordUse(c, e.x as ast.Ident, word);
  const elem = inGhost(c, () => varType(c, unparen(e.indices[0] as ast.Expr)));
  x.mode = isValid(elem) ? 'value' : 'invalid';
  x.type = newMath('option', [elem]);
  x.expr = e;
}

/** `len(x)` of a mathematical value; false if x is none that has a length. */
export function mathLen(x: Operand, id: 'len' | 'cap'): boolean {
  const math = asMath(x.type);
  if (math === null || id === 'cap') return false;
  if (math.math !== 'adt' && !isCollection(math)) return false;
  x.mode = 'value';
  x.type = SpecTyp.integer;
  x.val = null;
  return true;
}

function isCollection(t: MathType): boolean {
  return collections.includes(t.math);
}
