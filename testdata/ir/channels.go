package main

import (
	"fmt"
	"sync"
)

type reply struct {
	value int
	to    map[string]int
}

func worker(jobs <-chan int, results chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		results <- j * j
	}
}

func choose(a, b chan int, done <-chan struct{}) (log []string) {
	r := reply{to: map[string]int{}}
	var ok bool
	for {
		select {
		case r.value = <-a:
			log = append(log, fmt.Sprint("a", r.value))
		case r.to["b"], ok = <-b:
			log = append(log, fmt.Sprint("b", r.to["b"], ok))
			b = nil
		case <-done:
			return log
		}
	}
}

func main() {
	jobs, results := make(chan int, 3), make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(jobs, results, &wg)
	}
	go func() {
		for i := 1; i <= 5; i++ {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	total := 0
	for r := range results {
		total += r
	}
	fmt.Println(total)

	a, b, done := make(chan int), make(chan int), make(chan struct{})
	go func() {
		a <- 1
		close(b)
		a <- 2
		close(done)
	}()
	fmt.Println(len(choose(a, b, done)))

	select {
	case v, ok := <-b:
		fmt.Println(v, ok)
	default:
		fmt.Println("not here")
	}
	full := make(chan string, 1)
	full <- "x"
	select {
	case full <- "y":
	default:
		fmt.Println("full", len(full), cap(full))
	}

	var mu sync.Mutex
	var once sync.Once
	n := 0
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			once.Do(func() { n += 100 })
			n++
		})
	}
	group.Wait()
	fmt.Println(n)

	defer func() { fmt.Println(recover()) }()
	close(b)
}

// Output:
// 55
// 3
// 0 false
// full 1 1
// 110
// close of closed channel
