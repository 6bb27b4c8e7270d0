// Where it is not known which part of a slice is taken, what is written through the part may be any element of the whole.
package p

import "math/rand"

func Part() {
	all := []chan int{make(chan int, 1), make(chan int, 1)}
	part := all[rand.Intn(2):]
	part[0] = nil
	all[1] <- 1 // want note nil-channel "blocks forever on a nil channel"
}

func Copied() {
	all := []chan int{make(chan int, 1), make(chan int, 1)}
	copy(all[rand.Intn(2):], []chan int{nil})
	all[1] <- 1 // want note nil-channel "blocks forever on a nil channel"
}

func Front() {
	all := []chan int{make(chan int, 1), make(chan int, 1)}
	part := all[:rand.Intn(3)]
	for i := range part {
		part[i] = nil
	}
	all[1] <- 1 // want note nil-channel "blocks forever on a nil channel"
}

func Kept() {
	all := []chan int{make(chan int, 1), make(chan int, 1)}
	part := all[rand.Intn(2):]
	part[0] = make(chan int, 1)
	all[1] <- 1
}
