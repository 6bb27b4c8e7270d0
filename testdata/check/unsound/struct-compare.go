// Structs are equal if their parts are.
//
// outcome: "" deadlock

package main

type key struct {
	a, b int
}

func main() {
	x, y := key{1, 2}, key{1, 2}
	if x == y {
		select {}
	}
}
