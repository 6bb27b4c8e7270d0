// The public interface of the type checker.

export { unalias } from './alias.ts';
export { type CheckResult, checkBody, checkExpression, checkFiles } from './check.ts';
export type { Config, SpecificationRules } from './checker.ts';
export { type Code, codes } from './codes.ts';
export type { Value } from './constant.ts';
export * as constant from './constant.ts';
export { boolVal, exactString, intOf, makeInt, safeInteger, sign, stringVal, toInt, valueString } from './constant.ts';
export { type Context, newContext, typeHash } from './context.ts';
export { isParameterized } from './infer.ts';
export type { Info, Initializer, InstanceInfo, Selection, TypeAndValue } from './info.ts';
export { newInfo } from './info.ts';
export { implements_, instantiate, verify } from './instantiate.ts';
export { hasPtrRecv, lookupFieldOrMethod, missingMethod } from './lookup.ts';
export { methodSet } from './methodset.ts';
export { lookupMethod, methodsOf, newNamed, originOf, setUnderlying, typeArgsOf, typeParamsOf } from './named.ts';
export { newPackage, newPointer } from './newtypes.ts';
export type {
  Builtin,
  BuiltinId,
  Const,
  Func,
  GoObject,
  Label,
  Nil,
  Package,
  PkgName,
  TypeName,
  Var,
  VarKind,
} from './object.ts';
export { isExported, objectId, sameId } from './object.ts';
export { assignableTo, type OperandMode } from './operand.ts';
export {
  comparable,
  defaultType,
  hasNil,
  identical,
  identicalIgnoreTags,
  isBoolean,
  isComplex,
  isFloat,
  isInteger,
  isInterface,
  isNumeric,
  isString,
  isTypeParam,
  isUnsafePointer,
  isUnsigned,
  isUntyped,
  isValid,
} from './predicates.ts';
export { quoteBytes } from './quote.ts';
export { type RangeTypes, rangeKeyVal } from './range.ts';
export { importPathError } from './resolver.ts';
export { lookup, lookupParent, names, type Scope } from './scope.ts';
export { offsetof, type Sizes, sizesFor, typeAlign, typeSize } from './sizes.ts';
export { specCodes } from './spec-codes.ts';
export { eraseGhost } from './spec-erase.ts';
export type { Demand, FuncFacts, Proof, SpecFacts } from './spec-facts.ts';
export { type FoundPredicate, lookupPredicate, predicatesOf } from './spec-predicates.ts';
export { visibleIn } from './spec-types.ts';
export { makeSubstMap, type SubstMap, subst } from './subst.ts';
export type {
  Alias,
  ArrayType,
  Basic,
  BasicName,
  ChanType,
  InterfaceType,
  MapType,
  Named,
  PointerType,
  Signature,
  SliceType,
  StructType,
  Term,
  Tuple,
  Type,
  TypeParam,
  Union,
} from './type.ts';
export { hasTerms, type TypeSet, typeSet } from './typeset.ts';
export { type Qualifier, typeString } from './typestring.ts';
export { commonUnder, under } from './under.ts';
export {
  anyInterface,
  Typ,
  universe,
  universeAny,
  universeByte,
  universeComparable,
  universeError,
  universeRune,
  unsafePackage,
} from './universe.ts';
