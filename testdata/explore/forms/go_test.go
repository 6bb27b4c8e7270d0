// Go statements and generic code.
package forms

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestGoForms(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(7)
	x := 1
	go func(y int) { defer wg.Done(); _ = y }(x)
	x = 2
	go wg.Done()
	go (func() { wg.Done() })()
	done := map[string]func(){"a": wg.Done}
	go done["a"]()
	var s interface{ Done() } = &wg
	go s.Done()
	go func(fs ...func()) {
		for _, f := range fs {
			f()
		}
	}(wg.Done, wg.Done)
	wg.Wait()
	c := make(chan int)
	go close(c)
	<-c
	go println()
	go func() { defer func() { recover() }(); panic("x") }()
	go fmt.Sprint(1, 2)
	go fmt.Sprint([]any{1}...)
	go t.Log()
	defer runtime.Gosched()
	m := map[int]int{1: 1}
	go delete(m, 1)
	go copy([]int{}, []int{})
	k := 1
	kc := make(chan int, 4)
	go func() { kc <- 9 }()
	go copy([]int{<-kc}, []int{k})
	go gen2(k,
		kc, // comment
		error(nil), 3.5)
	go gen2[int, error](multi())
	go panicky(k == 2, 1<<k)
	k = 5
	if <-kc != 1 {
		t.Fatal()
	}
	_, _, line, _ := runtime.Caller(0)
	if line != 55 {
		t.Fatal(line)
	}
	go many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	go new(rec).m(new(rec).n(), 2)
}

func many(a, b, c, d, e, f, g, h, i, j int) (int, int, int, int) { return 1, 2, 3, 4 }

func multi() (int, chan int, error, float64)       { return 0, make(chan int, 1), nil, 1 }
func gen2[T, U any](v T, c chan T, u U, f float64) { c <- v }
func panicky(a bool, b int64)                      {}

type rec struct{}

func (*rec) m(int, int) {}
func (*rec) n() int     { return 1 }

func TestGenerics(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	go func() { b <- 2; close(b) }()
	s := 0
	for v := range Merge(a, b) {
		s += v
	}
	if s != 3 {
		t.Fatal(s)
	}
	var set Set[string]
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			set.Add(fmt.Sprint(i))
		}(i)
	}
	wg.Wait()
	if set.Len() != 3 {
		t.Fatal()
	}
	ev := Event[int]{C: make(chan int, 1)}
	ev.C <- 3
	if v, ok := ev.Get(); v != 3 || !ok {
		t.Fatal()
	}
	go worker[int, string](1, "x", b)
	go worker(1, "y", b)
	go gwork[map[string]int](nil)
	go gwork(map[string]int(nil))
	go gwork([]struct{ a int }{})
	go gwork[fmt.Stringer](nil)
	go gwork(time.Second)
	go gwork(func(a ...int) (x, y int) { return })
	go gwork(make(chan<- int))
	go gwork(&ev)
}
func worker[A, B any](a A, b B, c chan int) {}
func gwork[A any](a A)                      {}
