package p

func Stop(started bool) {
	var quit chan bool
	if started {
		quit = make(chan bool)
	}
	close(quit)
}
