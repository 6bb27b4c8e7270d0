// Structs in interfaces are equal if their parts are, blank ones left out.
//
// outcome: "" deadlock

package main

type point struct {
	at  [2]int
	any any
	_   int
}

func main() {
	c := make(chan int)
	var x any = point{at: [2]int{1, 2}, any: c}
	var y any = point{at: [2]int{1, 2}, any: c}
	if x == y && x != any(point{at: [2]int{1, 3}, any: c}) {
		<-c
	}
}
