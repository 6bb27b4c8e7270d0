package p

type S struct{ f int }

func ret1() (int, error) {
	return 1 // want WrongResultCount "not enough return values"
}
func ret2() int {
	return 1, 2 // want WrongResultCount "too many return values"
}
func ret3() (a int, err error) {
	return ret1()
}
func ret4() int {
	return "x" // want IncompatibleAssign "cannot use \"x\" .* in return statement"
}

func assign(m map[string]int, c chan int, x any, s S) {
	var a, b = 1, 2
	a, b = b, a
	a, b = 1 // want WrongAssignCount "2 variables but 1 value"
	a, b = ret1() // want IncompatibleAssign "cannot use ret1.. .* as int value"
	_ = a
	_ = nil // want UntypedNilUse "use of untyped nil in assignment"
	var n = nil // want UntypedNilUse "use of untyped nil"
	_ = n
	var i8 int8 = 128 // want NumericOverflow "overflows|cannot use 128"
	_ = i8
	v, ok := m["x"]
	v, ok = <-c
	_, ok = x.(int)
	_ = v
	_ = ok
	v, ok := m["y"] // want NoNewVar "no new variables"
	w, v := 1, 2
	_, s.f = 1, 2
	w, w = 1, 2
	_ = w
	z, z := 1, 2 // want RepeatedDecl "z repeated"
	_ = z
	s.f, q := 1, 2 // want BadDecl "non-name s.f"
	_ = q
	ret2() = 1 // want UnassignableOperand "cannot assign to"
	1 = 2      // want UnassignableOperand "cannot assign to"
	S{}.f = 1  // want UnassignableOperand "cannot assign to"
	var unused int // want UnusedVar "declared and not used: unused"
	unused = 1
	f := func() { a = 1 }
	f()
	var e error = s // want InvalidIfaceAssign "missing method Error"
	_ = e
	x.(error).Error()
	_ = x.(type)   // want BadTypeKeyword "outside type switch"
	_ = a.(int)    // want InvalidAssert "is not an interface"
	_ = e.(S)      // want ImpossibleAssert "missing method Error"
	const k = ret4() // want InvalidConstInit "is not constant"
	undefined1()     // want UndeclaredName "undefined: undefined1"
	undefined2(undefined3) // want UndeclaredName "undefined2" UndeclaredName "undefined3"
}
