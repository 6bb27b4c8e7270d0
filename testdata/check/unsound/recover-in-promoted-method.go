// A promoted method that is deferred through an interface recovers.
//
// outcome: "" deadlock

package main

type c interface{ cleanup() }
type base struct{}

func (base) cleanup() { recover() }

type top struct{ base }

func f() {
	var t c = &top{}
	defer t.cleanup()
	panic("x")
}

func main() {
	f()
	select {}
}
