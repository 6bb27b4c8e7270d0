// Variables of packages: initializers run, setters count, and arrays from outside hold anything.
package initializers

import "sync"

// hang blocks forever if `now`.
func hang(now bool) {
	var mu sync.Mutex
	mu.Lock()
	if now {
		mu.Lock()
	}
	mu.Unlock()
}

var tries = [...]int{1, 2, 3}

// verdict: open
// client hang:
//
//	Array()
func Array() { hang(tries[1] == 2) }

// verdict: closed
func ArrayOther() { hang(tries[1] == 0) }

type point struct{ x, y int }

var points = [...]point{{1, 2}, {3, 4}}

// verdict: open
// client hang:
//
//	Points()
func Points() { hang(points[1].y == 4) }

// verdict: closed
func PointsOther() { hang(points[1].y == 5) }

var written = [...]int{1, 2, 3}

// Write changes an element.
func Write(i, v int) { written[i] = v }

// verdict: open
// client hang:
//
//	Write(1, 5)
//	Written()
func Written() { hang(written[1] == 5) }

var cut = [...]int{1, 2, 3}

// Part gives a part of an array away.
func Part() []int { return cut[:] }

// verdict: open
// client hang:
//
//	Part()[0] = 9
//	Cut()
func Cut() { hang(cut[0] == 9) }

var mode = twice(2)

func twice(n int) int { return 2 * n }

// verdict: open
// client hang:
//
//	Computed()
func Computed() { hang(mode == 4) }

var made int

func init() { made = 7 }

// verdict: open
// client hang:
//
//	Made()
func Made() { hang(made == 7) }

var limit = 3

// SetLimit is what callers use.
func SetLimit(n int) { limit = n }

// verdict: open
// client hang:
//
//	SetLimit(5)
//	Limit()
func Limit() { hang(limit == 5) }

var fixed = 3

// verdict: closed
func Fixed() { hang(fixed == 5) }

// Exported can be set by anyone.
var Exported = 3

// verdict: open
// client hang:
//
//	Exported = 5
//	Public()
func Public() { hang(Exported == 5) }

var hooks [2]func() bool

// SetHook is what callers use.
func SetHook(f func() bool) { hooks[0] = f }

// verdict: open
// client hang:
//
//	SetHook(func() bool { return true })
//	Hook()
func Hook() {
	if hooks[0] != nil {
		hang(hooks[0]())
	}
}

// verdict: open
// client hang:
//
//	Given([3]int{1, 2, 3})
func Given(xs [3]int) { hang(xs[1] == 2) }

// Held has an array that clients can set.
type Held struct{ Limits [2]int }

// verdict: open
// client hang:
//
//	(&Held{Limits: [2]int{0, 4}}).Field()
func (h *Held) Field() { hang(h.Limits[1] == 4) }
