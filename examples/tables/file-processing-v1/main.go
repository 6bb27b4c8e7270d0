// Two answers are awaited for each file, but there is one only: with at least one file, main waits forever, and without files all is well.
//
// table: gomela 2
// want global-deadlock: sometimes
// want goroutine-leak: sometimes
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
	sizes := make(chan int, len(names))
	for i := 0; i < len(names); i++ {
		go measure(names[i], sizes)
	}
	total := 0
	for i := 0; i < len(names); i++ {
		total += <-sizes // blocks
		total += <-sizes // blocks
	}
	fmt.Println(total)
}

func measure(name string, sizes chan<- int) {
	sizes <- len(name)
}
