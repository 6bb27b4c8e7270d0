package p

func f(c bool) {
unused: // want UnusedLabel "label unused declared and not used"
	for {
		break
	}
	goto missing // want UndeclaredLabel "label missing not declared"
	goto over // want JumpOverDecl "jumps over variable declaration at line 10"
	x := 1
	_ = x
over:
	goto into // want JumpIntoBlock "goto into jumps into block"
	if c {
	into:
	}
L:
	for {
		switch {
		case c:
			break L
		default:
			continue L
		}
		func() {
			break L // want MisplacedLabel "invalid break label L"
		}()
	}
S: // want UnusedLabel "label S"
	switch {
	case c:
		continue S // want MisplacedLabel "invalid continue label S"
	}
B: // want UnusedLabel "label B"
	{
		break B // want MisplacedLabel "invalid break label B"
	}
L: // want DuplicateLabel "label L already declared"
	if c {
		goto L
	}
	break    // want MisplacedBreak "break not in for"
	continue // want MisplacedContinue "continue not in for"
	fallthrough // want MisplacedFallthrough "out of place"
	switch {
	case c:
		fallthrough
	case !c:
		fallthrough // want MisplacedFallthrough "final case"
	}
	var i interface{}
	switch i.(type) {
	case int:
		fallthrough // want MisplacedFallthrough "type switch"
	case string:
	}
	select {
	default:
		break
	}
back:
	if c {
		goto back
	}
}
