package p

type Seq0 func(yield func() bool)
type Seq2[K, V any] func(yield func(K, V) bool)
type MyInt int
type MyBool bool

func f[S ~[]E | ~[4]E, E any, I ~int8 | ~int16, M ~map[string]int](s S, n I, m M) {
	for i, e := range s { // want InvalidRangeExpr "cannot range over s"
		_, _ = i, e
	}
	for i := range n { // want InvalidRangeExpr "cannot range over n"
		_ = i
	}
	for k, v := range m {
		var _ string = k
		var _ int = v
	}
}

func g() {
	for i, r := range "text" {
		var _ int = i
		var _ rune = r
	}
	for i, e := range [3]bool{} {
		var _ int = i
		var _ bool = e
	}
	for i, e := range &[3]bool{} {
		var _ int = i
		var _ bool = e
	}
	for i, e := range []string{} {
		var _ int = i
		var _ string = e
	}
	for k, v := range map[string]float64{} {
		var _ string = k
		var _ float64 = v
	}
	for x := range make(chan error) {
		var _ error = x
	}
	for x := range make(chan<- int) { // want InvalidRangeExpr "receive from send-only channel"
		_ = x
	}
	for x, y := range make(chan int) { // want InvalidIterVar "permits only one iteration variable"
		_, _ = x, y
	}
	for i := range 10 {
		var _ int = i
	}
	for i := range MyInt(3) {
		var _ MyInt = i
	}
	for i, j := range 10 { // want InvalidIterVar "permits only one iteration variable"
		_, _ = i, j
	}
	for range Seq0(nil) {
	}
	for i := range Seq0(nil) { // want InvalidIterVar "permits no iteration variables"
		_ = i
	}
	for k, v := range Seq2[string, int](nil) {
		var _ string = k
		var _ int = v
	}
	for range func() {} { // want InvalidRangeExpr "wrong argument count"
	}
	for range func(func() bool) int { return 1 } { // want InvalidRangeExpr "unexpected results"
	}
	for range func(int) {} { // want InvalidRangeExpr "argument is not func"
	}
	for range func(func(int, int, int) bool) {} { // want InvalidRangeExpr "too many parameters"
	}
	for range func(func()) {} { // want InvalidRangeExpr "does not return bool"
	}
	for range func(func() MyBool) {} { // want InvalidRangeExpr "user-defined boolean"
	}
	for range 1.0 { // want InvalidRangeExpr "cannot range over 1.0"
	}
	for range nil { // want InvalidRangeExpr "cannot range over nil"
	}
	for range struct{}{} { // want InvalidRangeExpr "cannot range over struct"
	}
	for _ := range 3 { // want NoNewVar "no new variables"
	}
	var i int
	var s string
	for i = range "x" {
	}
	for i, s = range []string{} {
	}
	for s = range []int{} { // want IncompatibleAssign "cannot use"
	}
	for s = range 10 { // want IncompatibleAssign "cannot use"
	}
	_, _ = i, s
	// The range expression does not see the new variables.
	x := []int{1}
	for x := range x {
		var _ int = x
	}
}
