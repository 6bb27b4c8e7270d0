package routesread

import "sync"

type Routes struct {
	mu   sync.RWMutex
	byID map[int]string
}

func (r *Routes) Lookup(id int) string {
	r.mu.RLock()
	name, ok := r.byID[id]
	if ok {
		r.mu.RUnlock()
		return name
	}
	if id < 0 {
		return "" // want missing-unlock "..Routes..Lookup can return with r.mu locked"
	}
	r.mu.RUnlock()
	return "unknown"
}

func (r *Routes) Set(id int, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byID[id] = name
}
