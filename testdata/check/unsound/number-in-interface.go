// A number in an interface is of no other type that is asked for.
//
// outcome: "" deadlock

package main

func main() {
	list := []any{make(chan int, 1), 1}
	for _, x := range list {
		switch x := x.(type) {
		case chan int:
			x <- 1
		default:
			select {}
		}
	}
}
