// Every file is measured by a goroutine of its own; the buffer has room for all answers.
//
// table: gomela 1
// want global-deadlock: no
// want goroutine-leak: no
// want send-on-closed: no
// want double-close: no
// want deadlock-ignoring-main-exit: no
package main

import (
	"fmt"
	"os"
)

func main() {
	names := os.Args[1:]
	sizes := make(chan int, len(names))
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
	sizes <- len(name)
}
