package lostcancel

import "context"

func Watch(events chan int, handle func(int)) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for {
			select {
			case e := <-events:
				handle(e)
			case <-ctx.Done():
				return
			}
		}
	}()
	handle(0)
}
