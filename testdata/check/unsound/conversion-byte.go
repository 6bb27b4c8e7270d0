// A conversion to byte is modulo 256.
//
// outcome: "" deadlock

package main

func main() {
	n := 256
	if byte(n) == 0 {
		select {}
	}
}
