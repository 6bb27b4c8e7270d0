package neverclosed

func Sum(values []int) int {
	c := make(chan int)
	go func() {
		for _, v := range values {
			c <- v
		}
		close(c)
	}()
	sum := 0
	for v := range c {
		sum += v
	}
	return sum
}
