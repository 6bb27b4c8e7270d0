// A function that seems to need no look writes through the address of an element.
//
// outcome: "" deadlock

package main

func set1(p *bool) { set2(p) }
func set2(p *bool) { set3(p) }
func set3(p *bool) { set4(p) }
func set4(p *bool) { set5(p) }
func set5(p *bool) { set6(p) }
func set6(p *bool) { *p = true }

func main() {
	flags := []bool{false, false}
	set1(&flags[1])
	if flags[1] {
		select {}
	}
}
