// A struct is a key by its parts.
//
// outcome: "" deadlock

package main

type key struct {
	a, b int
}

func main() {
	m := map[key]chan int{}
	m[key{1, 2}] = make(chan int)
	m[key{1, 2}] <- 1
}
