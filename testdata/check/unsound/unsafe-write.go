// A write through an unsafe pointer.
//
// outcome: "" deadlock

package main

import "unsafe"

func main() {
	n := 0
	*(*int)(unsafe.Pointer(&n)) = 1
	if n == 1 {
		select {}
	}
}
