// Two addresses of one element are equal, also as keys.
//
// outcome: "" deadlock

package main

func main() {
	list := []int{1, 2}
	part := list[1:]
	seen := map[*int]bool{&list[1]: true}
	if &list[1] == &part[0] && seen[&part[0]] {
		select {}
	}
}
