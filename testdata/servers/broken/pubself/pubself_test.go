package pubself

import "testing"

type op int

const (
	sub op = iota
	pub
	shutdown
)

type cmd struct {
	op  op
	ch  chan string
	msg string
}

type bus struct{ cmds chan cmd }

func newBus(capacity int) *bus {
	b := &bus{cmds: make(chan cmd, capacity)}
	go b.loop()
	return b
}

func (b *bus) loop() {
	var subs []chan string
	for c := range b.cmds {
		switch c.op {
		case sub:
			subs = append(subs, c.ch)
		case pub:
			for _, s := range subs {
				s <- c.msg // want global-deadlock "..bus..loop sending on ch"
			}
		case shutdown:
			for _, s := range subs {
				close(s)
			}
			return
		}
	}
}

func (b *bus) publish(m string) { b.cmds <- cmd{op: pub, msg: m} }

// The indexer answers each block with an event of its own.
func index(b *bus, blocks <-chan string, done chan<- int) {
	n := 0
	for m := range blocks {
		n++
		if m == "block" {
			b.publish("indexed")
		}
	}
	done <- n
}

func TestBus(t *testing.T) {
	b := newBus(1)
	ch := make(chan string)
	b.cmds <- cmd{op: sub, ch: ch}
	done := make(chan int)
	go index(b, ch, done)
	b.publish("block")
	b.publish("block")
	b.publish("block")
	b.cmds <- cmd{op: shutdown}
	<-done
}
