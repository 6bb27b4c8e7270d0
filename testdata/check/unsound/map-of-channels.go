// A key that is not there gives a nil channel.
//
// outcome: "" deadlock

package main

func main() {
	m := map[string]chan int{}
	m["a"] = make(chan int, 1)
	key := "a"
	key += "b"
	m[key] <- 1
}
