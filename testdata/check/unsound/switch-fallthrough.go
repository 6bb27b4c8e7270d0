// fallthrough runs the next case.
//
// outcome: "" deadlock

package main

func main() {
	n := 1
	switch n {
	case 1:
		fallthrough
	case 2:
		select {}
	}
}
