// A conversion cuts bits off.
//
// outcome: "" deadlock

package main

func main() {
	n := 200
	if int8(n) < 0 {
		select {}
	}
}
