// The address of an element of an array in a struct, through an interface.
//
// outcome: "" deadlock

package main

type box struct{ flags [2]bool }

func main() {
	b := &box{}
	var held any = &b.flags[1]
	if p, ok := held.(*bool); ok {
		*p = true
	}
	copied := *b
	b.flags[1] = false
	if copied.flags[1] {
		select {}
	}
}
