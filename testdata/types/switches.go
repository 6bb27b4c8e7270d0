package p

func f(i int, x any, e error, m map[string]int, fn func()) {
	switch i {
	case 1, 2:
	case 1: // want DuplicateCase "duplicate case 1"
	case "a": // want InvalidConstVal "cannot convert"
	default:
	default: // want DuplicateDefault "multiple defaults"
	}
	switch x {
	case 1, "1", 1.0, int8(1):
	case 1: // want DuplicateCase "duplicate case 1"
	case int8(1): // want DuplicateCase "duplicate case"
	}
	switch {
	case i > 0:
	case i: // want MismatchedTypes "mismatched types"
	}
	switch fn { // a func can be compared with nil
	case nil:
	}
	switch []int{}[0:] {
	case nil:
	}
	switch [1][]int{} { // want InvalidExprSwitch "cannot switch on"
	}
	switch x.(type) {
	case int, string:
	case int: // want DuplicateCase "duplicate case int in type switch"
	case nil, nil: // want DuplicateCase "duplicate case nil"
	case undefined: // want UndeclaredName "undefined"
	}
	switch e.(type) {
	case int: // want ImpossibleAssert "impossible type switch case"
	}
	switch i.(type) { // want InvalidTypeSwitch "is not an interface"
	}
	switch y := x.(type) {
	case nil, int:
		var _ any = y
	case string:
		var _ string = y
	}
	switch _ := x.(type) { // want NoNewVar "no new variable"
	}
	if i { // want InvalidCond "non-boolean condition in if statement"
	}
	for i { // want InvalidCond "non-boolean condition in for statement"
	}
	i++
	x++ // want NonNumericIncDec "non-numeric type"
	i, i += 1, 2 // want MultiValAssignOp "single-valued|assignment operation"
	go fn()
	go int(1) // want InvalidGo "requires function call, not conversion"
	defer len(m) // want UnusedResults "defer discards result of"
	i == 1 // want UnusedExpr "is not used"
	len // want UncalledBuiltin "must be called"
	int // want NotAnExpr "is not an expression"
	fn()
	select {
	case <-make(chan int):
	case v, ok := <-make(chan int):
		_, _ = v, ok
	case make(chan int) <- 1:
	case i > 1: // want InvalidSelectCase "select case must be send or receive"
	}
}
