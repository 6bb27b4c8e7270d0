// A write through the address of an element.
//
// outcome: "" deadlock

package main

func main() {
	flags := make([]bool, 2)
	p := &flags[0]
	*p = true
	if flags[0] {
		select {}
	}
}
