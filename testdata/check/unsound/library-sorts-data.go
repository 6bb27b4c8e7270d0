// A library function changes the data it is given.
//
// outcome: "" deadlock

package main

import "sort"

func main() {
	list := []int{2, 1}
	sort.Ints(list)
	if list[0] == 1 {
		select {}
	}
}
