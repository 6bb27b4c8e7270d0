// A panic that the program states, and one that data would have to cause, lead to the same place: the first is told.
package p

import "sync"

type Router struct {
	mu       sync.Mutex
	handlers map[string]func(string) int
}

func (r *Router) serve(key string) (err any) {
	defer func() { err = recover() }()
	r.mu.Lock() // want double-lock "locking r.mu, which it already holds"
	r.handlers[key](key)
	r.mu.Unlock()
	return nil
}

func (r *Router) careful(key string) (err any) {
	defer func() { err = recover() }()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.handlers[key](key)
	return nil
}

func bad(key string) int { panic(key) }

func Served() {
	r := &Router{handlers: map[string]func(string) int{"bad": bad}}
	r.serve("bad")
	r.serve("bad")
}

func CarefullyServed() {
	r := &Router{handlers: map[string]func(string) int{"bad": bad}}
	r.careful("bad")
	r.careful("bad")
}

// The worker is gone with the first job; the others wait.
func Workers() {
	jobs := make(chan func())
	go func() {
		defer func() { recover() }()
		for f := range jobs {
			f()
		}
	}()
	jobs <- func() { panic("bad job") }
	jobs <- func() {} // want global-deadlock "send jobs"
	close(jobs)
}
