package p

// Constraints

type Signed interface{ ~int | ~int8 | ~int16 }
type Stringer interface{ String() string }
type MyInt int
type Named int

func (Named) String() string { return "" }

func number[T Signed](T)          {}
func exact[T int | string](T)     {}
func key[K comparable](K)         {}
func text[T Stringer](T)          {}
func slice[S ~[]E, E any](s S) E  { return s[0] }
func both[T Signed, U *T](T, U)   {}
func none[T any]()                {}
func pair[K comparable, V any](K, V) {}

type Empty interface {
	int
	string
}

func empty[T Empty]() {}

func constraints(e error, f func()) {
	number(1)
	number(MyInt(1))
	number("x") // want InvalidTypeArg "string does not satisfy Signed \(string missing in ~int \| ~int8 \| ~int16\)"
	exact(MyInt(1)) // want InvalidTypeArg "possibly missing ~ for int in int \| string"
	key(1)
	key(e)
	key(f) // want InvalidTypeArg "func\(\) does not satisfy comparable"
	text(Named(1))
	text(MyInt(1)) // want CannotInferTypeArgs "in call to text, T \(type MyInt\) does not satisfy Stringer \(missing method String\)"
	empty[int]() // want InvalidTypeArg "cannot satisfy Empty \(empty type set\)"
	var _ Signed // want MisplacedConstraintIface "cannot use type Signed outside a type constraint"
	none() // want CannotInferTypeArgs "in call to none, cannot infer T"
	pair[int]("x", 1) // want IncompatibleAssign "cannot use \"x\""
	none[int, int]() // want WrongTypeArgCount "got 2 type arguments but want 1"
}

// Inference

func mapAll[S ~[]E, E, R any](s S, f func(E) R) []R { return nil }
func apply[T any](f func(T) T, x T) T               { return f(x) }
func first[T any](x, y T) T                         { return x }
func double[T Signed](x T) T                        { return x + x }
func recursive[T any](x T, n int) T {
	if n == 0 {
		return x
	}
	_ = recursive(&x, 0)
	return recursive(x, n-1)
}

type Ints []int

func inference() {
	var _ []string = mapAll(Ints{1}, func(int) string { return "" })
	var _ int = slice(Ints{1})
	var _ int = apply(double, 1)
	var _ float64 = first(1, 2.0)
	var _ func(MyInt) MyInt = double
	var g func(string) string = double // want InvalidTypeArg "string does not satisfy Signed"
	_ = g
	first(1, "x") // want CannotInferTypeArgs "mismatched types untyped int and untyped string \(cannot infer T\)"
	first(1, MyInt(1))
	first(int8(1), MyInt(1)) // want CannotInferTypeArgs "type MyInt of MyInt\(1\) does not match inferred type int8 for T"
	mapAll(1, double[int]) // want InvalidTypeArg "int does not satisfy ~\[\]int"
	both(1, new(int))
	_ = slice // want WrongTypeArgCount "cannot use generic function slice without instantiation"
}

// Generic types

type List[E any] struct {
	elem E
	next *List[E]
}

func (l *List[E]) Push(e E) *List[E] { return &List[E]{e, l} }
func (l *List[_]) Len() int          { return 0 }

type Tree[K comparable, V interface{ Less(V) bool }] struct {
	left, right *Tree[K, V]
}
type Set[K comparable] = map[K]bool
type Alias = List[MyInt]

func generics() {
	var l *List[int]
	l = l.Push(1).Push(2)
	l = l.Push("x") // want IncompatibleAssign "cannot use \"x\""
	var _ *List[string] = l // want IncompatibleAssign "cannot use l"
	var _ List // want WrongTypeArgCount "cannot use generic type List\[E any\] without instantiation"
	var _ List[int, int] // want WrongTypeArgCount "too many type arguments for type List: have 2, want 1"
	var _ Set[[]int] // want InvalidTypeArg "\[\]int does not satisfy comparable"
	var s Set[string] = map[string]bool{}
	_ = s["x"]
	var a Alias
	var _ MyInt = a.elem
	var _ Tree[int, int] // want InvalidTypeArg "int does not satisfy interface\{Less\(int\) bool\} \(missing method Less\)"
}

// Types that contain themselves

type Inf[T any] struct{ f Inf2[T] } // want InvalidDeclCycle "invalid recursive type"
type Inf2[T any] struct{ f Inf[T] }
type Fine[T any] struct{ f *Fine[*T] }
type Wrap[T any] struct{ f T }
type Self struct{ w Wrap[Self] } // want InvalidDeclCycle "invalid recursive type Self"
type SelfPtr struct{ w Wrap[*SelfPtr] }
type Embeds interface{ Embeds } // want InvalidDeclCycle "invalid recursive type"

// Duplicates

type A interface{ m(int) }
type B interface{ m(string) }
type AB interface {
	A
	B // want DuplicateDecl "duplicate method m"
}
type AA interface {
	A
	interface{ m(int) }
}
