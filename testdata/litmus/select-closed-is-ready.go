// A receive case on a closed channel is always ready.
//
// outcome: "ok" exit

package main

import "fmt"

func main() {
	c := make(chan int)
	close(c)
	for i := 0; i < 3; i++ {
		select {
		case _, ok := <-c:
			if ok {
				select {}
			}
		default:
			select {}
		}
	}
	fmt.Print("ok")
}
