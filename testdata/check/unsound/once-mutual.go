// Two Onces that wait for each other.
//
// outcome: "" exit
// outcome: "" deadlock

package main

import "sync"

var a, b sync.Once

func main() {
	done := make(chan bool)
	go func() {
		a.Do(func() {
			b.Do(func() {})
		})
		done <- true
	}()
	b.Do(func() {
		a.Do(func() {})
	})
	<-done
}
