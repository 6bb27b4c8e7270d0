// Plain data in interfaces has types, too.
//
// outcome: "" deadlock

package main

type level int

func main() {
	var x any = level(3)
	if _, ok := x.(int); !ok {
		select {}
	}
}
