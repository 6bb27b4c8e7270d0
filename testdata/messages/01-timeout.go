package p

import "time"

func Fetch(get func() int) (int, bool) {
	result := make(chan int)
	go func() { result <- get() }()
	select {
	case n := <-result:
		return n, true
	case <-time.After(time.Second):
		return 0, false
	}
}
