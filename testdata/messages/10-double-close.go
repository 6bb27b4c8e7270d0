package p

func Race(left, right func()) {
	finished := make(chan bool)
	go func() {
		left()
		close(finished)
	}()
	go func() {
		right()
		close(finished)
	}()
	<-finished
}
