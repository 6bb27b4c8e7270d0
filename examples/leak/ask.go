// Package leak asks several servers at once, and forgets those that answer too late.
package leak

import (
	"errors"
	"time"
)

// First gives the first answer, or an error if none comes in time.
func First(servers []string, patience time.Duration, ask func(server string) string) (string, error) {
	answers := make(chan string)
	for _, server := range servers {
		go func() {
			answers <- ask(server)
		}()
	}
	select {
	case answer := <-answers:
		return answer, nil
	case <-time.After(patience):
		return "", errors.New("nobody answered in time")
	}
}
