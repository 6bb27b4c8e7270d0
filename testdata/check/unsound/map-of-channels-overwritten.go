// An entry that is written again is another channel.
//
// outcome: "" leak 1

package main

func Litmus() {
	m := map[int]chan int{}
	m[1] = make(chan int)
	started := make(chan bool)
	go func(c chan int) {
		started <- true
		c <- 1
	}(m[1])
	<-started
	m[1] = make(chan int)
	go func(c chan int) {
		c <- 1
	}(m[1])
	<-m[1]
}
