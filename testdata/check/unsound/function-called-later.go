// A library calls later what it was given before.
//
// outcome: "" deadlock

package main

import (
	"flag"
	"sync"
)

func main() {
	var mu sync.Mutex
	flags := flag.NewFlagSet("flags", flag.ContinueOnError)
	flags.Func("a", "", func(string) error {
		mu.Lock()
		defer mu.Unlock()
		return nil
	})
	mu.Lock()
	_ = flags.Parse([]string{"-a", "1"})
}
