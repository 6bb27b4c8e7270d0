// A function called through the address of an element.
//
// outcome: "" panic: close of closed channel

package main

func main() {
	c := make(chan int)
	fs := []func(){func() { close(c) }}
	p := &fs[0]
	(*p)()
	fs[0]()
}
