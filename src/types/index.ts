// The public interface of the type checker.

export { unalias } from './alias.ts';
export { type CheckResult, checkFiles } from './check.ts';
export type { Config } from './checker.ts';
export { type Code, codes } from './codes.ts';
export type { Value } from './constant.ts';
export * as constant from './constant.ts';
export { type Context, newContext } from './context.ts';
export type { Info, Initializer, InstanceInfo, Selection, TypeAndValue } from './info.ts';
export { implements_ as implementsInterface } from './instantiate.ts';
export { lookupFieldOrMethod, missingMethod } from './lookup.ts';
export { methodSet } from './methodset.ts';
export { methodsOf, originOf, typeArgsOf, typeParamsOf } from './named.ts';
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
  isBoolean,
  isFloat,
  isInteger,
  isInterface,
  isNumeric,
  isString,
  isTypeParam,
  isUnsigned,
  isUntyped,
  isValid,
} from './predicates.ts';
export { type RangeTypes, rangeKeyVal } from './range.ts';
export { importPathError } from './resolver.ts';
export { lookup, lookupParent, names, type Scope } from './scope.ts';
export { type Sizes, sizesFor } from './sizes.ts';
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
export { type TypeSet, typeSet } from './typeset.ts';
export { type Qualifier, typeString } from './typestring.ts';
export { commonUnder, under } from './under.ts';
export {
  Typ,
  universe,
  universeByte,
  universeComparable,
  universeError,
  universeRune,
  unsafePackage,
} from './universe.ts';
