// The tables of concepts: which file encodes what. A new concept is a new file and its rows here.

import type * as ast from '../syntax/nodes.ts';
import { under } from '../types/index.ts';
import type { BasicName, Type as GoType, MathKind } from '../types/type.ts';
import { algebraicTypes } from './algebraic-types.ts';
import { amounts } from './amounts.ts';
import { appendCall, clearCall, copyCall, deleteCall, extremeCall } from './append-copy.ts';
import { arrayPointers, arrays } from './arrays.ts';
import { access, asserting, conditional, letExpr, old, quantifier, reveal } from './assertions.ts';
import { assignment, declaration, incDec } from './assignments.ts';
import { booleans } from './booleans.ts';
import { call } from './calls.ts';
import { channels, closeCall, send } from './channels.ts';
import { callAs, implementsSpec } from './closure-calls.ts';
import { closureProof } from './closure-proofs.ts';
import { closures, functionLiteral } from './closures.ts';
import { encodingOf, objectOf, place, typeOf, valuePlace } from './code.ts';
import { viewCall } from './collections.ts';
import type {
  CallRule,
  Code,
  ExprRule,
  ExprTable,
  MemberTable,
  Place,
  StmtTable,
  Tables,
  TypeEncoding,
} from './context.ts';
import { branch, ifStmt, labeled, returnStmt, switchStmt } from './control.ts';
import { deferCall, deferFold } from './defer.ts';
import { dictionaries } from './dictionaries.ts';
import { domains } from './domains.ts';
import { float32, float64 } from './floats.ts';
import { encodeFunction } from './functions.ts';
import { goStatement } from './goroutines.ts';
import { encodeProof } from './implementation-proofs.ts';
import { openInvariant } from './initialization.ts';
import { integers } from './integers.ts';
import {
  interfaces,
  isComparableCall,
  typeAssertion,
  typeOfCall,
  typesAsValues,
  typeValue,
} from './interface-values.ts';
import { encodeInterfaceMethod } from './interfaces.ts';
import { critical, establishInvariantCall, invariantCall } from './invariants.ts';
import { forStmt } from './loops.ts';
import { maps } from './maps.ts';
import { matchExpr, matchStmt } from './matching.ts';
import { constantPlace, identifier, selector } from './names-of-go.ts';
import { binary, specBinary, unary } from './operators.ts';
import { getCall, noneOf, options, someCall } from './options.ts';
import { outline } from './outlines.ts';
import { dereference, newLiteral, pointers } from './pointers.ts';
import { capCall, lenCall, makeCall, newCall, panicCall } from './predeclared.ts';
import { predicateValues, predTrueCall } from './predicate-values.ts';
import { encodePredicate, fold, unfolding } from './predicates.ts';
import { encodePure } from './pure.ts';
import { rangeLoop } from './ranges.ts';
import { lowCall, lowContextCall, relCall } from './relations.ts';
import { rangeOverChannel, select } from './select.ts';
import { sequences } from './sequences.ts';
import { multisets, sets } from './sets.ts';
import { arraySlicing, slices } from './slices.ts';
import { assertBy, blockStmt, exprStmt, ghostStmt, proofStmt } from './statements.ts';
import { stringAsBytes, strings } from './strings.ts';
import { structs } from './structs.ts';
import { suchThat } from './such-that.ts';
import { typeSwitch } from './type-switch.ts';
import { unsupported } from './unsupported.ts';
import { applyWand, packageWand } from './wands.ts';

// ---------------------------------------------------------------------------------------------------------------
// Types

const nowhere = { id: 0, pos: 0, end: 0 };

/** A type without an encoding: whatever mentions it is unsupported. */
function missing(what: string): TypeEncoding {
  const fail = (): never => unsupported(what, nowhere);
  return {
    value: fail,
    address: fail,
    zero: fail,
    nilAddress: fail,
    read: fail,
    footprint: fail,
    write: fail,
    equal: fail,
    comparable: fail,
  };
}

const basic: Readonly<Record<BasicName, TypeEncoding>> = {
  bool: booleans,
  'untyped bool': booleans,
  /** What specifications state is a Bool in vil, permissions in it or not. */
  assertion: booleans,
  int: integers,
  int8: integers,
  int16: integers,
  int32: integers,
  int64: integers,
  uint: integers,
  uint8: integers,
  uint16: integers,
  uint32: integers,
  uint64: integers,
  uintptr: integers,
  integer: integers,
  'untyped int': integers,
  'untyped rune': integers,
  perm: amounts,
  float32,
  float64,
  'untyped float': float64,
  complex64: missing('complex numbers'),
  complex128: missing('complex numbers'),
  'untyped complex': missing('complex numbers'),
  string: strings,
  'untyped string': strings,
  'untyped nil': missing('nil without a type'),
  'unsafe.Pointer': missing('unsafe pointers'),
  type: typesAsValues,
  invalid: missing('an invalid type'),
};

const composed: Readonly<Record<Exclude<GoType['kind'], 'Basic' | 'Math'>, TypeEncoding>> = {
  Pointer: { ...pointers, ...arrayPointers, slice: arraySlicing },
  Struct: structs,
  Chan: { ...channels, range: rangeOverChannel },
  Array: { ...arrays, slice: arraySlicing },
  Slice: { ...slices, convert: stringAsBytes },
  Map: maps,
  Interface: interfaces,
  Signature: closures,
  TypeParam: missing('type parameters'),
  Tuple: missing('several values at once'),
  Union: missing('type sets'),
  Named: missing('an unknown type'),
  Alias: missing('an unknown type'),
};

const math: Readonly<Record<MathKind, TypeEncoding>> = {
  pred: predicateValues,
  adt: algebraicTypes,
  clause: algebraicTypes,
  domain: domains,
  seq: sequences,
  set: sets,
  mset: multisets,
  dict: dictionaries,
  option: options,
};

function encodingOfType(t: GoType): TypeEncoding {
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      return basic[u.basic];
    case 'Math':
      return math[u.math];
    default:
      return composed[u.kind];
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

const notAnExpression: ExprRule<ast.Expr> = (_, node) => unsupported('this as an expression', node);

/** A literal whose type has to make a value of it. */
function compositeLiteral(k: Code, node: ast.CompositeLit): Place {
  const type = typeOf(k, node);
  const u = under(type);
  if (u.kind === 'Pointer') return newLiteral(k, node, u.elem, node, type);
  const rule = encodingOf(k, type).literal ?? unsupported('a literal of this type', node);
  return valuePlace(rule(k, node, type), type);
}

function index(k: Code, node: ast.IndexExpr): Place {
  if (node.x.kind === 'Ident' && node.x.name === 'none' && objectOf(k, node.x)?.pkg === null) return noneOf(k, node);
  const type = typeOf(k, node.x);
  const rule = encodingOf(k, type).index ?? unsupported('indexing this', node);
  return rule(k, node, type);
}

function slice(k: Code, node: ast.SliceExpr): Place {
  const type = typeOf(k, node.x);
  const rule = encodingOf(k, type).slice ?? unsupported('slicing this', node);
  return valuePlace(rule(k, node, type), typeOf(k, node));
}

function update(k: Code, node: ast.UpdateExpr): Place {
  const type = typeOf(k, node.x);
  const rule = encodingOf(k, type).update ?? unsupported('an update of this', node);
  return valuePlace(rule(k, node, type), typeOf(k, node));
}

function rangeLiteral(k: Code, node: ast.RangeLit): Place {
  const type = typeOf(k, node);
  const rule = encodingOf(k, type).rangeLiteral ?? unsupported('a range', node);
  return valuePlace(rule(k, node, type), type);
}

const exprs: ExprTable = {
  Ident: identifier,
  BasicLit: constantPlace,
  CompositeLit: compositeLiteral,
  FuncLit: functionLiteral,
  ParenExpr: (k, node) => place(k, node.x),
  SelectorExpr: selector,
  IndexExpr: index,
  SliceExpr: slice,
  TypeAssertExpr: typeAssertion,
  CallExpr: call,
  StarExpr: dereference,
  UnaryExpr: unary,
  BinaryExpr: binary,
  OldExpr: old,
  AccessExpr: access,
  QuantExpr: quantifier,
  LetExpr: letExpr,
  UnfoldingExpr: unfolding,
  AssertingExpr: asserting,
  CondExpr: conditional,
  SpecBinaryExpr: specBinary,
  ImplementsExpr: implementsSpec,
  CallAsExpr: callAs,
  RevealExpr: reveal,
  UpdateExpr: update,
  RangeLit: rangeLiteral,
  TypeExpr: typeValue,
  MatchExpr: matchExpr,
  BindExpr: notAnExpression,
  BadExpr: notAnExpression,
  KeyValueExpr: notAnExpression,
  EllipsisExpr: notAnExpression,
  ArrayType: notAnExpression,
  StructType: notAnExpression,
  FuncType: notAnExpression,
  InterfaceType: notAnExpression,
  MapType: notAnExpression,
  ChanType: notAnExpression,
  CollectionType: notAnExpression,
  DictType: notAnExpression,
  PredType: notAnExpression,
  GhostType: notAnExpression,
  DomainType: notAnExpression,
  AdtType: notAnExpression,
};

// ---------------------------------------------------------------------------------------------------------------
// Statements

const nothing = (): void => undefined;

const stmts: StmtTable = {
  BadStmt: (_, node) => unsupported('this statement', node),
  DeclStmt: declaration,
  EmptyStmt: nothing,
  LabeledStmt: labeled,
  ExprStmt: exprStmt,
  SendStmt: send,
  IncDecStmt: incDec,
  AssignStmt: assignment,
  GoStmt: goStatement,
  DeferStmt: deferCall,
  ReturnStmt: returnStmt,
  BranchStmt: branch,
  BlockStmt: blockStmt,
  IfStmt: ifStmt,
  SwitchStmt: switchStmt,
  TypeSwitchStmt: typeSwitch,
  SelectStmt: select,
  ForStmt: forStmt,
  RangeStmt: rangeLoop,
  GhostStmt: ghostStmt,
  /** What is shared is known from the start. */
  ShareStmt: nothing,
  ProofStmt: proofStmt,
  AssertByStmt: assertBy,
  FoldStmt: fold,
  DeferFoldStmt: deferFold,
  PackageStmt: packageWand,
  ApplyStmt: applyWand,
  OpenStmt: openInvariant,
  SuchThatStmt: suchThat,
  OutlineStmt: outline,
  CriticalStmt: critical,
  MatchStmt: matchStmt,
  ClosureProofStmt: closureProof,
};

// ---------------------------------------------------------------------------------------------------------------
// What the language predeclares, by name

const calls: ReadonlyMap<string, CallRule> = new Map<string, CallRule>([
  ['new', newCall],
  ['panic', panicCall],
  ['len', lenCall],
  ['cap', capCall],
  ['make', makeCall],
  ['typeOf', typeOfCall],
  ['isComparable', isComparableCall],
  ['PredTrue', predTrueCall],
  ['close', closeCall],
  ['Invariant', invariantCall],
  ['EstablishInvariant', establishInvariantCall],
  ['low', lowCall],
  ['lowContext', lowContextCall],
  ['rel', relCall],
  ['append', appendCall],
  ['copy', copyCall],
  ['delete', deleteCall],
  ['clear', clearCall],
  ['min', extremeCall('min')],
  ['max', extremeCall('max')],
  ['some', someCall],
  ['get', getCall],
  ...(['seq', 'set', 'mset', 'dict', 'domain', 'range'] as const).map((to): [string, CallRule] => [to, viewCall(to)]),
]);

// ---------------------------------------------------------------------------------------------------------------
// Members

const members: MemberTable = {
  function: encodeFunction,
  pure: encodePure,
  predicate: encodePredicate,
  interfaceMethod: encodeInterfaceMethod,
  proof: encodeProof,
};

export const tables: Tables = { types: encodingOfType, exprs, stmts, calls, members };
