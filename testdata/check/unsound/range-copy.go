// A range over an array goes over a copy.
//
// outcome: "" deadlock

package main

func main() {
	a := [2]int{0, 0}
	for i, v := range a {
		a[1] = 1
		if i == 1 && v == 0 {
			select {}
		}
	}
}
