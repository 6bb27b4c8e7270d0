package semaphore

import (
	"context"
	"testing"
)

func TestWaitersAreServedInOrder(t *testing.T) {
	ctx := context.Background()
	s := NewWeighted(2)
	s.Acquire(ctx, 2)
	served := make(chan int64, 2)
	for i, n := range []int64{2, 1} {
		go func() {
			s.Acquire(ctx, n)
			served <- n
		}()
		for waiting(s) <= i {
		}
	}
	if s.TryAcquire(1) {
		t.Fatal("overtook those who wait")
	}
	s.Release(2)
	if n := <-served; n != 2 {
		t.Fatal(n)
	}
	s.Release(2)
	if n := <-served; n != 1 {
		t.Fatal(n)
	}
}

func waiting(s *Weighted) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for w := s.first; w != nil; w = w.next {
		n++
	}
	return n
}

func TestContextEndsTheWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := NewWeighted(1)
	s.Acquire(ctx, 1)
	go cancel()
	if err := s.Acquire(ctx, 1); err != context.Canceled || waiting(s) != 0 {
		t.Fatal(err)
	}
	if err := s.Acquire(ctx, 5); err != context.Canceled {
		t.Fatal(err)
	}
}
