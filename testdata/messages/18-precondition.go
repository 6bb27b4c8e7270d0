package p

func spread(workers int) {
	work := make(chan int)
	for i := 0; i < workers; i++ {
		go func() { <-work }()
	}
	work <- 1
	for i := 1; i < workers; i++ {
		work <- 1
	}
}

func Run() {
	spread(4)
	spread(0)
}
