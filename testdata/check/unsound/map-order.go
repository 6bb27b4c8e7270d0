// The order in which a map is iterated decides.
//
// outcome: "" exit
// outcome: "" deadlock

package main

func main() {
	c := make(chan int, 1)
	m := map[string]int{"take": 1, "put": 2, "more": 3}
	for k := range m {
		switch k {
		case "take":
			<-c
		case "put":
			c <- 1
		}
	}
}
