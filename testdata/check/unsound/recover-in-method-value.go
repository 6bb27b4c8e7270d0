// A method value that is deferred recovers.
//
// outcome: "" deadlock

package main

type base struct{}

func (base) cleanup() { recover() }

func f() {
	g := base{}.cleanup
	defer g()
	panic("x")
}

func main() {
	f()
	select {}
}
