// Package tally adds numbers up.
package tally

// Sum adds up xs, in which no number is negative.
// @ requires forall i int :: {xs[i]} 0 <= i && i < len(xs) ==> acc(&xs[i], 1/2) && xs[i] >= 0
// @ ensures  forall i int :: {xs[i]} 0 <= i && i < len(xs) ==> acc(&xs[i], 1/2) && xs[i] >= 0
// @ ensures  sum >= 0
// @ decreases
func Sum(xs []int) (sum int) {
	// @ invariant 0 <= i && i <= len(xs)
	// @ invariant forall i int :: {xs[i]} 0 <= i && i < len(xs) ==> acc(&xs[i], 1/2) && xs[i] >= 0
	// @ invariant sum >= 0
	// @ decreases len(xs) - i
	for i := 0; i < len(xs); i++ {
		sum += xs[i]
	}
	return sum
}
