// A sort calls the methods of what it sorts.
//
// outcome: "" deadlock

package main

import "sort"

type s struct{ c chan int }

func (x s) Len() int           { return 2 }
func (x s) Less(i, j int) bool { x.c <- 1; return i < j }
func (x s) Swap(i, j int)      {}

func main() {
	done := make(chan int, 1)
	done <- 1
	sort.Sort(s{make(chan int)})
}
