package main

import "fmt"

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		defer fmt.Print("| ")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func pairs(yield func(string, int) bool) {
	_ = yield("a", 1) && yield("b", 2) && yield("c", 3)
}

func find(want int) (result string, at int) {
	for i := range count(10) {
		for name, v := range pairs {
			if i+v == want {
				return name, i
			}
		}
	}
	return "none", -1
}

func labels() (log []string) {
outer:
	for i := range count(4) {
		for j := range count(4) {
			switch {
			case j == 1 && i == 1:
				continue outer
			case j == 2:
				break
			case i == 3:
				break outer
			default:
				log = append(log, fmt.Sprint(i, j))
			}
		}
	}
	return log
}

func deferred() {
	for i := range count(3) {
		defer fmt.Println("deferred", i)
	}
	fmt.Println("end of deferred")
}

func jump() string {
	n := 0
again:
	for i := range count(3) {
		n++
		if i == 1 && n < 4 {
			goto again
		}
		if n > 5 {
			goto out
		}
	}
	return fmt.Sprint("fell out ", n)
out:
	return fmt.Sprint("jumped ", n)
}

func broken(yield func(int) bool) {
	yield(1)
	yield(2)
}

func main() {
	sum := 0
	for i := range count(5) {
		if i == 3 {
			break
		}
		sum += i
	}
	fmt.Println(sum)
	fmt.Println(find(5))
	fmt.Println(labels())
	deferred()
	fmt.Println(jump())
	defer func() { fmt.Println(recover()) }()
	for range broken {
		break
	}
}

// Output:
// | 3
// | c 2
// | | | | | [0 0 0 1 0 3 1 0 2 0 2 1 2 3]
// | end of deferred
// deferred 2
// deferred 1
// deferred 0
// | | fell out 5
// runtime error: range function continued iteration after function for loop body returned false
