// A function that seems to need no look takes the address of an element and writes through it.
//
// outcome: "" deadlock

package main

func set1(list []bool) { set2(list) }
func set2(list []bool) { set3(list) }
func set3(list []bool) { set4(list) }
func set4(list []bool) { set5(list) }
func set5(list []bool) { set6(list) }
func set6(list []bool) {
	p := &list[0]
	*p = true
}

func main() {
	flags := []bool{false}
	set1(flags)
	if flags[0] {
		select {}
	}
}
