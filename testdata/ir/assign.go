package main

import "fmt"

type point struct{ x, y int }

type line struct {
	from, to point
	next     *line
}

func two() (int, string) { return 2, "two" }

func index(s string, i int) int {
	fmt.Println("index", s)
	return i
}

func swap(a []int) {
	i := 0
	i, a[i] = 1, 7
	a[0], a[1] = a[1], a[0]
	fmt.Println(i, a)
}

func named(a, b int) (x, y int) {
	x, y = a, b
	return y, x
}

func main() {
	swap([]int{1, 2, 3})
	fmt.Println(named(1, 2))

	n, s := two()
	n, t := two()
	fmt.Println(n, s, t)

	m := map[string]int{"a": 1}
	m["a"] += 4
	m["b"]++
	v, ok := m["c"]
	_, there := m["a"]
	fmt.Println(m, v, ok, there)

	l := line{to: point{3, 4}}
	copied := l
	l.to.x = 30
	l.next = &copied
	l.next.to.y *= 10
	fmt.Println(l.to, copied.to, l.next.to)

	grid := [2][3]int{{1, 2, 3}, {4, 5, 6}}
	other := grid
	grid[index("row", 1)][index("column", 2)] = 60
	p := &grid[0]
	p[1]++
	fmt.Println(grid, other, len(p))

	var any1, any2 any = 1, int64(1)
	fmt.Println(any1 == any2, any1 == 1, any2 == nil)

	var u8 uint8 = 250
	u8 += 10
	var i8 int8 = -128
	i8 = -i8
	x := 1
	x <<= uint(u8)
	x &^= 16
	fmt.Println(u8, i8, x, 7/-2, 7%-2, -7>>1)
	_, _ = any1.(string)
}

// Output:
// 1 [2 7 3]
// 2 1
// 2 two two
// map[a:5 b:1] 0 false true
// {30 4} {3 40} {3 40}
// index row
// index column
// [[1 3 3] [4 5 60]] [[1 2 3] [4 5 6]] 3
// false true false
// 4 -128 0 -3 1 -4
