package p

import "fmt"
import 5       // want SyntaxError "import path must be a string"
import x       // want SyntaxError "missing import path"

var a int

import "os" // want MisplacedImport "imports must appear before other declarations"

x := 1 // want SyntaxError "expected declaration, found x"

var b [3,]int // want SyntaxError "unexpected comma; expecting \]"

type t struct {
	(int)        // want InvalidEmbedding "cannot parenthesize embedded type"
	*(int)       // want InvalidEmbedding "cannot parenthesize embedded type"
	(*int)       // want InvalidEmbedding "cannot parenthesize embedded type"
	a, b int,    // want SyntaxError "expected ';', found ','"
	c [2,]int    // want SyntaxError "unexpected comma; expecting \]"
}

type u interface {
	m[P any](P)  // want MisplacedTypeParameters "interface method must have no type parameters"
	T[int, x 5]  // want MissingComma "missing ',' in type argument list" SyntaxError "expected type, found 5"
}

func (t) m[P any]() {} // want MisplacedTypeParameters "method must have no type parameters"

func f[]() {} // want MisplacedTypeParameters "empty type parameter list"

func g(a int, *string) {} // want InvalidParameterList "missing parameter name"

func h(a int, b) {} // want InvalidParameterList "missing parameter type"

func i(a ...int, b int) {} // want InvalidParameterList "can only use ... with final parameter"

func j() (a ...int) { return } // want InvalidParameterList "invalid use of ..."

func k(a int b string) {} // want MissingComma "missing ',' in parameter list"

func l[P any, Q]() {} // want InvalidParameterList "missing type constraint"

func m[P, Q]() {} // want InvalidParameterList "missing type constraint"

type v[P any, *Q] int // want InvalidParameterList "missing type parameter name"

type w = func[P any]() // want MisplacedTypeParameters "function type must have no type parameters"

func newlineBrace()
{ // want SyntaxError "unexpected semicolon or newline before {"
}

type x [N int // want MissingComma "missing ',' before newline in parameter list"
]int

func last() { // want SyntaxError "expected '}', found 'EOF'"