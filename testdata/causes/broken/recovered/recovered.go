package recovered

import "sync"

type Plugin struct {
	mu   sync.Mutex
	runs int
}

func (p *Plugin) Call(f func(int) int) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	p.mu.Lock() // want missing-unlock "..Plugin..Call can return with p.mu locked"
	if p.runs > 10 {
		panic("too many")
	}
	p.runs++
	p.mu.Unlock()
	return f(1)
}
