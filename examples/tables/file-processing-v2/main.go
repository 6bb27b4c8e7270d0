// Each goroutine gives two answers, main takes as many as there are files and ends. Ending the process is no leak; were main
// a function, goroutines would stay.
//
// table: gomela 3
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: sometimes
package main

import (
	"fmt"
	"os"
)

func main() {
	names := os.Args[1:]
	sizes := make(chan int)
	for i := 0; i < len(names); i++ {
		go measure(names[i], sizes)
	}
	total := 0
	for i := 0; i < len(names); i++ {
		total += <-sizes
	}
	fmt.Println(total)
}

func measure(name string, sizes chan<- int) {
	sizes <- len(name)  // blocks
	sizes <- cap(sizes) // blocks
}
