// Package tally adds numbers up.
package tally

// Sum adds up xs.
// @ preserves acc(xs, 1/2)
func Sum(xs []int) (sum int) {
	// @ invariant 0 <= i
	// @ invariant acc(xs, 1/2)
	for i := 0; i < len(xs); i++ {
		sum += xs[i]
	}
	return sum
}
