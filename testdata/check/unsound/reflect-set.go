// Reflection changes a variable.
//
// outcome: "" deadlock

package main

import "reflect"

func main() {
	stop := false
	reflect.ValueOf(&stop).Elem().SetBool(true)
	if stop {
		select {}
	}
}
