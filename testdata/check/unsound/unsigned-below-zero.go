// An unsigned number is never below zero.
//
// outcome: "" deadlock

package main

func main() {
	var n uint = 0
	n--
	if n > 5 {
		select {}
	}
}
