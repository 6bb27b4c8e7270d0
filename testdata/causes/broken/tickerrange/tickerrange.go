package tickerrange

import "time"

func Heartbeat(beat func(), work func()) {
	ticker := time.NewTicker(time.Second)
	go func() {
		for range ticker.C { // want goroutine-leak "can block forever receiving from ticker.C"
			beat()
		}
	}()
	work()
	ticker.Stop()
}
