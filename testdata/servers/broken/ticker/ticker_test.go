package ticker

import (
	"testing"
	"time"
)

type poller struct {
	ticker *time.Ticker
	fetch  func() int
	last   int
}

func startPoller(d time.Duration, fetch func() int) *poller {
	p := &poller{ticker: time.NewTicker(d), fetch: fetch}
	go p.loop()
	return p
}

func (p *poller) loop() {
	for range p.ticker.C { // want goroutine-leak "..poller..loop can block forever receiving from p.ticker.C"
		p.last = p.fetch()
	}
}

func (p *poller) close() { p.ticker.Stop() }

func TestPoller(t *testing.T) {
	p := startPoller(time.Millisecond, func() int { return 1 })
	time.Sleep(3 * time.Millisecond)
	p.close()
}
