//go:build go1.22

package gordian

import "math/rand/v2"

// RandV2 is Rand for math/rand/v2.
func RandV2() *rand.Rand { return rand.New(source64{}) }

// source64 draws from the calling goroutine's numbers.
type source64 struct{}

func (source64) Uint64() uint64 {
	if !active {
		return rand.Uint64()
	}
	return Rand().Uint64()
}
