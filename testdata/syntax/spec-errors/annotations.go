package annotations

//@ requires true // @ requires true // want MisplacedAnnotation "annotation inside an annotation"
//@ ensures true /*@ ensures true @*/ // want MisplacedAnnotation "annotation inside an annotation"
func f()

/*@ requires true */ // want UnterminatedAnnotation "annotation ends with @\*/, found \*/"
func g()

func h(x int) { //@ addressable: y // want MisplacedAnnotation "addressable: names what its line declares, which y is not"
	x = x //@ with: x // want MisplacedAnnotation "with: belongs after a call, a return or an assignment"
	//@ assert x === 1
	x[1 = 2] = 3 // want SyntaxError "expected '==', found '='"
	_ = func name() {} // want SyntaxError "expected '\(', found name"
}

func braces(x int) int {
	if x > 3 { //@ ghost x = 4
		//@ } // want MisplacedAnnotation "a block of code needs its } outside annotations"
	}
	//@ ghost if x > 4 {
	x = 3 //@ assert x == 3 // want MisplacedAnnotation "unexpected annotation, expected ';': put it on a line of its own"
	return /*@ assert false @*/ x // want MisplacedAnnotation "unexpected annotation, expected operand"
} // want MisplacedAnnotation "a block that begins in an annotation needs its } in an annotation"

//@ ghost-parameters: x int // want MisplacedAnnotation "ghost parameters and results belong above a function"
var v int

/*@ requires true // want UnterminatedAnnotation "annotation not terminated"
func last()
