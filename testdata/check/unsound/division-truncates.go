// Division rounds towards zero, and the remainder has the sign of the dividend.
//
// outcome: "" deadlock

package main

func main() {
	n := -3
	if n/2 == -1 && n%2 == -1 {
		select {}
	}
}
