package p

func f() {
	a, b            // want SyntaxError "expected 1 expression"
	if {            // want InvalidHeader "missing condition in if statement"
	}
	if x := 1; {    // want InvalidHeader "missing condition in if statement"
	}
	if x := 1 {     // want InvalidHeader "expected boolean expression, found assignment"
	}
	if x            // want InvalidHeader "unexpected newline, expecting { after if clause"
	{
	}
	if var x = 1; x { // want InvalidHeader "var declaration not allowed in if initializer"
	}
	if x {
	} else y        // want SyntaxError "expected if statement or block, found y"
	if x {
	}
	for x := 1 {    // want InvalidHeader "expected boolean or range expression, found assignment"
	}
	switch x := 1 { // want InvalidHeader "expected switch expression, found assignment"
	}
	switch x = y.(type) { // want SyntaxError "expected ':=', found '='"
	}
	switch x {
		f()         // want SyntaxError "expected '}', found f"
	case 1:
	}
}

func g() {
	x.y:            // want InvalidLabel "illegal label declaration"
	;
	go f            // want NotACall "expression in go must be function call"
	defer (f())     // want NotACall "expression in defer must not be parenthesized"
	goto 5          // want SyntaxError "expected 'IDENT', found 5"
	x := range y    // want SyntaxError "expected operand, found 'range'"
	select {
	case a, b, c := <-d: // want SyntaxError "expected 1 or 2 expressions"
	case a, b:      // want SyntaxError "expected 1 expression"
	}
	f() g()         // want SyntaxError "expected ';', found g"
	return
}

func h() {
	if x := T{1} { // want InvalidHeader "expected boolean expression, found assignment" SyntaxError "expected ';', found '{'"
	}
}
