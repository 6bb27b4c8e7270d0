package broker

import "testing"

type broker struct {
	publish chan string
	sub     chan chan string
	unsub   chan chan string
	stop    chan struct{}
}

func newBroker() *broker {
	return &broker{
		publish: make(chan string),
		sub:     make(chan chan string),
		unsub:   make(chan chan string),
		stop:    make(chan struct{}),
	}
}

func (b *broker) run() {
	subs := map[chan string]struct{}{}
	for {
		select {
		case <-b.stop:
			return
		case c := <-b.sub:
			subs[c] = struct{}{}
		case c := <-b.unsub:
			delete(subs, c)
		case m := <-b.publish:
			for c := range subs {
				c <- m // want global-deadlock "..broker..run sending on c"
			}
		}
	}
}

func TestBroker(t *testing.T) {
	b := newBroker()
	go b.run()
	c := make(chan string)
	b.sub <- c
	b.publish <- "hello"
	b.unsub <- c
	close(b.stop)
}
