// Package tally adds numbers up.
package tally

// Sum adds up xs.
func Sum(xs []int) (sum int) {
	for i := 0; i < len(xs); i++ {
		sum += xs[i]
	}
	return sum
}
