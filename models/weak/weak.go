// Weak pointers, as far as objects go through them: one gives back what it was made of, or nil once that is gone.

package weak

type Pointer[T any] struct {
	_ [0]*T
	p *T
}

func Make[T any](ptr *T) Pointer[T] {
	return Pointer[T]{p: ptr}
}

// Value may give nil at any time: what else holds the object is not followed.
func (p Pointer[T]) Value() *T {
	if p.p == nil || isCollected() {
		return nil
	}
	return p.p
}

func isCollected() bool
