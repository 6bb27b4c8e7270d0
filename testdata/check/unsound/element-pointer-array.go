// The address of an element of an array.
//
// outcome: "" deadlock

package main

func set(p *int) {
	*p = 1
}

func main() {
	var a [2]int
	set(&a[1])
	if a[1] == 1 {
		select {}
	}
}
