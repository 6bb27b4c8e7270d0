// Texts that are put together and put in order.
//
// outcome: "" deadlock

package main

func main() {
	word := "abc"
	if word+"d" == "abcd" && word < "b" {
		select {}
	}
}
