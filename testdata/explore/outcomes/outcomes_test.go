// Tests that print what they saw: under all their interleavings they have to print all that any schedule makes them print.
package outcomes

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func saw(values ...any) { fmt.Println(append([]any{"saw"}, values...)...) }

// Subtests that are parallel meet each other only once their parent's function is over.
func TestParallelSubtests(t *testing.T) {
	var mu sync.Mutex
	order := ""
	t.Cleanup(func() { saw(order) })
	for _, name := range []string{"a", "b", "c"} {
		name := name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mu.Lock()
			order += name
			mu.Unlock()
		})
	}
}

// A goroutine of one subtest may still run beside the next one.
func TestSubtestLeavesBehind(t *testing.T) {
	var n int32
	done := make(chan bool)
	t.Run("first", func(t *testing.T) {
		go func() {
			atomic.AddInt32(&n, 1)
			close(done)
		}()
	})
	t.Run("second", func(t *testing.T) {
		saw("second", atomic.LoadInt32(&n))
	})
	<-done
}

// Clean-ups of subtests run beside other parallel ones.
func TestParallelCleanup(t *testing.T) {
	var n int32
	t.Run("group", func(t *testing.T) {
		t.Run("a", func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() { atomic.StoreInt32(&n, 2) })
			atomic.StoreInt32(&n, 1)
		})
		t.Run("b", func(t *testing.T) {
			t.Parallel()
			saw(atomic.LoadInt32(&n))
		})
	})
}

// The parent goes on while a subtest waits to be parallel.
func TestParentBesideParallel(t *testing.T) {
	var n int32
	t.Run("a", func(t *testing.T) {
		atomic.AddInt32(&n, 1)
		t.Parallel()
		atomic.AddInt32(&n, 10)
	})
	go func() { atomic.AddInt32(&n, 100) }()
	saw(atomic.LoadInt32(&n))
	t.Cleanup(func() { saw("end", atomic.LoadInt32(&n)) })
}

func TestTimerBeside(t *testing.T) {
	var n int32
	timer := time.AfterFunc(time.Millisecond, func() { atomic.AddInt32(&n, 1) })
	atomic.AddInt32(&n, 10)
	stopped := timer.Stop()
	saw(stopped, atomic.LoadInt32(&n))
}

func TestTwoTimers(t *testing.T) {
	a := time.After(time.Second)
	b := time.After(2 * time.Second)
	c := make(chan int, 1)
	go func() { c <- 1 }()
	order := ""
	for i := 0; i < 3; i++ {
		select {
		case <-a:
			order += "a"
		case <-b:
			order += "b"
		case <-c:
			order += "c"
		}
	}
	saw(order)
}

func TestTicker(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	stop := make(chan bool)
	go func() {
		time.Sleep(2500 * time.Millisecond)
		close(stop)
	}()
	n := 0
	for {
		select {
		case <-ticker.C:
			n++
			continue
		case <-stop:
		}
		break
	}
	saw(n > 0)
}

func TestContextDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	child, stop := context.WithCancel(ctx)
	go stop()
	<-child.Done()
	saw(child.Err(), errors.Is(ctx.Err(), context.DeadlineExceeded))
}

func TestSleepers(t *testing.T) {
	var mu sync.Mutex
	order := ""
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		name := name
		wg.Add(1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Millisecond)
			mu.Lock()
			order += name
			mu.Unlock()
		}()
	}
	wg.Wait()
	saw(order)
}

func TestOnce(t *testing.T) {
	var once sync.Once
	var n int32
	var wg sync.WaitGroup
	got := make([]int32, 2)
	for i := 0; i < 2; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { atomic.AddInt32(&n, 1) })
			got[i] = atomic.AddInt32(&n, 10)
		}()
	}
	saw("meanwhile", atomic.LoadInt32(&n))
	wg.Wait()
	saw(got)
}

func TestOncePanics(t *testing.T) {
	var once sync.Once
	var n int32
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if recover() != nil {
					atomic.AddInt32(&n, 100)
				}
			}()
			once.Do(func() {
				atomic.AddInt32(&n, 1)
				panic("no")
			})
			saw("after", atomic.LoadInt32(&n))
		}()
	}
	wg.Wait()
	saw(atomic.LoadInt32(&n))
}

func TestCondSignal(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := 0
	order := ""
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		name := name
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			for ready == 0 {
				cond.Wait()
			}
			ready--
			order += name
			mu.Unlock()
		}()
	}
	for i := 0; i < 2; i++ {
		mu.Lock()
		ready++
		mu.Unlock()
		cond.Signal()
	}
	wg.Wait()
	saw(order)
}

func TestCondLost(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	done := make(chan string, 1)
	go func() {
		mu.Lock()
		cond.Wait()
		mu.Unlock()
		done <- "woken"
	}()
	go cond.Broadcast()
	select {
	case text := <-done:
		saw(text)
	case <-time.After(time.Minute):
		saw("lost")
		cond.Broadcast()
	}
}

func TestSelectDefault(t *testing.T) {
	c := make(chan int)
	d := make(chan int, 1)
	go func() { c <- 1 }()
	go func() { d <- 2 }()
	text := ""
	for i := 0; i < 2; i++ {
		select {
		case v := <-c:
			text += fmt.Sprint(v)
		case v := <-d:
			text += fmt.Sprint(v)
		default:
			text += "-"
		}
	}
	saw(text)
	select {
	case <-c:
	case <-time.After(time.Second):
	}
}

func TestTwoSelectsWithDefault(t *testing.T) {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			defer wg.Done()
			select {
			case c <- i:
				saw("sent", i)
			default:
				saw("default", i)
			}
		}()
	}
	select {
	case v := <-c:
		saw("got", v)
	default:
		saw("nothing")
	}
	wg.Wait()
}

func TestAtomics(t *testing.T) {
	var x, y int32
	var a, b int32
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); atomic.StoreInt32(&x, 1); a = atomic.LoadInt32(&y) }()
	go func() { defer wg.Done(); atomic.StoreInt32(&y, 1); b = atomic.LoadInt32(&x) }()
	wg.Wait()
	saw(a, b)
}

func TestCompareAndSwap(t *testing.T) {
	var v atomic.Value
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			if !v.CompareAndSwap(nil, i) {
				v.CompareAndSwap(0, i+10)
			}
		}()
	}
	wg.Wait()
	saw(v.Load())
}

func TestSyncMap(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			if v, loaded := m.LoadOrStore("k", i); loaded {
				saw(i, "found", v)
			}
			m.Delete("k")
		}()
	}
	n := 0
	m.Range(func(any, any) bool { n++; return true })
	wg.Wait()
	saw(n)
}

func TestTryLock(t *testing.T) {
	var mu sync.Mutex
	var rw sync.RWMutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		mu.Lock()
		rw.RLock()
		mu.Unlock()
		rw.RUnlock()
	}()
	go func() {
		defer wg.Done()
		rw.Lock()
		rw.Unlock()
	}()
	a := mu.TryLock()
	b := rw.TryRLock()
	if a {
		mu.Unlock()
	}
	if b {
		rw.RUnlock()
	}
	wg.Wait()
	saw(a, b)
}

func TestGosched(t *testing.T) {
	var n int32
	go atomic.AddInt32(&n, 1)
	for i := 0; i < 3 && atomic.LoadInt32(&n) == 0; i++ {
		runtime.Gosched()
	}
	saw(atomic.LoadInt32(&n))
}

func TestGoexit(t *testing.T) {
	c := make(chan int, 2)
	var n int32
	go func() {
		defer func() { c <- int(atomic.AddInt32(&n, 1)) }()
		runtime.Goexit()
	}()
	go func() { c <- int(atomic.AddInt32(&n, 10)) }()
	saw(<-c, <-c)
}

func TestRecover(t *testing.T) {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					saw(i, r)
				}
			}()
			close(c)
			c <- 1
		}()
	}
	wg.Wait()
}

func TestPanicBeside(t *testing.T) {
	var n int32
	c := make(chan int)
	go func() {
		if atomic.AddInt32(&n, 1) == 2 {
			panic("second")
		}
		close(c)
	}()
	saw(atomic.AddInt32(&n, 1))
	<-c
}

func TestWaitGroupReuse(t *testing.T) {
	var wg sync.WaitGroup
	var n int32
	wg.Add(1)
	go func() {
		atomic.AddInt32(&n, 1)
		wg.Done()
	}()
	go func() {
		wg.Wait()
		atomic.AddInt32(&n, 10)
	}()
	wg.Wait()
	saw(atomic.LoadInt32(&n))
}

func TestRWMutexWriter(t *testing.T) {
	var rw sync.RWMutex
	n := 0
	var wg sync.WaitGroup
	wg.Add(3)
	go func() { defer wg.Done(); rw.Lock(); n++; rw.Unlock() }()
	for i := 0; i < 2; i++ {
		i := i
		go func() { defer wg.Done(); rw.RLock(); saw(i, n); rw.RUnlock() }()
	}
	wg.Wait()
}

func TestLeaksSometimes(t *testing.T) {
	c := make(chan int)
	d := make(chan int)
	go func() { c <- 1 }()
	go func() { d <- 1 }()
	select {
	case <-c:
		saw("c")
	case <-d:
		saw("d")
	}
}

func TestLenOfChannel(t *testing.T) {
	c := make(chan int, 3)
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() { defer wg.Done(); c <- 1 }()
	}
	saw(len(c))
	wg.Wait()
}

func TestRangeAndClose(t *testing.T) {
	c := make(chan int)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		i := i
		wg.Add(1)
		go func() { defer wg.Done(); c <- i }()
	}
	go func() { wg.Wait(); close(c) }()
	text := ""
	for v := range c {
		text += fmt.Sprint(v)
	}
	saw(text)
}

func TestTimerReset(t *testing.T) {
	timer := time.NewTimer(time.Second)
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
		saw("c", timer.Reset(2*time.Second))
	case <-timer.C:
		saw("timer")
		<-c
	}
}

func TestAfterFuncOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var n int32
	go func() {
		<-ctx.Done()
		atomic.AddInt32(&n, 1)
	}()
	cancel()
	saw(atomic.LoadInt32(&n), ctx.Err())
}

func TestTimeSince(t *testing.T) {
	begin := time.Now()
	done := make(chan bool)
	go func() {
		time.Sleep(3 * time.Second)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
	}
	saw(time.Since(begin) >= 3*time.Second, time.Since(begin) >= 5*time.Second)
}

// What is deferred, or started by go, happens later than where it is named.
func TestAtomicsLater(t *testing.T) {
	var done atomic.Bool
	var n int32
	c := make(chan int, 2)
	add := n32(&n)
	go func() {
		defer func() { c <- 1 }()
		defer done.Store(true)
		add(1)
	}()
	go atomic.AddInt32(&n, 10)
	saw(done.Load(), atomic.LoadInt32(&n))
	<-c
}

func n32(p *int32) func(int32) int32 {
	f := atomic.AddInt32
	return func(d int32) int32 { return f(p, d) }
}

func TestStoredMethods(t *testing.T) {
	var n atomic.Int32
	load, add := n.Load, n.Add
	var wg sync.WaitGroup
	wg.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			defer wg.Done()
			v := load()
			add(v + 1)
		}()
	}
	wg.Wait()
	saw(n.Load())
}

// A deadline that is never waited for can still be seen.
func TestDeadlineSeen(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	saw(ctx.Err())
	cancel()
}

// The order of a map is drawn from the seed.
func TestMapOrder(t *testing.T) {
	for k := range map[string]bool{"a": true, "b": true} {
		saw(k)
	}
}
