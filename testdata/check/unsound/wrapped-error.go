// An error that wraps another is not equal to it.
//
// outcome: "" deadlock

package main

import (
	"errors"
	"fmt"
)

var errStop = errors.New("stop")

func run() error {
	return fmt.Errorf("run: %w", errStop)
}

func main() {
	c := make(chan int)
	if err := run(); err != nil && err != errStop {
		<-c
	}
}
