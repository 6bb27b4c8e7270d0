// Tickers that nothing stops, in a module of before Go 1.23.

package p

import "time"

type cache struct {
	ticker *time.Ticker // in a field
	stop   chan bool
}

func newCache() *cache {
	c := &cache{stop: make(chan bool)}
	c.ticker = time.NewTicker(time.Second) // want warning unstopped-ticker "never stopped"
	go c.run()
	return c
}

func (c *cache) run() {
	for {
		select {
		case <-c.ticker.C:
		case <-c.stop:
			return
		}
	}
}

func (c *cache) Close() { close(c.stop) }

type repaired struct {
	ticker *time.Ticker
	stop   chan bool
}

func newRepaired() *repaired {
	r := &repaired{ticker: time.NewTicker(time.Second), stop: make(chan bool)}
	go r.run()
	return r
}

func (r *repaired) run() {
	for {
		select {
		case <-r.ticker.C:
		case <-r.stop:
			return
		}
	}
}

func (r *repaired) Close() {
	r.ticker.Stop()
	close(r.stop)
}

func Purge(left func() bool) {
	beat := time.NewTicker(time.Second) // want warning unstopped-ticker "never stopped"
	for range beat.C {
		if !left() {
			return
		}
	}
}

func PurgeRepaired(left func() bool) {
	beat := time.NewTicker(time.Second)
	defer beat.Stop()
	for range beat.C {
		if !left() {
			return
		}
	}
}

// It runs as long as the process.
func Forever(do func()) {
	for range time.NewTicker(time.Second).C {
		do()
	}
}

func Given() *time.Ticker {
	t := time.NewTicker(time.Second)
	return t
}
