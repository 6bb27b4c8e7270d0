package twopipes

func Swap(a, b int) (int, int) {
	x := make(chan int)
	y := make(chan int)
	go func() {
		x <- a // want goroutine-leak "Swap blocks forever at x <- a"
		y <- b
	}()
	second := <-y
	first := <-x
	return second, first
}
