// An unsigned byte wraps around.
//
// outcome: "" deadlock

package main

func main() {
	var n uint8 = 255
	n++
	if n == 0 {
		select {}
	}
}
