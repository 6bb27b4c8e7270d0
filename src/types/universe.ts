// The universe: what is declared before any package, and package unsafe.
//
// Everything here is built while the module loads and must not call into the rest of the checker, which imports it.

import { noPos } from '../base/source.ts';
import { makeBool, makeInt } from './constant.ts';
import { emptyTuple, newInterfaceType, newPackage, newSignature, newTuple, universeScope } from './newtypes.ts';
import {
  type Builtin,
  type BuiltinId,
  type Const,
  type GoObject,
  isExported,
  type Nil,
  newConst,
  newFunc,
  newTypeName,
  newVar,
  type Package,
  type TypeName,
} from './object.ts';
import { insert, type Scope } from './scope.ts';
import { allTermlist, topTypeSet } from './shared.ts';
import {
  type Alias,
  type Basic,
  type BasicName,
  type GoBasicName,
  type InterfaceType,
  isBooleanBit,
  isComplexBit,
  isFloatBit,
  isFractionBit,
  isIntegerBit,
  isStringBit,
  isUnsignedBit,
  isUntypedBit,
  type Named,
  type SpecBasicName,
  type Type,
} from './type.ts';

export const universe: Scope = universeScope;

function basic(name: BasicName, info: number, printed: string = name): Basic {
  return { kind: 'Basic', basic: name, info, name: printed };
}

/** The predeclared types by name; `byte` and `rune` have their own Basic, see universeByte and universeRune. */
export const Typ: Readonly<Record<GoBasicName, Basic>> = {
  invalid: basic('invalid', 0, 'invalid type'),
  bool: basic('bool', isBooleanBit),
  int: basic('int', isIntegerBit),
  int8: basic('int8', isIntegerBit),
  int16: basic('int16', isIntegerBit),
  int32: basic('int32', isIntegerBit),
  int64: basic('int64', isIntegerBit),
  uint: basic('uint', isIntegerBit | isUnsignedBit),
  uint8: basic('uint8', isIntegerBit | isUnsignedBit),
  uint16: basic('uint16', isIntegerBit | isUnsignedBit),
  uint32: basic('uint32', isIntegerBit | isUnsignedBit),
  uint64: basic('uint64', isIntegerBit | isUnsignedBit),
  uintptr: basic('uintptr', isIntegerBit | isUnsignedBit),
  float32: basic('float32', isFloatBit),
  float64: basic('float64', isFloatBit),
  complex64: basic('complex64', isComplexBit),
  complex128: basic('complex128', isComplexBit),
  string: basic('string', isStringBit),
  'unsafe.Pointer': basic('unsafe.Pointer', 0),
  'untyped bool': basic('untyped bool', isBooleanBit | isUntypedBit),
  'untyped int': basic('untyped int', isIntegerBit | isUntypedBit),
  'untyped rune': basic('untyped rune', isIntegerBit | isUntypedBit),
  'untyped float': basic('untyped float', isFloatBit | isUntypedBit),
  'untyped complex': basic('untyped complex', isComplexBit | isUntypedBit),
  'untyped string': basic('untyped string', isStringBit | isUntypedBit),
  'untyped nil': basic('untyped nil', isUntypedBit),
};

/** What the specification language adds to the basic types; spec-universe.ts declares those that have a name. */
export const SpecTyp: Readonly<Record<SpecBasicName, Basic>> = {
  integer: basic('integer', isIntegerBit),
  perm: basic('perm', isFractionBit),
  assertion: basic('assertion', 0),
  type: basic('type', 0),
};

/** uint8 under the name `byte`. */
export const universeByte: Basic = basic('uint8', isIntegerBit | isUnsignedBit, 'byte');
/** int32 under the name `rune`. */
export const universeRune: Basic = basic('int32', isIntegerBit, 'rune');

/** Package unsafe, which has no source. */
export const unsafePackage: Package = newPackage('unsafe', 'unsafe');
unsafePackage.complete = true;

function declare<T extends GoObject>(obj: T): T {
  insert(isExported(obj.name) ? unsafePackage.scope : universe, obj);
  return obj;
}

for (const type of Object.values(Typ)) {
  if (type.basic === 'unsafe.Pointer') declare(newTypeName(noPos, unsafePackage, 'Pointer', type));
  else if (!type.name.includes(' ')) declare(newTypeName(noPos, null, type.name, type));
}
declare(newTypeName(noPos, null, 'byte', universeByte));
declare(newTypeName(noPos, null, 'rune', universeRune));

/** The type that `any` denotes; this very object is printed as `any`. */
export const anyInterface: InterfaceType = newInterfaceType([], []);
anyInterface.tset = topTypeSet;
/** The predeclared name `any`. */
export const universeAnyAlias: TypeName = declare(newTypeName(noPos, null, 'any', null));
/** The alias type `any`. */
export const universeAny: Alias = newUniverseAlias(universeAnyAlias, anyInterface);

function newUniverseAlias(obj: TypeName, rhs: Type): Alias {
  const alias: Omit<Alias, 'orig'> & { orig: Alias | null } = {
    kind: 'Alias',
    obj,
    orig: null,
    typeParams: null,
    typeArgs: null,
    fromRHS: rhs,
    actual: rhs,
  };
  alias.orig = alias as Alias;
  obj.type = alias as Alias;
  return alias as Alias;
}

/** A defined type with nothing left to be filled in: every bit of its state is set. */
function newUniverseNamed(id: number, obj: TypeName, underlying: InterfaceType): Named {
  const named: Named = {
    kind: 'Named',
    id,
    check: null,
    obj,
    inst: null,
    state: -1,
    fromRHS: underlying,
    typeParams: null,
    underlying,
    finite: true,
    methods: [],
  };
  obj.type = named;
  return named;
}

const errorInterface = newInterfaceType([], []);
/** The type `error`. */
export const universeError: Named = newUniverseNamed(
  -1,
  declare(newTypeName(noPos, null, 'error', null)),
  errorInterface,
);
errorInterface.methods.push(
  newFunc(
    noPos,
    null,
    'Error',
    newSignature(
      null,
      null,
      newVar('receiver', noPos, null, '', universeError),
      emptyTuple,
      newTuple([newVar('result', noPos, null, '', Typ.string)]),
      false,
    ),
  ),
);

/** What `comparable` denotes: the interface of all strictly comparable types. */
export const comparableInterface: InterfaceType = newInterfaceType([], []);
comparableInterface.tset = { methods: [], terms: allTermlist, comparable: true };
/** The predeclared name `comparable`. */
export const universeComparable: TypeName = declare(newTypeName(noPos, null, 'comparable', null));
newUniverseNamed(-2, universeComparable, comparableInterface);

declare(newConst(noPos, null, 'true', Typ['untyped bool'], makeBool(true)));
declare(newConst(noPos, null, 'false', Typ['untyped bool'], makeBool(false)));
export const universeIota: Const = declare(newConst(noPos, null, 'iota', Typ['untyped int'], makeInt(0)));

export const universeNil: Nil = declare({
  kind: 'Nil',
  name: 'nil',
  pos: noPos,
  pkg: null,
  type: Typ['untyped nil'],
  parent: null,
  order: 0,
  scopePos: noPos,
});

/** How a built-in function may be called. */
export interface BuiltinInfo {
  /** As declared, without package. */
  readonly name: string;
  /** Arguments required at least; exactly, unless variadic. */
  readonly nargs: number;
  readonly variadic: boolean;
  /** Whether a call may stand as a statement. */
  readonly result: 'expression' | 'statement';
}

function info(name: string, nargs: number, variadic: boolean, result: 'expression' | 'statement'): BuiltinInfo {
  return { name, nargs, variadic, result };
}

export const predeclaredFuncs: Readonly<Record<BuiltinId, BuiltinInfo>> = {
  append: info('append', 1, true, 'expression'),
  cap: info('cap', 1, false, 'expression'),
  clear: info('clear', 1, false, 'statement'),
  close: info('close', 1, false, 'statement'),
  complex: info('complex', 2, false, 'expression'),
  copy: info('copy', 2, false, 'statement'),
  delete: info('delete', 2, false, 'statement'),
  imag: info('imag', 1, false, 'expression'),
  len: info('len', 1, false, 'expression'),
  make: info('make', 1, true, 'expression'),
  max: info('max', 1, true, 'expression'),
  min: info('min', 1, true, 'expression'),
  new: info('new', 1, false, 'expression'),
  panic: info('panic', 1, false, 'statement'),
  print: info('print', 0, true, 'statement'),
  println: info('println', 0, true, 'statement'),
  real: info('real', 1, false, 'expression'),
  recover: info('recover', 0, false, 'statement'),
  'unsafe.Add': info('Add', 2, false, 'expression'),
  'unsafe.Alignof': info('Alignof', 1, false, 'expression'),
  'unsafe.Offsetof': info('Offsetof', 1, false, 'expression'),
  'unsafe.Sizeof': info('Sizeof', 1, false, 'expression'),
  'unsafe.Slice': info('Slice', 2, false, 'expression'),
  'unsafe.SliceData': info('SliceData', 1, false, 'expression'),
  'unsafe.String': info('String', 2, false, 'expression'),
  'unsafe.StringData': info('StringData', 1, false, 'expression'),
  assert: info('assert', 1, false, 'statement'),
  trace: info('trace', 0, true, 'statement'),
};

function newBuiltin(id: BuiltinId): Builtin {
  const pkg = id.startsWith('unsafe.') ? unsafePackage : null;
  return {
    kind: 'Builtin',
    name: predeclaredFuncs[id].name,
    pos: noPos,
    pkg,
    type: Typ.invalid,
    parent: null,
    order: 0,
    scopePos: noPos,
    builtin: id,
  };
}

for (const id of Object.keys(predeclaredFuncs) as BuiltinId[]) {
  if (id !== 'assert' && id !== 'trace') declare(newBuiltin(id));
}

/** Declares `assert` and `trace`, which only the checker's own test files use. */
export function defPredeclaredTestFuncs(): void {
  declare(newBuiltin('assert'));
  declare(newBuiltin('trace'));
}
