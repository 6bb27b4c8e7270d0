// A variable has the length of the text that it holds now.
//
// outcome: "" deadlock

package main

func main() {
	word := "abc"
	change := func() { word = "é" }
	change()
	if len(word) == 2 {
		select {}
	}
}
