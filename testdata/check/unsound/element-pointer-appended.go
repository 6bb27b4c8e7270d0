// An append without room leaves the address of an element with the old slice.
//
// outcome: "" deadlock

package main

func main() {
	list := make([]int, 1)
	p := &list[0]
	list = append(list, 2)
	*p = 1
	if list[0] == 0 {
		select {}
	}
}
