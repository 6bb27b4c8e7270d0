// A method of a nil pointer in an interface is called.
//
// outcome: "" deadlock

package main

type t struct{ c chan int }

func (x *t) send() {
	if x == nil {
		select {}
	}
}

func main() {
	var x *t
	var s interface{ send() } = x
	if s != nil {
		s.send()
	}
}
