package p

import "a/b" // imports that cannot be found count as used
import "unsafe" // want UnusedImport "\"unsafe\" imported and not used"
import u "unsafe" // want UnusedImport "imported as u and not used"
import _ "unsafe"

func f(param int) (result int) {
	var z, a int // want UnusedVar "not used: z" UnusedVar "not used: a"
	b := 1 // want UnusedVar "declared and not used: b"
	c := 2
	c = 3
	{
		d := 4 // want UnusedVar "not used: d"
	}
	for i := 0; ; { // want UnusedVar "not used: i"
	}
	func() {
		e := 5 // want UnusedVar "not used: e"
		c++
	}()
	var x interface{}
	switch y := x.(type) { // want UnusedVar "declared and not used: y"
	case int:
	}
	switch y := x.(type) {
	case int:
	case string:
		_ = y
	}
	for k, v := range []int{} { // want UnusedVar "not used: v"
		_ = k
	}
	if w := 1; true { // want UnusedVar "not used: w"
	}
	const unusedConst = 1
	type unusedType int
	var g func()
	g = func() { g() }
	return
}

func useOfAssigned() {
	x := 1 // want UnusedVar "not used: x"
	x = 2
	p := &struct{ f int }{}
	p.f = 1
	s := []int{1}
	s[0] = 2
}
