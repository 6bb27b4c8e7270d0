// A type switch chooses by the type: the last case is taken.
//
// outcome: "" deadlock

package main

type a struct{}
type b struct{}

func pick(x any) {
	switch x.(type) {
	case a:
		return
	case *b:
		return
	case b:
		select {}
	}
}

func main() {
	pick(b{})
}
