// len counts bytes.
//
// outcome: "" deadlock

package main

const word = "é"

func main() {
	if len(word) == 2 {
		select {}
	}
}
