// A spread slice is the caller's own.
//
// outcome: "" deadlock

package main

func reset(flags ...bool) {
	flags[0] = true
}

func main() {
	flags := []bool{false}
	reset(flags...)
	if flags[0] {
		select {}
	}
}
