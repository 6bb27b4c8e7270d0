package tickerrange

import "time"

func Heartbeat(beat func(), work func()) {
	ticker := time.NewTicker(time.Second)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				beat()
			case <-done:
				return
			}
		}
	}()
	work()
	ticker.Stop()
	close(done)
}
