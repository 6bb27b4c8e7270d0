// A write through the address of a package variable.
//
// outcome: "" deadlock

package main

var stop bool

func main() {
	p := &stop
	*p = true
	if stop {
		select {}
	}
}
