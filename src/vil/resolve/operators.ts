// The operators of `.vpr` files and what each can mean, by the types of its operands. Earlier rows win where several fit.

import type { BinaryToken } from '../parse/syntax.ts';
import type { BinaryOp, Expr, SetBinary, Source, Type, UnaryOp } from '../vil.ts';
import type { Meaning } from './choices.ts';
import { boolTy, intTy, mapTy, multisetTy, permTy, seqTy, setTy, type Ty, unknownTy } from './types.ts';

/** What a settled operator becomes. */
export type Operation =
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly swapped: boolean }
  | { readonly kind: 'set'; readonly op: SetBinary['op'] }
  | { readonly kind: 'append' | 'wand' | 'inSeq' | 'inSet' | 'inMap' };

interface Row {
  readonly operation: Operation;
  readonly left: Ty;
  readonly right: Ty;
  readonly result: Ty;
}

function plain(op: BinaryOp, left: Ty, right: Ty, result: Ty, swapped = false): Row {
  return { operation: { kind: 'binary', op, swapped }, left, right, result };
}

function compared(perm: BinaryOp, int: BinaryOp): readonly Row[] {
  return [plain(perm, permTy, permTy, boolTy), plain(int, intTy, intTy, boolTy)];
}

function ofSets(op: SetBinary['op']): readonly Row[] {
  const elem = unknownTy();
  return [setTy(elem), multisetTy(elem)].map((ty) => ({
    operation: { kind: 'set', op },
    left: ty,
    right: ty,
    result: op === 'subset' ? boolTy : ty,
  }));
}

function logical(op: BinaryOp): readonly Row[] {
  return [plain(op, boolTy, boolTy, boolTy)];
}

function equality(op: BinaryOp): readonly Row[] {
  const ty = unknownTy();
  return [plain(op, ty, ty, boolTy)];
}

function rowsOf(token: BinaryToken): readonly Row[] {
  switch (token) {
    case '--*':
      return [{ operation: { kind: 'wand' }, left: boolTy, right: boolTy, result: boolTy }];
    case '<==>':
      return logical('eq');
    case '==>':
      return logical('implies');
    case '||':
      return logical('or');
    case '&&':
      return logical('and');
    case '==':
      return equality('eq');
    case '!=':
      return equality('ne');
    case '<':
      return compared('permLt', 'lt');
    case '<=':
      return compared('permLe', 'le');
    case '>':
      return compared('permGt', 'gt');
    case '>=':
      return compared('permGe', 'ge');
    case 'in': {
      const elem = unknownTy();
      return [
        { operation: { kind: 'inSet' }, left: elem, right: setTy(elem), result: boolTy },
        { operation: { kind: 'inSeq' }, left: elem, right: seqTy(elem), result: boolTy },
        { operation: { kind: 'inSet' }, left: elem, right: multisetTy(elem), result: intTy },
        { operation: { kind: 'inMap' }, left: elem, right: mapTy(elem, unknownTy()), result: boolTy },
      ];
    }
    case '++': {
      const seq = seqTy(unknownTy());
      return [{ operation: { kind: 'append' }, left: seq, right: seq, result: seq }];
    }
    case '+':
      return [plain('permAdd', permTy, permTy, permTy), plain('add', intTy, intTy, intTy)];
    case '-':
      return [plain('permSub', permTy, permTy, permTy), plain('sub', intTy, intTy, intTy)];
    case 'union':
    case 'intersection':
    case 'setminus':
    case 'subset':
      return ofSets(token);
    case '*':
      return [
        plain('permMul', permTy, permTy, permTy),
        plain('intPermMul', intTy, permTy, permTy),
        plain('intPermMul', permTy, intTy, permTy, true),
        plain('mul', intTy, intTy, intTy),
      ];
    case '/':
      return [
        plain('permDiv', permTy, permTy, permTy),
        plain('permDivInt', permTy, intTy, permTy),
        plain('frac', intTy, intTy, permTy),
        plain('div', intTy, intTy, intTy),
      ];
    case '\\':
      return [plain('div', intTy, intTy, intTy)];
    case '%':
      return [plain('mod', intTy, intTy, intTy)];
  }
}

/** The meanings of `left token right`, whose value has the type `result`. */
export function binaryMeanings(token: BinaryToken, left: Ty, right: Ty, result: Ty): readonly Meaning<Operation>[] {
  return rowsOf(token).map((row) => ({
    value: row.operation,
    equations: [
      [row.left, left],
      [row.right, right],
      [row.result, result],
    ],
  }));
}

export function unaryMeanings(token: '-' | '!', operand: Ty, result: Ty): readonly Meaning<UnaryOp>[] {
  const row = (value: UnaryOp, ty: Ty): Meaning<UnaryOp> => ({
    value,
    equations: [
      [ty, operand],
      [ty, result],
    ],
  });
  return token === '!' ? [row('not', boolTy)] : [row('permNeg', permTy), row('neg', intTy)];
}

export function buildBinary(operation: Operation, left: Expr, right: Expr, type: Type, src: Source): Expr {
  switch (operation.kind) {
    case 'binary':
      return operation.swapped
        ? { kind: 'Binary', op: operation.op, left: right, right: left, type, src }
        : { kind: 'Binary', op: operation.op, left, right, type, src };
    case 'set':
      return { kind: 'SetBinary', op: operation.op, left, right, type, src };
    case 'append':
      return { kind: 'SeqAppend', left, right, type, src };
    case 'wand':
      return { kind: 'MagicWand', left, right, type: { kind: 'Wand' }, src };
    case 'inSeq':
      return { kind: 'SeqContains', elem: left, seq: right, type, src };
    case 'inSet':
      return { kind: 'SetContains', elem: left, set: right, type, src };
    case 'inMap':
      return { kind: 'MapContains', key: left, map: right, type, src };
  }
}
