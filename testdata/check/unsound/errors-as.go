// errors.As finds a value that was wrapped.
//
// outcome: "" deadlock

package main

import (
	"errors"
	"fmt"
)

type myErr struct{ c chan int }

func (*myErr) Error() string { return "" }

func main() {
	err := fmt.Errorf("x: %w", &myErr{make(chan int)})
	var e *myErr
	if errors.As(err, &e) {
		e.c <- 1
	}
}
