// A function of a library is called through a variable, and panics; somebody recovers.
//
// outcome: "" deadlock

package main

import "strings"

func main() {
	done := make(chan int)
	repeat := strings.Repeat
	func() {
		defer func() { recover() }()
		repeat("x", -1)
		close(done)
	}()
	<-done
}
