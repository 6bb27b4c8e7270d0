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
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.runs > 10 {
		panic("too many")
	}
	p.runs++
	return f(1)
}
