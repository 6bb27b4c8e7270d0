// Tests that go wrong under few of their schedules, so that strategies can be told apart. Each has one bug, and
// operations around it that have nothing to do with it.
package harder

import (
	"sync"
	"sync/atomic"
	"testing"
)

// noise is work that synchronises, but never goes wrong.
func noise(wg *sync.WaitGroup, goroutines, rounds int) {
	var mu sync.Mutex
	n := 0
	for i := 0; i < goroutines; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := 0; k < rounds; k++ {
				mu.Lock()
				n++
				mu.Unlock()
			}
		}()
	}
}

// Two locks are taken in both orders, but only once in a long while, and among others who take one of them.
func TestLocksCrossLate(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for i := 0; i < 6; i++ {
			a.Lock()
			if i == 4 {
				b.Lock()
				b.Unlock()
			}
			a.Unlock()
		}
	}()
	go func() {
		defer wg.Done()
		for i := 0; i < 6; i++ {
			b.Lock()
			if i == 2 {
				a.Lock()
				a.Unlock()
			}
			b.Unlock()
		}
	}()
	noise(&wg, 2, 4)
	wg.Wait()
}

// Three locks form a circle.
func TestCircleOfLocks(t *testing.T) {
	var forks [3]sync.Mutex
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			forks[i].Lock()
			forks[(i+1)%3].Lock()
			forks[(i+1)%3].Unlock()
			forks[i].Unlock()
		}()
	}
	noise(&wg, 2, 4)
	wg.Wait()
}

// A reader takes its read lock again while a writer has come in between, in the last of its rounds.
func TestReadsTwice(t *testing.T) {
	var rw sync.RWMutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for i := 0; i < 5; i++ {
			rw.RLock()
			if i == 4 {
				rw.RLock()
				rw.RUnlock()
			}
			rw.RUnlock()
		}
	}()
	go func() {
		defer wg.Done()
		rw.Lock()
		rw.Unlock()
	}()
	noise(&wg, 2, 4)
	wg.Wait()
}

// The signal is lost if it comes between the look and the wait.
func TestLostSignal(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	var ready atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		if !ready.Load() {
			mu.Lock()
			cond.Wait()
			mu.Unlock()
		}
	}()
	go func() {
		defer wg.Done()
		ready.Store(true)
		cond.Broadcast()
	}()
	noise(&wg, 2, 4)
	wg.Wait()
}

// Who is told to stop still has a result to give, and nobody takes it: only if three things come in one order.
func TestStopsTooEarly(t *testing.T) {
	results := make(chan int)
	stop := make(chan struct{})
	var closing atomic.Bool
	go func() {
		for i := 0; i < 3; i++ {
			if closing.Load() {
				return
			}
			results <- i
		}
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := 0; i < 3; i++ {
			select {
			case <-results:
			case <-stop:
				return
			}
		}
	}()
	noise(&wg, 2, 3)
	closing.Store(true)
	close(stop)
	wg.Wait()
}

// Both find that nobody has closed the channel yet.
func TestClosesTwice(t *testing.T) {
	done := make(chan struct{})
	var closed atomic.Bool
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if !closed.Load() {
				closed.Store(true)
				close(done)
			}
		}()
	}
	noise(&wg, 3, 4)
	wg.Wait()
}

// Six steps of two goroutines have to alternate.
func TestStepsAlternate(t *testing.T) {
	var phase atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	stuck := make(chan struct{})
	go func() {
		defer wg.Done()
		for i := int32(0); i < 3; i++ {
			phase.CompareAndSwap(2*i, 2*i+1)
		}
		if phase.Load() == 6 {
			<-stuck
		}
	}()
	go func() {
		defer wg.Done()
		for i := int32(0); i < 3; i++ {
			phase.CompareAndSwap(2*i+1, 2*i+2)
		}
	}()
	noise(&wg, 1, 3)
	wg.Wait()
}
