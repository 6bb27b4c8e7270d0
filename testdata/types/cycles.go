package p

// Types that contain themselves.
type T0 T0   // want InvalidDeclCycle "invalid recursive type: T0 refers to itself"
type T1 T2   // want InvalidDeclCycle "invalid recursive type T1"
type T2 T1
type T3 struct{ f T3 } // want InvalidDeclCycle "T3"
type T4 [2]T4          // want InvalidDeclCycle "T4"
type T5 struct{ next *T5 }
type T6 []T6
type T7 func(T7) T7
type T8 map[string]T8
type T9 chan T9
type T10 interface{ m(T10) T10 }
type T11 interface{ T11 } // want InvalidDeclCycle "T11"

// Aliases.
type A0 = A0  // want InvalidDeclCycle "A0"
type A1 = *A1 // want InvalidDeclCycle "A1"
type A2 = struct{ f *T12 }
type T12 A2

// Types through values.
type T13 [len(x13)]int // want InvalidDeclCycle "T13"
var x13 T13

// Values.
const c0 = c1 // want InvalidInitCycle "initialization cycle for c0"
const c1 = c0
var v0 = v0 // want InvalidInitCycle "initialization cycle: v0 refers to itself"
var v1 = f1() // want InvalidInitCycle "v1"
func f1() int { return v1 }

// Recursive functions are fine.
func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }
var _ = even(1)

func local() {
	type L struct{ l L } // want InvalidDeclCycle "L"
	type M struct{ m *M }
}
