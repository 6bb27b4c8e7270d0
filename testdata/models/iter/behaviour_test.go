package iter

import "testing"

func count(n int) Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestPull(t *testing.T) {
	next, stop := Pull(count(2))
	for i := range 2 {
		if v, ok := next(); v != i || !ok {
			t.Fatal(v, ok)
		}
	}
	if _, ok := next(); ok {
		t.Fatal("more than there is")
	}
	stop()
	if _, ok := next(); ok {
		t.Fatal("a value after stop")
	}
}

func TestStopBeforeTheEnd(t *testing.T) {
	ended := false
	next, stop := Pull(Seq[int](func(yield func(int) bool) {
		defer func() { ended = true }()
		for yield(1) {
		}
	}))
	next()
	stop()
	stop()
	if !ended {
		t.Fatal("the iterator still runs")
	}
}

func TestPanicIsPassedOn(t *testing.T) {
	next, _ := Pull(Seq[int](func(yield func(int) bool) { panic("x") }))
	defer func() {
		if r := recover(); r != "x" {
			t.Fatal(r)
		}
	}()
	next()
}
