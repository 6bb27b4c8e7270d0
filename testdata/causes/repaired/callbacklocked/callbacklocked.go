package callbacklocked

import "sync"

type Registry struct {
	mu    sync.Mutex
	names []string
	added func(string)
}

func (r *Registry) Add(name string) {
	r.mu.Lock()
	r.names = append(r.names, name)
	r.mu.Unlock()
	r.added(name)
}

func (r *Registry) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.names)
}

func Fill(names []string) int {
	r := &Registry{}
	seen := 0
	r.added = func(string) { seen = r.Len() }
	for _, name := range names {
		r.Add(name)
	}
	return seen
}
