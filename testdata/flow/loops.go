// Loops, each with what the analysis says about its end.
package loops

func up(n int) {
	for i := 0; i < n; i++ { // ends
		work()
	}
}

func down(n int) {
	for i := n; i > 0; i-- { // ends
		work()
	}
}

func twoConditions(n int, on bool) {
	for i := 0; i < n && on; i += 2 { // ends
		work()
	}
}

func wrongWay(n int) {
	for i := 0; i < n; i-- { // open
		work()
	}
}

func boundMoves(n int) {
	for i := 0; i < n; i++ { // open
		n++
	}
}

func counterMoves(n int) {
	for i := 0; i < n; i++ { // open
		i -= step()
	}
}

func data(s []int, m map[int]int, t string) {
	for range s { // ends
	}
	for range m { // ends
	}
	for range t { // ends
	}
	for range 10 { // ends
	}
}

func channel(c chan int) {
	for range c { // open
	}
}

func forEver() {
	for { // open
		work()
	}
}

func while(f func() bool) {
	for f() { // open
	}
}

func work()
func step() int

func stuck() {
	for tries := 0; tries < 3; { // open
		work()
	}
}
