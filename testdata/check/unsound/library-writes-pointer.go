// A library function writes through a pointer.
//
// outcome: "" deadlock

package main

import "fmt"

func main() {
	n := 0
	fmt.Sscan("1", &n)
	if n == 1 {
		select {}
	}
}
