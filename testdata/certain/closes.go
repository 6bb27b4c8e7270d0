// Channels that a function closes twice, and others that it closes once on each way.
package p

import "sync"

type event struct {
	once sync.Once
	c, d chan int
}

func (e *event) Fire() {
	e.once.Do(func() {
		close(e.c)
		close(e.c) // want double-close "closes e.c twice"
	})
}

func (e *event) Deferred() {
	defer close(e.c)
	close(e.d)
	close(e.c) // want double-close "closes e.c twice"
}

func (e *event) OnEachWay(yes bool) {
	if yes {
		close(e.c)
	} else {
		close(e.c)
		close(e.d)
	}
	close(e.c) // want double-close "closes e.c twice"
}

func (e *event) OnOneWay(yes bool) {
	if yes {
		close(e.c)
		return
	}
	close(e.c)
}

func (e *event) Flagged(yes bool) {
	if yes {
		close(e.c)
	}
	if !yes {
		close(e.c)
	}
}

func (e *event) Renewed() {
	close(e.c)
	e.c = make(chan int)
	close(e.c)
	e.renew()
	close(e.c)
}

func (e *event) renew() { e.c = make(chan int) }

func Each(all []*event) {
	for _, e := range all {
		close(e.c)
	}
	for _, e := range all {
		close(e.d)
	}
}

func Two(a, b *event) {
	close(a.c)
	close(b.c)
	a = &event{c: make(chan int)}
	close(a.c)
}

func Leaves(c chan int, n int) {
again:
	for {
		switch n {
		case 1:
			close(c)
			break again
		default:
			n--
		}
	}
	if n == 0 {
		close(c)
	}
}

func Local() func() {
	done := make(chan bool)
	return func() {
		close(done)
		close(done) // want double-close "closes done twice"
	}
}
