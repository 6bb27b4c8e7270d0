package lostcancel

import "context"

func Watch(events chan int, handle func(int)) {
	ctx, _ := context.WithCancel(context.Background()) // want lost-cancel "nothing ever calls the cancel function of this context"
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
