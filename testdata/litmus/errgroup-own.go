// A group that waits for all and keeps the first error, written by hand.
//
// outcome: "bad" exit

package main

import (
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) start(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
			})
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	return g.err
}

func main() {
	var g group
	g.start(func() error {
		return nil
	})
	g.start(func() error {
		return errors.New("bad")
	})
	err := g.wait()
	if err == nil {
		select {}
	}
	fmt.Print(err)
}
