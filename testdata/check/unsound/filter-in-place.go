// Filtering in place writes over the elements that are filtered.
//
// outcome: "" deadlock

package main

func main() {
	a, b := make(chan int, 1), make(chan int)
	s := []chan int{a, b}
	keep := s[:0]
	for _, c := range s {
		if cap(c) == 0 {
			keep = append(keep, c)
		}
	}
	s[0] <- 1
}
