package tally

import (
	"sync"
	"testing"
)

func TestTally(t *testing.T) {
	tally := New()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { tally.Add(2) })
	}
	wg.Wait()
	if total := tally.Total(); total != 6 {
		t.Fatalf("the total is %d, not 6", total)
	}
}
