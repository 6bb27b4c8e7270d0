package p

import "unsafe"

var a, b = 1 // want WrongAssignCount "assignment mismatch|missing init"
var c = 1, 2 // want WrongAssignCount "extra init expr"
var d, e int = 1, 2, 3 // want WrongAssignCount "extra init expr"

const (
	k0 = iota
	k1
	k2, k3 = iota, iota // k2 = 2
	k4 // want WrongAssignCount "missing init expr for|extra init expr"
)
const _ = 1 / (k2 - 2) // want DivByZero "division by zero"
const k5 []int = nil // want InvalidConstType "invalid constant type"
const k6 = f // want InvalidConstInit "not constant"
const k7 // want WrongAssignCount "missing init expr"

func f() {}
func f() {} // want DuplicateDecl "f redeclared"
func init() {}
func init() {}
func init() int { return 1 } // want InvalidInitDecl "func init must have no arguments and no return values"
var init int // want InvalidInitDecl "cannot declare init - must be func"
func g[P any]() // want BadDecl "generic function is missing function body"

type S struct {
	x, y int
	x string // want DuplicateDecl "x redeclared"
	_, _ int
	m func()
	*int
	unsafe.Pointer // want InvalidPtrEmbed "cannot be unsafe.Pointer"
	*I // want InvalidPtrEmbed "pointer to an interface"
	PS // want InvalidPtrEmbed "cannot be a pointer"
}
type PS *S
type I interface {
	m()
	m() // want DuplicateDecl "duplicate method m"
	_() // want BlankIfaceMethod "non-blank"
}

func (S) m() {} // want DuplicateFieldAndMethod "field and method with the same name m"
func (S) n() {}
func (*S) n() {} // want DuplicateMethod "method S.n already declared"
func (PS) o() {} // want InvalidRecv "pointer or interface type"
func (I) p() {} // want InvalidRecv "pointer or interface type"
func (int) q() {} // want InvalidRecv "non-local type int"
func ([]int) r() {} // want InvalidRecv "invalid receiver type"
func (x S, y S) s() {} // want InvalidRecv "multiple receivers"
func () t() {} // want BadRecv "method has no receiver"

type G[P any, Q interface{ ~int | ~string }] struct{ p P; q Q }
func (g *G[A, B]) get() (A, B) { return g.p, g.q }
func (g G[A]) one() {} // want BadRecv "receiver declares 1 type parameter"
func (g G) none() {} // want WrongTypeArgCount "without instantiation"
var _ G[int, bool] // want InvalidTypeArg "bool does not satisfy"
var _ G[int] // want WrongTypeArgCount "not enough type arguments"
var _ S[int] // want NotAGenericType "is not a generic type"
type U[P any] P // want MisplacedTypeParam "cannot use a type parameter as RHS"
type V[P any, Q P] int // want MisplacedTypeParam "cannot use a type parameter as constraint"
type W interface { int | int } // want InvalidUnion "overlapping terms"
var _ interface{ ~int } // want MisplacedConstraintIface "outside a type constraint"
type X interface { ~S2 } // want InvalidUnion "underlying type of S2"
type S2 []int

var _ [f]int // want InvalidArrayLen "invalid array length f"
var _ [-1]int // want InvalidArrayLen "invalid array length"
var _ [1.5]int // want InvalidArrayLen "must be integer|truncated"
var _ map[[]int]int // want IncomparableMapKey "invalid map key type"
var _ undefined // want UndeclaredName "undefined: undefined"
var _ f // want NotAType "f \(function\) is not a type"
var _ _ // want InvalidBlank "cannot use _"
var _ [...]int // want BadDotDotDotSyntax "invalid use of"

func dup(a int, a string) {} // want DuplicateDecl "a redeclared"
func shadow() (err error) {
	{
		err := error(nil)
		_ = err
		return // want OutOfScopeResult "result parameter err not in scope at return"
	}
}
