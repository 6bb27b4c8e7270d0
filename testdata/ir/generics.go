package main

import (
	"fmt"
	"strings"
)

type number interface{ ~int | ~int64 | ~float64 }

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

func sum[T number](xs ...T) (total T) {
	for _, x := range xs {
		total += x
	}
	return total + T(1)/2
}

func mapTo[S ~[]E, E, R any](s S, f func(E) R) []R {
	type entry struct {
		in  E
		out R
	}
	var entries []entry
	for _, e := range s {
		entries = append(entries, entry{e, f(e)})
	}
	out := make([]R, 0, len(s))
	for _, e := range entries {
		out = append(out, e.out)
	}
	fmt.Printf("%T %v\n", entries[0].in, entries)
	return out
}

type list[T any] struct {
	head *node[T]
	size int
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *list[T]) push(v T) {
	l.head = &node[T]{v, l.head}
	l.size++
}

func (l *list[T]) all(yield func(int, T) bool) {
	i := 0
	for n := l.head; n != nil; n = n.next {
		if !yield(i, n.value) {
			return
		}
		i++
	}
}

type setter[T any] interface {
	*T
	set(string)
}

type name struct{ text string }

func (n *name) set(s string) { n.text = strings.ToUpper(s) }

func build[T any, P setter[T]](s string) T {
	var v T
	P(&v).set(s)
	f := P(&v).set
	f(s + "!")
	return v
}

func describe[T fmt.Stringer](v T) string { return "<" + v.String() + ">" }

func is[T any](x any) bool {
	switch x.(type) {
	case T:
		return true
	}
	_, ok := x.([]T)
	return ok
}

func main() {
	fmt.Println(sum(1, 2, 3), sum(1.5, 2), sum[celsius](20))
	fmt.Println(mapTo([]int{1, 2}, func(i int) string { return strings.Repeat("x", i) }))
	var l list[string]
	l.push("a")
	l.push("b")
	for i, v := range l.all {
		fmt.Print(i, v, " ")
	}
	push := l.push
	push("c")
	fmt.Println(l.size, (*list[string]).push != nil)
	fmt.Println(build[name]("n"), describe(celsius(3)))
	fmt.Println(is[int](3), is[int]("s"), is[int]([]int{}), is[string]("s"))
	fmt.Println(min(3, 1, 2), max(2.5, 1), min("b", "a"))
}

// Output:
// 6 4 20.5°C
// int [{1 x} {2 xx}]
// [x xx]
// 0b 1a 3 true
// {N!} <3.0°C>
// true false true true
// 1 2.5 a
