// What a function does too early for goroutines that it has started.

package p

import (
	"sync"
	"sync/atomic"
)

type client struct {
	pipes sync.WaitGroup
	ended chan bool
}

func (c *client) Start(read, log func()) {
	c.pipes.Add(1)
	go func() {
		defer c.pipes.Done()
		log()
	}()
	go func() {
		c.pipes.Wait()
		close(c.ended)
	}()
	c.pipes.Add(1) // want warning negative-waitgroup "can come after the Wait of a goroutine that was started before"
	go func() {
		defer c.pipes.Done()
		read()
	}()
}

func (c *client) StartRepaired(read, log func()) {
	c.pipes.Add(2)
	go func() {
		defer c.pipes.Done()
		log()
	}()
	go func() {
		c.pipes.Wait()
		close(c.ended)
	}()
	go func() {
		defer c.pipes.Done()
		read()
	}()
}

// The function holds one count itself.
func Kept(jobs []func()) chan bool {
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(1)
	go func() {
		wg.Wait()
		close(done)
	}()
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			job()
		}()
	}
	wg.Done()
	return done
}

type message struct{ ack func() }

func (m *message) Ack() { m.ack() }

func dispatch(messages <-chan int, handle func(*message)) <-chan int {
	acks := make(chan int)
	go func() {
		for n := range messages {
			m := &message{ack: func() { acks <- n }}
			go func() {
				handle(m)
				m.Ack()
			}()
		}
		close(acks) // want warning send-on-closed "does not wait for a goroutine that was started before and may still send"
	}()
	return acks
}

func dispatchRepaired(messages <-chan int, handle func(*message)) <-chan int {
	acks := make(chan int)
	go func() {
		var wg sync.WaitGroup
		for n := range messages {
			m := &message{ack: func() { acks <- n }}
			wg.Add(1)
			go func() {
				defer wg.Done()
				handle(m)
				m.Ack()
			}()
		}
		wg.Wait()
		close(acks)
	}()
	return acks
}

func Dispatch(messages <-chan int, handle func(*message)) int {
	n := 0
	for ack := range dispatch(messages, handle) {
		n += ack
	}
	for ack := range dispatchRepaired(messages, handle) {
		n += ack
	}
	return n
}

// Who is the last one closes it.
func Last(jobs []func()) <-chan bool {
	done := make(chan bool)
	left := int64(1)
	for _, job := range jobs {
		atomic.AddInt64(&left, 1)
		go func() {
			job()
			done <- true
			if atomic.AddInt64(&left, -1) == 0 {
				close(done)
			}
		}()
	}
	if atomic.AddInt64(&left, -1) == 0 {
		close(done)
	}
	return done
}
