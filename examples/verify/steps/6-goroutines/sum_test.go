package tally

import "testing"

func TestSum(t *testing.T) {
	if sum := Sum([]int{1, -2, 3}); sum != 4 {
		t.Fatalf("the sum is %d, not 4", sum)
	}
}
