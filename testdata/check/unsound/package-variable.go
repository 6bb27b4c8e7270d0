// A variable of the package was changed by init.
//
// outcome: "" deadlock

package main

var ready = make(chan bool, 1)

func init() {
	ready = nil
}

func main() {
	ready <- true
}
