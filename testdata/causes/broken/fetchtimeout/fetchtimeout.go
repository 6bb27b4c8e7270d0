package fetchtimeout

import (
	"errors"
	"time"
)

func Fetch(get func() string) (string, error) {
	result := make(chan string) // want goroutine-leak "result needs a buffer with room for every send, make.chan st"
	go func() {
		result <- get()
	}()
	select {
	case s := <-result:
		return s, nil
	case <-time.After(time.Second):
		return "", errors.New("too slow")
	}
}
