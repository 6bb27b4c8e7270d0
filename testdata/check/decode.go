// What a decoder writes is not known, but it is data: the fragment stays decided, and the locks around it are seen.
package p

import (
	"encoding/json"
	"errors"
	"sync"
)

type reply struct {
	Failed  bool
	Problem *string
	Size    int
}

type client struct {
	mu   sync.Mutex
	last int
}

func (c *client) Good(data []byte) error {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Failed || r.Problem != nil {
		return errors.New("failed")
	}
	c.last = r.Size
	return nil
}

func (c *client) Bad(data []byte) error {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	c.mu.Lock() // want missing-unlock "locked"
	if r.Problem != nil {
		return errors.New("failed")
	}
	c.mu.Unlock()
	return nil
}

func Count(data []byte) {
	n := 0
	_ = json.Unmarshal(data, &n)
	done := make(chan bool)
	go func() {
		done <- true // want goroutine-leak "block forever"
	}()
	if n == 0 {
		return
	}
	<-done
}
