// language go1.21
package p

func f(seq func(func(int) bool)) {
	for range 10 { // want InvalidRangeExpr "requires go1.22 or later"
	}
	for x := range seq { // want InvalidRangeExpr "requires go1.23 or later"
		_ = x
	}
}
