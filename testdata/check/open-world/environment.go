// What a fragment made, and what only code out of others' reach can reach, is never left to others.
package environment

var hooks [2]func()

// verdict: open
// client hang:
//
//	Hooks()
func Hooks() {
	c := make(chan int)
	hooks[0] = func() { c <- 1 }
	hooks[0]()
}

var queue = make(chan int)

// verdict: open
// client hang:
//
//	Package()
func Package() { queue <- 1 }

// verdict: closed
func Callers(c chan int) { c <- 1 }

type holder struct{ c chan int }

// verdict: open
// client hang:
//
//	var h Holder
//	h.Own()
func (h *Holder) Own() {
	h.inner.c = make(chan int)
	h.inner.c <- 1
}

type Holder struct{ inner holder }
