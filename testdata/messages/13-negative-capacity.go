package p

func Rest(all, taken int) {
	rest := make(chan int, all-taken)
	for range all - taken {
		rest <- 1
	}
}
