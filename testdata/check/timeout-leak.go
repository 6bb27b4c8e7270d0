// A goroutine that sends its result to somebody who has stopped waiting.
package p

import (
	"context"
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

// First asks all of them, and leaves all but one behind.
func First(ctx context.Context, servers []string, get func(string) (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	results := make(chan string)
	failures := make(chan error)
	for _, server := range servers {
		go func() {
			result, err := get(server)
			if err != nil {
				failures <- err // want warning goroutine-leak "failures"
				return
			}
			results <- result // want warning goroutine-leak "results"
		}()
	}
	select {
	case result := <-results:
		return result, nil
	case err := <-failures:
		return "", err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
