// An own object lies in an object that a library has made, and is read from there again.
//
// outcome: "" deadlock

package main

import (
	"os/exec"
	"sync"
)

type output struct{ mu sync.Mutex }

func (o *output) Write(b []byte) (int, error) { return len(b), nil }

func main() {
	o := &output{}
	cmd := exec.Command("true")
	cmd.Stdout = o
	o.mu.Lock()
	if same, ok := cmd.Stdout.(*output); ok {
		same.mu.Lock()
	}
}
