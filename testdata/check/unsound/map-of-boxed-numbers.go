// Keys of different types are different keys.
//
// outcome: "" deadlock

package main

func main() {
	seen := map[any]bool{}
	seen[int64(1)] = true
	if !seen[1] && seen[int64(1)] {
		select {}
	}
}
