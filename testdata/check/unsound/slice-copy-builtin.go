// copy moves numbers, too.
//
// outcome: "" deadlock

package main

func main() {
	a := []int{0, 0}
	copy(a, []int{1, 2})
	if a[0] == 1 {
		select {}
	}
}
