package niling

import "testing"

// merge forwards two inputs and ends when both are drained.
func merge(a, b <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for a != nil || b != nil {
			select {
			case x, ok := <-a:
				if !ok {
					a = nil
					continue
				}
				out <- x
			case x, ok := <-b:
				if !ok {
					b = nil
					continue
				}
				out <- x
			}
		}
	}()
	return out
}

func feed(xs ...int) <-chan int {
	c := make(chan int)
	go func() {
		defer func() {
			if len(xs) > 1 {
				close(c) // want global-deadlock "this condition can skip close.a."
			}
		}()
		for _, x := range xs {
			c <- x
		}
	}()
	return c
}

func TestMerge(t *testing.T) {
	sum := 0
	for x := range merge(feed(1), feed(2, 3)) {
		sum += x
	}
	if sum != 6 {
		t.Error(sum)
	}
}
