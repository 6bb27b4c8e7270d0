// A library gives back a value that calls methods of the one it was given.
//
// outcome: "" deadlock

package main

import (
	"sort"
	"sync"
)

type numbers struct {
	mu  sync.Mutex
	all []int
}

func (n *numbers) Len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.all)
}

func (n *numbers) Less(i, j int) bool { return n.all[i] < n.all[j] }
func (n *numbers) Swap(i, j int)      { n.all[i], n.all[j] = n.all[j], n.all[i] }

func main() {
	n := &numbers{all: []int{1, 2}}
	down := sort.Reverse(n)
	n.mu.Lock()
	sort.Sort(down)
}
