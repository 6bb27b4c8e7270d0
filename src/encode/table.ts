// The tables of concepts: which file encodes what. A new concept is a new file and its rows here.

import type * as ast from '../syntax/nodes.ts';
import { under } from '../types/index.ts';
import type { BasicName, Type as GoType, MathKind } from '../types/type.ts';
import { encodingOf, objectOf, place, typeOf, valuePlace } from './core/code.ts';
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
} from './core/context.ts';
import { unsupported } from './core/unsupported.ts';
import { appendCall, clearCall, copyCall, deleteCall, extremeCall } from './expressions/append-copy.ts';
import { access, asserting, conditional, letExpr, old, quantifier, reveal } from './expressions/assertions.ts';
import { call } from './expressions/calls.ts';
import { channels, closeCall, send } from './expressions/channels.ts';
import { callAs, implementsSpec } from './expressions/closure-calls.ts';
import { closures, functionLiteral } from './expressions/closures.ts';
import { constantPlace, identifier, selector } from './expressions/names-of-go.ts';
import { binary, specBinary, unary } from './expressions/operators.ts';
import { capCall, lenCall, makeCall, newCall, panicCall } from './expressions/predeclared.ts';
import { predicateValues, predTrueCall } from './expressions/predicate-values.ts';
import { encodePredicate, fold, unfolding } from './expressions/predicates.ts';
import { lowCall, lowContextCall, relCall } from './expressions/relations.ts';
import { encodeFunction } from './members/functions.ts';
import { encodeProof } from './members/implementation-proofs.ts';
import { openInvariant } from './members/initialization.ts';
import { encodeInterfaceMethod } from './members/interfaces.ts';
import { encodePure } from './members/pure.ts';
import { assignment, declaration, incDec } from './statements/assignments.ts';
import { closureProof } from './statements/closure-proofs.ts';
import { branch, ifStmt, labeled, returnStmt, switchStmt } from './statements/control.ts';
import { deferCall, deferFold } from './statements/defer.ts';
import { goStatement } from './statements/goroutines.ts';
import { critical, establishInvariantCall, invariantCall } from './statements/invariants.ts';
import { forStmt } from './statements/loops.ts';
import { matchExpr, matchStmt } from './statements/matching.ts';
import { outline } from './statements/outlines.ts';
import { rangeLoop } from './statements/ranges.ts';
import { rangeOverChannel, select } from './statements/select.ts';
import { assertBy, blockStmt, exprStmt, ghostStmt, proofStmt } from './statements/statements.ts';
import { suchThat } from './statements/such-that.ts';
import { typeSwitch } from './statements/type-switch.ts';
import { applyWand, packageWand } from './statements/wands.ts';
import { algebraicTypes } from './types/algebraic-types.ts';
import { amounts } from './types/amounts.ts';
import { arrayPointers, arrays } from './types/arrays.ts';
import { booleans } from './types/booleans.ts';
import { viewCall } from './types/collections.ts';
import { dictionaries } from './types/dictionaries.ts';
import { domains } from './types/domains.ts';
import { float32, float64 } from './types/floats.ts';
import { integers } from './types/integers.ts';
import {
  interfaces,
  isComparableCall,
  typeAssertion,
  typeOfCall,
  typesAsValues,
  typeValue,
} from './types/interface-values.ts';
import { maps } from './types/maps.ts';
import { getCall, noneOf, options, someCall } from './types/options.ts';
import { dereference, newLiteral, pointers } from './types/pointers.ts';
import { sequences } from './types/sequences.ts';
import { multisets, sets } from './types/sets.ts';
import { arraySlicing, slices } from './types/slices.ts';
import { stringAsBytes, strings } from './types/strings.ts';
import { structs } from './types/structs.ts';

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
