// A text that was thrown is compared after it was recovered.
//
// outcome: "" deadlock

package main

func f() {
	defer func() {
		if s, ok := recover().(string); ok && s == "stop" {
			select {}
		}
	}()
	panic("stop")
}

func main() { f() }
