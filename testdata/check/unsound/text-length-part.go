// A part of a text is shorter than the text.
//
// outcome: "" deadlock

package main

func main() {
	word := "abc"
	rest := word[1:]
	if len(rest) == 2 && len(word) == 3 {
		select {}
	}
}
