package main

import (
	"errors"
	"fmt"
)

type closer string

func (c closer) close() { fmt.Println("close", string(c)) }

func safe(f func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case error:
			err = e
		default:
			err = fmt.Errorf("panic: %v", e)
		}
	}()
	f()
	return nil
}

func result() (n int) {
	defer func() { n *= 2 }()
	return 21
}

func order() {
	for i := range 3 {
		defer fmt.Print(i, " ")
	}
	c := closer("first")
	defer c.close()
	c = "second"
	defer c.close()
}

func nested() {
	defer func() { fmt.Println("outer", recover()) }()
	defer func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic("second")
	}()
	panic("first")
}

func main() {
	fmt.Println(result())
	order()
	fmt.Println()
	nested()
	var m map[string]int
	var p *struct{ x int }
	var a []int
	zero := 0
	var i any = "text"
	fmt.Println(safe(func() { m["a"] = 1 }))
	fmt.Println(safe(func() { p.x = 1 }))
	fmt.Println(safe(func() { a[zero] = 1 }))
	fmt.Println(safe(func() { fmt.Println(1 / zero) }))
	fmt.Println(safe(func() { fmt.Println(i.(int)) }))
	fmt.Println(safe(func() { panic(errors.New("own")) }))
	fmt.Println(safe(func() { a = a[:2] }))
	fmt.Println(safe(func() { fmt.Println(any(a) == any(a)) }))
	fmt.Println(safe(func() { close(make(chan int)) }))
}

// Output:
// 42
// close second
// close first
// 2 1 0
// inner second
// outer first
// assignment to entry in nil map
// runtime error: invalid memory address or nil pointer dereference
// runtime error: index out of range [0] with length 0
// runtime error: integer divide by zero
// interface conversion: interface {} is string, not int
// own
// runtime error: slice bounds out of range [:2] with capacity 0
// runtime error: comparing uncomparable type []int
// <nil>
