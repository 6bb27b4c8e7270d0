// Setting a channel to nil takes its case out of later rounds.
//
// outcome: "2" exit

package main

import "fmt"

func main() {
	a, b := make(chan int), make(chan int)
	close(a)
	close(b)
	n := 0
	for a != nil || b != nil {
		select {
		case <-a:
			a = nil
			n++
		case <-b:
			b = nil
			n++
		}
	}
	if n != 2 {
		select {}
	}
	fmt.Print(n)
}
