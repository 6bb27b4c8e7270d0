package abandoned

func Generate(max int, stop <-chan struct{}) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range max {
			select {
			case c <- i:
			case <-stop:
				return
			}
		}
	}()
	return c
}

func FindFirst(max int, fits func(int) bool) int {
	stop := make(chan struct{})
	defer close(stop)
	for n := range Generate(max, stop) {
		if fits(n) {
			return n
		}
	}
	return -1
}
