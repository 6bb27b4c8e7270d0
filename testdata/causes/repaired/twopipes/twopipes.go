package twopipes

func Swap(a, b int) (int, int) {
	x := make(chan int)
	y := make(chan int)
	go func() {
		x <- a
		y <- b
	}()
	first := <-x
	second := <-y
	return second, first
}
