package fetchtimeout

import (
	"errors"
	"time"
)

func Fetch(get func() string) (string, error) {
	result := make(chan string, 1)
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
