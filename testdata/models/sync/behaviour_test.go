package sync

import "testing"

func TestOnceRunsOnceAndWaits(t *testing.T) {
	var once Once
	started, release := make(chan bool), make(chan bool)
	n := 0
	go once.Do(func() {
		close(started)
		<-release
		n++
	})
	<-started
	go close(release)
	once.Do(func() { n += 10 })
	if n != 1 {
		t.Fatal(n)
	}
}

func TestOnceCountsPanicAsDone(t *testing.T) {
	var once Once
	func() {
		defer func() { recover() }()
		once.Do(func() { panic("x") })
	}()
	once.Do(func() { t.Fatal("ran again") })
}

func TestOnceValue(t *testing.T) {
	n := 0
	f := OnceValue(func() int { n++; return n })
	g := OnceValues(func() (int, error) { n++; return n, nil })
	if f() != 1 || f() != 1 {
		t.Fatal(f())
	}
	if a, err := g(); a != 2 || err != nil {
		t.Fatal(a, err)
	}
}

func TestOnceFuncPanicsAgain(t *testing.T) {
	f := OnceFunc(func() { panic("x") })
	for range 2 {
		func() {
			defer func() {
				if r := recover(); r != "x" {
					t.Fatal(r)
				}
			}()
			f()
		}()
	}
}

func TestCondWakesInOrder(t *testing.T) {
	var mu Mutex
	c := NewCond(&mu)
	woken := make(chan int)
	for i := range 3 {
		ready := make(chan bool)
		go func() {
			mu.Lock()
			close(ready)
			c.Wait()
			mu.Unlock()
			woken <- i
		}()
		<-ready
		mu.Lock() // it waits now
		mu.Unlock()
	}
	c.Signal()
	if i := <-woken; i != 0 {
		t.Fatal(i)
	}
	c.Broadcast()
	if sum := <-woken + <-woken; sum != 3 {
		t.Fatal(sum)
	}
}

func TestWaitGroupGo(t *testing.T) {
	var wg WaitGroup
	var mu Mutex
	n := 0
	for range 10 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 10 {
		t.Fatal(n)
	}
}

func TestMap(t *testing.T) {
	var m Map
	m.Store(1, "a")
	if v, loaded := m.LoadOrStore(1, "b"); !loaded || v != "a" {
		t.Fatal(v, loaded)
	}
	if m.CompareAndSwap(1, "b", "c") || !m.CompareAndSwap(1, "a", "c") {
		t.Fatal("compare and swap")
	}
	if v, ok := m.LoadAndDelete(1); !ok || v != "c" {
		t.Fatal(v, ok)
	}
	m.Store(2, 2)
	m.Store(3, 3)
	n := 0
	m.Range(func(k, v any) bool { m.Delete(k); n++; return true })
	if _, ok := m.Load(2); ok || n != 2 {
		t.Fatal(n)
	}
}

func TestPool(t *testing.T) {
	p := Pool{New: func() any { return "new" }}
	p.Put("old")
	if p.Get() != "old" || p.Get() != "new" {
		t.Fatal("pool")
	}
	p.Put("old")
	drops = true
	if p.Get() != "new" {
		t.Fatal("dropped values come back")
	}
}
