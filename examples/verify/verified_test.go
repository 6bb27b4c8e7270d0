package verified

import (
	"sync"
	"testing"
)

func TestCounter(t *testing.T) {
	c := NewCounter()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(c.Add)
	}
	wg.Wait()
	if n := c.Get(); n != 3 {
		t.Fatalf("the counter is at %d, not 3", n)
	}
}

func TestSum(t *testing.T) {
	if sum := Sum(4); sum != 10 {
		t.Fatalf("the sum is %d, not 10", sum)
	}
}
