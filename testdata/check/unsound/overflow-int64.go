// A product that is too large wraps around.
//
// outcome: "" deadlock

package main

func main() {
	n := 3037000500
	if n*n < 0 {
		select {}
	}
}
