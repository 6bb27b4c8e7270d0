package snapsubs

import (
	"sync"
	"testing"
)

type topic[T any] struct {
	mu   sync.Mutex
	subs map[int]chan T
	next int
}

func (t *topic[T]) subscribe() (int, <-chan T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.subs == nil {
		t.subs = map[int]chan T{}
	}
	t.next++
	c := make(chan T, 1)
	t.subs[t.next] = c
	return t.next, c
}

func (t *topic[T]) unsubscribe(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := t.subs[id]; ok {
		delete(t.subs, id)
		close(c)
	}
}

func (t *topic[T]) publish(x T) {
	t.mu.Lock()
	subs := make([]chan T, 0, len(t.subs))
	for _, c := range t.subs {
		subs = append(subs, c)
	}
	t.mu.Unlock()
	for _, c := range subs {
		select { // want send-on-closed "can send on c after it is closed, which panics"
		case c <- x:
		default:
		}
	}
}

func TestTopic(t *testing.T) {
	var top topic[int]
	id, _ := top.subscribe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		top.publish(1)
	}()
	top.unsubscribe(id)
	<-done
}
