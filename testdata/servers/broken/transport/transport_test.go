package transport

import (
	"errors"
	"sync"
	"testing"
)

type frame interface{ isFrame() }

type dataFrame struct{ id int }

func (*dataFrame) isFrame() {}

type settingsFrame struct{ ack chan struct{} }

func (*settingsFrame) isFrame() {}

type transport struct {
	mu       sync.Mutex
	closed   bool
	control  chan frame
	shutdown chan struct{}
	write    func(frame) error
}

func newTransport(write func(frame) error) *transport {
	t := &transport{control: make(chan frame), shutdown: make(chan struct{}), write: write}
	go t.loop()
	return t
}

func (t *transport) loop() {
	for {
		select {
		case f := <-t.control:
			if err := t.write(f); err != nil {
				return
			}
		case <-t.shutdown:
			return
		}
	}
}

func (t *transport) send(f frame) {
	t.control <- f // want global-deadlock "sending on control"
}

func (t *transport) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.closed = true
	close(t.shutdown)
}

func TestTransport(t *testing.T) {
	tr := newTransport(func(f frame) error { return errors.New("broken pipe") })
	defer tr.close()
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			tr.send(&dataFrame{i})
		}()
	}
	wg.Wait()
}
