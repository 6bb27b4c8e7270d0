package p

import "context"

func Watch(updates chan int) {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	stopped := make(chan bool)
	go func() {
		<-ctx.Done()
		close(stopped)
	}()
}
