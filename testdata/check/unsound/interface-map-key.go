// Equal numbers of different types are different keys.
//
// outcome: "" deadlock

package main

func main() {
	m := map[any]chan int{}
	m[1] = make(chan int, 1)
	m[int64(1)] <- 1
}
