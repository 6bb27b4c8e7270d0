// Error codes of the checker: for each one what it means, and a file that has just this mistake.
//
// Names are those of the Go project, so that what is known about an error there is known here. An example is the body
// of a file after `package p`; it is empty where one file without options cannot show the mistake.

import type { specCodes } from './spec-codes.ts';

export interface CodeInfo {
  readonly summary: string;
  readonly example: string;
}

export const codes = {
  // Files, packages and imports
  InvalidSyntaxTree: {
    summary: 'A tree that was not built by the parser, or that has parts which no correct source gives.',
    example: '',
  },
  Test: {
    summary: 'Only tests of the checker itself report this, through the function assert.',
    example: '',
  },
  TooComplex: {
    summary: 'A declaration is nested too deeply to be checked; the others are checked all the same.',
    example: '',
  },
  BlankPkgName: {
    summary: 'A package is called by the blank identifier.',
    example: '',
  },
  MismatchedPkgName: {
    summary: 'Files of one package disagree about its name.',
    example: '',
  },
  InvalidPkgUse: {
    summary: 'A package name is used without selecting something from the package.',
    example: 'import "unsafe"\nvar n = unsafe.Sizeof(1)\nvar x = unsafe',
  },
  BadImportPath: {
    summary: 'An import path is empty, or has characters that no path may have.',
    example: 'import _ "what ever!"',
  },
  BrokenImport: {
    summary: 'An imported package cannot be found or loaded.',
    example: '',
  },
  ImportCRenamed: {
    summary: 'The pseudo-package C is imported under another name.',
    example: 'import c "C"',
  },
  UnusedImport: {
    summary: 'A file imports a package and does not mention it.',
    example: 'import "unsafe"',
  },
  TooNew: {
    summary: 'A file or module asks for a Go version that is newer than the newest one known here.',
    example: '',
  },
  UnsupportedFeature: {
    summary: 'A feature is used that the language version of the file does not have.',
    example: '',
  },

  // Declarations
  BadDecl: {
    summary: 'A declaration lacks a part that it needs, such as the value of a constant.',
    example: '',
  },
  InvalidInitCycle: {
    summary: 'The initial value of a package variable depends on that variable.',
    example: 'var size = double()\nfunc double() int { return 2 * size }',
  },
  DuplicateDecl: {
    summary: 'A name is declared twice in one scope.',
    example: 'const limit = 1\nfunc limit() {}',
  },
  InvalidDeclCycle: {
    summary: 'A declaration refers to itself so that it has no meaning or no finite size.',
    example: 'type pair struct { first, second pair }',
  },
  InvalidConstInit: {
    summary: 'The initial value of a constant is not known at compile time.',
    example: 'func now() int\nconst start = now()',
  },
  InvalidConstVal: {
    summary: 'The result of a constant operation cannot be represented.',
    example: 'const huge = 1 << 400 * (1 << 400)',
  },
  InvalidConstType: {
    summary: 'A constant is declared with a type that cannot have constants.',
    example: 'const list []int = 0',
  },
  UntypedNilUse: {
    summary: 'A variable without a type is initialized with nil, which has no type.',
    example: 'var nothing = nil',
  },
  RepeatedDecl: {
    summary: 'A short variable declaration names a variable twice.',
    example: 'func f() { a, a := 1, 2; _ = a }',
  },
  InvalidInitDecl: {
    summary: 'The name init is given to something other than a function without parameters and results.',
    example: 'type init int',
  },
  MissingInitBody: {
    summary: 'A function init has no body.',
    example: 'func init()',
  },
  InvalidMainDecl: {
    summary:
      'In package main, the name main is given to something other than a function without parameters and results.',
    example: '',
  },
  InvalidMethodTypeParams: {
    summary: 'A method has type parameters of its own.',
    example: '',
  },

  // Types
  NotAType: {
    summary: 'A type is expected, but the expression denotes a value or something else.',
    example: 'var n int\nfunc f(x n) {}',
  },
  InvalidArrayLen: {
    summary: 'The length of an array type is not a constant non-negative integer.',
    example: 'var table [-4]string',
  },
  BlankIfaceMethod: {
    summary: 'An interface has a method named by the blank identifier.',
    example: 'type walker interface { _() }',
  },
  IncomparableMapKey: {
    summary: 'Keys of a map type cannot be compared with ==.',
    example: 'var index map[[]byte]int',
  },
  InvalidPtrEmbed: {
    summary: 'A struct embeds a pointer to a type, or a type, that must not be embedded in this way.',
    example: 'import "unsafe"\ntype box struct { unsafe.Pointer }',
  },
  BadRecv: {
    summary: 'A method does not have exactly one receiver.',
    example: 'func () close() {}',
  },
  InvalidRecv: {
    summary: 'A receiver is not of a defined type of this package or of a pointer to one.',
    example: 'func (n int) double() int { return 2 * n }',
  },
  DuplicateFieldAndMethod: {
    summary: 'A type has a field and a method with the same name.',
    example: 'type conn struct { close bool }\nfunc (c *conn) close() {}',
  },
  DuplicateMethod: {
    summary: 'A type has two methods with the same name.',
    example: 'type conn int\nfunc (conn) open() {}\nfunc (*conn) open() {}',
  },
  InvalidUnion: {
    summary: 'A term of a union in a constraint is not allowed there.',
    example: 'type number interface { int | ~int }',
  },
  MisplacedConstraintIface: {
    summary: 'An interface that can only be a constraint is used as the type of a value.',
    example: 'type number interface { int | float64 }\nfunc sum(list []number) {}',
  },
  MisplacedTypeParam: {
    summary: 'A type parameter is used where it is not allowed, such as alone on the right side of a type declaration.',
    example: 'type own[T any] T',
  },
  NotAGenericType: {
    summary: 'Type arguments are given to something that is not generic.',
    example: 'type celsius float64\nvar t celsius[int]',
  },
  WrongTypeArgCount: {
    summary: 'A generic type or function is given too few or too many type arguments.',
    example: 'type pair[A, B any] struct { a A; b B }\nvar p pair[int]',
  },
  CannotInferTypeArgs: {
    summary: 'Type arguments are left out, and the arguments of the call do not determine them.',
    example: 'func zero[T any]() (t T) { return }\nfunc f() { _ = zero() }',
  },
  InvalidTypeArg: {
    summary: 'A type argument does not satisfy its constraint.',
    example: 'type set[K comparable] map[K]bool\nvar s set[func()]',
  },
  InvalidInstanceCycle: {
    summary: 'A generic function or type would need infinitely many instances.',
    example: 'func nest[T any](depth int) { nest[[]T](depth + 1) }',
  },

  // Names and selectors
  UndeclaredName: {
    summary: 'A name is not declared.',
    example: 'var total = count + 1',
  },
  InvalidBlank: {
    summary: 'The blank identifier is used as a value or as a type.',
    example: 'func f() int { return _ }',
  },
  InvalidIota: {
    summary: 'iota is used outside a constant declaration.',
    example: 'func f() int { return iota }',
  },
  AmbiguousSelector: {
    summary: 'Several embedded fields have the selected name at the same depth.',
    example: 'type a struct { id int }\ntype b struct { id int }\nfunc f(x struct { a; b }) int { return x.id }',
  },
  UndeclaredImportedName: {
    summary: 'A package does not declare the selected name.',
    example: 'import "unsafe"\nvar x = unsafe.Missing',
  },
  UnexportedName: {
    summary: 'The selected name of another package is not exported.',
    example: '',
  },
  MissingFieldOrMethod: {
    summary: 'A type has no field or method with the selected name.',
    example: 'type point struct { x, y int }\nfunc f(p point) int { return p.z }',
  },
  InvalidMethodExpr: {
    summary: 'T.m is used for a method that only *T has.',
    example: 'type counter int\nfunc (c *counter) inc() {}\nvar inc = counter.inc',
  },

  // Assignments
  WrongAssignCount: {
    summary: 'The numbers of variables and of values differ.',
    example: 'var a, b = 1, 2, 3',
  },
  UnassignableOperand: {
    summary: 'The left side of an assignment cannot be assigned to.',
    example: 'func f(s string) { s[0] = 65 }',
  },
  NoNewVar: {
    summary: 'A short variable declaration declares no new variable.',
    example: 'func f() { n := 2; n := n + 1 }',
  },
  MultiValAssignOp: {
    summary: 'An assignment with an operator has several operands on a side.',
    example: 'func f(a, b int) { a, b += 1, 2 }',
  },
  InvalidIfaceAssign: {
    summary: 'A value is used as an interface that its type does not implement.',
    example: 'type closer interface { Close() error }\nvar c closer = "file"',
  },
  InvalidChanAssign: {
    summary: 'A channel is assigned to one of another defined channel type.',
    example: 'type in chan int\ntype out chan int\nfunc f(i in) out { return i }',
  },
  IncompatibleAssign: {
    summary: 'A value cannot be assigned to a variable of this type.',
    example: 'func f(n int) string { return n }',
  },
  UnaddressableFieldAssign: {
    summary: 'A field of a struct in a map is assigned to; only the whole struct can be.',
    example: 'func f(m map[int]struct{ n int }) { m[0].n = 1 }',
  },
  TooManyValues: {
    summary: 'A call with several results is used where one value is expected.',
    example: 'func two() (int, int) { return 1, 2 }\nvar n int = 1 + two()',
  },
  UnusedVar: {
    summary: 'A variable is declared in a function and never used.',
    example: 'func f() { n := 1 }',
  },

  // Operators
  NotAnExpr: {
    summary: 'A type is used where a value is expected.',
    example: 'var n = 1 + int',
  },
  TruncatedFloat: {
    summary: 'A constant with a fractional part is used as an integer.',
    example: 'var n int = 0.5',
  },
  NumericOverflow: {
    summary: 'A constant is too large for its type.',
    example: 'var b byte = 256',
  },
  UndefinedOp: {
    summary: 'An operator is not defined for the type of its operands.',
    example: 'func f(a, b []int) bool { return a == b }',
  },
  MismatchedTypes: {
    summary: 'The two operands of an operator have different types.',
    example: 'func f(a int, b int64) bool { return a < b }',
  },
  DivByZero: {
    summary: 'The divisor is the constant zero.',
    example: 'func f(n int) int { return n % 0 }',
  },
  NonNumericIncDec: {
    summary: '++ or -- is applied to a value that is not a number.',
    example: 'func f(s string) { s++ }',
  },
  UnaddressableOperand: {
    summary: 'The address is taken of a value that is not addressable.',
    example: 'func g() int { return 1 }\nvar p = &g()',
  },
  InvalidIndirection: {
    summary: '* is applied to a value that is not a pointer.',
    example: 'func f(n int) int { return *n }',
  },
  NonIndexableOperand: {
    summary: 'A value that has no elements is indexed.',
    example: 'func f(n int) int { return n[0] }',
  },
  InvalidIndex: {
    summary: 'An index is not an integer, is negative, or is out of range.',
    example: 'func f(a [4]int) int { return a[4] }',
  },
  SwappedSliceIndices: {
    summary: 'Constant indices of a slice expression decrease.',
    example: 'func f(s []int) []int { return s[3:1] }',
  },
  NonSliceableOperand: {
    summary: 'A value that cannot be sliced is sliced.',
    example: 'func f(m map[int]int) { _ = m[1:2] }',
  },
  InvalidSliceExpr: {
    summary: 'A string is sliced with three indices.',
    example: 'func f(s string) string { return s[0:1:2] }',
  },
  InvalidShiftCount: {
    summary: 'The right operand of a shift is not an integer, is negative, or is too large.',
    example: 'var n = 1 << -1',
  },
  InvalidShiftOperand: {
    summary: 'The left operand of a shift is not an integer.',
    example: 'func f(x float64) { _ = x >> 1 }',
  },
  InvalidReceive: {
    summary: 'A receive from a value that is not a channel, or from a send-only channel.',
    example: 'func f(c chan<- int) int { return <-c }',
  },
  InvalidSend: {
    summary: 'A send to a value that is not a channel, or to a receive-only channel.',
    example: 'func f(c <-chan int) { c <- 1 }',
  },
  UnusedExpr: {
    summary: 'An expression without effect is used as a statement.',
    example: 'func f(a, b int) { a + b }',
  },

  // Composite literals
  DuplicateLitKey: {
    summary: 'A literal has two elements with the same constant key or index.',
    example: 'var names = map[int]string{1: "one", 1: "uno"}',
  },
  MissingLitKey: {
    summary: 'An element of a map literal has no key.',
    example: 'var set = map[string]bool{"a"}',
  },
  InvalidLitIndex: {
    summary: 'A key in an array or slice literal is not a constant non-negative integer.',
    example: 'var n = 1\nvar list = []int{n: 1}',
  },
  OversizeArrayLit: {
    summary: 'An array literal has more elements than the array.',
    example: 'var pair = [2]string{"a", "b", "c"}',
  },
  MixedStructLit: {
    summary: 'A struct literal names some of its fields, but not all elements.',
    example: 'var p = struct{ x, y int }{1, y: 2}',
  },
  InvalidStructLit: {
    summary: 'A struct literal without field names has too few or too many values.',
    example: 'var p = struct{ x, y int }{1}',
  },
  MissingLitField: {
    summary: 'A struct literal names a field that the struct does not have.',
    example: 'type point struct { x, y int }\nvar p = point{z: 1}',
  },
  DuplicateLitField: {
    summary: 'A struct literal names a field twice.',
    example: 'type point struct { x, y int }\nvar p = point{x: 1, x: 2}',
  },
  UnexportedLitField: {
    summary: 'A struct literal without field names sets an unexported field of another package.',
    example: '',
  },
  InvalidLitField: {
    summary: 'A key in a struct literal is not a field name.',
    example: 'type point struct { x, y int }\nvar p = point{"x": 1}',
  },
  UntypedLit: {
    summary: 'A literal has no type, and its context does not give it one.',
    example: 'type line struct { from struct{ x, y int } }\nvar l = line{from: {1, 2}}',
  },
  InvalidLit: {
    summary: 'A composite literal has a type that is not composite.',
    example: 'var n = int{1}',
  },

  // Calls
  InvalidCall: {
    summary: 'A value that is not a function is called.',
    example: 'func f(n int) { n() }',
  },
  WrongArgCount: {
    summary: 'A call has too few or too many arguments.',
    example: 'func add(a, b int) int { return a + b }\nvar sum = add(1)',
  },
  BadDotDotDotSyntax: {
    summary: 'An array type [...]T is used outside a composite literal.',
    example: 'var list = map[string][...]int{}',
  },
  NonVariadicDotDotDot: {
    summary: 'A slice is passed with ... to a function that is not variadic.',
    example: 'func take(list []int) {}\nfunc f(list []int) { take(list...) }',
  },
  InvalidDotDotDot: {
    summary: 'A slice is passed with ... to a built-in function other than append.',
    example: 'func f(list []int) int { return cap(list...) }',
  },
  UncalledBuiltin: {
    summary: 'A built-in function is used without being called.',
    example: 'var size = len',
  },
  UnusedResults: {
    summary: 'The result of a deferred or concurrent call that has no other effect is lost.',
    example: 'func f(list []int) { go len(list) }',
  },
  InvalidDefer: {
    summary: 'The operand of defer is not a function call.',
    example: 'func f(n int) { defer int64(n) }',
  },
  InvalidGo: {
    summary: 'The operand of go is not a function call.',
    example: 'func f(n int) { go int64(n) }',
  },
  InvalidAppend: {
    summary: 'append is called with something other than a slice.',
    example: 'func f(a [2]int) { _ = append(a, 1) }',
  },
  InvalidCap: {
    summary: 'cap is called with something that has no capacity.',
    example: 'func f(m map[int]int) int { return cap(m) }',
  },
  InvalidClear: {
    summary: 'clear is called with something other than a map or a slice.',
    example: 'func f(s string) { clear(s) }',
  },
  InvalidClose: {
    summary: 'close is called with a value that is not a channel, or with a receive-only channel.',
    example: 'func f(c <-chan int) { close(c) }',
  },
  InvalidCopy: {
    summary: 'copy is called with something other than two slices of the same element type.',
    example: 'func f(a []int, b []string) { copy(a, b) }',
  },
  InvalidComplex: {
    summary: 'complex is called with something other than two floating-point numbers of the same type.',
    example: 'func f(a, b int) { _ = complex(a, b) }',
  },
  InvalidDelete: {
    summary: 'delete is called with a value that is not a map.',
    example: 'func f(s []int) { delete(s, 0) }',
  },
  InvalidImag: {
    summary: 'imag is called with a value that is not a complex number.',
    example: 'func f(n float64) { _ = imag(n) }',
  },
  InvalidReal: {
    summary: 'real is called with a value that is not a complex number.',
    example: 'func f(n float64) { _ = real(n) }',
  },
  InvalidLen: {
    summary: 'len is called with something that has no length.',
    example: 'func f(n int) int { return len(n) }',
  },
  SwappedMakeArgs: {
    summary: 'make is called with a length that exceeds the capacity.',
    example: 'var buf = make([]byte, 8, 4)',
  },
  InvalidMake: {
    summary: 'make is called with a type other than that of a slice, a map or a channel.',
    example: 'var a = make([3]int)',
  },
  InvalidMinMaxOperand: {
    summary: 'min or max is called with values that have no order.',
    example: 'func f(a, b bool) bool { return min(a, b) }',
  },

  // Conversions and assertions
  InvalidAssert: {
    summary: 'A type assertion is applied to a value that is not an interface.',
    example: 'func f(n int) string { return n.(string) }',
  },
  ImpossibleAssert: {
    summary: 'The type in a type assertion does not implement the interface of the value.',
    example: 'func f(e error) int { return e.(int) }',
  },
  InvalidConversion: {
    summary: 'A value cannot be converted to this type.',
    example: 'func f(s string) int { return int(s) }',
  },
  InvalidUntypedConversion: {
    summary: 'An untyped value cannot be represented in the type that its context requires.',
    example: 'func f[T ~int8 | ~uint8](n T) T { return n + 300 }',
  },

  // Package unsafe
  BadOffsetofSyntax: {
    summary: 'unsafe.Offsetof is called with something other than a selector.',
    example: 'import "unsafe"\nvar n int\nvar o = unsafe.Offsetof(n)',
  },
  InvalidOffsetof: {
    summary: 'unsafe.Offsetof is called with a method, or with a field behind an embedded pointer.',
    example:
      'import "unsafe"\ntype inner struct { n int }\ntype outer struct { *inner }\nvar x outer\nvar o = unsafe.Offsetof(x.n)',
  },
  InvalidUnsafeAdd: {
    summary: 'unsafe.Add is called with a length that is not an integer.',
    example: 'import "unsafe"\nfunc f(p unsafe.Pointer, n float64) { _ = unsafe.Add(p, n) }',
  },
  InvalidUnsafeSlice: {
    summary: 'unsafe.Slice is called with a value that is not a pointer, or with an invalid length.',
    example: 'import "unsafe"\nfunc f(n int) { _ = unsafe.Slice(n, 1) }',
  },
  InvalidUnsafeSliceData: {
    summary: 'unsafe.SliceData is called with a value that is not a slice.',
    example: 'import "unsafe"\nfunc f(s string) { _ = unsafe.SliceData(s) }',
  },
  InvalidUnsafeString: {
    summary: 'unsafe.String is called with an invalid length.',
    example: 'import "unsafe"\nfunc f(p *byte) { _ = unsafe.String(p, -1) }',
  },
  TypeTooLarge: {
    summary: 'The size or an offset of a type exceeds what can be addressed.',
    example: 'import "unsafe"\ntype row [1 << 40]int\nvar n = unsafe.Sizeof([1 << 40]row{})',
  },

  // Statements
  MissingReturn: {
    summary: 'The end of a function with results can be reached.',
    example: 'func f(n int) int { if n > 0 { return 1 } }',
  },
  WrongResultCount: {
    summary: 'A return statement has too few or too many values.',
    example: 'func f() (int, error) { return 1 }',
  },
  OutOfScopeResult: {
    summary: 'A bare return is used where another variable shadows a result.',
    example: 'func f() (err error) { { var err error; _ = err; return } }',
  },
  InvalidCond: {
    summary: 'A condition is not boolean.',
    example: 'func f(n int) { for n { } }',
  },
  InvalidPostDecl: {
    summary: 'The post statement of a loop declares a variable.',
    example: '',
  },
  InvalidIterVar: {
    summary: 'A range clause has more variables than the range expression yields.',
    example: 'func f(c chan int) { for i, v := range c { _, _ = i, v } }',
  },
  InvalidRangeExpr: {
    summary: 'A range clause ranges over a value that cannot be iterated.',
    example: 'func f(ok bool) { for range ok { } }',
  },
  MisplacedBreak: {
    summary: 'break is used outside a loop, switch or select.',
    example: 'func f(n int) { if n > 0 { break } }',
  },
  MisplacedContinue: {
    summary: 'continue is used outside a loop.',
    example: 'func f(n int) { switch n { case 1: continue } }',
  },
  MisplacedFallthrough: {
    summary: 'fallthrough is used anywhere but at the end of a clause that another clause follows.',
    example: 'func f(n int) { switch n { case 1: fallthrough } }',
  },
  DuplicateCase: {
    summary: 'A switch has two cases with the same constant or type.',
    example: 'func f(v any) { switch v.(type) { case int: case string, int: } }',
  },
  DuplicateDefault: {
    summary: 'A switch or select has several default clauses.',
    example: 'func f(n int) { switch n { default: case 1: default: } }',
  },
  BadTypeKeyword: {
    summary: 'x.(type) is used outside a type switch.',
    example: 'func f(v any) { _ = v.(type) }',
  },
  InvalidTypeSwitch: {
    summary: 'A type switch is malformed, or its value is not an interface.',
    example: 'func f(n int) { switch n.(type) { case int: } }',
  },
  InvalidExprSwitch: {
    summary: 'The value of a switch cannot be compared.',
    example: 'func f(list []func()) { switch struct{ f func() }{} { } }',
  },
  InvalidSelectCase: {
    summary: 'A case of a select is neither a send nor a receive.',
    example: 'func f(n int) { select { case n = 1: } }',
  },
  UndeclaredLabel: {
    summary: 'A statement refers to a label that does not exist in the function.',
    example: 'func f() { goto outer }',
  },
  DuplicateLabel: {
    summary: 'A label is declared twice in a function.',
    example: 'func f() { goto again; again: ; again: }',
  },
  MisplacedLabel: {
    summary: 'break or continue refers to a label of a statement that does not enclose it or is of the wrong kind.',
    example: 'func f() { skip: { goto skip }; for { continue skip } }',
  },
  UnusedLabel: {
    summary: 'A label is declared and not used.',
    example: 'func f() { here: for { } }',
  },
  JumpOverDecl: {
    summary: 'goto jumps over the declaration of a variable.',
    example: 'func f() { goto end; n := 1; _ = n; end: }',
  },
  JumpIntoBlock: {
    summary: 'goto jumps into a block.',
    example: 'func f(n int) { goto inside; { inside: n++ } }',
  },
} as const satisfies Record<string, CodeInfo>;

export type Code = keyof typeof codes | keyof typeof specCodes;
