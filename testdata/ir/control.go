package main

import (
	"errors"
	"fmt"
)

func kind(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("integer %v", v)
	case error:
		return "error " + v.Error()
	case []int:
		return fmt.Sprint("slice of ", len(v))
	default:
		return fmt.Sprintf("other %T", v)
	}
}

func falls(n int) (s string) {
	switch {
	case n > 10:
		s += "large "
		fallthrough
	case n == 3:
		s += "three "
	default:
		s += "default "
		fallthrough
	case n < 0:
		s += "negative "
	}
	return
}

func jumps(n int) int {
	i, sum := 0, 0
again:
	if i >= n {
		goto done
	}
	sum += i
	i++
	goto again
done:
	return sum
}

func skips(n int) string {
	if n == 0 {
		goto zero
	}
	if n == 1 {
		goto one
	}
	return "many"
zero:
	return "zero"
one:
	return "one"
}

func search(grid [][]int, want int) (int, int) {
outer:
	for i, row := range grid {
		for j, v := range row {
			switch {
			case v < 0:
				continue outer
			case v == want:
				return i, j
			case v == 99:
				break outer
			}
		}
	}
	return -1, -1
}

func side(s string, b bool) bool {
	fmt.Print(s, " ")
	return b
}

func main() {
	fmt.Println(kind(nil), kind(3), kind(int64(4)), kind(errors.New("e")), kind([]int{1}), kind("s"))
	fmt.Println(falls(11), falls(3), falls(1), falls(-1))
	fmt.Println(jumps(5), skips(0), skips(1), skips(2))
	grid := [][]int{{1, -1, 5}, {2, 5}, {99, 7}}
	fmt.Println(search(grid, 5))
	fmt.Println(search(grid, 7))
	if side("a", false) && side("b", true) || side("c", true) && !side("d", false) {
		fmt.Println("yes")
	}
	switch x := 5; x {
	case 1, 2, 3:
		fmt.Println("small")
	case 4, 5:
		if x == 5 {
			break
		}
		fmt.Println("not here")
	}
}

// Output:
// nil integer 3 integer 4 error e slice of 1 other string
// large three  three  default negative  negative
// 10 zero one many
// 1 1
// -1 -1
// a c d yes
