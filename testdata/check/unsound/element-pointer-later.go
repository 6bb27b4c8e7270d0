// The same, after the element was written directly.
//
// outcome: "" deadlock

package main

func main() {
	flags := make([]bool, 2)
	p := &flags[0]
	flags[0] = false
	*p = true
	if flags[0] {
		select {}
	}
}
