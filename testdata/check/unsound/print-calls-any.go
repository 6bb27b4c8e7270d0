// A method that locks is called of what lies in a map of any values, which is printed.
//
// outcome: "" deadlock

package main

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.n)
}

func main() {
	c := &counter{}
	c.mu.Lock()
	fmt.Println(map[string]any{"c": c})
}
