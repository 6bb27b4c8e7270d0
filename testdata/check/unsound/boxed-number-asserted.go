// A number comes out of an interface as it went in.
//
// outcome: "" deadlock

package main

func main() {
	var x any = uint16(7)
	if n, ok := x.(uint16); ok && n == 7 {
		if _, isInt := x.(int); !isInt {
			select {}
		}
	}
}
