package main

import "fmt"

type pair struct{ a, b int }

func arrays() {
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 10
		fmt.Print(i, v, " ")
	}
	for i, v := range &arr {
		arr[2] = 20
		fmt.Print(i, v, " ")
	}
	fmt.Println()
	s := []pair{{1, 2}, {3, 4}}
	for _, p := range s {
		p.a = 100
		s = nil
		fmt.Print(p, " ")
	}
	fmt.Println(s)
}

func texts() {
	for i, r := range "aé\xff日" {
		fmt.Print(i, ":", r, " ")
	}
	for i := range "xyz" {
		fmt.Print(i)
	}
	fmt.Println()
}

func maps() {
	m := map[int]string{1: "a", 2: "b", 3: "c"}
	n := 0
	for k, v := range m {
		n += k
		if v == "b" {
			delete(m, k)
		}
	}
	for range m {
		n += 100
	}
	fmt.Println(n, len(m))
}

func channels() {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range 4 {
			c <- i * i
		}
	}()
	for v := range c {
		fmt.Print(v, " ")
	}
	fmt.Println()
}

func closures() {
	var fs []func()
	for i := 0; i < 3; i++ {
		i := i * 10
		fs = append(fs, func() { fmt.Print(i, " "); i++ })
	}
	for i, v := range []string{"a", "b"} {
		fs = append(fs, func() { fmt.Print(i, v, " ") })
	}
	for i := 0; i < 3; i++ {
		fs = append(fs, func() { fmt.Print(i, " ") })
		i++
	}
	for _, f := range fs {
		f()
	}
	fs[0]()
	fmt.Println()
}

func main() {
	arrays()
	texts()
	maps()
	channels()
	closures()
	var n uint8 = 3
	for i := range n {
		fmt.Printf("%T%v ", i, i)
	}
	k := -1
	var a [2]int
	for k = range a {
	}
	for a[1] = range 5 {
	}
	fmt.Println(k, a)
}

// Output:
// 0 1 1 2 2 3 0 1 1 2 2 20
// {100 2} {100 4} []
// 0:97 1:233 3:65533 4:26085 012
// 206 2
// 0 1 4 9
// 0 10 20 0a 1b 1 3 1
// uint80 uint81 uint82 1 [0 4]
