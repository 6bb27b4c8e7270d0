// Bits.
//
// outcome: "" deadlock

package main

func main() {
	n := 5
	if n&1 == 1 && n>>1 == 2 && n^1 == 4 && 1<<n == 32 {
		select {}
	}
}
