// An array given to a function is a copy.
//
// outcome: "" deadlock

package main

func set(a [2]bool) {
	a[0] = false
}

func main() {
	a := [2]bool{true, true}
	set(a)
	if a[0] {
		select {}
	}
}
