package stopmissing

type Loop struct {
	stop chan struct{}
	done chan struct{}
}

func (l *Loop) run(work chan int) {
	defer close(l.done)
	for {
		select {
		case <-work:
		case <-l.stop:
			return
		}
	}
}

func (l *Loop) Close() {
	close(l.stop)
	<-l.done
}

func Use(items []int) {
	l := &Loop{stop: make(chan struct{}), done: make(chan struct{})}
	work := make(chan int)
	go l.run(work)
	for _, i := range items {
		work <- i
	}
	l.Close()
}
