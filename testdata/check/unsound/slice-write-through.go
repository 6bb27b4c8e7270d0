// A write through one slice is seen through another.
//
// outcome: "" deadlock

package main

func main() {
	flags := make([]bool, 3)
	part := flags[1:2]
	part[0] = true
	if flags[1] {
		select {}
	}
}
