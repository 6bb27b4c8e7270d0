// A goroutine that sends its result to somebody who has stopped waiting.
package p

import (
	"errors"
	"time"
)

func Fetch(get func() int) (int, error) {
	result := make(chan int)
	go func() {
		result <- get() // want goroutine-leak "result"
	}()
	select {
	case n := <-result:
		return n, nil
	case <-time.After(time.Second):
		return 0, errors.New("too late")
	}
}

func FetchBuffered(get func() int) (int, error) {
	result := make(chan int, 1)
	go func() {
		result <- get()
	}()
	select {
	case n := <-result:
		return n, nil
	case <-time.After(time.Second):
		return 0, errors.New("too late")
	}
}
