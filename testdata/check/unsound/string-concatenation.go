// Strings that are put together are equal to others.
//
// outcome: "" deadlock

package main

func main() {
	a := "a"
	if a+"b" == "ab" {
		select {}
	}
}
