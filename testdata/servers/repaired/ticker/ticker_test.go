package ticker

import (
	"testing"
	"time"
)

type poller struct {
	ticker *time.Ticker
	fetch  func() int
	last   int
	quit   chan struct{}
}

func startPoller(d time.Duration, fetch func() int) *poller {
	p := &poller{ticker: time.NewTicker(d), fetch: fetch, quit: make(chan struct{})}
	go p.loop()
	return p
}

func (p *poller) loop() {
	for {
		select {
		case <-p.ticker.C:
			p.last = p.fetch()
		case <-p.quit:
			return
		}
	}
}

func (p *poller) close() {
	p.ticker.Stop()
	close(p.quit)
}

func TestPoller(t *testing.T) {
	p := startPoller(time.Millisecond, func() int { return 1 })
	time.Sleep(3 * time.Millisecond)
	p.close()
}
