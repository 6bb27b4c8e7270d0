// Numbers in interfaces are equal if their types and values are.
//
// outcome: "" deadlock

package main

type level int64

func main() {
	var x, y, z any = int64(1), int64(1), level(1)
	if x == y && x != z {
		select {}
	}
}
