package abandoned

func Generate(max int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range max {
			c <- i // want goroutine-leak "can block forever sending on c"
		}
	}()
	return c
}

func FindFirst(max int, fits func(int) bool) int {
	for n := range Generate(max) {
		if fits(n) {
			return n
		}
	}
	return -1
}
