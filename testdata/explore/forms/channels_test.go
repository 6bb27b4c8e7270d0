// Tests that pass plainly, under every schedule: what differs under control is a defect. Channels, select and range.
package forms

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
)

func TestReceiveForms(t *testing.T) {
	c := make(chan int, 20)
	for i := range 20 {
		c <- i
	}
	x := <-c
	var y = <-c
	var z int = <-c
	var w, ok = <-c
	v, ok2 := <-c
	v, ok2 = <-c
	_, _ = <-c
	_ = <-c
	<-c
	(<-c)
	arr := []int{<-c, <-c}
	m := map[int]int{<-c: <-c}
	if k := <-c; k != 14 {
		t.Fatal(k)
	}
	switch <-c {
	case 15:
	default:
		t.Fatal()
	}
	f := func(a, b int) int { return a*100 + b }
	r := f(<-c, <-c)
	arr[<-c-18] += <-c * -1
	if x != 0 || y != 1 || z != 2 || w != 3 || !ok || v != 5 || !ok2 || arr[0] != 10-19 || arr[1] != 11 || m[12] != 13 || r != 1617 {
		t.Fatal(x, y, z, w, v, arr, m, r)
	}
	d := make(chan chan func() int, 1)
	e := make(chan func() int, 1)
	d <- e
	e <- func() int { return 7 }
	if (<-<-d)() != 7 {
		t.Fatal()
	}
	type S struct{ A, B int }
	s := make(chan S, 2)
	s <- S{1, 2}
	s <- S{A: 3}
	if (<-s).B != 2 {
		t.Fatal()
	}
	p := make(chan *S, 1)
	p <- &S{B: 9}
	(<-p).A = 4
	b := make(chan bool, 3)
	b <- true
	b <- false
	if !(<-b && !<-b) {
		t.Fatal()
	}
	close(b)
	for <-b {
		t.Fatal()
	}
	mm := map[string]bool{}
	q := make(chan int)
	close(q)
	_, mm["x"] = <-q
	if mm["x"] {
		t.Fatal()
	}
	var any1 any
	var isOk any
	any1, isOk = <-q
	_ = any1
	if isOk != false {
		t.Fatal()
	}
	type myBool bool
	var mb myBool
	q2 := make(chan bool, 9)
	q2 <- true
	_, mb = <-q2
	if !mb {
		t.Fatal()
	}
	q2 <- true
	select {
	case _, mb = <-q2:
	}
	go func() { <-q }()
	defer func() { <-q }()
	return
}

type myChan chan error
type recvOnly <-chan error

func TestSendForms(t *testing.T) {
	c := make(myChan, 5)
	c <- nil
	var sendOnly chan<- error = c
	sendOnly <- errors.New("x")
	sendOnly <- fmt.Errorf("y %w",
		context.Canceled)
	ifc := make(chan any, 3)
	ifc <- 1
	ifc <- 'x'
	ifc <- 1 << 3
	f64 := make(chan float64, 1)
	f64 <- 1 << 3
	i8 := make(chan int8, 1)
	var sh uint = 3
	i8 <- 1 << sh
	<-i8
	if v := <-ifc; v != 1 {
		t.Fatal(v)
	}
	if v := <-ifc; v != 'x' {
		t.Fatal(v)
	}
	if v := <-ifc; v != 8 {
		t.Fatal(v)
	}
	var ro recvOnly = (chan error)(c)
	if <-ro != nil {
		t.Fatal()
	}
	if len(ro) != 2 || cap(c) != 5 || len(c) != 2 {
		t.Fatal()
	}
	cc := make(chan (<-chan error), 1)
	cc <- c
	fn := make(chan func(int) (string, error), 1)
	fn <- func(int) (string, error) { return "", nil }
	for i := 0; i < 1; c <- nil {
		i++
	}
	var nilc chan int
	if len(nilc) != 0 || cap(nilc) != 0 {
		t.Fatal()
	}
	for i8 <- 3; len(i8) < 1; i8 <- 4 {
		t.Fatal()
	}
}

func order(log *[]string, s string) int { *log = append(*log, s); return len(*log) - 1 }

func TestSelectSideEffects(t *testing.T) {
	var log []string
	ch := func(s string, c chan int) chan int { order(&log, s); return c }
	c1, c2, c3 := make(chan int, 1), make(chan int), make(chan int)
	var arr [3]int
	select {
	case arr[order(&log, "idx")-6] = <-ch("a", c3):
	case ch("b", c2) <- order(&log, "vb"):
	case ch("c", c1) <- order(&log, "vc"):
	case arr[0], _ = <-ch("d", nil):
	}
	if fmt.Sprint(log) != "[a b vb c vc d]" {
		t.Fatal(log)
	}
	if v := <-c1; v != 4 {
		t.Fatal(v)
	}
	log = nil
	c1 <- 5
	select {
	case arr[order(&log, "idx")-2] = <-ch("a", c1):
	case ch("b", c2) <- order(&log, "vb"):
	}
	if fmt.Sprint(log, arr) != "[a b vb idx] [0 5 0]" {
		t.Fatal(log, arr)
	}
}

func TestSelectShapes(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	select {
	default:
		n++
	}
	select {
	case <-c:
		t.Fatal()
	default:
	}
	c <- 1
	select {
	case v := <-c:
		n += v
	}
	select {
	case c <- 2:
	}
	select {
	case v, ok := <-c:
		if !ok || v != 2 {
			t.Fatal()
		}
	}
	close(c)
	select {
	case _, ok := <-c:
		if ok {
			t.Fatal()
		}
	}
	select {
	case _ = <-c:
	}
	select {
	case (<-c):
	}
	select {
	case x := (<-c):
		_ = x
	}
	var err error
	e := make(chan error, 1)
	e <- context.Canceled
	select {
	case err = <-e:
	}
	if err == nil {
		t.Fatal()
	}
	var a any
	var okk any
	e <- nil
	select {
	case a, okk = <-e:
	}
	if a != nil || okk != true {
		t.Fatal()
	}
L:
	for i := 0; ; i++ {
		select {
		case <-c:
			if i < 3 {
				continue L
			}
			break L
		}
	}
M:
	select {
	case <-c:
		for {
			break M
		}
		t.Fatal()
	}
	i := 0
N:
	select {
	case <-c:
		i++
		if i < 3 {
			goto N
		}
	}
	c = make(chan int)
	select {
	default:
		n++
	case c <- func() int { defer func() { recover() }(); return 1 }():
		t.Fatal()
	}
	if n < 2 {
		t.Fatal(n)
	}
}

func TestSelectSendOnClosedPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
	}()
	c := make(chan int)
	close(c)
	select {
	case c <- 1:
	default:
	}
}

func returnsFromSelect(c chan int) int {
	select {
	case v := <-c:
		return v
	}
}
func returnsFromSelect2(c chan int) int {
	select {
	case v := <-c:
		return v
	default:
		return 0
	}
}
func blocksForEver() int { select {} }

func TestReturns(t *testing.T) {
	c := make(chan int, 1)
	c <- 3
	if returnsFromSelect(c) != 3 || returnsFromSelect2(c) != 0 {
		t.Fatal()
	}
	_ = blocksForEver
}

func gen(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := make(chan int)
		done := make(chan bool)
		defer close(done)
		go func() {
			defer close(c)
			for i := range n {
				select {
				case c <- i:
				case <-done:
					return
				}
			}
		}()
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}

func TestRangeFunc(t *testing.T) {
	s := 0
	for v := range gen(10) {
		if v == 5 {
			break
		}
		s += v
	}
	if s != 10 {
		t.Fatal(s)
	}
	next, stop := iter.Pull(gen(3))
	a, _ := next()
	b, _ := next()
	stop()
	if a != 0 || b != 1 {
		t.Fatal(a, b)
	}
	func() {
		for v := range gen(3) {
			defer func() { s += v }()
		}
	}()
	if s != 13 {
		t.Fatal(s)
	}
}

func TestRangeChanClosures(t *testing.T) {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	c <- 3
	close(c)
	var fs []func() int
	for v := range c {
		fs = append(fs, func() int { v++; return v })
	}
	if fs[0]() != 2 || fs[1]() != 3 || fs[2]() != 4 || fs[0]() != 3 {
		t.Fatal()
	}
	d := make(chan int, 1)
	d <- 4
	close(d)
	var k int
	for k = range d {
	}
	if k != 4 {
		t.Fatal(k)
	}
	var st struct{ a [3]int }
	e := make(chan int, 2)
	e <- 1
	e <- 2
	close(e)
	for st.a[k%3] = range e {
	}
	if st.a[1] != 2 {
		t.Fatal(st)
	}
	for range e {
	}
	for _ = range e {
	}
}
