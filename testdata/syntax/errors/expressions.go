package p

func f() {
	a[]        // want SyntaxError "expected operand, found '\]'"
	a[::]      // want InvalidSlice "middle index required in 3-index slice" InvalidSlice "final index required"
	a[1:2:]    // want InvalidSlice "final index required in 3-index slice"
	a.5        // want SyntaxError "expected ';', found .5"
	a.*b       // want SyntaxError "expected selector or type assertion, found '.'" SyntaxError "expected ';', found b"
	a.5        // want SyntaxError "expected ';', found .5"
	g(1 2)     // want MissingComma "missing ',' in argument list"
	g(1,
		2      // want MissingComma "missing ',' before newline in argument list"
	)
	_ = []int{
		1,
		2      // want MissingComma "missing ',' before newline in composite literal"
	}
	_ = (T){}  // want SyntaxError "cannot parenthesize type in composite literal"
	var _ = <-chan<- int // want SyntaxError "expected channel type"
	_ = <-(<-chan int)(nil)
	_ = x = y  // want SyntaxError "expected '==', found '='"
	_ = T[int,
		string // want SyntaxError "expected '\]', found newline"
	_ = a      // recovered
	var _ map[string]    // want SyntaxError "expected type, found newline"
	var _ []T[]          // want SyntaxError "expected type argument list"
	var _ chan           // chan wants a type
	var _ int            // want SyntaxError "expected type, found 'var'"
}
