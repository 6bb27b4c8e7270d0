// A flag sets a value of the program's own later, while the lock is held that the value needs.
//
// outcome: "" deadlock

package main

import (
	"flag"
	"sync"
)

type locked struct{ mu sync.Mutex }

func (l *locked) String() string { return "" }

func (l *locked) Set(string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return nil
}

func main() {
	l := &locked{}
	flags := flag.NewFlagSet("p", flag.ContinueOnError)
	flags.Var(l, "x", "")
	l.mu.Lock()
	flags.Parse([]string{"-x=1"})
	l.mu.Unlock()
}
