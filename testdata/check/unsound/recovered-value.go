// What was recovered is what was thrown.
//
// outcome: "" deadlock

package main

import "errors"

var errA = errors.New("a")

func f() (err error) {
	defer func() {
		if r := recover(); r == errA {
			select {}
		}
	}()
	panic(errA)
}

func main() { f() }
