package main

import "fmt"

type counter struct{ n int }

func (c *counter) inc() int { c.n++; return c.n }
func (c counter) get() int  { return c.n }

type named interface{ name() string }
type dog struct{ sound string }

func (d dog) name() string { return "dog " + d.sound }

type puppy struct {
	*dog
	counter
}

func adders() []func(int) int {
	var fs []func(int) int
	sum := 0
	for i := 0; i < 3; i++ {
		fs = append(fs, func(n int) int {
			sum += n * i
			return sum
		})
	}
	return fs
}

func apply(f func(...int) int, args ...int) int { return f(args...) }

func main() {
	for _, f := range adders() {
		fmt.Print(f(10), " ")
	}
	fmt.Println()

	c := counter{5}
	inc, get := c.inc, c.get
	inc()
	inc()
	fmt.Println(c.n, get())
	fmt.Println((*counter).inc(&c), counter.get(c), (*counter).get(&c))

	p := puppy{&dog{"yap"}, counter{1}}
	p.inc()
	var n named = p
	name := n.name
	p.sound = "woof"
	fmt.Println(p.n, name(), p.name(), named.name(n))

	total := 0
	fmt.Println(apply(func(ns ...int) int {
		for _, v := range ns {
			total += v
		}
		return len(ns)
	}, 1, 2, 3), total, apply(func(ns ...int) int { return len(ns) }))

	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(15))
}

// Output:
// 0 10 30
// 7 5
// 8 8 8
// 2 dog woof dog woof dog woof
// 3 6 0
// 610
