// The loop over a function ends early; the goroutine behind it goes on sending.
//
// outcome: "" leak 1

package main

import "iter"

func numbers() iter.Seq[int] {
	return func(yield func(int) bool) {
		c := make(chan int)
		go func() {
			for i := 0; i < 3; i++ {
				c <- i
			}
			close(c)
		}()
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}

func Litmus() {
	for v := range numbers() {
		if v == 1 {
			break
		}
	}
}
