// A registry that is replaced at the end: who has locked the old one does not unlock the new one.
package p

import "sync"

type registry struct {
	mu    sync.Mutex
	names map[string]*int
}

var all = &registry{names: make(map[string]*int)}

func get(name string) *int {
	all.mu.Lock()
	defer all.mu.Unlock()
	n, ok := all.names[name]
	if !ok {
		n = new(int)
		all.names[name] = n
	}
	return n
}

type row struct {
	name string
	n    uint32
}

var rows = []row{{"a", 1024}, {"b", 64}}

func each(r row) {
	done := sync.WaitGroup{}
	done.Add(int(r.n))
	for i := 0; i < int(r.n); i++ {
		go func() {
			*get(r.name) = i
			done.Done()
		}()
	}
	done.Wait()
}

func All() {
	defer func() { all = &registry{names: make(map[string]*int)} }()
	for _, r := range rows {
		each(r)
	}
}

func Twice() {
	all.mu.Lock()
	all.mu.Unlock()
	all.mu.Unlock() // want unlock-unlocked "while it is not locked"
}
